// Rounds of revisiting: what is new, changed, vanished and unchanged on a site that changes, at what
// price, and through kills.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { ChangingSite } from "../sites/changing/site.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run, runToEnd, start, until } from "./support/program.mjs";

describe("harvest --revisit", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let site;

  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    site = new ChangingSite();
    return site.start();
  });
  afterEach(() => site.stop());
  after(() => folder.remove());

  const command = (...more) => ["harvest", site.base, "--out", job, "--delay", "0", "--allow-private",
    "--browser", "never", "--sitemaps", "off", "--json", ...more];
  const harvest = (...more) => run(command(...more));
  const pathOf = (url) => new URL(url).pathname;
  const resourceOf = (path) => manifestOf(job).resources.find(({ sources }) => pathOf(sources[0].path) === path);
  const listed = (kind) => manifestOf(job).tagtrail.revisit[kind].map(pathOf).sort();
  const counts = (ended) => {
    const { new: added, changed, vanished, unchanged, unclear } = resultOf(ended).revisit;
    return { new: added, changed, vanished, unchanged, unclear };
  };
  const sizes = (changes) => ({
    ...Object.fromEntries(Object.entries(changes).map(([kind, paths]) => [kind, paths.length])), unclear: 0,
  });

  function assertRound(ended, changes) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(counts(ended), sizes(changes));
    for (const kind of ["new", "changed", "vanished"]) assert.deepEqual(listed(kind), changes[kind]);
  }

  it("names in words what is new, changed and vanished", async () => {
    await harvest();
    site.advance();
    const told = (await run(command("--revisit").filter((word) => word !== "--json"))).stdout;
    const lines = [...told.matchAll(/^ {2}(new|changed|vanished): (\S+)$/gm)].map(([, kind, url]) => [kind, pathOf(url)]);
    const changes = site.changes();
    for (const kind of ["new", "changed", "vanished"]) {
      assert.deepEqual(lines.filter(([of]) => of === kind).map(([, path]) => path).sort(), changes[kind], told);
    }
  });

  it("lists what is new, changed and vanished, and loads no body of the rest", async () => {
    const first = await harvest();
    assert.equal(first.code, 0, first.stderr);
    assert.equal(resultOf(first).revisit, undefined);
    site.advance();
    const changes = site.changes();
    const before = new Map(changes.changed.map((path) => [path, resourceOf(path)]));
    const ended = await harvest("--revisit");
    assertRound(ended, changes);
    assert.match(ended.stderr, /round 1 of revisiting: 4 new, 3 changed, 2 vanished/);

    const asked = new Set(site.hits.map(({ path }) => path));
    for (const path of changes.unchanged) assert.ok(asked.has(path), `${path} was not asked for`);
    const bodies = site.hits.filter(({ path, bytes }) => bytes > 0 && changes.unchanged.includes(path));
    assert.ok(bodies.every(({ path }) => path.endsWith("/none.csv")), "a file with validators came whole");
    assert.equal(site.hits.length, asked.size, "something was asked for twice");
    assert.equal(resultOf(ended).revisit.requests, site.hits.filter(({ path }) => path !== "/robots.txt").length);

    for (const [path, old] of before) {
      const now = resourceOf(path);
      assert.equal(now.name, old.name);
      assert.notEqual(now.hash, old.hash);
      assert.deepEqual(now.tagtrail.earlier.map(({ path, hash }) => ({ path, hash })), [{ path: old.path, hash: old.hash }]);
      assert.ok(readFileSync(join(job, now.path), "utf8").includes(`${path},1`));
      assert.ok(existsSync(join(job, old.path)));
    }
    for (const path of changes.vanished) {
      assert.ok(resourceOf(path).tagtrail.vanishedAt);
      assert.ok(existsSync(join(job, resourceOf(path).path)));
    }
    assert.match(readFileSync(join(job, "crawl.log"), "utf8"), / 304 GET target 0 /);
    const exported = JSON.parse(runToEnd(["export", job, "--format", "datapackage"]));
    assert.deepEqual(exported.tagtrail.revisit, manifestOf(job).tagtrail.revisit);
  });

  it("can be done again and again; a job that has ended is left alone without it", async () => {
    assert.equal((await harvest()).code, 0);
    site.advance();
    assert.equal((await harvest("--revisit")).code, 0);
    const files = manifestOf(job).resources.length;
    site.advance();
    const changes = site.changes();
    const second = await harvest("--revisit");
    assert.equal(second.code, 0, second.stderr);
    const { new: added, changed, vanished } = counts(second);
    assert.deepEqual({ added, changed, vanished }, { added: changes.new.length, changed: 0, vanished: 0 });
    assert.equal(resultOf(second).revisit.round, 2);
    assert.equal(manifestOf(job).resources.length, files + changes.new.length);
    assert.ok(resourceOf("/theme/1/2/date.csv").tagtrail.vanishedAt, "what vanished before is still marked");

    site.hits.length = 0;
    const idle = await harvest();
    assert.equal(idle.code, 0);
    assert.match(idle.stderr, /finished before/);
    assert.equal(site.hits.length, 0);
  });

  it("goes on where it was killed, as the same round", async () => {
    assert.equal((await harvest()).code, 0);
    site.advance();
    const changes = site.changes();
    site.latency = 10;
    for (const share of [0.2, 0.5]) {
      const goal = site.hits.length + Math.round(share * 40);
      const { child, ended } = start(command("--revisit"));
      await until(() => site.hits.length >= goal, ended);
      child.kill("SIGKILL");
      await ended;
    }
    site.latency = 0;
    // Without --revisit it goes on, too: it has not finished.
    const ended = await harvest();
    assertRound(ended, changes);
    assert.equal(resultOf(ended).revisit.round, 1);
    const urls = addressesOf(manifestOf(job)).map(({ sources }) => sources[0].path);
    assert.equal(new Set(urls).size, urls.length);
  });

  it("keeps to the budget of the round", async () => {
    const first = await harvest("--max-requests", "60");
    assert.equal(first.code, 4, first.stderr);
    site.hits.length = 0;
    const second = await harvest("--revisit", "--max-requests", "12");
    assert.equal(second.code, 4, second.stderr);
    assert.equal(site.hits.filter(({ path }) => path !== "/robots.txt").length, 12);
    assert.equal(resultOf(second).revisit.requests, 12);
    assert.ok(site.hits.some(({ conditional }) => conditional));
    const third = await harvest("--revisit");
    assert.equal(third.code, 0, third.stderr);
    assert.equal(resultOf(third).revisit.round, 2);
    assert.equal(manifestOf(job).resources.length, 60);
  });

  it("harvests a folder that has no job yet", async () => {
    const ended = await harvest("--revisit");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, 60);
    assert.equal(resultOf(ended).revisit, undefined);
  });
});
