// Two lists that are added at the same time, with hosts of one domain and address: each add reads before the other writes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { OPTIONS, useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("two lists at once", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  it("see each other's hosts", async () => {
    await fleet.init();
    // Nobody can write until this session ends; both can read.
    const session = spawn("psql", ["-X", "-q", "-d", fleet.database.url], { stdio: ["pipe", "ignore", "inherit"] });
    const ended = once(session, "exit");
    session.stdin.write("BEGIN; LOCK TABLE tagtrail_site IN SHARE MODE;\n");
    const waiting = (what) => fleet.database.rows(`SELECT pid FROM pg_locks WHERE relation = 'tagtrail_site'::regclass AND ${what}`).length;
    await until(() => waiting("mode = 'ShareLock' AND granted") === 1, ended);
    const adds = ["a", "b"].map((name) => {
      const list = join(fleet.folder, name);
      writeFileSync(list, `http://${name}.example.org/\n`);
      return fleet.run("add", list, "--no-resolve", ...OPTIONS);
    });
    await until(() => waiting("NOT granted") === 2, ended);
    session.stdin.end("COMMIT;\n");
    for (const added of await Promise.all(adds)) assert.equal(added.code, 0, added.stderr);
    assert.deepEqual(fleet.database.rows("SELECT DISTINCT host FROM tagtrail_site"), [{ host: "example.org" }]);
  });
});
