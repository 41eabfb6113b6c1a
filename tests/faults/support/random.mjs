// Random numbers that can be had again: tests print the seed, TAGTRAIL_TEST_SEED sets it.
export const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
