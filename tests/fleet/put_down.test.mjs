// A worker that was stopped has what its harvests had found. Where there is no store, another would begin anew: so sites
// that were put down are left to their worker for a while, and it goes on with them before it takes new ones.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { CuttingProxy } from "./support/cutting_proxy.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("a site that was put down", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(last, pages) {
    const site = await startSite(plainSite(pages, { ms: 40 }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  }
  const stop = async (worker, how) => {
    signal(how === "SIGKILL" ? treeOf(worker.child.pid) : [worker.child.pid], how);
    await worker.ended;
  };

  for (const [how, word] of [["SIGTERM", "in good order"], ["SIGKILL", "by a kill"]]) {
    it(`${word} is left to the worker that has its job, which goes on with it first`, async () => {
      const sites = [await serve(187, 20), await serve(188, 20)];
      await fleet.init();
      await fleet.add([sites[0].url]);
      await fleet.add([sites[1].url]);
      const first = fleet.work("a", ["--jobs", "1"]);
      await until(() => sites[0].hits.length > 8, first.ended);
      await stop(first, how);
      // One that is killed says what it had when it comes back.
      const again = fleet.work("a", ["--jobs", "1", "--until-done"]);
      await until(() => sites[0].hits.length > 20, again.ended);
      assert.equal(sites[1].hits.length, 0);
      await stop(again, "SIGTERM");

      const other = fleet.work("b", ["--jobs", "2", "--until-done"]);
      const hits = sites[0].hits.length;
      await until(() => fleet.site(`WHERE url = '${sites[1].url}'`).state === "done", other.ended);
      await fleet.clock.pass(10_000);
      assert.equal(sites[0].hits.length, hits, "another has begun it anew");
      assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
      await other.ended;
      assert.equal(sites[0].hits.filter((path) => path === "/").length, 1);
      assert.deepEqual(fleet.database.rows("SELECT state, files FROM tagtrail_site"), sites.map(() => ({ state: "done", files: 40 })));
    });
  }

  it("goes to another when its worker does not come back for it", async () => {
    const site = await serve(189, 5);
    await fleet.init();
    await fleet.add([site.url]);
    const first = fleet.work("a", []);
    await until(() => site.hits.length > 4, first.ended);
    await stop(first, "SIGTERM");
    fleet.database.run("UPDATE tagtrail_site SET until_at = now()");
    assert.equal((await fleet.work("b", ["--until-done"]).ended).code, 0);
    assert.equal(fleet.site().state, "done");
  });

  it("before it began has nothing there, and goes to whoever is free", async () => {
    const site = await serve(190, 5);
    await fleet.init();
    await fleet.add([site.url]);
    const proxy = new CuttingProxy({ to: { path: fleet.database.socket }, rate: 0 });
    await proxy.start();
    fleet.onEnd(() => proxy.stop());
    mkdirSync(join(fleet.folder, "store"));
    const options = ["--store", `file://${join(fleet.folder, "store")}`];
    const taken = proxy.holdAnswerWith(site.url);
    const env = { ...fleet.env, TAGTRAIL_DB: `postgresql://tester@127.0.0.1:${proxy.port}/postgres` };
    const first = fleet.work("a", options, { env });
    const letGo = await taken;
    first.child.kill("SIGTERM");
    letGo();
    assert.match((await first.ended).stderr, /stopped before it began/);
    assert.equal((await fleet.work("b", [...options, "--until-done"]).ended).code, 0);
    assert.equal(fleet.site().state, "done");
  });
});
