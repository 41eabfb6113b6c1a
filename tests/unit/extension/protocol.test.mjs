import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { manifest } from "../../../extension/manifest.mjs";
import { ERROR_CODES } from "../../../extension/src/host/errors.ts";
import { readServedCall } from "../../../extension/src/host/protocol/calls.ts";
import { readJobProgress } from "../../../extension/src/host/protocol/job_progress.ts";
import * as limits from "../../../extension/src/host/protocol/limits.ts";
import { withinDepth } from "../../../extension/src/host/shape.ts";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

test("limits and names agree with the C++ header", () => {
  const header = read("shared/include/tagtrail/protocol.hpp");
  const value = (name) => new Function(`return ${header.match(new RegExp(`${name} = ([^;]+);`))[1].replaceAll("ULL", "").replaceAll("'", "")}`)();
  assert.equal(limits.PROTOCOL_VERSION, value("kVersion"));
  assert.equal(limits.WHOLE_BYTES, value("kWholeBytes"));
  assert.equal(limits.MESSAGE_BYTES, value("kMessageBytes"));
  assert.equal(limits.PART_WINDOW, value("kPartWindow"));
  assert.equal(limits.JSON_DEPTH, value("kJsonDepth"));
  const ids = JSON.parse(read("extension/ids.json"));
  assert.equal(ids.hostName, value("kHostName"));
  assert.equal(ids.firefox.id, value("kFirefoxId"));
});

test("error codes agree with the C++ header", () => {
  const body = read("shared/include/tagtrail/error.hpp").match(/enum class ErrorCode \{([^}]+)\}/)[1];
  assert.deepEqual([...ERROR_CODES], [...body.matchAll(/^\s*(\w+),/gm)].map((match) => match[1]));
});

test("the extension's id follows from its key", async () => {
  const ids = JSON.parse(read("extension/ids.json"));
  for (const { id, key } of [ids.chromium, ids.chromiumUnpacked]) {
    const hash = await crypto.subtle.digest("SHA-256", Buffer.from(key, "base64"));
    const hex = Buffer.from(hash).toString("hex").slice(0, 32);
    assert.equal(id, [...hex].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join(""));
  }
});

test("builds for Chromium have keys of their own, and stores ask for permissions", () => {
  for (const browser of ["chromium", "firefox"]) {
    const store = manifest(browser, "store", "1");
    const batch = manifest(browser, "batch", "1");
    for (const build of [store, batch]) assert.equal("key" in build, browser === "chromium");
    // Both may be in one browser.
    if (browser === "chromium") assert.notEqual(store.key, batch.key);
    // Granted while Chromium's worker runs, it would take effect only in the next one.
    assert.ok(store.permissions.includes("nativeMessaging"));
    assert.ok(!store.permissions.includes("tabs"));
    assert.ok(batch.permissions.includes("tabs"));
    assert.deepEqual(batch.host_permissions, ["<all_urls>"]);
    assert.equal("host_permissions" in store, false);
  }
});

test("served calls are read with their defaults", () => {
  assert.deepEqual(readServedCall("tab.load", { job: "1", url: "http://h/" }), {
    call: "tab.load", job: "1", url: "http://h/", timeoutMs: 30_000, spareMs: 0, quietMs: 300, scrolls: 0, clicks: 0, guesses: false, posts: false,
    allowPrivate: false, proxied: false, document: false, datasets: false, cookies: false,
  });
  const step = readServedCall("engine.step", { job: "1", records: ["AQI="], decide: true });
  assert.deepEqual([...step.records[0]], [1, 2]);
});

for (const [call, fields, code] of [
  ["engine.format", { job: "1" }, "unknown_command"],
  ["__proto__", { job: "1" }, "unknown_command"],
  ["engine.close", {}, "invalid_argument"],
  ["engine.close", { job: "x".repeat(65) }, "invalid_argument"],
  ["engine.create", { job: "1", config: [] }, "invalid_argument"],
  ["engine.restore", { job: "1", snapshot: "***" }, "invalid_argument"],
  ["engine.step", { job: "1", records: "AA==", decide: true }, "invalid_argument"],
  ["engine.step", { job: "1", records: [1], decide: true }, "invalid_argument"],
  ["engine.step", { job: "1", records: [] }, "invalid_argument"],
  ["tab.load", { job: "1", url: 5 }, "invalid_argument"],
  ["tab.load", { job: "1", url: "javascript:alert(1)" }, "invalid_url"],
  ["tab.load", { job: "1", url: "file:///etc/passwd" }, "invalid_url"],
  ["tab.load", { job: "1", url: "chrome://settings" }, "invalid_url"],
  ["tab.load", { job: "1", url: "relative" }, "invalid_url"],
  ["tab.load", { job: "1", url: "http://h/", timeoutMs: -1 }, "invalid_argument"],
  ["tab.load", { job: "1", url: "http://h/", quietMs: 0.5 }, "invalid_argument"],
]) {
  test(`${call} with ${JSON.stringify(fields).slice(0, 60)} is refused`, () => {
    assert.throws(() => readServedCall(call, fields), { code });
  });
}

const PROGRESS = {
  requests: 1, gets: 1, heads: 0, pages: 1, targets: 0, targetBytes: 0, otherBytes: 5,
  knownUrls: 2, frontier: 1, issued: 1, inFlight: 0, acting: 0, estimate: { files: 120, low: 110, high: 140, price: 20 },
};

const CURRENT = {
  url: "http://h/data", purpose: "page", tagPath: "html body a.data", anchor: "Data", sourcePage: "http://h/",
  words: "links like it pay", score: 2.5, targetProbability: 0.25,
  terms: [{ name: "expected", value: 2 }, { name: "expected: its text", value: -0.5 }],
};

const REST = {
  seconds: 1.5, limits: { delayMs: 1000, maxRequests: 20, maxBytes: null, maxTimeMs: null },
  skips: { robots: 2, status_404: 1 },
  leftOut: [
    { cause: "partly_read", count: 1, links: 2248, example: "http://h/hub", hosts: [], hostCount: 0, atLeast: false, taken: false },
    { cause: "elsewhere", count: 3, links: 0, example: "http://g/a.csv", hosts: [{ host: "g", files: 3 }], hostCount: 1, atLeast: true, taken: false },
  ], stopped: null, ending: null, attention: null, wait: null, resuming: null,
};

test("the request under way is read, and checked", () => {
  const message = {
    job: "1", state: "running", reason: "", message: "", progress: PROGRESS, files: [], current: CURRENT, ...REST,
  };
  const read = (current) => readJobProgress({ ...message, current }).current;
  assert.deepEqual(read(CURRENT), CURRENT);
  const without = { ...CURRENT, score: null, targetProbability: null, terms: [] };
  assert.deepEqual(read(without), without);
  const term = { name: "x", value: 1 };
  for (const wrong of [{ score: "2" }, { targetProbability: 1.5 }, { targetProbability: -1 }, { anchor: null },
    { sourcePage: 5 }, { terms: {} }, { terms: [{ name: "x" }] }, { terms: [{ ...term, value: "1" }] },
    { terms: [{ ...term, name: "x".repeat(101) }] }, { terms: Array(33).fill(term) }, { words: "x".repeat(70_000) }]) {
    assert.throws(() => read({ ...CURRENT, ...wrong }), { code: "invalid_argument" }, JSON.stringify(wrong).slice(0, 80));
  }
});

test("progress of a job is read, and checked", () => {
  const file = { name: "a.csv", path: "files/a.csv", mime: "text/csv", bytes: 3, url: "http://h/a.csv", page: "http://h/" };
  const message = { job: "1", state: "running", reason: "", message: "", progress: PROGRESS, files: [file], current: null, ...REST };
  const login = { ...message, attention: { kind: "login_lost", url: "http://h/login", what: "" } };
  assert.deepEqual(readJobProgress({ notice: "job.progress", ...login }), login);
  assert.deepEqual(readJobProgress({ notice: "job.progress", ...message }), message);
  const resuming = { ...message, resuming: { answers: 120_000, of: 300_000 } };
  assert.deepEqual(readJobProgress({ notice: "job.progress", ...resuming }), resuming);
  for (const seconds of [4.2, null]) {
    const waiting = { ...message, wait: { by: "other_job", host: "h", seconds } };
    assert.deepEqual(readJobProgress({ notice: "job.progress", ...waiting }), waiting);
  }
  for (const ending of [{ complete: true, how: "complete", reason: "" }, { complete: false, how: "partial", reason: "robots" }]) {
    const told = { ...message, ending: { ...ending, words: "not for programs" } };
    assert.deepEqual(readJobProgress({ notice: "job.progress", ...told }), { ...message, ending });
  }
  const stopped = { count: 3, methods: { DELETE: 1, PUT: 2 }, example: "https://h/kept" };
  assert.deepEqual(readJobProgress({ ...message, stopped }).stopped, { ...stopped, methods: ["DELETE", "PUT"], sent: null, ownNetwork: null });
  const more = { sent: { count: 1, example: "https://h/seen" }, ownNetwork: { count: 2, example: "http://10.0.0.1/" } };
  assert.deepEqual(readJobProgress({ ...message, stopped: { ...stopped, ...more } }).stopped, { ...stopped, methods: ["DELETE", "PUT"], ...more });
  assert.equal(readJobProgress({ ...message, ending: { complete: false, how: "about" } }).ending.reason, "");
  const early = { ...message, progress: { ...PROGRESS, estimate: null } };
  assert.deepEqual(readJobProgress({ notice: "job.progress", ...early }), early);
  for (const wrong of [{ state: "odd" }, { files: {} }, { files: [{}] }, { progress: { ...PROGRESS, pages: -1 } },
    { progress: { ...PROGRESS, estimate: 1 } }, { progress: { ...PROGRESS, estimate: { ...PROGRESS.estimate, low: -1 } } },
    { progress: { ...PROGRESS, estimate: { ...PROGRESS.estimate, price: "20" } } }, { current: 3 },
    { limits: null }, { limits: { ...REST.limits, delayMs: null } }, { skips: { robots: -1 } },
    { leftOut: {} }, { leftOut: [{ cause: "elsewhere", count: 1, example: "", hosts: [{ host: "g" }] }] },
    { leftOut: [{ cause: "robots", count: "1", example: "" }] },
    { stopped: { count: -1, methods: {}, example: "" } }, { stopped: { count: 1, methods: [], example: "" } }, { stopped: { ...stopped, sent: {} } },
    { ending: { complete: 1, how: "complete" } }, { ending: { complete: true, how: "nearly" } }, { ending: "complete" },
    { attention: { kind: "odd", url: "", what: "" } }, { attention: { kind: "acted", url: "http://h/a" } }, { seconds: "1" }, { resuming: { answers: 1 } },
    { wait: { by: "boredom", host: "h", seconds: 1 } }, { wait: { by: "back_off", host: "h", seconds: "1" } }]) {
    assert.throws(() => readJobProgress({ ...message, ...wrong }), { code: "invalid_argument" });
  }
});

test("depth counts objects and lists", () => {
  assert.equal(withinDepth(1, 0), true);
  assert.equal(withinDepth([[1]], 2), true);
  assert.equal(withinDepth([{ a: [] }], 2), false);
});
