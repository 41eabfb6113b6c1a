// The store of a fleet is known by its mark: a shared folder that is not mounted on a machine has lost nothing, and clocks
// of machines do not say what is old in it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, run, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf, wrongClock } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";

const A_DAY_S = 86_400;

describe("the store of a fleet", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const folder = () => join(fleet.folder, "store");
  const options = (...more) => ["--store", `file://${folder()}`, "--lease", "2s", "--checkpoint", "200ms", ...more];
  const all = () => readdirSync(folder(), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(name));
  const said = (worker) => {
    let text = "";
    worker.child.stderr.on("data", (more) => (text += more));
    return () => text;
  };

  async function serve(last) {
    const site = await startSite(plainSite(20, { ms: 30 }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    mkdirSync(folder());
    await fleet.init();
    await fleet.add([site.url]);
    return site;
  }

  async function killInTheMiddle(site) {
    const first = fleet.work("a", options());
    await until(() => fleet.site().checkpoint && site.hits.length > 20, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    // Nobody waits for its lease to lapse.
    fleet.clock.run();
  }

  it("is waited for where its folder is empty, for nothing is mounted there", async () => {
    const site = await serve(161);
    await killInTheMiddle(site);
    const mounted = `${folder()}-elsewhere`;
    renameSync(folder(), mounted);
    mkdirSync(folder());
    const second = fleet.work("b", options("--until-done"));
    const words = said(second);
    await until(() => /not the store of this fleet, or is not mounted/.test(words()), second.ended);
    const { fence } = fleet.site();
    await fleet.clock.pass(10_000);
    assert.equal(fleet.site().fence, fence, "no site is taken");
    assert.deepEqual(all(), [], "nothing is written where the store is not");
    rmSync(folder(), { recursive: true });
    renameSync(mounted, folder());
    const { code, stderr } = await second.ended;
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /begins anew/);
    assert.match(stderr, /the store is there again/);
    assert.equal(site.hits.filter((path) => path === "/").length, 1);
    assert.deepEqual([fleet.site().state, fleet.site().files], ["done", 40]);
  });

  it("is waited for where it goes away while a worker has a site", async () => {
    const site = await serve(162);
    const worker = fleet.work("a", options("--until-done"));
    const words = said(worker);
    await until(() => fleet.site().checkpoint, worker.ended);
    const mounted = `${folder()}-elsewhere`;
    renameSync(folder(), mounted);
    mkdirSync(folder());
    fleet.clock.run();
    await until(() => /is it mounted\?/.test(words()), worker.ended);
    await until(() => site.hits.filter((path) => path.endsWith(".csv")).length === 40, worker.ended);
    assert.deepEqual(all(), []);
    rmSync(folder(), { recursive: true });
    renameSync(mounted, folder());
    assert.equal((await worker.ended).code, 0);
    assert.deepEqual([fleet.site().state, fleet.site().takes], ["done", 1]);
  });

  it("is another only where its operator says so", async () => {
    const site = await serve(163);
    await killInTheMiddle(site);
    rmSync(folder(), { recursive: true });
    mkdirSync(folder());
    assert.match((await fleet.run("init", "--new-store")).stdout, /1 site lost a checkpoint/);
    const { code, stderr } = await fleet.work("b", options("--until-done")).ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual([fleet.site().state, fleet.site().files], ["done", 40]);
    assert.ok(all().includes(join(fleet.site().checkpoint.slice(0, 2), fleet.site().checkpoint)));
  });

  it("of a fleet of before gets its mark where its checkpoints are, and nowhere else", async () => {
    const site = await serve(164);
    await killInTheMiddle(site);
    // As it was left by programs that knew of no marks.
    const [{ store_mark: mark }] = fleet.database.rows("SELECT store_mark FROM tagtrail_fleet");
    fleet.database.run("UPDATE tagtrail_fleet SET store_mark = NULL");
    rmSync(join(folder(), mark.slice(0, 2), mark));
    const mounted = `${folder()}-elsewhere`;
    renameSync(folder(), mounted);
    mkdirSync(folder());
    const second = fleet.work("b", options("--until-done"));
    const words = said(second);
    await until(() => /lacks the checkpoints of all sites/.test(words()), second.ended);
    rmSync(folder(), { recursive: true });
    renameSync(mounted, folder());
    const { code, stderr } = await second.ended;
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /begins anew/);
    const [{ store_mark: now }] = fleet.database.rows("SELECT store_mark FROM tagtrail_fleet");
    assert.ok(existsSync(join(folder(), now.slice(0, 2), now)));
  });

  it("has one mark, whoever comes first", async () => {
    await serve(165);
    const workers = ["a", "b", "c", "d"].map((name) => fleet.work(name, options("--until-done")));
    for (const { ended } of workers) assert.equal((await ended).code, 0);
    const [{ store_mark: mark }] = fleet.database.rows("SELECT store_mark FROM tagtrail_fleet");
    assert.ok(all().includes(join(mark.slice(0, 2), mark)));
  });

  it("whose mark is damaged is named so, with the way out, and waited for", async () => {
    await serve(168);
    assert.equal((await fleet.work("a", options("--until-done")).ended).code, 0);
    const [{ store_mark: mark }] = fleet.database.rows("SELECT store_mark FROM tagtrail_fleet");
    const place = join(folder(), mark.slice(0, 2), mark);
    const text = readFileSync(place);
    for (const other of ["", "the store of another fleet", "x".repeat(5000)]) {
      writeFileSync(place, other);
      const gathered = await fleet.run("gather", join(fleet.folder, "found"), "--store", `file://${folder()}`);
      assert.equal(gathered.code, 3, gathered.stderr);
      assert.match(gathered.stderr, /the mark of the fleet's store is damaged \(.*\): put it back .* fleet init --new-store/);
    }
    const worker = fleet.work("b", options());
    const words = said(worker);
    await until(() => /no checkpoint can be made: the mark of the fleet's store is damaged/.test(words()), worker.ended);
    writeFileSync(place, text);
    await until(() => /the store is there again/.test(words()), worker.ended);
    worker.child.kill("SIGTERM");
    assert.equal((await worker.ended).code, 5);
    assert.equal((await fleet.run("gather", join(fleet.folder, "found"), "--store", `file://${folder()}`)).code, 0);

    fleet.database.run("UPDATE tagtrail_fleet SET store_mark = 'x'");
    assert.match((await fleet.run("gather", join(fleet.folder, "more"), "--store", `file://${folder()}`)).stderr, /fleet init --new-store/);
  });

  it("is tidied by its own clock, whatever that of the machine is", async () => {
    await serve(166);
    assert.equal((await fleet.work("a", options("--until-done")).ended).code, 0);
    const put = (text, when) => {
      const name = createHash("sha256").update(text).digest("hex");
      mkdirSync(join(folder(), name.slice(0, 2)), { recursive: true });
      writeFileSync(join(folder(), name.slice(0, 2), name), text);
      execFileSync("touch", ["-d", when, join(folder(), name.slice(0, 2), name)]);
      return join(name.slice(0, 2), name);
    };
    const tidy = async (by) => {
      const { code, stdout, stderr } = await run(["fleet", "tidy", "--store", `file://${folder()}`, "--older-than", "2h", "--json"],
        { env: { ...fleet.env, ...wrongClock(by) } });
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const young = put("young", "10 minutes ago");
    const old = put("old", "3 hours ago");
    assert.equal((await tidy(A_DAY_S)).removed, 1, "a clock that is ahead");
    assert.deepEqual([young, old].map((name) => all().includes(name)), [true, false]);
    put("old", "3 hours ago");
    assert.equal((await tidy(-A_DAY_S)).removed, 1, "a clock that is behind");
    rmSync(folder(), { recursive: true });
    mkdirSync(folder());
    const lost = await fleet.run("tidy", "--store", `file://${folder()}`);
    assert.notEqual(lost.code, 0);
    assert.match(lost.stderr, /not the store of this fleet/);
  });
});
