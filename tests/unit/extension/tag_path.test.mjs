import assert from "node:assert/strict";
import { test } from "node:test";
import { tagPathToken } from "../../../extension/src/content/tag_path.ts";

for (const [tag, classes, id, token] of [
  ["LI", "", "", "li"],
  ["a", "file", "", "a.file"],
  ["div", "", "main", "div#main"],
  ["ul", " \t big\n\fwide\r ", "", "ul.big wide"],
  ["ul", " \n", " \t", "ul"],
  ["p", "b a b", " x y ", "p.b a b# x y "],
  ["p", "a\u00a0b\u000bc", "", "p.a\u00a0b\u000bc"],
  ["ÉA", "", "", "Éa"],
  ["p", "\ud800", "", "p.\ufffd"],
]) {
  test(`the token of <${tag} class=${JSON.stringify(classes)} id=${JSON.stringify(id)}>`, () => {
    assert.equal(tagPathToken(tag, classes, id), token);
  });
}

test("a token is cut to 256 bytes of UTF-8, between characters", () => {
  assert.equal(tagPathToken("p", "x".repeat(300), ""), `p.${"x".repeat(254)}`);
  assert.equal(tagPathToken("p", "é".repeat(300), ""), `p.${"é".repeat(127)}`);
  assert.equal(tagPathToken("p", "€".repeat(300), ""), `p.${"€".repeat(84)}`);
  assert.equal(tagPathToken("p", "😀".repeat(300), ""), `p.${"😀".repeat(63)}`);
});
