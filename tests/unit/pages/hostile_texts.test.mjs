// What a site says goes into a job's page as text that can be seen, and leads nowhere but where it may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { fileHref, folderHref, shortUrl, webHref } from "../../../report/src/job/links.ts";
import { readLook, unpack } from "../../../report/src/job/look.ts";
import { visible } from "../../../report/src/job/visible.ts";

test("links to files stay below files/, whatever the name", () => {
  assert.equal(fileHref("", "a b/ü%#?.csv"), "files/a%20b/%C3%BC%25%23%3F.csv");
  assert.equal(fileHref("../job/", "javascript:alert(1)"), "../job/files/javascript%3Aalert(1)");
  for (const name of ["../x", "a/../../x", "/etc/passwd", "a//b", ".", ""]) assert.equal(fileHref("", name), null, name);
  assert.equal(fileHref("", "\ud800.csv"), "files/%EF%BF%BD.csv");
  assert.equal(folderHref("", "a.csv"), "files/");
  assert.equal(folderHref("x/", "2024/a b/c.csv"), "x/files/2024/a%20b/");
  assert.equal(folderHref("", "../c.csv"), null);
});

test("links to the web are http or https", () => {
  assert.equal(webHref("https://h/ä"), "https://h/%C3%A4");
  for (const url of ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//h/x", "", "http://"]) {
    assert.equal(webHref(url), null, url);
  }
  assert.equal(shortUrl("http://h/a%20b?x=%FF"), "/a%20b?x=%FF");
  assert.equal(shortUrl("not a url"), "not a url");
});

test("what can't be seen, or changes how others are read, is written out", () => {
  assert.equal(visible("gpj.\u202Eexe"), "gpj.\\u202Eexe");
  assert.equal(visible("a\u0000\u001b[31m\u200b\u2028\u{e0041}b"), "a\\u0000\\u001B[31m\\u200B\\u2028\\uE0041b");
  assert.equal(visible("one\r\n\ttwo"), "one two");
  assert.equal(visible("\ud800x"), "\ufffdx");
  assert.equal(visible("نامه‌ای <b>"), "نامه‌ای <b>");
});

test("a look is read member by member", () => {
  const nothing = { format: "", tables: [], tablesMore: 0, members: [], membersMore: 0, text: "", note: "" };
  for (const value of [null, 7, "x", [], { tables: "x", members: 3, text: {}, note: [], format: null, tablesMore: -1, membersMore: 1 / 0 }]) {
    assert.deepEqual(readLook(value), nothing);
  }
  const look = readLook({ format: "csv", tables: [{ rows: 3, preview: [["a", 1, null]], fields: [null, { name: "n", type: 3 }] }, 5] });
  assert.deepEqual(look.tables[0].preview, [["a", "", ""]]);
  assert.deepEqual(look.tables[0].fields, [{ name: "", type: "", unit: "" }, { name: "n", type: "", unit: "" }]);
  assert.equal(look.tables[1].rows, 0);
  assert.equal(readLook({ tables: Array(200).fill({}) }).tables.length, 64);
});

test("a block of previews is unpacked, or refused", async () => {
  const packed = (text) => deflateSync(text).toString("base64");
  assert.deepEqual(await unpack(`${packed('[{"a":1},2]')}\n`), [{ a: 1 }, 2]);
  assert.deepEqual(await unpack(packed('{"a":1}')), []);
  await assert.rejects(unpack("AAAA"));
  await assert.rejects(unpack(packed("[1")));
});
