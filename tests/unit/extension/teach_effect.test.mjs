import "./support/fake_document.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextWords } from "../../../extension/src/panel/effect_part.ts";
import { teachEffect } from "../../../extension/src/panel/teach_effect.ts";

const group = (id, expected, fields = {}) => ({
  id, tagPath: `/html/body/ul.list${"abcdefgh"[id]}${"abcdefgh"[id]}/a`, readable: "", word: "neutral",
  anchors: [`link ${id}`], open: 5, withheld: 0, acting: 0, requests: 0, files: 0, expected, ...fields,
});

test("says what moved, the most important first, and where the next link comes from", () => {
  const before = [group(1, 4), group(2, 2), group(3, 0.5), group(4, 0.1)];
  const now = [group(3, 6, { word: "good" }), group(1, 4), group(2, 2), group(4, 0.1)];
  const effect = teachEffect(before, now);
  assert.deepEqual(effect.changes.map(({ group: { id }, placeBefore, placeNow, before: from, now: to }) =>
    [id, placeBefore, placeNow, from, to]), [[3, 3, 1, 0.5, 6], [1, 1, 2, 4, 4], [2, 2, 3, 2, 2]]);
  assert.equal(effect.next.id, 3);
  assert.equal(effect.nextBefore.id, 1);
  assert.match(nextWords(effect), /such as “link 3”. Before, it would have come from/);
});

test("a group that had an id for one look is known again by its tag path", () => {
  const named = (id, name, expected, fields = {}) => ({ ...group(id, expected, fields), tagPath: `/html/body/ul.${name}/a` });
  const before = [named(0, "a", 3), named(1, "b", 2), named(2, "c", 1)];
  // The one that was taught is the first that the engine knows.
  const now = [named(0, "c", 9, { word: "good" }), named(1, "a", 3), named(2, "b", 2)];
  const { changes, nextBefore, next } = teachEffect(before, now);
  assert.deepEqual(changes.map(({ group: { tagPath }, placeBefore, placeNow }) => [tagPath, placeBefore, placeNow]),
    [["/html/body/ul.c/a", 3, 1], ["/html/body/ul.a/a", 1, 2], ["/html/body/ul.b/a", 2, 3]]);
  assert.match(nextWords({ changes, next, nextBefore }), /Before, it would have come from/);
});

test("a group whose links are withheld is never next", () => {
  const before = [group(1, 4), group(2, 2)];
  const effect = teachEffect(before, [group(1, 4, { word: "useless", open: 0, withheld: 5 }), group(2, 2)]);
  assert.deepEqual(effect.changes.map(({ group: { id } }) => id), [1]);
  assert.equal(effect.next.id, 2);
  const none = teachEffect(before, before.map((one) => ({ ...one, open: 0 })));
  assert.equal(none.next, null);
  assert.equal(nextWords(none), "No link would be followed next.");
});

test("nothing changed, new groups and unknown worth", () => {
  const before = [group(1, null)];
  const effect = teachEffect(before, [group(1, null), group(2, null)]);
  assert.deepEqual(effect.changes, []);
  assert.equal(effect.next.id, 1);
  assert.deepEqual(teachEffect([], []), { changes: [], next: null, nextBefore: null });
});
