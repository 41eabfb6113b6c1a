// Four workers over sixty sites, killed and frozen at random instants, with a database that restarts.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, run } from "../e2e/support/program.mjs";
import { signal, startMachine, treeOf } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { ManySites } from "./support/sites.mjs";

const SITES = 60;
const WORKERS = 4;
const LEASE_MS = 2_000;
const KILLS = 12;
const FREEZES = 8;
const LIMIT_MS = 400_000;
const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? Date.now() % 1_000_000);

/** Mulberry32. */
function randomly(state) {
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const moment = (ms) => new Promise((wake) => setTimeout(wake, ms));

describe("a fleet whose workers die", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  const random = randomly(seed);
  const between = (low, high) => low + random() * (high - low);
  let database;
  let sites;
  let env;

  before(async () => {
    database = new Postgres();
    await database.start();
    sites = new ManySites({ pages: 20, ms: 80 });
    await sites.start();
    env = { TAGTRAIL_DB: database.url };
    mkdirSync(join(folder.path, "store"));
  });
  after(async () => {
    sites.stop();
    await database.remove();
    folder.remove();
  });

  const startWorker = (n, ...more) => startMachine(join(folder.path, `machine${n}`), ["--jobs", "2", "--lease", `${LEASE_MS}ms`,
    "--back-off", "100ms", "--store", `file://${folder.path}/store`, "--checkpoint", "500ms", ...more], { env, limitMs: LIMIT_MS });

  const open = () => database.rows("SELECT count(*)::int AS open FROM tagtrail_site WHERE state IN ('waiting', 'held')")[0].open;

  it(`does each site once, asks no host by two at once (seed ${seed})`, async () => {
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, Array.from({ length: SITES }, (_, n) => `${sites.url(n)}\n`).join(""));
    const options = ["--browser", "never", "--delay", "0", "--allow-private"];
    assert.equal((await run(["fleet", "init"], { env })).code, 0);
    const added = await run(["fleet", "add", list, ...options], { env });
    assert.match(added.stdout, /60 sites added, 0 there before/, added.stderr);
    assert.match((await run(["fleet", "add", list, ...options], { env })).stdout, /0 sites added, 60 there before/);

    const workers = Array.from({ length: WORKERS }, (_, n) => startWorker(n));
    const kinds = [...Array(KILLS).fill("kill"), ...Array(FREEZES / 2).fill("worker frozen"),
      ...Array(FREEZES / 2).fill("all frozen"), "restart", "crash"];
    const happened = {};
    const thaws = [];
    while (kinds.length > 0 && open() > 0) {
      await moment(between(20, 400));
      const [kind] = kinds.splice(Math.floor(random() * kinds.length), 1);
      const n = Math.floor(random() * WORKERS);
      const worker = workers[n];
      happened[kind] = (happened[kind] ?? 0) + 1;
      if (kind === "kill") {
        worker.child.kill("SIGKILL");
        await worker.ended;
        workers[n] = startWorker(n);
      } else if (kind.endsWith("frozen")) {
        const frozen = kind === "all frozen" ? treeOf(worker.child.pid) : [worker.child.pid];
        signal(frozen, "SIGSTOP");
        thaws.push(moment(between(LEASE_MS / 2, LEASE_MS * 2)).then(() => signal(frozen, "SIGCONT")));
      } else {
        await database.stop({ immediately: kind === "crash" });
        await moment(between(0, LEASE_MS));
        await database.start();
      }
    }
    await Promise.all(thaws);
    const last = startWorker(WORKERS, "--until-done");
    assert.equal((await last.ended).code, 0);
    for (const worker of workers) worker.child.kill("SIGTERM");
    for (const worker of workers) assert.equal((await worker.ended).code, 5);
    console.log(JSON.stringify({ seed, happened, requests: sites.log.length }));

    const states = database.rows("SELECT state, count(*)::int AS sites FROM tagtrail_site GROUP BY state");
    assert.deepEqual(states, [{ state: "done", sites: SITES }]);
    assert.deepEqual(sites.askedByTwo(), []);
    const results = await run(["fleet", "results", "--format", "jsonl"], { env });
    const rows = results.stdout.trim().split("\n").map((line) => JSON.parse(line));
    for (let n = 0; n < SITES; ++n) {
      assert.deepEqual(rows.filter(({ site }) => site === sites.url(n)).map(({ url }) => url).sort(), sites.files(n));
    }
    // As one machine does it: the same addresses with the same contents.
    const batch = join(folder.path, "batch");
    assert.equal((await run(["batch", list, "--out", batch, "--jobs", "4", ...options], { limitMs: LIMIT_MS })).code, 0);
    const records = readFileSync(join(batch, "batch.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const alone = (await Promise.all(records.map(({ folder: job }) => run(["export", join(batch, job), "--format", "jsonl"]))))
      .flatMap(({ stdout }) => stdout.trim().split("\n").map((line) => JSON.parse(line)));
    const facts = (list) => list.map(({ url, sha256, bytes }) => `${url} ${sha256} ${bytes}`).sort();
    assert.deepEqual(facts(rows), facts(alone));
  });
});
