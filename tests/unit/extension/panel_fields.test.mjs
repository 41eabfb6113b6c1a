import "./support/fake_document.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { recipeFileName, recipeOfText } from "../../../extension/src/options/recipe_file.ts";
import { limitsOf, limitTexts } from "../../../extension/src/panel/limit_texts.ts";
import { hostPattern, jobNeeds, lookNeeds, scopeOrigins } from "../../../extension/src/panel/permission_needs.ts";
import { checkTargets } from "../../../extension/src/panel/targets.ts";

test("limits as people write them, and back", () => {
  const limits = { delayMs: 1500, maxRequests: 200, maxBytes: 2_500_000, maxTimeMs: null };
  const texts = limitTexts(limits);
  assert.deepEqual(texts, { delay: "1.5", requests: "200", megabytes: "2.5", minutes: "" });
  assert.deepEqual(limitsOf(texts), limits);
});

test("what is no number is no limit, and leaves the delay as it is", () => {
  assert.deepEqual(limitsOf({ delay: "x", requests: "0", megabytes: "-1", minutes: "1e999" }),
    { maxRequests: null, maxBytes: null, maxTimeMs: null });
  assert.equal(limitsOf({ delay: "0,5", requests: "", megabytes: "", minutes: "" }).delayMs, 500);
  assert.equal(limitsOf({ delay: "1", requests: "1e300", megabytes: "", minutes: "" }).maxRequests, Number.MAX_SAFE_INTEGER);
});

test("a list of wanted files is put in order, and what is none is named", () => {
  assert.deepEqual(checkTargets(" .CSV, xlsx;application/pdf  csv text/*"),
    { targets: ".csv,xlsx,application/pdf,text/*", bad: [] });
  assert.deepEqual(checkTargets("CSV .csv .xyz a_b"), { targets: "csv,.xyz", bad: ["a_b"] });
  assert.deepEqual(checkTargets("csv, <b>, a/b/c"), { targets: "csv", bad: ["<b>", "a/b/c"] });
  assert.deepEqual(checkTargets(" , "), { targets: "", bad: [] });
});

test("no site is asked for but the one it is about", () => {
  assert.equal(hostPattern("https://www.example.org:8080/a?b"), "*://www.example.org/*");
  assert.equal(hostPattern("about:blank"), null);
  assert.deepEqual(scopeOrigins("https://www.example.org/", "host"), ["*://www.example.org/*"]);
  assert.deepEqual(scopeOrigins("https://www.example.org/", "site"), ["*://*.example.org/*"]);
  assert.deepEqual(scopeOrigins("http://127.0.0.1:8000/", "site"), ["*://127.0.0.1/*"]);
  assert.deepEqual(scopeOrigins("https://example.org/", "regex:.*"), ["<all_urls>"]);
  assert.deepEqual(lookNeeds("https://a.example/x"), { permissions: [], origins: ["*://a.example/*"] });
  assert.deepEqual(jobNeeds("https://a.example/x", "page", ["tabs"]),
    { permissions: ["tabs"], origins: ["*://a.example/*"] });
  assert.deepEqual(jobNeeds("https://a.example/x", "page", ["tabs"], ["websiteContent"]),
    { permissions: ["tabs"], origins: ["*://a.example/*"], data_collection: ["websiteContent"] });
});

test("a recipe file is checked, and errors name what is wrong", () => {
  const recipe = { tagtrail: "recipe", version: 1, site: "h", settings: {}, groups: [] };
  assert.deepEqual(recipeOfText(JSON.stringify(recipe)), recipe);
  assert.throws(() => recipeOfText("{"), { code: "invalid_data", message: "the file is not JSON" });
  assert.throws(() => recipeOfText("{}"), { code: "invalid_argument" });
  assert.throws(() => recipeOfText(JSON.stringify({ ...recipe, groups: [{ word: "good" }] })), /groups\[0\]\.tagPath/);
  assert.throws(() => recipeOfText("[".repeat(100) + "]".repeat(100)), /nests too deeply/);
  assert.throws(() => recipeOfText(" ".repeat(8_000_001)), { code: "too_large" });
  assert.equal(recipeFileName("a.example:80/../x"), "a.example_80_.._x.tagtrail.json");
});
