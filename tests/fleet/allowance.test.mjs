// What tests of fleets allow to be asked for twice. A run of 2,000 sites failed with 174 requests again where 166 were
// allowed: the database had been away, and with it the checkpoints.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { askedAgain } from "./support/allowance.mjs";

const ANSWER_MS = 40;
/** Asked for by one worker from 1,000 on, and all again by another that had the checkpoint of the beginning. */
function history(count) {
  const asked = (from) => Array.from({ length: count }, (_, n) => ({
    path: `/${n}`, begin: from + n * ANSWER_MS, end: from + (n + 1) * ANSWER_MS, answered: true }));
  const moved = 1_000 + count * ANSWER_MS;
  const takes = [{ worker: "a", at: 1_000, kept: [] }, { worker: "b", at: moved, kept: [1_001] }];
  return [[...asked(1_000), ...asked(moved)], takes];
}
const faults = (count, more) => askedAgain(...history(count), { windowMs: 6_000, answerMs: ANSWER_MS, ...more }).faults;

describe("the allowance for requests that are sent again", () => {
  it("is what the checkpoints' and the lease's times allow", () => {
    assert.deepEqual(faults(166), []);
    assert.deepEqual(faults(174), ["174 requests again, 166 allowed by 1 moves and 0 returns"]);
  });
  // On a busy machine a file had come, and was written down after the next checkpoint was begun.
  it("is none for what was written down before the last checkpoint was begun", () => {
    const [log, [first, last]] = history(10);
    const held = 500;
    const stalled = log.map((entry, n) => (n > 5 ? { ...entry, begin: entry.begin + held, end: entry.end + held } : entry));
    const takes = [first, { ...last, at: last.at + held, kept: [log[5].end + 1, log[5].end + held] }];
    const again = (path) => askedAgain(stalled.filter((entry) => entry.begin < takes[1].at || entry.path === path), takes,
      { windowMs: 6_000, answerMs: ANSWER_MS }).faults;
    assert.deepEqual(again("/5"), []);
    assert.deepEqual(again("/4"), ["/4 was in a checkpoint"]);
  });
  it("counts the time in which nothing could be written down", () => {
    assert.deepEqual(faults(174, { away: [[2_000, 2_320]] }), []);
    assert.equal(faults(174, { away: [[2_000, 2_200]] }).length, 1);
    assert.equal(faults(174, { away: [[500, 999], [100_000, 110_000]] }).length, 1, "outside of the time that it was held");
  });
});
