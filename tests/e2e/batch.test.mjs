// Batches by the built program: several sites at once, killed and resumed.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { programs, startChromium, temporaryFolder } from "./support/browsers.mjs";
import { closedSite, memberSite, overloadedSite, plainSite, scriptedSite, startSite } from "./support/batch_sites.mjs";
import { manifestOf, notBuilt, resultOf, run, start, until } from "./support/program.mjs";

const AT_ONCE = ["--delay", "0", "--allow-private"];
const NEVER = ["--browser", "never", ...AT_ONCE];

/** Paths of a job's files as the site names them; that none came twice. */
function harvested(job) {
  const { resources } = manifestOf(job);
  const paths = resources.map(({ sources }) => new URL(sources[0].path).pathname).sort();
  assert.equal(new Set(paths).size, paths.length, "a file came twice");
  assert.equal(readdirSync(join(job, "files")).length, paths.length);
  return paths;
}

/** Processes of the system whose command line names this folder. */
function processesIn(folder) {
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id)).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}

/** Whether a signal was sent to a process that it has not taken yet. */
function isPending(id, signal) {
  const [, shared] = /^ShdPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"));
  return (BigInt(`0x${shared}`) >> BigInt(signal - 1)) % 2n === 1n;
}

describe("batch", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let count = 0;
  let out;
  let sites = [];

  beforeEach(() => {
    out = join(folder.path, `batch${++count}`);
  });
  afterEach(() => {
    for (const site of sites) site.stop();
    sites = [];
  });
  after(() => folder.remove());

  async function site(description, last) {
    const started = await startSite(description, `127.0.0.${last}`);
    sites.push(started);
    return started;
  }
  function list(...lines) {
    const file = join(folder.path, `sites${count}.txt`);
    writeFileSync(file, `# ${lines.length} sites\n\n${lines.join("\n")}\n`);
    return file;
  }
  const records = () => readFileSync(join(out, "batch.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const folderOf = (url) => join(out, records().find((record) => record.url === url).folder);

  it("was killed and interrupted: the same command completes it, and what was through is left alone", async () => {
    const quick = await site(plainSite(2), 2);
    const slow = await site(plainSite(20, { ms: 30 }), 3);
    const overloaded = await site(overloadedSite(), 4);
    const closed = await site(closedSite(), 5);
    const last = await site(plainSite(12, { ms: 30 }), 6);
    const command = ["batch", list(quick.url, slow.url, overloaded.url, closed.url, last.url), "--out", out, "--json", ...NEVER];

    const killed = start(command);
    await until(() => existsSync(join(out, "batch.jsonl")) && records()[0].exit === 0 && slow.hits.length > 10, killed.ended);
    killed.child.kill("SIGKILL");
    assert.equal((await killed.ended).signal, "SIGKILL");
    await until(() => processesIn(out).length === 0);
    assert.equal(records()[1].exit, null);
    const quickHits = quick.hits.length;

    const interrupted = start(command);
    await until(() => last.hits.length > 6, interrupted.ended);
    interrupted.child.kill("SIGINT");
    const stopped = await interrupted.ended;
    assert.equal(stopped.code, 5, stopped.stderr);
    assert.deepEqual(processesIn(out), []);
    assert.equal(resultOf(stopped).stopped_by, "user");
    const { exit, reason } = records()[4];
    assert.deepEqual({ exit, reason }, { exit: 5, reason: "user" });

    const ended = await run(command);
    assert.equal(ended.code, 1, ended.stderr);
    assert.deepEqual(records().map((record) => [record.url, record.exit]), [
      [quick.url, 0], [slow.url, 0], [overloaded.url, 6], [closed.url, 6], [last.url, 0],
    ]);
    assert.match(records()[3].reason, /robots/);
    for (const whole of [quick, slow, last]) {
      assert.deepEqual(harvested(folderOf(whole.url)), whole.expected.toSorted());
      assert.equal(records().find(({ url }) => url === whole.url).files, whole.expected.length);
    }
    assert.equal(quick.hits.length, quickHits, "a site that was through was asked again");
    const { sites: summary, files, page } = resultOf(ended);
    assert.equal(page, join(out, "index.html"));
    assert.deepEqual(summary, { total: 5, done: 3, failed: 2, waiting: 0, complete: 3 });
    assert.deepEqual(records().map(({ complete, how }) => [complete, how]),
      [[true, "complete"], [true, "complete"], [false, "partial"], [false, "partial"], [true, "complete"]]);
    assert.equal(files, quick.expected.length + slow.expected.length + last.expected.length);
  });

  it("drives a browser for each site that needs one", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const scripted = [await site(scriptedSite(3), 7), await site(scriptedSite(2), 8)];
    const plain = await site(plainSite(2), 9);
    const ended = await run(["batch", list(...scripted.map(({ url }) => `${url} --browser always`), `${plain.url} --browser never`),
      "--out", out, "--jobs", "2", ...AT_ONCE]);
    assert.equal(ended.code, 0, `${ended.stdout}${ended.stderr}`);
    for (const one of [...scripted, plain]) assert.deepEqual(harvested(folderOf(one.url)), one.expected.toSorted());
    assert.match(ended.stdout, /3 of 3 sites done, 3 of 3 complete: /);
  });

  it("gives each site the profile, several at once", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const members = [await site(memberSite(2), 17), await site(memberSite(3), 18)];
    const browser = await startChromium(folder.path);
    const page = await browser.newPage();
    for (const { url } of members) await page.goto(`${url}welcome`);
    await browser.close();

    const temporary = join(folder.path, "temporary");
    mkdirSync(temporary);
    const ended = await run(["batch", list(...members.map(({ url }) => url)), "--out", out, "--jobs", "2", "--browser", "always",
      "--profile", join(folder.path, "chromium"), ...AT_ONCE], { env: { TMPDIR: temporary } });
    assert.equal(ended.code, 0, `${ended.stdout}${ended.stderr}`);
    for (const one of members) assert.deepEqual(harvested(folderOf(one.url)), one.expected.toSorted());
    // A browser that was ended leaves marks of its own there.
    assert.deepEqual(readdirSync(temporary).filter((name) => name.startsWith("tagtrail-")), [], "the copies are gone");
  });

  it("takes from a list of others no file, login or network of its user", async () => {
    const one = await site(plainSite(2), 23);
    const seeds = join(folder.path, "seeds.txt");
    writeFileSync(seeds, `${one.url}\n`);
    const batch = (line, ...options) => run(["batch", list(line), "--out", out, "--untrusted-list", "--browser", "never", "--delay", "0", ...options]);
    for (const [option, said] of [
      [`--seeds ${seeds}`, /--seeds may not stand in a list that is not trusted: it names a file/],
      [`--replica ${out}.replica --replica-mode record`, /--replica may not stand/],
      ["--profile login", /it lends a login; whoever starts the batch may give it for all sites/],
      ["--allow-private", /leads into the network of the machine/],
      ["--untrusted-list=false", /not expected|untrusted-list/],
    ]) {
      const ended = await batch(`${one.url} ${option}`);
      assert.equal(ended.code, 2, `${ended.stdout}${ended.stderr}`);
      assert.match(ended.stderr, said);
      assert.match(ended.stderr, /line 3: /);
      assert.equal(existsSync(out), false);
    }
    assert.deepEqual(one.hits, []);
    const ended = await batch(`${one.url} --max-requests 100`, "--allow-private");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(harvested(folderOf(one.url)), one.expected.toSorted());
  });

  it("never works on two sites of one host", async () => {
    const parts = ["/one/", "/two/", "/three/"].map((part) => plainSite(3, { ms: 10, folder: part }));
    const both = await site({ routes: Object.assign({}, ...parts.map(({ routes }) => routes)), expected: [] }, 10);
    const other = await site(plainSite(3, { ms: 10 }), 11);
    const lines = ["one", "two", "three"].map((part) => `${both.base}/${part}/ --scope prefix`);
    const ended = await run(["batch", list(...lines, other.url), "--out", out, "--jobs", "4", ...NEVER]);
    assert.equal(ended.code, 0, ended.stderr);
    const parts_asked = both.hits.map((path) => path.split("/")[1]).filter((part) => ["one", "two", "three"].includes(part));
    const turns = parts_asked.filter((part, at) => part !== parts_asked[at - 1]);
    assert.deepEqual(turns, ["one", "two", "three"]);
    assert.deepEqual(records().map((record) => record.folder),
      ["127.0.0.10", "127.0.0.10-2", "127.0.0.10-3", "127.0.0.11"]);
  });

  it("a line's options win over the batch's; a raised limit goes on", async () => {
    const limited = await site(plainSite(5), 12);
    const other = await site(plainSite(5), 13);
    const batch = (lines) => run(["batch", list(...lines), "--out", out, "--max-requests", "4", ...NEVER]);
    assert.equal((await batch([limited.url, `${other.url} --max-requests 6`])).code, 0);
    assert.deepEqual(records().map(({ exit, requests, reason }) => [exit, requests, reason]),
      [[4, 4, "max_requests"], [4, 6, "max_requests"]]);
    const asked = limited.hits.length;
    assert.equal((await batch([limited.url, `${other.url} --max-requests 100`])).code, 0);
    assert.deepEqual(records().map(({ exit }) => exit), [4, 0]);
    assert.equal(limited.hits.length, asked);
    assert.deepEqual(harvested(folderOf(other.url)), other.expected.toSorted());
  });

  it("counts a site that a limit or --stop-at has ended as not complete", async () => {
    const whole = await site(plainSite(2), 21);
    const limited = await site(plainSite(5), 22);
    const stopped = await site(plainSite(40), 23);
    const ended = await run(["batch", list(whole.url, `${limited.url} --max-requests 4`, `${stopped.url} --stop-at 50%`), "--out", out, ...NEVER]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(records().map(({ reason, complete }) => [reason, complete]),
      [["frontier_empty", true], ["max_requests", false], ["stop_advice", false]]);
    assert.equal(records()[1].how, "partial");
    assert.match(ended.stdout, /^3 of 3 sites done, 1 of 3 complete: /m);
  });

  it("flags hold for all lines but those that take them back", async () => {
    const closed = [await site(closedSite(), 19), await site(closedSite(), 20)];
    const ended = await run(["batch", list(closed[0].url, `${closed[1].url} --ignore-robots=false`), "--out", out,
      "--ignore-robots", ...NEVER]);
    assert.equal(ended.code, 1, ended.stderr);
    assert.deepEqual(records().map(({ exit }) => exit), [0, 6]);
    assert.ok(records()[0].options.includes("--ignore-robots"));
  });

  it("tells all that is wrong with a list before anything is asked for: 2", async () => {
    const good = await site(plainSite(1), 14);
    const ended = await run(["batch", list(good.url, `${good.url} --out elsewhere`, "ftp://a.example/", `${good.url} 'open`,
      `${good.url}x --delay soon`, `${good.url}y --nonsense`, good.url), "--out", out, ...NEVER]);
    assert.equal(ended.code, 2);
    // The list begins with a comment and a blank line.
    assert.deepEqual([...ended.stderr.matchAll(/line (\d+): /g)].map(([, line]) => Number(line)), [4, 5, 6, 7, 8, 9]);
    assert.match(ended.stderr, /the same as line 3/);
    assert.equal(good.hits.length, 0);
    assert.ok(!existsSync(out));
  });

  it("two batches never own one folder: 3", async () => {
    const slow = await site(plainSite(20, { ms: 50 }), 15);
    const command = ["batch", list(slow.url), "--out", out, ...NEVER];
    const first = start(command);
    await until(() => slow.hits.length > 1, first.ended);
    const second = await run(command);
    assert.equal(second.code, 3, second.stderr);
    assert.ok(second.stderr.includes(String(first.child.pid)), second.stderr);
    first.child.kill("SIGTERM");
    assert.equal((await first.ended).code, 5);
  });

  it("a second signal ends it at once, with what was stored kept", async () => {
    // Does not answer: a harvest that stops in good order would wait for it.
    const stuck = await site({ routes: { ...plainSite(1).routes, "/files/1-1.csv": () => undefined }, expected: [] }, 16);
    const first = start(["batch", list(stuck.url), "--out", out, ...NEVER]);
    await until(() => stuck.hits.includes("/files/1-1.csv"), first.ended);
    first.child.kill("SIGINT");
    await until(() => !isPending(first.child.pid, constants.signals.SIGINT));
    first.child.kill("SIGINT");
    assert.equal((await first.ended).code, 5);
    assert.deepEqual(processesIn(out), []);
    assert.equal(records()[0].exit, 5);
  });
});
