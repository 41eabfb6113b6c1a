// Two fleets in one database: each in a schema of its own, or, by mistake, two stores for the tables of one.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, run, until } from "../e2e/support/program.mjs";
import { OPTIONS, useFleet } from "./support/fleet.mjs";
import { startMachine } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("two fleets in one database", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const SCHEMAS = ["one", "two"];

  const envOf = (schema) => ({ TAGTRAIL_DB: `${fleet.database.url}&options=${encodeURIComponent(`-csearch_path=${schema}`)}` });
  const told = async (schema, ...words) => {
    const { code, stdout, stderr } = await run(["fleet", ...words], { env: envOf(schema) });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  async function serve(address, pages) {
    const site = await startSite(plainSite(pages, { ms: 10 }), address);
    fleet.onEnd(() => site.stop());
    return site;
  }
  function storeOf(name) {
    const folder = join(fleet.folder, name);
    mkdirSync(folder);
    return ["--store", `file://${folder}`];
  }

  it("know nothing of each other's sites, workers and stores where each has a schema", async () => {
    const sites = { one: await serve("127.0.0.71", 6), two: await serve("127.0.0.72", 9) };
    for (const schema of SCHEMAS) {
      fleet.database.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      fleet.database.run(`CREATE SCHEMA ${schema}`);
      await told(schema, "init");
      const list = join(fleet.folder, `${schema}.txt`);
      writeFileSync(list, `${sites[schema].url}\n`);
      await told(schema, "add", list, ...OPTIONS);
    }
    const ends = await Promise.all(SCHEMAS.map((schema) => startMachine(join(fleet.folder, `machine-${schema}`),
      ["--until-done", ...storeOf(`store-${schema}`)], { env: { ...envOf(schema), ...fleet.clock.env } }).ended));
    for (const { code, stderr } of ends) assert.equal(code, 0, stderr);
    for (const schema of SCHEMAS) {
      const { expected, url } = sites[schema];
      const rows = (await told(schema, "results", "--format", "jsonl")).trim().split("\n").map((line) => JSON.parse(line));
      assert.equal(rows.length, expected.length);
      assert.ok(rows.every((row) => row.url.startsWith(url)), JSON.stringify(rows[0]));
      const { workers } = JSON.parse(await told(schema, "status", "--json"));
      assert.equal(workers.length, 1);
    }
  });

  it("are one where they share its tables: who brings another store takes nothing, and says why", async () => {
    const site = await serve("127.0.0.73", 6);
    await fleet.init();
    await fleet.add([site.url]);
    const first = await fleet.work("a", [...storeOf("store-a"), "--until-done"]).ended;
    assert.equal(first.code, 0, first.stderr);
    const other = await serve("127.0.0.74", 3);
    await fleet.add([other.url]);
    const second = fleet.work("b", storeOf("store-b"));
    let said = "";
    second.child.stderr.on("data", (text) => (said += text));
    await until(() => /not the store of this fleet/.test(said), second.ended);
    second.child.kill("SIGTERM");
    await second.ended;
    assert.equal(other.hits.length, 0);
    assert.equal(fleet.site(`WHERE url = '${other.url}'`).state, "waiting");
  });
});
