// Which tables a page finds, in which order, and what of them it marks.
import "../extension/support/fake_document.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { eachBlock, readTable, shownOf, TableSearch, titleOf } from "../../../report/src/search/table_search.ts";
import { readJobs, sumOf } from "../../../report/src/jobs/jobs_data.ts";
import { limitsOf } from "../../../report/src/search/hits_part.ts";
import { FILLERS, markedPieces, searchText, wordIsIn, wordsOf } from "../../../report/src/search/words.ts";

const table = (more = {}) => ({
  job: 0, path: "files/a.csv", title: "", link: "", pageTitle: "", page: "", sheet: "", heading: "", names: [], sample: [], values: "",
  years: "", rows: 1, atLeast: false, columns: 1, same: "", ...more,
});
const REGIONS = table({ path: "files/lf-0412.csv", title: "CSV", names: ["Région", "unemploymentRate (%)"], sample: [["Île Coast", "6.0"], ["Northmere", "5.3"]], years: " 2023 " });
const OFFICES = table({ path: "files/unemployment-by-region.csv", title: "Offices", names: ["name", "street"], sample: [["Head office", "Mill Lane"]] });

const searching = (...tables) => {
  const search = new TableSearch();
  search.add(tables);
  return (typed, wanted) => search.find(typed, wanted).hits;
};
const paths = (hits) => hits.map((hit) => hit.table.path.replace(/^files\//, ""));
const finds = (text, typed) => wordsOf(typed).every((word) => wordIsIn(searchText(text), word) > 0);

test("a table whose header and rows cover the words comes before one whose name does", () => {
  const find = searching(OFFICES, REGIONS);
  assert.deepEqual(paths(find("unemployment by region")), ["lf-0412.csv", "unemployment-by-region.csv"]);
  assert.deepEqual(paths(find("unemployment region 2023")), ["lf-0412.csv"]);
  assert.deepEqual(paths(find("unemployment region", (one) => one === OFFICES)), ["unemployment-by-region.csv"]);
  assert.deepEqual(find("  ,; "), []);
  assert.deepEqual(find("nothing"), []);
});

test("where none has all words, each says which it lacks", () => {
  const [hit, ...others] = searching(OFFICES, REGIONS)("northmere street unemployment");
  assert.deepEqual([hit.lacking, others.map(({ lacking }) => lacking)], [["street"], [["northmere"]]]);
});

test("words stand anywhere that is said of a table, the rarer ones first", () => {
  const all = ["title", "link", "pageTitle", "sheet", "heading", "values", "path", "page"];
  for (const where of all) assert.equal(searching(table({ [where]: "of Rents" }))("rents").length, 1, where);
  const many = Array.from({ length: 20 }, (_, at) => table({ path: `files/${at}`, names: ["year"] }));
  const find = searching(...many, table({ path: "files/x", names: ["year"], title: "rent" }));
  assert.deepEqual(paths(find("year rent")), ["x"]);
});

test("equal tables of several jobs are one answer", () => {
  const [hit, ...others] = searching(table({ names: ["rent"], same: "x" }), table({ job: 1, names: ["rent"], same: "x" }))("rent");
  assert.deepEqual([hit.copies, hit.table.job, others], [1, 0, []]);
});

test("case and accents are one, and longer words begin so from four letters on", () => {
  assert.ok(finds("ÎLE-DE-FRANCE", "ile"));
  assert.ok(finds("ile", "Île"));
  assert.ok(finds("Arbeitslosenquote", "arbeitslos"));
  assert.ok(!finds("Arbeitslosenquote", "losen"));
  assert.ok(!finds("rental", "ren"));
  assert.ok(finds("region", "regions") && finds("regions", "region"));
  assert.ok(finds("car", "cars") && finds("cars", "car") && !finds("carbon", "cars") && !finds("usury", "used"));
  assert.ok(finds("unemployed", "unemployment") && finds("unemployment", "unemployed"));
  assert.ok(finds("city", "cities") && finds("cities", "city"));
  assert.ok(finds("unemployment_rate unemploymentRate", "rate"));
  assert.ok(finds("20231", "20231") && !finds("20231", "2023"));
  assert.ok(finds("東京都人口", "人口") && !finds("東京都人口", "口東"));
});

test("what is typed is words and no syntax; fillers count only where there is nothing else", () => {
  assert.deepEqual(wordsOf("rents of (the) \"city\" AND .* rents").map(({ written }) => written), ["rents", "city"]);
  assert.deepEqual(wordsOf("of the").map(({ written }) => written), ["of", "the"]);
  assert.equal(wordsOf("w ".repeat(3000)).length, 1);
  assert.equal(wordsOf(Array.from({ length: 50 }, (_, at) => `w${at}`).join(" ")).length, 32);
});

test("the words that say nothing are those of the program", () => {
  const source = readFileSync(new URL("../../../native-host/src/search/search_words.cpp", import.meta.url), "utf8");
  const [, list] = /kFillers = [^{]*\{([^}]*)\}/.exec(source);
  assert.deepEqual([...FILLERS].sort(), [...list.matchAll(/"([^"]+)"/g)].map(([, word]) => word).sort());
});

test("marked are the words that were found, and the text stays what it was", () => {
  const of = (text, typed) => markedPieces(text, wordsOf(typed)).map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece)).join("");
  assert.equal(of("Arbeitslosenquote, Île (2023)", "arbeitslos ile 2023"), "[Arbeitslosenquote], [Île] ([2023])");
  assert.equal(of("</script><b>", "script"), "</[script]><b>");
  assert.equal(of("", "a"), "");
  assert.equal(of("nothing", ""), "nothing");
});

test("of a wide table the first column and those with words are shown, and the rows with most words", () => {
  const names = Array.from({ length: 20 }, (_, at) => (at === 15 ? "Nitrate (mg/l)" : `c${at}`));
  const shown = shownOf(table({ names, sample: [names.map((_, at) => `a${at}`), names.map((_, at) => (at === 17 ? "Hill" : "b"))] }), wordsOf("nitrate hill"));
  assert.deepEqual(shown.names, ["c0", "c1", "c2", "c3", "c4", "c5", "Nitrate (mg/l)", "c17"]);
  assert.equal(shown.columnsMore, 12);
  assert.equal(shown.rows[0].at(-1), "Hill");
  assert.deepEqual(shownOf(table({ columns: 0 }), wordsOf("x")), { names: [], rows: [], columnsMore: 0 });
});

test("a table of a page is read member by member", () => {
  const nothing = table({ path: "", rows: 0, columns: 0 });
  for (const value of [null, 7, "x", {}, [], [-1, 2, {}, [], null, 1, 1, 1, "x", "x", 3, 4, "5", 1, 1 / 0, 7]]) assert.deepEqual(readTable(value), nothing);
  const read = readTable([2, "files/x.csv", "t", "l", "p", "http://h/", "s", "h", ["a", 1], [["1", null], 4], "v", " 2023 ", 5, true, 2, "k"]);
  assert.deepEqual(read, table({ job: 2, path: "files/x.csv", title: "t", link: "l", pageTitle: "p", page: "http://h/", sheet: "s", heading: "h",
    names: ["a", ""], sample: [["1", ""], []], values: "v", years: " 2023 ", rows: 5, atLeast: true, columns: 2, same: "k" }));
  assert.deepEqual([titleOf(read), titleOf(table({ link: "L" })), titleOf(table())], ["t", "L", "a.csv"]);
});

test("blocks are read one after the other, and a damaged one is told", async () => {
  const got = [];
  const packed = (list) => deflateSync(JSON.stringify(list)).toString("base64");
  await eachBlock([packed([[0, "files/a"]]), packed([[1, "files/b"], 3])], (tables) => got.push(tables.map(({ path }) => path)));
  assert.deepEqual(got, [["files/a"], ["files/b", ""]]);
  await assert.rejects(eachBlock([packed([]), "AAAA"], () => {}));
});

test("what is not searched is said with a count", () => {
  assert.equal(limitsOf({ of: 3, kept: 3, cut: 0 }).length, 1);
  assert.deepEqual(limitsOf({ of: 3, kept: 2, cut: 1 }).slice(1), [
    "1 table of 3 is not searched here, for the size of this page.",
    "Of 1 table not all texts of cells are searched here, for the size of this page.",
  ]);
});

test("a job that can't be read has its name and what is wrong with it", () => {
  assert.equal(readJobs("{}"), null);
  const { jobs, jobsMore } = readJobs(JSON.stringify({ folder: "f", written: 1, jobsMore: 2, jobs: [
    { name: "a", base: "a/", trouble: "no database" }, { name: "b", base: "b/", files: 3, tables: { of: 4, kept: 3, cut: 1 } }] }));
  assert.deepEqual([jobs[0].facts, jobs[0].files, jobs[0].tables, jobs[0].trouble, jobsMore], [null, 0, null, "no database", 2]);
  assert.deepEqual(sumOf(jobs), { of: 4, kept: 3, cut: 1 });
});
