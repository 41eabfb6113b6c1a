// A fleet as its operator uses it, and what becomes of a worker that was frozen.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { closedSite, plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, program, run, until } from "../e2e/support/program.mjs";
import { TAKES } from "./support/fleet.mjs";
import { signal, startMachine, treeOf, wordsOf } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";

const OPTIONS = ["--browser", "never", "--delay", "0", "--allow-private"];

describe("a fleet", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let database;
  let env;
  let count = 0;
  let stops = [];

  before(async () => {
    database = new Postgres({ hasClock: true });
    await database.start();
    env = { TAGTRAIL_DB: database.url, PGPASSWORD: "secret" };
  });
  beforeEach(async () => {
    database.run("DROP TABLE IF EXISTS tagtrail_fleet, tagtrail_site, tagtrail_host, tagtrail_worker, tagtrail_file, tagtrail_robots, tagtrail_claim");
    database.clock.stop();
    count += 1;
  });
  afterEach(() => {
    for (const stop of stops) stop();
    stops = [];
  });
  after(async () => {
    await database.remove();
    folder.remove();
  });

  const fleet = (...words) => run(["fleet", ...words], { env });
  const machine = (name, ...options) => startMachine(join(folder.path, `${count}-${name}`), options, { env: { ...env, ...database.clock.env } });
  const folderOf = (name) => join(folder.path, `${count}-${name}`, "work");
  const status = async () => JSON.parse((await fleet("status", "--json")).stdout);
  const site = (where = "") => database.rows(`SELECT *, ${TAKES} FROM tagtrail_site ${where}`)[0];

  async function serve(description, last) {
    const started = await startSite(description, `127.0.0.${last}`);
    stops.push(() => started.stop());
    return started;
  }
  async function add(...urls) {
    const list = join(folder.path, `${count}.txt`);
    writeFileSync(list, urls.map((url) => `${url}\n`).join(""));
    assert.equal((await fleet("init")).code, 0);
    const added = await fleet("add", list, ...OPTIONS);
    assert.equal(added.code, 0, added.stderr);
  }

  it("goes from nothing to a catalogue", async () => {
    const sites = [await serve(plainSite(2), 31), await serve(plainSite(3), 32)];
    const before = await fleet("status");
    assert.equal(before.code, 3);
    assert.match(before.stderr, /no fleet yet: tagtrail fleet init/);
    await add(...sites.map(({ url }) => url));
    assert.equal((await fleet("init")).code, 0, "making the tables again changes nothing");
    const worked = await machine("a", "--until-done", "--json").ended;
    assert.equal(worked.code, 0, worked.stderr);
    assert.deepEqual(JSON.parse(worked.stdout), { exit: 0, done: 2, failed: 0, stopped_by: "list_empty" });

    const { states, workers, failures } = await status();
    assert.deepEqual([states.done.sites, states.done.files], [2, 10]);
    assert.deepEqual(failures, []);
    assert.deepEqual(workers.map(({ folder: at, left }) => [at, left]), [[folderOf("a"), true]]);
    assert.match((await fleet("status")).stdout, /^done +2 +10 /m);

    const csv = (await fleet("results")).stdout.trim().split("\r\n");
    assert.equal(csv.length, 11);
    assert.match(csv[0], /^site,worker,machine,folder,.*sha256/);
    const rows = async (...filter) => (await fleet("results", "--format", "jsonl", ...filter)).stdout.trim().split("\n")
      .filter(Boolean).map((line) => JSON.parse(line));
    assert.deepEqual((await rows("--host", "127.0.0.31")).map(({ url }) => new URL(url).pathname).sort(), sites[0].expected.toSorted());
    assert.equal((await rows("--type", "csv")).length, 10);
    assert.equal((await rows("--type", "text/csv")).length, 10);
    assert.equal((await rows("--type", "pdf")).length, 0);
    assert.equal((await rows("--since", "2001-01-01")).length, 10);
    assert.equal((await rows("--since", "9999-01-01")).length, 0);
    const [row] = await rows();
    assert.ok(readdirSync(folderOf("a")).includes(row.folder));
  });

  it("reads its list from standard input, and tells all that is wrong with it", async () => {
    assert.equal((await fleet("init")).code, 0);
    const added = await new Promise((done) => {
      const child = spawn(program, ["fleet", "add"], { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
      child.stdin.end("http://a.example/\nftp://b.example/\nhttp://c.example/ --out x\nhttp://d.example/ --proxy http://u:p@e.example:1/\n");
      void once(child, "close").then(([code]) => done({ code, stderr }));
    });
    assert.equal(added.code, 2);
    assert.match(added.stderr, /line 2: .*\n.*line 3: /);
    assert.deepEqual(database.rows("SELECT * FROM tagtrail_site"), []);
  });

  it("refuses the login of a proxy, and never repeats an address with a password", async () => {
    assert.equal((await fleet("init")).code, 0);
    const list = join(folder.path, `${count}.txt`);
    writeFileSync(list, "http://d.example/ --proxy http://user:secret@e.example:1/\n");
    const added = await fleet("add", list);
    assert.equal(added.code, 2);
    assert.match(added.stderr, /TAGTRAIL_PROXY_LOGIN/);
    assert.doesNotMatch(added.stderr, /secret/);
    for (const url of ["postgres://user:secret@[::1/x", "postgres://user:secret@127.0.0.1:1/x"]) {
      const refused = await run(["fleet", "status"], { env: { TAGTRAIL_DB: url } });
      assert.ok(refused.code === 2 || refused.code === 3, refused.stderr);
      assert.doesNotMatch(refused.stderr, /secret/);
    }
  });

  it("sets aside what fails again and again, with the reason, until it is told to retry", async () => {
    const closed = await serve(closedSite(), 33);
    await add(closed.url);
    const worked = await machine("a", "--until-done", "--tries", "2", "--back-off", "10ms").ended;
    assert.equal(worked.code, 0, worked.stderr);
    const { state, tries, cause, reason } = site();
    assert.deepEqual([state, tries, cause], ["aside", 2, "refused"]);
    assert.match(reason, /robots/);
    assert.deepEqual((await status()).failures.map(({ state: where, sites, example }) => [where, sites, example]), [["aside", 1, closed.url]]);
    assert.match((await fleet("retry", "--host", "elsewhere.example")).stdout, /^0 sites/);
    assert.match((await fleet("retry")).stdout, /^1 site will/);
    assert.deepEqual([site().state, site().tries], ["waiting", 0]);
  });

  it("gives its sites back when it is told to stop, and goes on with them", async () => {
    const slow = await serve(plainSite(20, { ms: 40 }), 34);
    await add(slow.url);
    const first = machine("a");
    await until(() => slow.hits.length > 8, first.ended);
    const harvests = treeOf(first.child.pid).slice(1);
    assert.ok(harvests.some((id) => wordsOf(id).includes(slow.url)));
    const variables = harvests.flatMap((id) => readFileSync(`/proc/${id}/environ`, "utf8").split("\0"));
    assert.ok(variables.length > 0);
    assert.deepEqual(variables.filter((text) => /^(TAGTRAIL_DB|PGPASSWORD)=./.test(text)), [], "a password is not for harvests");
    first.child.kill("SIGTERM");
    assert.equal((await first.ended).code, 5);
    assert.deepEqual([site().state, site().takes], ["waiting", 1]);
    const asked = slow.hits.filter((path) => path.endsWith(".csv"));
    assert.equal((await machine("a", "--until-done").ended).code, 0);
    assert.deepEqual([site().state, Number(site().files)], ["done", 40]);
    const again = slow.hits.filter((path) => path.endsWith(".csv"));
    assert.ok(again.length <= 40 + 1, `of ${asked.length} files that it had, more than the one under way was fetched again`);
  });

  it("takes nothing while it is paused", async () => {
    const one = await serve(plainSite(1), 35);
    await add(one.url);
    assert.equal((await fleet("pause")).code, 0);
    const worker = machine("a", "--until-done");
    await until(async () => (await status()).workers.length === 1, worker.ended);
    await database.clock.pass(10_000);
    assert.equal(one.hits.length, 0);
    assert.equal((await fleet("resume")).code, 0);
    assert.equal((await worker.ended).code, 0);
    assert.equal(site().state, "done");
  });

  it("goes on elsewhere from the last checkpoint, with nothing fetched again that was in it", async () => {
    const slow = await serve(plainSite(40, { ms: 40 }), 37);
    await add(slow.url);
    const store = join(folder.path, `${count}-store`);
    mkdirSync(store);
    const options = ["--lease", "2s", "--store", `file://${store}`, "--checkpoint", "300ms"];
    const first = machine("a", ...options);
    await until(() => site().checkpoint && slow.hits.length > 40, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const hits = slow.hits.length;
    const killed = database.clock.date();
    database.clock.run();
    assert.equal((await machine("b", "--until-done", ...options).ended).code, 0);

    assert.deepEqual([site().state, Number(site().files)], ["done", 80]);
    const job = readdirSync(folderOf("b")).map((name) => join(folderOf("b"), name)).find((path) => existsSync(join(path, "job.db")));
    const verified = await run(["verify", job]);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const logged = [...readFileSync(join(job, "crawl.log"), "utf8").matchAll(/http:\S*\.csv/g)].map(([url]) => url);
    assert.equal(new Set(logged).size, 80, "the log has the requests of both");
    const asked = slow.hits.slice(hits).filter((path) => path !== "/robots.txt");
    const kept = new Set(manifestOf(job).resources.filter(({ tagtrail }) => Date.parse(tagtrail.fetchedAt) < killed)
      .map(({ sources }) => new URL(sources[0].path).pathname));
    assert.ok(kept.size > 0, "the checkpoint had files");
    assert.deepEqual(asked.filter((path) => kept.has(path)), []);
    assert.equal(new Set(asked).size, asked.length);
  });

  it("begins anew where the store has lost what it needs", async () => {
    const slow = await serve(plainSite(10, { ms: 20 }), 38);
    await add(slow.url);
    const store = join(folder.path, `${count}-store`);
    mkdirSync(store);
    const options = ["--lease", "2s", "--store", `file://${store}`, "--checkpoint", "100ms"];
    const first = machine("a", ...options);
    await until(() => site().checkpoint && slow.hits.length > 8, first.ended);
    first.child.kill("SIGTERM");
    await first.ended;
    const [{ store_mark: mark }] = database.rows("SELECT store_mark FROM tagtrail_fleet");
    for (const part of readdirSync(store)) {
      if (!mark.startsWith(part)) rmSync(join(store, part), { recursive: true });
    }
    rmSync(join(store, site().checkpoint.slice(0, 2), site().checkpoint), { force: true });
    const { code, stderr } = await machine("b", "--until-done", ...options).ended;
    assert.equal(code, 0);
    assert.match(stderr, /begins anew/);
    assert.deepEqual([site().state, Number(site().files)], ["done", 20]);
  });

  for (const [what, frozen] of [["a worker", (id) => [id]], ["a machine", treeOf]]) {
    it(`${what} that was frozen asks for nothing more, and its late words do not count`, async () => {
      const slow = await serve(plainSite(40, { ms: 50 }), 36);
      await add(slow.url);
      const first = machine("a", "--lease", "2s");
      let said = "";
      first.child.stderr.on("data", (text) => (said += text));
      await until(() => slow.hits.length > 8, first.ended);
      const ids = frozen(first.child.pid);
      signal(ids, "SIGSTOP");
      const second = machine("b", "--lease", "2s");
      await until(() => site().takes === 2, second.ended);
      const by = site().worker;
      // It begins with the start page; whatever came after that was asked by one.
      const secondAsks = () => slow.hits.indexOf("/", slow.hits.indexOf("/") + 1);
      await until(() => secondAsks() > 0 && slow.hits.length > secondAsks() + 10, second.ended);
      signal(ids, "SIGCONT");
      await until(async () => site().state === "done", second.ended);
      await until(() => /its lease is lost/.test(said), first.ended);
      first.child.kill("SIGTERM");
      second.child.kill("SIGTERM");
      await first.ended;
      await second.ended;
      const { state, takes, worker, files, exit_code: exit } = site();
      assert.deepEqual([state, takes, worker, files, exit], ["done", 2, by, 80, 0]);
      assert.equal(slow.hits.slice(secondAsks()).filter((path) => path.endsWith(".csv")).length, 80, "each file once, by the second");
    });
  }
});
