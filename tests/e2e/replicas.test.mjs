// Harvests that record the demo site in a replica, and harvests of that replica.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, resultOf, run, runToEnd, start, startDemoSite, until } from "./support/program.mjs";

describe("a replica behind a harvest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const recording = join(folder.path, "recording.replica");
  let jobs = 0;
  let job;
  let log;
  let site;

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    log = site.requests().length;
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  const asked = () => site.requests().length - log;
  const command = (mode, replica, ...more) => ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0",
    "--allow-private", "--json", "--replica", replica, "--replica-mode", mode, ...more];
  const harvest = (...args) => run(command(...args));
  const replayed = (replica) => JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "data", "--json"]));

  function assertFoundAll(ended) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
  }

  it("is recorded, and then answers alone", async () => {
    assertFoundAll(await harvest("record", recording));
    assert.ok(asked() > 300);
    const names = (folderOfJob) => manifestOf(folderOfJob).resources.map(({ path, hash }) => `${path} ${hash}`).sort();
    const live = names(job);
    job = join(folder.path, "alone");
    const before = asked();
    assertFoundAll(await harvest("only", recording));
    assert.equal(asked(), before, "nothing is fetched");
    assert.deepEqual(names(job), live);
    const { targets } = replayed(recording);
    assert.equal(targets.found, targets.reachable);
    assert.equal(targets.found, addressesOf(manifestOf(job)).length);
  });

  it("that holds a part gives it, and gets the rest", async () => {
    const replica = join(folder.path, "part.replica");
    const begun = await harvest("record", replica, "--max-requests", "150");
    assert.equal(begun.code, 4, begun.stderr);
    const recorded = asked();
    job = join(folder.path, "whole");
    const ended = await harvest("prefer", replica);
    assertFoundAll(ended);
    const { total } = resultOf(ended).requests;
    const fetched = asked() - recorded;
    // Both runs ask for robots.txt, and HEAD requests are not recorded.
    assert.ok(fetched > 0 && fetched < total - 75, `${fetched} of ${total} requests were sent`);
    log += asked();
    job = join(folder.path, "again");
    assertFoundAll(await harvest("only", replica));
    assert.equal(asked(), 0);
  });

  it("is whole after kills, and complete in the end", async () => {
    const replica = join(folder.path, "killed.replica");
    for (const requests of [20, 120, 250]) {
      const recorder = start(command("record", replica));
      await until(() => asked() >= requests, recorder.ended);
      recorder.child.kill("SIGKILL");
      assert.equal((await recorder.ended).signal, "SIGKILL");
      const { requests: made, targets } = replayed(replica);
      assert.ok(made.total > 0);
      assert.equal(targets.found, targets.reachable);
    }
    assertFoundAll(await harvest("record", replica));
    log += asked();
    job = join(folder.path, "of-killed");
    assertFoundAll(await harvest("only", replica));
    assert.equal(asked(), 0);
  });
});
