// docs/fleet/roles.sql: logins that may do no more than they must, and how one is shut out.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, root, run, until } from "../e2e/support/program.mjs";
import { startMachine } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { ManySites } from "./support/sites.mjs";

const SITES = 3;

describe("logins of a fleet", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  const sites = new ManySites({ pages: 10, ms: 50 });
  let database;
  const as = (login) => ({ TAGTRAIL_DB: database.url.replace("tester", login) });
  const fleet = (login, ...words) => run(["fleet", ...words], { env: as(login) });
  const psql = (login, ...words) => spawnSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", as(login).TAGTRAIL_DB, ...words], { encoding: "utf8" });
  const refused = (login, sql) => assert.match(psql(login, "-c", sql).stderr, /permission denied|must be owner/, sql);
  const work = (login, name, ...more) => startMachine(join(folder.path, name), more, { env: as(login) });

  before(async () => {
    database = new Postgres();
    await database.start();
    await sites.start();
    writeFileSync(join(folder.path, "list"), Array.from({ length: SITES }, (_, n) => `${sites.url(n)}\n`).join(""));
    assert.equal((await fleet("tester", "init")).code, 0);
    // A second time changes nothing.
    for (const time of [1, 2]) assert.equal(psql("tester", "-f", join(root, "docs/fleet/roles.sql")).stderr, "", `time ${time}`);
    database.run("CREATE ROLE worker_a LOGIN IN ROLE tagtrail_works; CREATE ROLE guest LOGIN IN ROLE tagtrail_reads");
    assert.equal((await fleet("tester", "add", join(folder.path, "list"), "--browser", "never", "--delay", "0", "--allow-private")).code, 0);
  });
  after(async () => {
    sites.stop();
    await database.remove();
    folder.remove();
  });

  it("let a worker work, but not say what is harvested", async () => {
    const ended = await work("worker_a", "a", "--until-done").ended;
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, new RegExp(`${SITES} sites done`));
    for (const sql of ["UPDATE tagtrail_site SET options = '[]'", "UPDATE tagtrail_site SET url = 'https://elsewhere.example.org/'",
      "INSERT INTO tagtrail_site (id) VALUES ('x')", "DELETE FROM tagtrail_site", "UPDATE tagtrail_site SET host = 'x'", "UPDATE tagtrail_fleet SET paused = true",
      "DROP TABLE tagtrail_site", "TRUNCATE tagtrail_file"]) refused("worker_a", sql);
    assert.notEqual((await fleet("worker_a", "add", join(folder.path, "list"), "--max-requests", "7")).code, 0);
  });

  it("let a reader read, and nothing else", async () => {
    assert.match((await fleet("guest", "status")).stdout, /^done +3/m);
    assert.equal((await fleet("guest", "results", "--format", "jsonl")).code, 0);
    for (const sql of ["UPDATE tagtrail_site SET state = 'aside'", "INSERT INTO tagtrail_host VALUES ('x', now())", "DELETE FROM tagtrail_file"]) refused("guest", sql);
  });

  it("leave what one did to be done again", () => {
    const [{ worker }] = database.rows("SELECT DISTINCT worker FROM tagtrail_site");
    const [sql] = /UPDATE tagtrail_site SET [^;]*;/.exec(readFileSync(join(root, "docs/fleet/trust.md"), "utf8"));
    database.run(sql.replaceAll("'NAME'", `'${worker}'`));
    assert.deepEqual(database.rows("SELECT state, count(*)::int AS sites FROM tagtrail_site GROUP BY 1"), [{ state: "waiting", sites: SITES }]);
  });

  it("can be shut out while they work", async () => {
    const worker = work("worker_a", "b");
    let said = "";
    worker.child.stderr.on("data", (text) => (said += text));
    await until(() => /is ready/.test(said), worker.ended);
    database.run("ALTER ROLE worker_a NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker_a'");
    await until(() => /not permitted to log in/.test(said) || /trying again/.test(said), worker.ended);
    assert.deepEqual(database.rows("SELECT pid FROM pg_stat_activity WHERE usename = 'worker_a'"), []);
    worker.child.kill("SIGTERM");
    assert.equal((await worker.ended).code, 5);
  });
});
