import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FetchedFiles, FILE_TYPES, isFetchedFile, MAX_FETCHED_FILES } from "../../../extension/src/background/fetched_files.ts";

const ROWS = "https://h.example/rows?of=1";
const answer = (changes = {}, headers = { "Content-Type": "text/csv; charset=utf-8" }) => ({
  tabId: 1, url: ROWS, method: "GET", statusCode: 200,
  responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })), ...changes,
});
const at = (path, type) => isFetchedFile(answer({ url: `https://h.example${path}` }, { "content-type": type }));
const page = (links = []) => ({ truncated: false, linksCut: 0, bases: ["https://h.example/a/"], links });
const link = (written) => ({ base: 0, written });

test("the types of files are the host's, but for those that other answers have, too", () => {
  const table = readFileSync(new URL("../../../shared/data/media_types.txt", import.meta.url), "utf8");
  const section = table.split("[targets.data.mime]\n")[1].split("\n[")[0].replace(/^#.*$/gm, "");
  const others = ["application/json", "text/json", "application/ld+json", "application/xml", "text/xml", "application/vnd.sdmx.*"];
  const types = section.split(/\s+/).filter((type) => type !== "" && !others.includes(type));
  assert.deepEqual([...FILE_TYPES].sort(), types.sort());
});

test("a file is known by its type, by the name in its address, or by the name it is to be saved as", () => {
  for (const type of ["text/csv", "Text/CSV; header=present", "application/geo+json", "application/pdf", "image/fits"]) assert.ok(at("/rows?of=1", type), type);
  for (const path of ["/a.csv", "/a/b.TSV?x=1", "/map.topojson", "/t.parquet"]) assert.ok(at(path, "application/octet-stream"), path);
  for (const disposition of ["attachment; filename=a.csv", 'inline; filename="Table 1.xlsx"', "attachment; filename*=UTF-8''caf%C3%A9.csv"]) {
    assert.ok(isFetchedFile(answer({}, { "content-disposition": disposition, "content-type": "application/octet-stream" })), disposition);
  }
  assert.ok(isFetchedFile(answer({ statusCode: 206 })));
});

test("what is no file, what was sent and what failed is none", () => {
  for (const type of ["application/json", "text/plain", "text/xml", "application/octet-stream", "image/png", "text/html", ""]) assert.ok(!at("/rows?of=1", type), type);
  for (const type of ["text/html; charset=utf-8", "text/javascript", "image/png", "application/xhtml+xml"]) assert.ok(!at("/lost.csv", type), type);
  for (const path of ["/_next/data/x/about.json", "/about/page-data.json", "/a/_payload.json", "/assets/tables/regions.json", "/assets/i18n/en.yaml",
    "/locales/de/common.csv", "/assets/config.yaml"]) assert.ok(!at(path, "application/json"), path);
  for (const query of ["?_rsc=1x2y", "?of=1&_rsc=1x2y"]) assert.ok(!at(`/about.txt${query}`, "text/plain"), query);
  // As servers of static files name whatever they have.
  for (const path of ["/__next._tree.txt?_rsc=1x2y", "/about/page-data.json", "/assets/config.yaml"]) {
    const headers = { "content-disposition": `inline; filename="${path.split("/").at(-1).split("?")[0]}"`, "content-type": "text/plain" };
    assert.ok(!isFetchedFile(answer({ url: `https://h.example${path}` }, headers)), path);
  }
  for (const disposition of ["attachment", "attachment; filename=csv", "attachment; filename=a.png"]) {
    assert.ok(!isFetchedFile(answer({}, { "content-disposition": disposition })), disposition);
  }
  for (const method of ["POST", "PUT", "HEAD", "OPTIONS"]) assert.ok(!isFetchedFile(answer({ method })), method);
  for (const statusCode of [0, 204, 301, 401, 404, 500]) assert.ok(!isFetchedFile(answer({ statusCode })), String(statusCode));
  for (const url of ["https://user:word@h.example/a.csv", `https://h.example/${"a".repeat(8200)}.csv`, "no address"]) {
    assert.ok(!isFetchedFile(answer({ url })), url.slice(0, 40));
  }
});

test("files become links of the page, once each, unless it has one, and those beyond the limit are told of", () => {
  const files = new FetchedFiles();
  files.answered(answer());
  files.watch(1);
  for (const path of ["a/1.csv", "a/2.csv", "a/1.csv"]) files.answered(answer({ url: `https://h.example/${path}` }));
  files.answered(answer({ tabId: 2 }));
  const one = page([link("2.csv"), link("http://[no")]);
  files.addTo(one, 1);
  assert.deepEqual(one.links.map(({ written }) => written), ["2.csv", "http://[no", "https://h.example/a/1.csv"]);
  assert.deepEqual([one.links[2].tagPath, one.truncated, files.count(1)], ["/script/@fetched", false, 2]);
  for (let n = 0; n < MAX_FETCHED_FILES + 5; n++) files.answered(answer({ url: `https://h.example/tile-${n}.csv` }));
  const all = page();
  files.addTo(all, 1);
  assert.deepEqual([all.links.length, all.truncated, all.linksCut], [MAX_FETCHED_FILES, true, 7]);
  files.unwatch(1);
  const none = page();
  files.addTo(none, 1);
  assert.deepEqual([none.links, files.count(1)], [[], 0]);
});

test("what only passes by caches is no part of an address", () => {
  const files = new FetchedFiles();
  files.watch(1);
  const now = Date.now();
  const queries = [`_=${now}`, `of=1&t=${Math.round(now / 1000)}`, `0.${"7".repeat(16)}`, `${now - 30_000}`,
    `to=${now}`, "t=1609459200", `_=${now - 3_600_000}`, "v=12"];
  for (const query of queries) files.answered(answer({ url: `https://h.example/a.csv?${query}` }));
  const one = page();
  files.addTo(one, 1);
  const kept = ["", "?of=1", ...queries.slice(4).map((query) => `?${query}`)];
  assert.deepEqual(one.links.map(({ written }) => written), kept.map((query) => `https://h.example/a.csv${query}`));
});

test("the address that was asked for counts, and not where it was redirected to", () => {
  const listeners = {};
  const event = (name) => ({ addListener: (listener) => (listeners[name] = listener) });
  globalThis.browser = { webRequest: {
    onBeforeRedirect: event("redirect"), onErrorOccurred: event("error"), onCompleted: event("completed"),
  } };
  try {
    const files = new FetchedFiles();
    files.attach();
    files.watch(1);
    listeners.redirect({ tabId: 1, requestId: "5", url: "https://h.example/get/1", method: "GET" });
    listeners.redirect({ tabId: 1, requestId: "5", url: "https://h.example/get/2", method: "GET" });
    listeners.completed({ ...answer({ url: "https://h.example/once?token=1" }), requestId: "5" });
    listeners.redirect({ tabId: 1, requestId: "6", url: "https://h.example/send", method: "POST" });
    listeners.completed({ ...answer({ url: "https://h.example/sent" }), requestId: "6" });
    listeners.completed({ ...answer(), requestId: "5" });
    const one = page();
    files.addTo(one, 1);
    assert.deepEqual(one.links.map(({ written }) => written), ["https://h.example/get/1", ROWS]);
  } finally {
    delete globalThis.browser;
  }
});
