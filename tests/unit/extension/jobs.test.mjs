// Jobs survive the death of the script at each write, of hosts, and are never doubled.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Jobs } from "../../../extension/src/background/jobs.ts";
import { FakeWorld } from "./support/fake_browser.mjs";

const tick = () => new Promise((resolve) => setImmediate(resolve));
const collect = { url: "http://a.example/page", kind: "collect", options: { dir: "a" }, recipe: null,
  feedback: [{ word: "fetch", tagPath: "", url: "http://a.example/1.csv" }] };
const harvest = { url: "http://b.example/", kind: "harvest", options: {}, recipe: null, feedback: [] };
const another = { word: "fetch", tagPath: "", url: "http://a.example/2.csv" };

let world;
let ended = [];
afterEach(async () => {
  await over();
});

/** Ends a world, and lets what still ran in it run dry. */
async function over() {
  world.kill();
  for (let i = 0; i < 5; i++) await tick();
  world.restore();
}

async function boot() {
  world.boot();
  const serving = () => ({ serve: async () => ({}), release: async () => undefined });
  const events = {
    changed: () => undefined, attention: () => undefined, connected: () => undefined, lost: () => undefined,
    ended: (job) => ended.push(job.key),
  };
  const jobs = new Jobs(serving, events, 1);
  await jobs.restore();
  return jobs;
}

function fresh() {
  world = new FakeWorld();
  ended = [];
  return boot();
}

/** The panel's jobs; the batch build's owner connection is not one. */
const jobPorts = () => world.openPorts.filter((port) => port.host.folder !== null);

async function until(condition, what = "what the test waited for", ticks = 3000) {
  for (let i = 0; i < ticks; i++) {
    if (await condition()) return;
    await tick();
  }
  assert.fail(`never came: ${what}`);
}

const stateOf = (jobs, url) => jobs.views().find((view) => view.url === url)?.info?.state;

describe("jobs", () => {
  it("run side by side, one a site, each with its own host", async () => {
    const jobs = await fresh();
    await jobs.start(collect);
    await jobs.start(harvest);
    await until(() => jobPorts().length === 2, "two hosts");
    await assert.rejects(jobs.start({ ...harvest, url: "http://b.example/other" }), { code: "busy" });
    await until(() => ended.length === 2, "two ends");
    assert.deepEqual([world.folders.a.ends, world.folders["b.example"].ends], [1, 1]);
    assert.equal(stateOf(jobs, harvest.url), "finished");
    await jobs.start({ ...harvest, options: { dir: "again" } });
    await until(() => world.folders.again?.ends === 1, "a second job of the site, after the first");
  });

  it("take a collection into the job that runs", async () => {
    const jobs = await fresh();
    await jobs.start(collect);
    await jobs.activeOn("a.example").teach(another);
    await until(() => ended.length === 1);
    assert.deepEqual(world.folders.a.told.toSorted(), ["http://a.example/1.csv", "http://a.example/2.csv"]);
  });

  it("go on in the same folder when their host dies", async () => {
    const jobs = await fresh();
    world.length = 30;
    await jobs.start(harvest);
    for (let death = 0; death < 5; death++) {
      const from = world.folders["b.example"]?.requests ?? 0;
      await until(() => jobPorts().length === 1 && world.folders["b.example"].requests > from + 1);
      jobPorts()[0].break();
    }
    await until(() => ended.length === 1, "the end");
    const folder = world.folders["b.example"];
    assert.deepEqual([folder.ends, folder.starts, folder.requests], [1, 6, 30]);
    assert.deepEqual(Object.keys(world.folders), ["b.example"]);
  });

  it("go on once more after their end: the same job, in its folder, with its curve", async () => {
    const jobs = await fresh();
    world.length = 100_000;
    const { key } = await jobs.start({ ...harvest, options: { maxRequests: 50 } });
    await until(() => jobs.get(key).curve.length > 2, "a curve");
    await assert.rejects(jobs.again(key, "continue"), { code: "busy" });
    await jobs.get(key).control("stop");
    await until(() => ended.length === 1, "an end");
    const before = jobs.get(key).curve;
    await jobs.again(key, "raise");
    assert.deepEqual(jobs.get(key).curve.slice(0, before.length), before);
    await until(() => world.folders["b.example"].starts === 2, "a second start");
    assert.equal(jobs.views().length, 1);
    assert.equal(world.folders["b.example"].options.maxRequests, 100);
    await jobs.get(key).control("stop");
    await until(() => ended.length === 2);
    await jobs.again(key, "revisit");
    await until(() => world.folders["b.example"].starts === 3, "a third start");
    const { revisit, maxRequests } = world.folders["b.example"].options;
    assert.deepEqual([revisit, maxRequests], [true, undefined]);
    await jobs.get(key).control("stop");
    await until(() => ended.length === 3);
    await jobs.again(key, "linked");
    await until(() => world.folders["b.example"].starts === 4, "a fourth start");
    assert.deepEqual([world.folders["b.example"].options.files, world.folders["b.example"].options.revisit], ["linked", undefined]);
    await jobs.get(key).control("stop");
    await until(() => ended.length === 4);
  });

  it("keep what was chosen when the start failed, and bring it when they are tried again", async () => {
    const jobs = await fresh();
    world.refusal = { code: "disk_full", message: "no space left" };
    const { key } = await jobs.start(collect);
    await until(() => ended.length === 1, "the failure");
    assert.equal(jobs.get(key).view().chosen, 1);
    world.refusal = null;
    await jobs.again(key, "continue");
    await until(() => ended.length === 2, "the end");
    assert.deepEqual(world.folders.a.told, ["http://a.example/1.csv"]);
  });

  it("pause, go on and stop as they are told, also after a restart", async () => {
    let jobs = await fresh();
    world.length = 100_000;
    await jobs.start(harvest);
    await until(() => jobPorts().length === 1);
    await jobs.activeOn("b.example").control("pause");
    assert.equal(jobPorts()[0].host.state, "paused");
    world.kill();
    await tick();
    jobs = await boot();
    assert.equal(stateOf(jobs, harvest.url), "paused");
    await until(() => world.folders["b.example"].owner === null);
    assert.equal(jobPorts().length, 0, "a paused job needs no host");
    await jobs.activeOn("b.example").control("resume");
    await until(() => jobPorts().length === 1, "a host");
    await jobs.activeOn("b.example").control("stop");
    await until(() => ended.length === 1);
    assert.equal(stateOf(jobs, harvest.url), "stopped");
    world.kill();
    jobs = await boot();
    await tick();
    assert.equal(stateOf(jobs, harvest.url), "stopped");
    assert.equal(jobs.views()[0].info.state, "stopped");
    await jobs.dismiss(jobs.views()[0].key);
    assert.deepEqual(Object.keys(world.stored).filter((name) => name.startsWith("job")), []);
  });

  it("fail by what another try would not mend, and wait for what it may", async () => {
    const jobs = await fresh();
    world.refusal = { code: "invalid_argument", message: "no such option" };
    await jobs.start(harvest);
    await until(() => ended.length === 1);
    assert.deepEqual(jobs.views()[0].error, world.refusal);
    assert.equal(jobs.views()[0].connection, "off");
    world.refusal = { code: "busy", message: "locked" };
    await jobs.start(collect);
    await until(() => jobs.views()[1].error?.code === "busy");
    assert.equal(jobs.views()[1].connection, "waiting");
    world.refusal = null;
    await until(() => world.folders.a.ends === 1, "the end of the job that had to wait", 100_000);
  });

  it("keep changed limits for the next host", async () => {
    const jobs = await fresh();
    world.length = 100_000;
    const job = await jobs.start({ ...harvest, options: { maxRequests: 5, maxBytes: 7 } });
    world.kill();
    await tick();
    const again = await boot();
    const same = again.get(job.key);
    await same.set({ maxRequests: 50, maxBytes: null, delayMs: 10 }).catch(() => undefined);
    const { options } = world.stored[`job:${job.key}`];
    assert.deepEqual({ maxRequests: 50, delayMs: 10 }, { maxRequests: options.maxRequests, delayMs: options.delayMs });
    assert.ok(!("maxBytes" in options));
  });
});

/** What a user does, whatever happens to the script: asks again for what was not taken on. */
async function play(killAt, killAfterWriting) {
  let jobs = await fresh();
  Object.assign(world, { killAt, killAfterWriting });
  const done = { first: false, second: false, taught: false, paused: false };
  const act = async (name, work) => {
    if (done[name]) return;
    await Promise.race([work().then(() => (done[name] = true)), until(() => world.killed, "", 3000)]).catch(
      (thrown) => {
        // Taken on before the death, or over already.
        if (!["busy", "not_found"].includes(thrown.code)) throw thrown;
        done[name] = true;
      });
  };
  for (let life = 0; life < 4; life++) {
    const known = () => [...jobs.all].map((job) => job.url);
    if (!known().includes(collect.url)) await act("first", () => jobs.start(collect));
    if (!world.killed && !known().includes(harvest.url)) await act("second", () => jobs.start(harvest));
    const job = () => jobs.all.find((one) => one.url === collect.url);
    if (!world.killed) await act("taught", async () => job().teach(another));
    if (!world.killed) {
      await act("paused", async () => {
        await job().control("pause");
        await job().control("resume");
      });
    }
    if (!world.killed) {
      await until(() => world.killed || jobs.all.every((one) => !one.active), "the end of all jobs", 20_000);
    }
    if (!world.killed) break;
    for (let i = 0; i < 5; i++) await tick();
    jobs = await boot();
    // A pause that was heard and not taken back by the user would be one for ever.
    for (const one of jobs.all) if (one.active) await one.control("resume");
  }
  return jobs;
}

describe("a script that is killed at a write", () => {
  for (const after of [false, true]) {
    it(`loses and doubles nothing, ${after ? "after" : "before"} the write`, async () => {
      let points = 0;
      for (let killAt = 1; killAt < 200; killAt++) {
        const jobs = await play(killAt, after);
        const where = `killed at write ${killAt}`;
        const { a, "b.example": b } = world.folders;
        assert.deepEqual([a.ends, b.ends, a.requests, b.requests], [1, 1, 12, 12], where);
        assert.deepEqual(Object.keys(world.folders).toSorted(), ["a", "b.example"], where);
        assert.ok(["http://a.example/1.csv", "http://a.example/2.csv"].every((url) => a.told.includes(url)),
          `${where}: ${a.told}`);
        assert.equal(jobs.all.length, 2, where);
        assert.ok(jobPorts().length === 0, where);
        const reached = world.writes >= killAt;
        await over();
        if (!reached) break;
        points++;
      }
      assert.ok(points >= 8, `${points} writes were killed at`);
    });
  }
});
