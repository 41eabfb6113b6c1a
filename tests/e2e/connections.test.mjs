// Several requests in flight: the same files, sooner, and never more at once than was asked for.
// lane: browser
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { faultsOf, manifestOf, mostAtOnce, longOnly, notBuilt, resultOf, run, start, startDemoSite, until } from "./support/program.mjs";

const LATENCY_MS = 20;

describe("connections", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let log;
  let site;

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"), { latency: LATENCY_MS });
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    log = site.requests().length;
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  const asked = () => site.requests().slice(log);
  const harvest = (connections, ...more) => ["harvest", site.url, "--out", job, "--delay", "0",
    "--connections", String(connections), "--allow-private", "--json", "--quiet", ...more];

  for (const connections of [1, 8]) {
    // Most other tests are harvests of one at a time.
    it(`${connections} at once find every file`, { skip: connections === 1 && longOnly }, async (t) => {
      const ended = await run(harvest(connections, "--browser", "never"));
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(faultsOf(job, "plain"), []);
      assert.equal(manifestOf(job).tagtrail.connections, connections);
      const most = mostAtOnce(asked());
      assert.ok(most <= connections, `${most} at once`);
      if (connections > 1) assert.ok(most > 1, "never more than one at once");
      t.diagnostic(`${resultOf(ended).targets} files, ${asked().length} requests, ${most} at once, ${resultOf(ended).seconds} s`);
    });
  }

  it("a limit on requests counts those in flight", async () => {
    const ended = await run(harvest(8, "--browser", "never", "--max-requests", "50"));
    assert.equal(ended.code, 4, ended.stderr);
    assert.equal(resultOf(ended).requests.total, 50);
  });

  it("stopped by the user with several out, the same command goes on", async () => {
    const command = harvest(8, "--browser", "never");
    const begun = start(command);
    await until(() => asked().length > 100, begun.ended);
    begun.child.kill("SIGINT");
    const stopped = await begun.ended;
    assert.equal(stopped.code, 5, stopped.stderr);
    assert.deepEqual(readdirSync(join(job, "files")).length, resultOf(stopped).targets);
    const ended = await run(command);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    const sent = asked().filter(({ method, status }) => method === "GET" && status === 200).map(({ url }) => url);
    // robots.txt is read by both runs.
    const again = sent.length - new Set(sent).size;
    assert.ok(again <= 8 + 1, `${again} answers were asked for again`);
  });

  it("a job of several connections goes on with any number of them", async () => {
    const begun = await run(harvest(8, "--browser", "never", "--max-requests", "20"));
    assert.equal(begun.code, 4, begun.stderr);
    const before = site.requests().length;
    const other = await run(harvest(2, "--browser", "never"));
    assert.equal(other.code, 0, other.stderr);
    assert.ok(mostAtOnce(site.requests().slice(before)) <= 2);
    assert.deepEqual(faultsOf(job, "plain"), []);
  });

  it("a job that decides one by one can't go on with several connections", async () => {
    const begun = await run(harvest(1, "--browser", "never", "--max-requests", "20"));
    assert.equal(begun.code, 4, begun.stderr);
    const other = await run(harvest(2, "--browser", "never"));
    assert.equal(other.code, 2);
    assert.match(other.stderr, /--connections: inFlight was 1, now 32/);
  });

  it("tabs come one at a time, beside plain loads", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const ended = await run(harvest(4, "--browser", "auto"));
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "all"), []);
    const plain = asked().filter(({ agent }) => agent.startsWith("Tagtrail"));
    assert.ok(mostAtOnce(plain) <= 4);
  });
});
