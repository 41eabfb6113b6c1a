import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { JOB_STATES } from "../../../extension/src/host/protocol/job_info.ts";
import { GROUP_WORDS } from "../../../extension/src/host/protocol/teaching.ts";

const extension = new URL("../../../extension/", import.meta.url).pathname;
const read = (path) => readFileSync(join(extension, path), "utf8");
const messages = Object.fromEntries(["en", "fr"].map((language) =>
  [language, JSON.parse(read(`_locales/${language}/messages.json`))]));
const sources = readdirSync(join(extension, "src"), { recursive: true })
  .filter((name) => name.endsWith(".ts")).map((name) => read(join("src", name)));
sources.push(read("manifest.mjs"));
const source = sources.join("\n");
const keys = Object.keys(messages.en);

/** The text between an enumeration's braces, as its names. */
const namesIn = (text) => [...text.replaceAll(/\/\/.*/g, "").matchAll(/\b([a-z_]+)\b/g)].map((match) => match[1]);

const all = (pattern) => [...source.matchAll(pattern)].map((match) => match[1]);

test("the languages have the same texts, with the same fields", () => {
  assert.deepEqual(Object.keys(messages.fr).sort(), [...keys].sort());
  for (const key of keys) {
    const fields = ["en", "fr"].map((language) =>
      [...new Set(messages[language][key].message.match(/\$\d/g) ?? [])].sort());
    assert.deepEqual(fields[0], fields[1], key);
    for (const language of ["en", "fr"]) assert.notEqual(messages[language][key].message.trim(), "", key);
  }
});

test("each text that the source names is there", () => {
  const named = [...all(/\b(?:words|head|getMessage)\(\s*"([a-z0-9_]+)"/g), ...all(/__MSG_([a-z0-9_]+)__/g)];
  assert.ok(named.length > 100);
  for (const key of named) assert.ok(messages.en[key], key);
  const counted = all(/\bcounted\(\s*"([a-z0-9_]+)"/g);
  assert.ok(counted.length > 5);
  for (const key of counted) assert.ok(messages.en[`${key}_one`] && messages.en[`${key}_other`], key);
});

test("each text is named in the source, or begins as those do that are put together", () => {
  const prefixes = all(/(?:words|getMessage)\(\s*`([a-z_]+_)\$\{/g);
  const isUsed = (key) => {
    // What foundWords() says of jobs that look for pages.
    if (key.endsWith("_of_pages")) return messages.en[key.slice(0, -"_of_pages".length)] !== undefined;
    const counted = key.replace(/_(one|other)$/, "");
    return source.includes(`"${key}"`) || source.includes(`__MSG_${key}__`) ||
      (counted !== key && source.includes(`"${counted}"`)) || prefixes.some((prefix) => key.startsWith(prefix));
  };
  assert.deepEqual(keys.filter((key) => !isUsed(key)), []);
});

test("what is found is named for files and for pages", () => {
  const found = [...all(/\bfoundWords\(\s*\w+,\s*"([a-z0-9_]+)"/g), "estimate", "estimate_about_all"];
  assert.ok(found.length > 8);
  for (const key of found) assert.ok(messages.en[key] && messages.en[`${key}_of_pages`], key);
});

test("closed vocabularies are told in full", () => {
  const wanted = [
    ...JOB_STATES.map((name) => `state_${name}`), "state_starting",
    ...GROUP_WORDS.map((name) => `said_${name}`), "said_example",
    ...["good", "useless", "only"].flatMap((name) => [`word_${name}`, `word_${name}_hint`]),
    ...["missing", "sandboxed", "outdated"].flatMap((name) => [`host_${name}`, `host_${name}_reason`]),
    ...["collect", "follow", "harvest"].map((name) => `kind_${name}`),
    ...["login_lost", "login_needed", "acted"].flatMap((name) => [`attention_${name}`, `attention_${name}_what`]),
    ...["nav", "header", "footer", "aside"].map((name) => `landmark_${name}`),
    ...["delay", "requests", "megabytes", "minutes"].map((name) => `limit_${name}`),
    ...["site", "host", "prefix", "page"].map((name) => `scope_${name}`),
    ...["data_files", "statistics", "markup", "forms", "content"].map((name) => `objective_${name}`),
    ...["statistics", "markup", "forms", "content"].map((name) => `objective_${name}_hint`),
    ...["data", "paper", "own"].map((name) => `targets_${name}`),
    ...["data", "paper", "none"].map((name) => `blocklist_${name}`),
  ];
  const root = new URL("../../../", import.meta.url);
  const core = (path) => readFileSync(new URL(path, root), "utf8");
  const named = (text, of) => [...text.slice(text.indexOf(`to_string(${of}`)).split("\n}\n")[0].matchAll(/return "([a-z_]+)"/g)]
    .map((match) => match[1]);
  const errors = named(core("shared/src/exchange.cpp"), "FetchError").filter((name) => name !== "none");
  const words = core("wasm-core/src/crawl/decision_json.cpp").match(/ kReasons\{(.*?)\}/s)[1];
  const reasons = [...words.matchAll(/"([a-z_]+)"/g)].map((match) => match[1]);
  assert.ok(errors.length > 8 && reasons.length > 4);
  wanted.push(...errors.map((name) => `skip_${name}`), ...reasons.map((name) => `reason_${name}`));
  assert.deepEqual(wanted.filter((key) => !messages.en[key]), []);
});

test("whatever a job can leave out is told, and so is each end without files", () => {
  const header = readFileSync(new URL("../../../shared/include/tagtrail/left_out.hpp", import.meta.url), "utf8");
  const causes = namesIn(header.match(/enum class LeftOutCause : [^{]*\{(.*?)\n\};/s)[1]);
  assert.ok(causes.length > 30 && causes[0] === "login" && causes.at(-1) === "unaccounted", causes.join());
  const wanted = [...causes.map((name) => `left_out_${name}`), ...["start_page", "types", "nothing"].map((name) => `ending_${name}`)];
  for (const language of ["en", "fr"]) assert.deepEqual(wanted.filter((key) => !messages[language][key]), [], language);
  const told = keys.filter((key) => /^(left_out|gets)_/.test(key)).map((key) => key.replace(/^(left_out|gets)_/, ""));
  assert.deepEqual(told.filter((name) => !causes.includes(name) && !["links", "elsewhere_taken"].includes(name)), []);
});
