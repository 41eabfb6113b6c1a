// What others write into the database leads a worker to no folder but its own, and to nobody else's checkpoint.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("a worker whose database is hostile", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(last, pages = 2) {
    const site = await startSite(plainSite(pages, { ms: 20 }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  }

  for (const id of ["/../../x", "../../../../etc", "/", "", "0123456789abcdef0123456789abcdef"]) {
    it(`leaves a site alone whose id is ${JSON.stringify(id)}`, async () => {
      const site = await serve(171);
      await fleet.init();
      await fleet.add([site.url]);
      fleet.database.run(`UPDATE tagtrail_site SET id = '${id}'`);
      // Where such an id once led to.
      const outside = join(fleet.folder, "w", "x");
      mkdirSync(outside, { recursive: true });
      writeFileSync(join(outside, "kept"), "");
      const before = readdirSync(join(fleet.folder, "w"));
      const { code, stderr } = await fleet.work("w", ["--until-done", "--tries", "1"]).ended;
      assert.equal(code, 0, stderr);
      const { state, cause, reason } = fleet.site();
      assert.deepEqual([state, cause], ["aside", "wrong_options"]);
      assert.match(reason, /the id that the list has/);
      assert.deepEqual(site.hits, []);
      assert.deepEqual(readdirSync(join(fleet.folder, "w")).filter((name) => ![".cache", ".config", ".local", "work"].includes(name)), before);
      assert.ok(existsSync(join(outside, "kept")));
    });
  }

  it("does not go on from another site's checkpoint, nor takes it from that", async () => {
    const [one, other] = [await serve(172, 4), await serve(173, 4)];
    await fleet.init();
    await fleet.add([one.url, other.url]);
    const store = join(fleet.folder, "store");
    mkdirSync(store);
    const options = ["--until-done", "--store", `file://${store}`, "--checkpoint", "200ms"];
    assert.equal((await fleet.work("a", options).ended).code, 0);
    const [{ checkpoint }] = fleet.database.rows(`SELECT checkpoint FROM tagtrail_site WHERE url = '${other.url}'`);
    fleet.database.run(`UPDATE tagtrail_site SET state = 'waiting', due_at = now(), ended_at = NULL, checkpoint = '${checkpoint}', worker = 'x' WHERE url = '${one.url}'`);
    const { code, stderr } = await fleet.work("b", options).ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /begins anew: its checkpoint is that of another site/);
    const { packs } = JSON.parse(readFileSync(join(store, checkpoint.slice(0, 2), checkpoint), "utf8"));
    assert.deepEqual(packs.filter(([name]) => !existsSync(join(store, name.slice(0, 2), name))), [], "the other's is whole");
    assert.deepEqual(fleet.database.rows("SELECT state, files FROM tagtrail_site"), [{ state: "done", files: 8 }, { state: "done", files: 8 }]);
  });

  it("writes no package with a path that leads elsewhere", async () => {
    const site = await serve(174);
    await fleet.init();
    await fleet.add([site.url]);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal((await fleet.run("results", "--format", "datapackage")).code, 0);
    fleet.database.run("UPDATE tagtrail_file SET facts = replace(facts, 'files/', 'files/../../')");
    const ended = await fleet.run("results", "--format", "datapackage");
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, /names no file of its job/);
  });

  it("shows others of its user nothing of what it was started with", { skip: process.getuid() === 0 ? false : "not as root" }, async () => {
    const site = await serve(175, 30);
    await fleet.init();
    await fleet.add([site.url]);
    const worker = fleet.work("a", []);
    await until(() => site.hits.length > 3, worker.ended);
    // What can't be dumped is root's, whoever runs it.
    const { spawnSync } = await import("node:child_process");
    const read = spawnSync("setpriv", ["--bounding-set=-all", "--inh-caps=-all", "cat", `/proc/${worker.child.pid}/environ`], { encoding: "utf8" });
    assert.equal(read.stdout, "");
    assert.match(read.stderr, /Permission denied/);
  });
});
