import assert from "node:assert/strict";
import { test } from "node:test";
import { FirstWords, PageText } from "../../../extension/src/content/page_text.ts";
import { collapse, utf8Length, utf8Prefix } from "../../../extension/src/content/text.ts";

test("white space is space, tab, line breaks and form feed, and nothing else", () => {
  assert.equal(collapse(" \t\r\n\fa \n b\u00a0 c\u2003"), "a b\u00a0 c\u2003");
});

test("lengths and prefixes are in bytes of UTF-8", () => {
  for (const text of ["", "plain", "é€😀x", "\u07ff\u0800"]) {
    assert.equal(utf8Length(text), Buffer.byteLength(text));
    for (let bytes = 0; bytes <= Buffer.byteLength(text) + 1; bytes++) {
      const prefix = utf8Prefix(text, bytes);
      assert.ok(text.startsWith(prefix) && Buffer.byteLength(prefix) <= bytes);
      const next = String.fromCodePoint(text.codePointAt(prefix.length) ?? 0);
      assert.ok(prefix === text || Buffer.byteLength(prefix + next) > bytes);
    }
  }
});

test("slices of the text are trimmed and cut", () => {
  const text = new PageText();
  text.append("  one \n");
  const begin = text.size;
  text.append("\t two");
  text.append(" three ");
  const slice = { begin, end: text.size };
  assert.equal(text.excerpt({ begin: 0, end: text.size }, 100), "one two three");
  assert.equal(text.excerpt(slice, 100), "two three");
  assert.equal(text.excerpt(slice, 5), "two t");
  assert.equal(text.excerpt({ begin: 3, end: 3 }, 5), "");
});

function wordsOf(...parts) {
  const words = new FirstWords();
  for (const part of parts) part === null ? words.separate() : words.append(part);
  return words.text;
}

test("words run on across inline elements and end at blocks", () => {
  assert.equal(wordsOf(null, "Hel", "lo ", " world", null, "next", null), "Hello world next");
});

test("the first 300 words are kept", () => {
  assert.equal(wordsOf("a ".repeat(299), "b c"), `${"a ".repeat(299)}b`);
  assert.equal(wordsOf(null, "a ".repeat(299), "b c"), `${"a ".repeat(299)}b`);
});

test("at most 4096 bytes of words are kept", () => {
  assert.equal(wordsOf("é".repeat(3000)), "é".repeat(2048));
});
