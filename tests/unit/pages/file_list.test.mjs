// Search, filters and order of the files of a job's page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, FileList, shortType } from "../../../report/src/job/file_list.ts";
import { csvOf } from "../../../report/src/job/csv.ts";
import { dataOf } from "./support/made_up.mjs";

const found = (list, wanted) => [...list.find({ ...ALL, ...wanted })];

test("a search finds what has all its words, in names, link texts and pages", () => {
  const list = new FileList(dataOf([
    { name: "Prices-2024.csv", anchor: "Consumer prices", page: "http://h/economy/caf%C3%A9?y=1" },
    { name: "prices-2023.csv", anchor: "Older" },
    { name: "a.csv", anchor: "Births", url: "http://h/get/births-prices" },
  ]));
  assert.deepEqual(found(list, { text: "PRICES" }), [0, 1, 2]);
  assert.deepEqual(found(list, { text: " 2024  consumer" }), [0]);
  assert.deepEqual(found(list, { text: "economy café" }), [0]);
  // What is typed on narrows, what is taken back widens again.
  assert.deepEqual(found(list, { text: "prices" }), [0, 1, 2]);
  assert.deepEqual(found(list, { text: "prices 2" }), [0, 1]);
  assert.deepEqual(found(list, { text: "prices 2023" }), [1]);
  assert.deepEqual(found(list, { text: "price" }), [0, 1, 2]);
  assert.deepEqual(found(list, { text: "older prices" }), [1]);
  assert.deepEqual(found(list, { text: "" }), [0, 1, 2]);
});

test("files with tables that answer are found whatever the text, in order of fetching", () => {
  const list = new FileList(dataOf([{ name: "x.csv" }, { name: "rents.csv" }, { name: "y.pdf" }]));
  assert.deepEqual(found(list, { text: "rents", also: new Set([2, 0]) }), [0, 1, 2]);
  assert.deepEqual(found(list, { text: "rents", also: new Set([2, 0]), type: "PDF" }), [2]);
  assert.equal(list.placeOf("y.pdf"), 2);
  assert.equal(list.placeOf("../y.pdf"), undefined);
});

test("filters go with the search, and each says what it is about", () => {
  const list = new FileList(dataOf([
    { name: "a.csv", section: 1, content: 0 }, { name: "b.xlsx", content: 1 }, { name: "c.csv", content: 0 }, { name: "d", mime: "application/pdf", content: 2 },
  ], {
    looks: [{ format: "csv", tables: 1, kin: 4 }, { format: "xlsx", tables: 3, statistics: 1, kin: 4 }, { format: "pdf" }],
    sections: [{ host: "h", path: "/", answers: 1, files: 3 }, { host: "i", path: "/x/", answers: 1, files: 1 }],
    versions: { 3: [["old.pdf", 3, 7]] }, vanished: { 2: 9 },
  }));
  assert.deepEqual(list.sections, ["h/", "i/x/"]);
  assert.deepEqual(found(list, { type: "CSV" }), [0, 2]);
  assert.deepEqual(found(list, { type: "CSV", section: 1 }), [0]);
  assert.deepEqual(found(list, { type: "PDF" }), [3]);
  assert.deepEqual(found(list, { inside: "tables" }), [0, 1, 2]);
  assert.deepEqual(found(list, { inside: "statistics" }), [1]);
  assert.deepEqual(found(list, { inside: "twice" }), [0, 1, 2]);
  assert.deepEqual(found(list, { inside: "versions" }), [3]);
  assert.deepEqual(found(list, { inside: "vanished", text: "c" }), [2]);
  assert.deepEqual(list.twins(0), { same: 1, kin: 1 });
  assert.deepEqual(list.twins(3), { same: 0, kin: 0 });
  assert.equal(list.distinct, 3);
});

test("columns sort by what they mean, both ways, equal ones in order of fetching", () => {
  const list = new FileList(dataOf([
    { name: "f10.csv", bytes: 5, at: 300 }, { name: "F2.csv", bytes: 50, at: 200 }, { name: "f1.csv", bytes: 5, at: 100 },
  ], { looks: [{ tables: 1, rows: 3 }, {}, { tables: 1, rows: 20 }] }));
  const sorted = (column, direction) => [...list.sort(list.find(ALL), column, direction)];
  assert.deepEqual(sorted("name", 1), [2, 1, 0]);
  assert.deepEqual(sorted("name", -1), [0, 1, 2]);
  assert.deepEqual(sorted("bytes", 1), [0, 2, 1]);
  assert.deepEqual(sorted("bytes", -1), [1, 0, 2]);
  assert.deepEqual(sorted("at", 1), [2, 1, 0]);
  assert.deepEqual(sorted("inside", -1), [2, 0, 1]);
  assert.deepEqual(sorted("page", 1), [0, 1, 2]);
});

test("a type is one short word", () => {
  assert.equal(shortType("a.tar.gz", ""), "GZ");
  assert.equal(shortType("data", "application/pdf;x=1"), "PDF");
  assert.equal(shortType("data", ""), "?");
  assert.equal(shortType("a.<script>", "text/csv"), "CSV");
});

test("CSV quotes what needs it, and runs as no formula", () => {
  const list = new FileList(dataOf([{ name: 'a,"b".csv', anchor: "=HYPERLINK(1)", page: "http://h/p\r\nq", at: 86400, bytes: 7 }]));
  assert.equal(csvOf(list, [0]),
    "name,link text,url,page,section,mediatype,bytes,fetched,tables,rows\r\n"
    + '"a,""b"".csv",\'=HYPERLINK(1),"http://h/a,""b"".csv","http://h/p\r\nq",/,text/csv,7,1970-01-02T00:00:00.000Z,0,0\r\n');
});
