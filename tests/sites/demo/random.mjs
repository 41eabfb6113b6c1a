// Seeded numbers: the same seed gives the same site, byte for byte, on every machine.

/** A generator of its own for each name, so that adding a dataset doesn't change the others. */
export function randomFor(name) {
  let state = 0x9e3779b9;
  for (const character of name) {
    state = Math.imul(state ^ character.codePointAt(0), 0x01000193) >>> 0;
  }
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
}

export function integer(random, low, high) {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick(random, list) {
  return list[integer(random, 0, list.length - 1)];
}
