// Many sites of one worker at once: each is a process of its own, and what happens to one is nothing to the others.
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, run, until } from "../e2e/support/program.mjs";
import { TAKES } from "./support/fleet.mjs";
import { leaseFor, signal, startMachine, treeOf, wordsOf } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { ManySites } from "./support/sites.mjs";

const SITES = 60;
const numbers = Array.from({ length: SITES }, (_, n) => n);

describe("a worker with many sites", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let database;
  let env;
  let sites;
  let worker;
  let count = 0;

  before(async () => {
    database = new Postgres();
    await database.start();
    env = { TAGTRAIL_DB: database.url };
  });
  beforeEach(() => {
    count += 1;
  });
  afterEach(async () => {
    worker?.child.kill("SIGKILL");
    await worker?.ended;
    sites?.stop();
    database.run("DROP TABLE IF EXISTS tagtrail_fleet, tagtrail_site, tagtrail_host, tagtrail_worker, tagtrail_file");
  });
  after(async () => {
    await database.remove();
    folder.remove();
  });

  /** All sites in a fleet with one worker. `leaseMs`: at least. */
  async function begin({ leaseMs = 60_000, ...server }, ...options) {
    sites = new ManySites(server);
    await sites.start();
    const list = join(folder.path, `${count}.txt`);
    writeFileSync(list, numbers.map((n) => `${sites.url(n)}\n`).join(""));
    for (const words of [["init"], ["add", list, "--browser", "never", "--delay", "0", "--allow-private"]]) {
      const asked = performance.now();
      const { code, stderr } = await run(["fleet", ...words], { env });
      assert.equal(code, 0, stderr);
      leaseMs = leaseFor(leaseMs, performance.now() - asked);
    }
    sites.hold();
    worker = startMachine(join(folder.path, `${count}`),
      ["--jobs", String(SITES), "--back-off", "10ms", "--lease", `${leaseMs}ms`, ...options], { env });
  }
  const pageRequests = (host) => sites.log.filter((entry) => entry.host === host && entry.path !== "/robots.txt").map(({ path }) => path);
  const rows = () => database.rows(`SELECT url, state, ${TAKES}, files, reason FROM tagtrail_site ORDER BY url`);
  const tree = () => treeOf(worker.child.pid);
  /** The process of each site that has one. */
  const harvests = () => new Map(tree().map((id) => [wordsOf(id), id]).filter(([words]) => words[1] === "harvest")
    .map(([words, id]) => [words[2], id]));
  /** Nothing is answered before `sites.release()`: on a busy machine the first would end before the last begins. */
  const allRun = () => until(() => harvests().size === SITES, worker.ended);
  const alive = (ids) => ids.filter((id) => wordsOf(id).length > 0);
  const gone = (ids) => until(() => alive(ids).length === 0);
  function assertAllDone(...twice) {
    assert.deepEqual(rows().filter(({ url, state, takes, files }) =>
      state !== "done" || takes !== (twice.includes(url) ? 2 : 1) || Number(files) !== sites.files(numbers.find((n) => sites.url(n) === url)).length), []);
  }

  it("harvests them all at once, each once", async () => {
    await begin({ pages: 4 }, "--until-done");
    await allRun();
    sites.release();
    const { code, stderr } = await worker.ended;
    assert.equal(code, 0, stderr);
    assertAllDone();
    const { stdout } = await run(["fleet", "results", "--format", "jsonl"], { env });
    const found = stdout.trim().split("\n").map((line) => JSON.parse(line).url).sort();
    assert.deepEqual(found, numbers.flatMap((n) => sites.files(n)).sort());
    for (const n of numbers) {
      const asked = pageRequests(sites.host(n));
      assert.equal(new Set(asked).size, asked.length, `${sites.url(n)} was asked twice for the same`);
    }
    assert.deepEqual(sites.askedByTwo(), []);
  });

  it("loses one that is killed and one that is frozen, tries these again, and no other notices", async () => {
    // Sixty processes keep a lease each: of four seconds a busy machine lost all of them at once.
    await begin({ pages: 4, leaseMs: 15_000 }, "--until-done");
    await allRun();
    const [killed, frozen] = [3, 40].map((n) => sites.url(n));
    const ids = harvests();
    signal([ids.get(killed)], "SIGKILL");
    signal([ids.get(frozen)], "SIGSTOP");
    await gone([ids.get(killed), ids.get(frozen)]);
    sites.release();
    const { code, stderr } = await worker.ended;
    assert.equal(code, 0, stderr);
    assertAllDone(killed, frozen);
  });

  it("goes on without what it forked them from, and with another", async () => {
    await begin({ pages: 4 }, "--until-done");
    await until(() => harvests().size > SITES / 2, worker.ended);
    const server = tree().find((id) => wordsOf(id)[1] === "harvest-forks");
    signal([server], "SIGKILL");
    sites.release();
    const { code, stderr } = await worker.ended;
    assert.equal(code, 0, stderr);
    assertAllDone();
  });

  it("stops them in good order, and leaves no process behind", async () => {
    await begin({ pages: 4, ms: 1000 });
    await allRun();
    sites.release();
    const ids = tree();
    worker.child.kill("SIGTERM");
    assert.equal((await worker.ended).code, 5);
    await gone(ids);
    assert.deepEqual(rows().filter(({ state }) => state !== "waiting"), []);
    assert.deepEqual(rows().filter(({ reason }) => reason !== "user"), []);
    const left = readdirSync(join(folder.path, `${count}`, "work")).filter((name) => name.endsWith(".lease"));
    assert.deepEqual(left, []);
  });

  it("takes them all with it when it is killed", async () => {
    await begin({ pages: 4 });
    await allRun();
    const ids = tree();
    worker.child.kill("SIGKILL");
    await worker.ended;
    await gone(ids);
  });
});
