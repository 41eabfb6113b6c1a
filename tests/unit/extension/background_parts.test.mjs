import assert from "node:assert/strict";
import { test } from "node:test";
import { badgeText } from "../../../extension/src/background/badge.ts";
import { Pace } from "../../../extension/src/background/eta.ts";
import { folderName } from "../../../extension/src/background/folder_name.ts";
import { hostStateOf } from "../../../extension/src/background/host_watch.ts";
import { readPanelMessage } from "../../../extension/src/background/messages.ts";
import { shownGroups } from "../../../extension/src/background/page_view.ts";
import { collectJob, fetchWords, followJob, harvestJob } from "../../../extension/src/background/new_jobs.ts";
import { DEFAULT_OPTIONS } from "../../../extension/src/background/user_options.ts";
import { readLeft, readSlice, readSummary } from "../../../extension/src/content/reading.ts";
import { linkAt, pageView } from "../../../extension/src/background/page_view.ts";
import { writtenSize } from "../../../extension/src/background/written_size.ts";
import { disconnectError } from "../../../extension/src/background/connection.ts";

const NO_LIMITS = { delayMs: 0, maxRequests: null, maxBytes: null, maxTimeMs: null };
const progress = (requests, frontier, bytes = 0) => ({
  requests, gets: requests, heads: 0, pages: 0, targets: 0, targetBytes: bytes, otherBytes: 0, knownUrls: 0,
  frontier, issued: 0, inFlight: 0, acting: 0, estimate: null,
});

test("the time left is unknown until there is a pace", () => {
  const pace = new Pace();
  assert.equal(pace.etaSeconds(progress(0, 10), NO_LIMITS, 0), null);
  pace.add(0, progress(0, 10));
  pace.add(2, progress(2, 10));
  assert.equal(pace.etaSeconds(progress(2, 10), NO_LIMITS, 2), null, "two seconds are too few");
  pace.add(10, progress(10, 10));
  assert.equal(pace.etaSeconds(progress(10, 10), NO_LIMITS, 10), 10);
});

test("the first limit that is reached ends the time left", () => {
  const pace = new Pace();
  pace.add(0, progress(0, 500, 0));
  pace.add(100, progress(50, 500, 1000));
  const eta = (limits) => pace.etaSeconds(progress(50, 500, 1000), { ...NO_LIMITS, ...limits }, 100);
  assert.equal(eta({}), 1000);
  assert.equal(eta({ maxRequests: 150 }), 200);
  assert.equal(eta({ maxBytes: 1500 }), 50);
  assert.equal(eta({ maxTimeMs: 130_000 }), 30);
  assert.equal(eta({ maxRequests: 20 }), 0, "never negative");
});

test("only the last minutes count for the pace, and a job that starts again starts anew", () => {
  const pace = new Pace();
  for (let second = 0; second <= 1000; second++) pace.add(second, progress(second < 800 ? 0 : second - 800, 100));
  assert.ok(Math.abs(pace.etaSeconds(progress(200, 100), NO_LIMITS, 1000) - 100) < 1);
  pace.add(1, progress(1, 100));
  assert.equal(pace.etaSeconds(progress(1, 100), NO_LIMITS, 1), null);
});

test("folders have plain names, one for each page and purpose", () => {
  assert.equal(folderName("https://example.org/"), "example.org");
  assert.equal(folderName("https://example.org/data"), "example.org_data");
  const urls = [
    "https://example.org/data/", "https://example.org/data/a", "https://example.org/data-a", "https://example.org/data?a=1",
    "https://example.org/donn%C3%A9es", "https://example.org/日本", `https://example.org/${"long/".repeat(60)}`,
    `https://example.org/${"long/".repeat(60)}x`, "http://127.0.0.1:8080/", "http://127.0.0.1/8080", "http://[::1]/", "https://example.org/..%2f..%2fetc",
  ];
  const names = [...urls, "https://example.org/", "https://example.org/data"].map((url) => folderName(url));
  names.push(folderName("https://example.org/", "/html/body/a"), folderName("https://example.org/", "/html/body/b"));
  assert.equal(new Set(names).size, names.length, names.join("\n"));
  for (const name of names) assert.match(name, /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
});

test("the state of the host is told by what browsers say", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/153.0";
  const state = (words, userAgent = agent) => hostStateOf(disconnectError(words), userAgent);
  assert.equal(state("Specified native messaging host not found."), "missing");
  assert.equal(state("No such native application org.tagtrail.host"), "missing");
  assert.equal(state("Access to the specified native messaging host is forbidden."), "missing");
  assert.equal(state("Specified native messaging host not found.", "... snap Chromium/90.0 Chrome/90.0"), "sandboxed");
  assert.equal(state("GDBus.Error:org.freedesktop.portal.Error.NotAllowed: denied"), "sandboxed");
  assert.equal(state("An unexpected error occurred"), "sandboxed");
  assert.equal(state("Native host has exited."), "unknown");
  assert.equal(hostStateOf({ code: "wrong_version", message: "" }, agent), "outdated");
});

test("the badge has at most four characters", () => {
  assert.deepEqual([0, 7, 9999, 10_000, 999_999, 5_000_000].map(badgeText), ["", "7", "9999", "10k", "999k", "5M"]);
});

test("messages are those of the table, with fields of the right kinds", () => {
  assert.deepEqual(readPanelMessage({ message: "page.look", tabId: null, more: 1 }), { name: "page.look", fields: { tabId: null } });
  assert.deepEqual(readPanelMessage({ message: "job.set", key: "k", delayMs: 5, maxBytes: null }),
    { name: "job.set", fields: { key: "k", delayMs: 5, maxBytes: null } });
  const options = { dir: "x", robots: false, policy: "trail", unknown: 1 };
  assert.deepEqual(readPanelMessage({ message: "job.start", url: "https://a/", options }).fields.options,
    { policy: "trail", robots: false, dir: "x" });
  const allow = { word: "allow", tagPath: "", url: "https://a/items/1/delete" };
  assert.deepEqual(readPanelMessage({ message: "job.teach", key: "k", feedback: allow }).fields.feedback, allow);
  for (const wrong of [
    null, 7, [], {}, { message: 1 }, { message: "job.destroy" }, { message: "toString" }, { message: "__proto__" },
    { message: "page.learn", tabId: "1", on: true }, { message: "page.collect", tabId: 1, urls: ["file:///etc/passwd"] },
    { message: "page.collect", tabId: 1, urls: "https://a/" }, { message: "job.control", key: "k", action: "explode" },
    { message: "job.start", url: "javascript:alert(1)", options: {} }, { message: "job.start", url: "https://a/", options: { delayMs: -1 } },
    { message: "job.teach", key: "k", feedback: { word: "example", tagPath: "/a" } },
    { message: "job.files", key: "k", offset: 0, limit: "all" }, { message: "job.show", key: "k", path: "x", as: "root" },
    { message: "recipe.import", recipe: { tagtrail: "recipe", version: 2 } },
  ]) {
    assert.throws(() => readPanelMessage(wrong), { name: "TagtrailError" }, JSON.stringify(wrong));
  }
});

test("a collection fetches what was chosen, each once, with its place on the page", () => {
  const files = [{ url: "https://a/1.csv", tagPath: "/html/body/a", anchor: "One" }];
  const words = fetchWords("https://a/p", ["https://a/1.csv", "https://a/1.csv", "https://a/2.csv"], files);
  assert.deepEqual(words, [
    { word: "fetch", tagPath: "/html/body/a", url: "https://a/1.csv", anchor: "One", page: "https://a/p" },
    { word: "fetch", tagPath: "", url: "https://a/2.csv", anchor: "", page: "https://a/p" },
  ]);
  const job = collectJob("https://a/p", words, { ...DEFAULT_OPTIONS, scope: "site" });
  assert.deepEqual([job.options.scope, job.options.sitemaps, job.options.dir], ["page", false, "a_p"]);
});

test("a word tells the groups that were seen by their tag paths, the one that it is about first", () => {
  const links = ["/a", "/b", "/b2", "/b", "/c"].map((tagPath) => ({ tagPath, anchor: "" }));
  const group = (tagPath, positions, expected) => ({ tagPath, links: positions, expected, files: 0, id: 0 });
  const groups = [group("/c", [4], 0), group("/founder", [1, 2, 3], 1), group("/a", [0], 2)];
  const looked = { page: { links }, look: { groups } };
  assert.deepEqual(shownGroups(looked, "/b2"), [["/founder", "/b", "/b2"], ["/a"], ["/c"]]);
  assert.deepEqual(shownGroups(looked, "/elsewhere"), [["/a"], ["/founder", "/b", "/b2"], ["/c"]]);
  const many = Array.from({ length: 1500 }, (_, at) => ({ tagPath: `/${at}`, anchor: "" }));
  const wide = { page: { links: many }, look: { groups: many.map(({ tagPath }, at) => group(tagPath, [at], 0)) } };
  const told = shownGroups(wide, "/1400");
  assert.equal(told.flat().length, 1000);
  assert.deepEqual(told[0], ["/1400"]);
});

test("a followed group is the only one, within its budget", () => {
  const group = { tagPath: "/html/body/ul/li/a", anchors: ["First"] };
  const shown = [["/html/body/ul/li/a"], ["/html/body/p/a"]];
  const job = followJob("https://a/p", group, shown, 50, { ...DEFAULT_OPTIONS, scope: "page" });
  assert.equal(job.options.maxRequests, 50);
  assert.equal(job.options.scope, "site");
  assert.deepEqual(job.feedback, [{ word: "only", tagPath: group.tagPath, anchor: "First", page: "https://a/p", shown }]);
  assert.notEqual(job.options.dir, collectJob("https://a/p", [], DEFAULT_OPTIONS).options.dir);
});

test("what is asked for wins over the recipe, the recipe over the options", () => {
  const recipe = { settings: { targets: "csv", delayMs: 5 }, groups: [] };
  const { options } = harvestJob("https://a/", { delayMs: 7 }, recipe, DEFAULT_OPTIONS);
  assert.deepEqual([options.targets, options.delayMs, options.scope], ["csv", 7, "site"]);
});

test("a job at a page of a private address may go there, one at any other page may not", () => {
  for (const host of ["localhost", "127.0.0.1:8080", "10.1.2.3", "172.16.0.1", "192.168.1.1", "[::1]", "[fd00::1]", "[fe80::1]", "0x7f.1"]) {
    assert.equal(collectJob(`http://${host}/`, [], DEFAULT_OPTIONS).options.allowPrivate, true, host);
  }
  for (const host of ["a.example", "127.0.0.1.example", "172.32.0.1", "8.8.8.8", "[2606:4700::1111]", "localhost.example"]) {
    assert.equal(collectJob(`http://${host}/`, [], DEFAULT_OPTIONS).options.allowPrivate, undefined, host);
  }
});

test("a size is what the page writes in the link or right after it", () => {
  for (const [anchor, around, size] of [
    ["Spending 2024 (CSV, 1.2 MB)", "Spending 2024 (CSV, 1.2 MB)", "1.2 MB"],
    ["Spending", "The year: Spending (CSV, 1,2 Mo) and Revenue (CSV, 5 Mo)", "1,2 Mo"],
    ["Revenue", "Spending (CSV, 1.2 MB), Revenue [5 KiB]", "5 KiB"],
    ["Plan", "Plan PDF 12,345 bytes", "12,345 bytes"],
    ["Plan", "Plan of all roads, less than 5 MB", ""],
    ["Plan", "Plan (PDF), Map (PNG, 3 MB)", ""],
    ["Plan 5 Good roads", "Plan 5 Good roads", ""],
    ["Plan", "Files up to 5 MB: Plan", ""],
    ["", "3 MB", ""],
  ]) assert.equal(writtenSize(anchor, around), size, `${anchor}: ${around}`);
});

const LINK = { base: 0, written: "x.csv", tagPath: "/html/a", element: "a", anchor: "X", heading: "", around: "", rel: "", hints: 0 };
const FORM = { base: "https://a/", action: "s", post: false, charset: "utf-8", tagPath: "/html/form", inputs: [
  { kind: "text", name: "q", required: false, values: [{ value: "", label: "", chosen: true }] }] };

test("what a content script says is checked", () => {
  const summary = { page: { title: "T", language: "en", charset: "UTF-8", text: "x", truncated: false, linksCut: 0, forms: [FORM] }, contentType: "text/html", bodyBytes: 3, loginForm: false, told: { messages: [], counts: [] }, describes: false, empty: false, slices: 1 };
  assert.equal(readSummary(summary).page.title, "T");
  assert.equal(readSlice({ bases: ["https://a/"], links: [LINK] }).links.length, 1);
  for (const wrong of [{ ...summary, slices: 1e9 }, { ...summary, describes: 1 }, { ...summary, slices: -1 }, { ...summary, page: { title: {} } }, { ...summary, page: { ...summary.page, forms: {} } },
    { ...summary, page: { ...summary.page, forms: [{ ...FORM, inputs: [{ ...FORM.inputs[0], values: [7] }] }] } }, { ...summary, contentType: "x".repeat(1e5) }]) {
    assert.throws(() => readSummary(wrong), { name: "TagtrailError" });
  }
  for (const link of [{ ...LINK, written: 7 }, { ...LINK, element: "script" }, { ...LINK, anchor: "x".repeat(1e5) }, null]) {
    assert.throws(() => readSlice({ bases: [], links: [link] }), { name: "TagtrailError" });
  }
});

test("what a content script leaves is checked", () => {
  const one = { cause: "controls", what: "Next", count: 1 };
  assert.deepEqual(readLeft({ left: [one, { ...one, cause: "routes", what: "https://a/#/b" }] }).map(({ what }) => what), ["Next", "https://a/#/b"]);
  for (const wrong of [{ ...one, cause: "login" }, { ...one, what: 7 }, { ...one, count: -1 }, { ...one, what: "x".repeat(1e4) }, null]) {
    assert.throws(() => readLeft({ left: [wrong] }), { name: "TagtrailError" });
  }
});

test("the page's files are listed once, its groups by worth", () => {
  const look = {
    links: [
      { url: "https://a/x.csv", kind: "file", mime: "text/csv", group: 1, probability: 0.9, expected: 1, acts: "" },
      { url: "https://a/p", kind: "page", mime: "", group: 2, probability: 0.1, expected: 3, acts: 'its address says "p"' },
      { url: "https://a/x.csv", kind: "file", mime: "text/csv", group: 1, probability: 0.9, expected: 1, acts: "" },
    ],
    groups: [
      { id: 1, expected: 1, files: 0, links: [0, 2] }, { id: 3, expected: null, files: 9, links: [] }, { id: 2, expected: 3, files: 0, links: [1] },
    ],
  };
  const page = { title: "Page", language: "", charset: "UTF-8", text: "", truncated: false, linksCut: 0, forms: [], bases: [], links: [LINK, { ...LINK, anchor: "P" }, LINK] };
  const looked = { tabId: 4, url: "https://a/", page, look };
  const view = pageView(looked, { learning: false, learnedPages: 2, overlay: false, job: null });
  assert.deepEqual(view.files.map(({ url, anchor }) => [url, anchor]), [["https://a/x.csv", "X"]]);
  assert.deepEqual(view.groups.map(({ id }) => id), [2, 1, 3]);
  assert.equal(view.links, 3);
  assert.deepEqual(view.plan, { opens: 1, leaves: 1, left: [{ url: "https://a/p", anchor: "P", reason: 'its address says "p"' }] });
  assert.equal(linkAt(looked, 1).anchor, "P");
  assert.equal(linkAt({ ...looked, page: { ...page, links: [{ ...LINK, around: "X (2 kB)" }] } }, 0).size, "2 kB");
  assert.equal(linkAt(looked, 3), null);
});
