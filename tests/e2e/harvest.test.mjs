// Harvests of the demo site by the built program: with and without browsers, and how they end.
// lane: browser
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import {
  demoList, faultsOf, manifestOf, notBuilt, resultOf, run, start, startDemoSite, until,
} from "./support/program.mjs";
import { Site } from "./support/site.mjs";

const AT_ONCE = ["--delay", "0", "--allow-private", "--json"];
/** Version 2 of the tables, where SQLite's file format has it. */
const USER_VERSION_AT = 60;

describe("harvest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const firstLog = join(folder.path, "first.log");
  let jobs = 0;
  let job;
  let log;
  let site;

  before(async () => {
    site = await startDemoSite(firstLog);
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    log = site.requests().length;
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  /** What the server was asked since the test began. */
  const asked = () => site.requests().slice(log);
  const paths = (jobFolder) => manifestOf(jobFolder).resources.map(({ path, hash }) => `${path} ${hash}`).sort();

  function assertObeyedRobots() {
    const forbidden = asked().filter(({ url }) => /^\/(private|search)\b/.test(url));
    assert.deepEqual(forbidden.map(({ url }) => url), []);
  }

  const withChromium = { skip: !programs.chromium && "Chromium is not installed" };

  it("demo finds everything by the extension", withChromium, async () => {
    const ended = await run(["demo", "--out", job, "--json"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "all"), []);
    const { resources, tagtrail } = manifestOf(job);
    assert.equal(tagtrail.engine, "wasm");
    assert.equal(tagtrail.robots, true);
    assert.equal(tagtrail.delay, 0);
    const vias = new Set(resources.map((resource) => resource.tagtrail.via));
    assert.deepEqual([...vias], ["host"]);
    const pageVias = new Set(resources.map((resource) => resource.tagtrail.pageVia));
    assert.deepEqual([...pageVias].sort(), ["host", "tab"]);
    const ofScripts = JSON.parse(readFileSync(demoList, "utf8")).files.filter(({ group }) => group === "javascript");
    for (const { url } of ofScripts) {
      const found = resources.find(({ sources }) => sources[0].path.endsWith(url));
      assert.equal(found.tagtrail.pageVia, "tab", url);
    }
  });

  it("reads every page in tabs when told so, and stops at its limit", withChromium, async () => {
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "always", "--max-requests", "60", ...AT_ONCE]);
    assert.equal(ended.code, 4, ended.stderr);
    const result = resultOf(ended);
    assert.deepEqual(Object.keys(result), ["job", "exit", "targets", "requests", "bytes", "acting", "seconds",
      "stopped_by", "advice", "estimate", "complete", "ending", "account", "left_out", "stopped", "forms", "traps", "page"]);
    assert.deepEqual(Object.keys(result.requests), ["total", "get", "head", "sub"]);
    assert.equal(result.exit, 4);
    assert.equal(result.job, job);
    assert.equal(result.stopped_by, "max_requests");
    assert.equal(result.requests.get + result.requests.head, result.requests.total);
    assert.ok(result.requests.total <= 61, `${result.requests.total} requests`);
    assert.ok(result.targets > 0 && result.requests.sub > 0);
    const { resources } = manifestOf(job);
    assert.equal(resources.length, result.targets);
    assert.deepEqual([...new Set(resources.map(({ tagtrail }) => tagtrail.pageVia))], ["tab"]);
    assertObeyedRobots();
    // The next run counts on, and both are what the server saw; asked for by the browser itself: no page's business.
    const more = await run(["harvest", site.url, "--out", job, "--browser", "always", "--max-requests", "80", ...AT_ONCE]);
    const { total, sub } = resultOf(more).requests;
    assert.ok(sub > result.requests.sub, `${sub} after ${result.requests.sub}`);
    const seen = asked().filter(({ url }) => !/^\/(robots\.txt|favicon)/.test(url)).length;
    assert.ok(Math.abs(total + sub - seen) <= 3, `${total} + ${sub} told, ${seen} seen`);
  });

  it("without a browser finds what needs none", async () => {
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", ...AT_ONCE]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    const { tagtrail, resources } = manifestOf(job);
    assert.equal(tagtrail.engine, "native");
    assert.deepEqual([...new Set(resources.map((one) => one.tagtrail.pageVia))], ["host"]);
    assert.equal(resultOf(ended).stopped_by, "frontier_empty");
    const { advice, estimate, targets } = resultOf(ended);
    assert.deepEqual(advice, { share: 1, low: 1, high: 1 });
    assert.deepEqual(estimate, { files: targets, low: targets, high: targets, price: 0 });
    assertObeyedRobots();
    const before = asked().length;
    const again = await run(["harvest", site.url, "--out", job, "--browser", "never", ...AT_ONCE]);
    assert.equal(again.code, 0, again.stderr);
    assert.equal(asked().length, before, "a finished job asks for nothing");
    assert.equal(resultOf(again).targets, resources.length);
  });

  it("drives Firefox too", { skip: !programs.firefox && "Firefox is not installed" }, async () => {
    // `auto` leaves pages without scripts to plain HTTP, whatever the browser.
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "always", "--browser-kind", "firefox",
      "--max-requests", "40", ...AT_ONCE]);
    assert.equal(ended.code, 4, ended.stderr);
    assert.ok(resultOf(ended).targets > 0);
    const { tagtrail } = manifestOf(job);
    assert.equal(tagtrail.engine, "wasm");
    assert.ok(asked().some(({ agent }) => agent.includes("Firefox")), "Firefox read pages");
    assertObeyedRobots();
  });

  it("keeps its distance", async () => {
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "200ms",
      "--allow-private", "--max-requests", "12"]);
    assert.equal(ended.code, 4, ended.stderr);
    const begins = asked().map(({ begin }) => begin);
    assert.ok(begins.length >= 12);
    const gaps = begins.slice(1).map((begin, at) => begin - begins[at]);
    assert.ok(Math.min(...gaps) >= 199, `gaps of ${gaps.map(Math.round).join(" ")} ms`);
  });

  it("was interrupted: the same command finds the same files", async () => {
    const command = ["harvest", site.url, "--out", job, "--browser", "never", ...AT_ONCE];
    const first = start(command);
    await until(() => asked().length > 100, first.ended);
    first.child.kill("SIGINT");
    const stopped = await first.ended;
    assert.equal(stopped.code, 5, stopped.stderr);
    assert.equal(resultOf(stopped).stopped_by, "user");
    const resumed = await run(command);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    const whole = join(folder.path, "whole");
    assert.equal((await run(["harvest", site.url, "--out", whole, "--browser", "never", ...AT_ONCE])).code, 0);
    assert.deepEqual(paths(job), paths(whole));
  });

  const never = ["--browser", "never", ...AT_ONCE];

  it("wrong use ends with 2", async () => {
    for (const args of [["http://", ...never], ["ftp://127.0.0.1/", ...never],
      [site.url, "--policy", "nonsense", ...never], [site.url, "--browser", "perhaps"], [site.url, "--delay", "soon"],
      [site.url, "--scope", "regex:(", ...never], []]) {
      const ended = await run(["harvest", ...args, "--out", job]);
      assert.equal(ended.code, 2, `${args.join(" ")}: ${ended.stderr}`);
      assert.notEqual(ended.stderr, "");
    }
    assert.equal(asked().length, 0);
  });

  it("a folder with other settings is left alone: 2", async () => {
    assert.equal((await run(["harvest", site.url, "--out", job, "--max-requests", "5", ...never])).code, 4);
    const other = await run(["harvest", site.url, "--out", job, "--policy", "bfs", ...never]);
    assert.equal(other.code, 2, other.stderr);
    assert.match(other.stderr, /other settings \(policy was /);
  });

  it("a server that does not answer: 3, and nothing is kept that would be in the way", async () => {
    const closed = createServer();
    await new Promise((done) => closed.listen(0, "127.0.0.1", done));
    const { port } = closed.address();
    await new Promise((done) => closed.close(done));
    const ended = await run(["harvest", `http://127.0.0.1:${port}/`, "--out", job, ...never]);
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, new RegExp(`127.0.0.1:${port}`));
  });

  it("a private address without --allow-private: 6", async () => {
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0"]);
    assert.equal(ended.code, 6, ended.stderr);
    assert.match(ended.stderr, /--allow-private/);
    assert.equal(asked().length, 0);
  });

  it("a start page that robots.txt forbids: 6", async () => {
    const ended = await run(["harvest", `${site.url}private/`, "--out", job, ...never]);
    assert.equal(ended.code, 6, ended.stderr);
    assert.match(ended.stderr, /robots/);
    assert.deepEqual(asked().map(({ url }) => url), ["/robots.txt"]);
  });

  it("a job of a newer version: 3, and it stays as it is", async () => {
    assert.equal((await run(["harvest", site.url, "--out", job, "--max-requests", "5", ...never])).code, 4);
    const database = join(job, "job.db");
    const bytes = readFileSync(database);
    bytes.writeUInt32BE(1000, USER_VERSION_AT);
    writeFileSync(database, bytes);
    const ended = await run(["harvest", site.url, "--out", job, ...never]);
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, /newer/);
    assert.deepEqual(readFileSync(database), bytes);
  });

  it("two processes never work on one job: 3", async () => {
    const command = ["harvest", site.url, "--out", job, "--browser", "never", "--allow-private", "--delay", "300ms"];
    const first = start(command);
    await until(() => asked().length > 1, first.ended);
    const second = await run(command);
    assert.equal(second.code, 3, second.stderr);
    assert.ok(second.stderr.includes(String(first.child.pid)), second.stderr);
    first.child.kill("SIGINT");
    assert.equal((await first.ended).code, 5);
  });
});
