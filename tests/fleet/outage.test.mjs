// While the database is away nobody loses a site: harvests stop in good order, and workers get time to come back before
// their sites go to others. Nor does a site that comes further each time it is lost count as one that kills its workers.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { CuttingProxy } from "./support/cutting_proxy.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, startMachine, treeOf, wordsOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("a fleet whose database is away", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(last, pages) {
    const site = await startSite(plainSite(pages, { ms: 50 }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  }
  const rows = (what) => fleet.database.rows(`SELECT ${what} FROM tagtrail_site ORDER BY url`);

  it("for longer than a lease has lost no site to another worker", async () => {
    const sites = [];
    for (const last of [181, 182, 183, 184]) sites.push(await serve(last, 60));
    await fleet.init();
    await fleet.add(sites.map(({ url }) => url));
    const workers = ["a", "b"].map((name) => fleet.work(name, ["--lease", "3s", "--jobs", "2"]));
    await until(() => sites.every(({ hits }) => hits.length > 5), Promise.race(workers.map(({ ended }) => ended)));
    const before = rows("url, worker");
    await fleet.database.stop();
    await fleet.clock.pass(7_000);
    await fleet.database.start();
    // Each goes on where it was.
    const asked = sites.map(({ hits }) => hits.length);
    await until(() => sites.every(({ hits }, n) => hits.length > asked[n] + 5), Promise.race(workers.map(({ ended }) => ended)));
    assert.deepEqual(rows("url, worker"), before);
    assert.deepEqual(rows("losses"), before.map(() => ({ losses: 0 })));
    for (const { hits } of sites) assert.equal(hits.filter((path) => path === "/").length, 1);
  });

  it("without a word lets harvests stop in good order", async () => {
    const site = await serve(185, 200);
    await fleet.init();
    await fleet.add([site.url]);
    const proxy = new CuttingProxy({ to: { path: fleet.database.socket }, rate: 0 });
    await proxy.start();
    fleet.onEnd(() => proxy.stop());
    const LEASE_MS = 60_000;
    const worker = startMachine(join(fleet.folder, "a"), ["--lease", `${LEASE_MS}ms`],
      { env: { ...fleet.clock.env, TAGTRAIL_DB: `postgresql://tester@127.0.0.1:${proxy.port}/postgres` } });
    fleet.onEnd(() => {
      signal(treeOf(worker.child.pid), "SIGKILL");
      return worker.ended;
    });
    await until(() => site.hits.length > 5, worker.ended);
    let words = "";
    worker.child.stderr.on("data", (text) => (words += text));
    proxy.deaf = true;
    // The next beat is due; it is answered, and the answer waited for until the one after it is due.
    fleet.clock.move(LEASE_MS / 4);
    await until(() => proxy.log.lost > 0, worker.ended);
    fleet.clock.move(LEASE_MS / 4);
    await until(() => /does not answer/.test(words), worker.ended);
    fleet.clock.move(LEASE_MS / 16);
    await until(() => treeOf(worker.child.pid).every((id) => wordsOf(id)[1] !== "harvest"), worker.ended);
    proxy.deaf = false;
    fleet.clock.run();
    // Its end is written once the database is there: stopped, and not killed by its lease.
    await until(() => /: waiting \(/.test(words), worker.ended);
    assert.doesNotMatch(words, /lease/);
    assert.match(words, /: waiting \(user\)/);
  });

  it("is no reason to set a site aside that has come further each time", async () => {
    const site = await serve(186, 400);
    await fleet.init();
    await fleet.add([site.url]);
    mkdirSync(join(fleet.folder, "store"));
    const options = ["--lease", "2s", "--checkpoint", "200ms", "--store", `file://${join(fleet.folder, "store")}`];
    fleet.database.run("UPDATE tagtrail_site SET losses = 19");
    const lose = async (name) => {
      const worker = fleet.work(name, options);
      const { requests } = fleet.site();
      await until(() => fleet.site().state === "held" && fleet.site().requests > requests + 3, worker.ended);
      signal(treeOf(worker.child.pid), "SIGKILL");
      await worker.ended;
      fleet.clock.run();
    };
    await lose("a");
    const second = fleet.work("b", options);
    await until(() => fleet.site().takes >= 2, second.ended);
    assert.equal(fleet.site().losses <= 1, true);
    // One that comes no further is to blame. As long as it is to come further, a lease that lapses may not set it aside.
    await until(() => fleet.site().state === "held" && fleet.site().requests > 20, second.ended);
    signal(treeOf(second.child.pid), "SIGKILL");
    await second.ended;
    fleet.database.run("UPDATE tagtrail_site SET progress = 1000000, losses = 19");
    const third = fleet.work("c", options);
    await until(() => fleet.site().state === "aside", third.ended);
    assert.equal(fleet.site().losses, 20);
  });
});
