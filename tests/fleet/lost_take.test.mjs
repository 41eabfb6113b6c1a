// A worker took a site, the answer was lost, and its lease lapsed: it has had the site last and does not know. What is done
// to the table here is what the database then did.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, run, until } from "../e2e/support/program.mjs";
import { startMachine } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { ManySites } from "./support/sites.mjs";

const NAME = "00112233445566aa";
const LEASE = ["--lease", "2s", "--checkpoint", "200ms"];

describe("a take whose answer was lost", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let database;
  let sites;
  let env;
  let count = 0;
  before(async () => {
    database = new Postgres();
    await database.start();
    env = { TAGTRAIL_DB: database.url };
  });
  beforeEach(async () => {
    count += 1;
    sites = new ManySites({ largeEvery: 1, largePages: 20, ms: 40 });
    await sites.start();
    mkdirSync(join(folder.path, "store"), { recursive: true });
    const list = join(folder.path, "list");
    writeFileSync(list, `${sites.url(count)}\n`);
    for (const words of [["init"], ["add", list, "--browser", "never", "--delay", "0", "--allow-private"]]) {
      const ended = await run(["fleet", ...words], { env });
      assert.equal(ended.code, 0, ended.stderr);
    }
  });
  afterEach(() => sites.stop());
  after(async () => {
    await database.remove();
    folder.remove();
  });

  const work = (name, ...more) => startMachine(join(folder.path, String(count), name),
    [...LEASE, "--store", `file://${folder.path}/store`, ...more], { env });
  const asked = (path) => sites.log.filter((entry) => entry.path === path).length;
  const files = () => sites.log.filter(({ path }) => path.endsWith(".csv")).length;
  const loseTake = (worker) => database.run(`UPDATE tagtrail_site SET fence = fence + 1, worker_before = worker, worker = '${worker}',
    state = 'waiting', due_at = now(), until_at = NULL WHERE url = '${sites.url(count)}'`);

  async function stopAfter(worker, wanted) {
    await until(() => files() >= wanted, worker.ended);
    worker.child.kill("SIGTERM");
    assert.equal((await worker.ended).code, 5);
  }
  async function assertGoesOn(name) {
    const last = await work(name, "--until-done").ended;
    assert.equal(last.code, 0, last.stderr);
    assert.equal(asked("/"), 1, "the first page was in the checkpoint");
    // Ten files and more were there; what was under way at a stop, or when a busy machine lost a lease, comes twice.
    assert.ok(files() < 50, `${files()} requests for 40 files`);
  }

  it("goes on from the checkpoint where there is no folder", async () => {
    await stopAfter(work("a"), 10);
    mkdirSync(join(folder.path, String(count), "b", "work"), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder.path, String(count), "b", "work", "worker"), `${NAME}\n`);
    loseTake(NAME);
    await assertGoesOn("b");
  });

  it("goes on from the checkpoint where the folder is older", async () => {
    await stopAfter(work("a"), 10);
    const [{ worker }] = database.rows(`SELECT worker FROM tagtrail_site WHERE url = '${sites.url(count)}'`);
    await stopAfter(work("b"), 20);
    loseTake(worker);
    await assertGoesOn("a");
  });
});
