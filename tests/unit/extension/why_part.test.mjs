import "./support/fake_document.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { termRows, whyPart } from "../../../extension/src/panel/why_part.ts";

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const term = (name, value) => ({ name, value });
const current = {
  url: "http://h/data", purpose: "page", tagPath: "html body ul.data.wide li a", anchor: "Data",
  sourcePage: "http://h/", words: "links like it pay", score: 2.5, targetProbability: 0.25,
  terms: [term("expected files a request", 2), term("exploration", 0.5),
    term("expected files a request: its text", 1.5), term("expected files per request: its address", -0.75)],
};

test("shows the words, the link and where it stands", () => {
  const part = whyPart(current);
  assert.equal(part.all("p")[0].textContent, "links like it pay");
  assert.equal(part.all("code")[0].textContent, "html body ul.data.wide li a");
  assert.deepEqual(part.all("dd").map((value) => value.textContent),
    ["Data", "html body ul.data.wide li a", "http://h/", "http://h/data", "25%"]);
});

test("the terms are a table: a caption, a header a row, numbers as text", () => {
  const [table] = whyPart(current).all("table");
  assert.equal(table.all("caption")[0].textContent, "Its score of 2.50, in files per request");
  assert.deepEqual(table.all("tr").map((row) => row.all("th")[0].textContent),
    ["expected files per request", "exploration", "of which its text", "of which its address"]);
  assert.ok(table.all("th").every((header) => header.attributes.scope === "row"));
  assert.deepEqual(table.all("td").map((value) => value.textContent), ["+2.00", "+0.50", "+1.50", "-0.75"]);
  const bars = table.all("td").map((value) => value.all("span")[0]);
  assert.deepEqual(bars.map((bar) => bar.properties["--share"]), ["1.000", "0.250", "0.750", "0.375"]);
  assert.deepEqual(bars.map((bar) => bar.attributes.class), ["bar", "bar", "bar", "bar against"]);
});

test("what is not known is left out", () => {
  const seed = { ...current, words: "", tagPath: "", anchor: "", score: null, targetProbability: null, terms: [] };
  const part = whyPart(seed);
  assert.deepEqual(part.all("table"), []);
  assert.equal(part.all("p")[0].textContent, "The start page");
  assert.deepEqual(part.all("dd").map((value) => value.textContent), ["–", "–", "http://h/", "http://h/data", "–"]);
  assert.equal(whyPart({ ...seed, terms: [term("x", 1)] }).all("caption")[0].textContent, "What counts in its favour");
  assert.deepEqual(whyPart(null).all("dl"), []);
});

test("at most six rows: the weightiest parts, in the policy's order", () => {
  const parts = [0.1, -3, 0.2, 0.3, 2].map((value, at) => term(`sum: part ${at}`, value));
  const rows = termRows([term("sum", 1), term("more", 0), ...parts]);
  assert.deepEqual(rows.map(({ label }) => label), ["sum", "more", "part 1", "part 2", "part 3", "part 4"]);
  assert.equal(rows[2].share, -1);
  assert.equal(termRows(Array.from({ length: 20 }, (_, at) => term(`${at}`, at))).length, 6);
  assert.equal(termRows([term("nothing", 0)])[0].share, 0);
  assert.equal(termRows([term("<b>unheard: of", 1)])[0].label, "of");
});

test("each term of the policy trail has a name in every language", () => {
  const source = ["trail_reports", "reason_words"].map((name) => read(`wasm-core/src/policy/trail/${name}.cpp`)).join();
  const kinds = source.match(/kNames\{([^}]+)\}/)[1];
  const names = [...kinds.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  names.push("the same page in other languages", "exploration", "being a file itself", "media come last", "chance of being a file",
    "chance of being a file on the topic");
  assert.equal(names.length, 17);
  for (const name of names) assert.ok(source.includes(`"${name}"`), name);
  assert.match(source, /"expected " \+ std::string\(unit_\) \+ " a request"/);
  const gains = ["data_files", "markup", "forms", "content"]
    .flatMap((name) => [...read(`wasm-core/src/objective/${name}.cpp`).matchAll(/\.gain = "([^"]+)"/g)])
    .map((match) => match[1]);
  assert.equal(gains.length, 5);
  for (const name of [...names, ...gains.map((gain) => `expected ${gain} a request`)]) {
    for (const language of ["en", "fr"]) {
      const messages = JSON.parse(read(`extension/_locales/${language}/messages.json`));
      assert.ok(messages[`term_${name.replaceAll(" ", "_")}`], `${language}: ${name}`);
    }
  }
});
