// How long a fleet's statements take with many sites and workers:
//   node tests/bench/fleet_lease.mjs [SITES] [WORKERS] [SECONDS] [FSYNC]
// A PostgreSQL of its own is filled with SITES waiting sites of as many hosts; then pgbench takes,
// renews and ends sites as WORKERS connections, with the statements of the sources. A round of a worker with 8 sites of ten
// minutes comes every 75 s; the rates tried are far above.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../e2e/support/program.mjs";
import { Postgres } from "../fleet/support/postgres.mjs";
import { statementsOfFleets } from "../fleet/support/statements.mjs";

const [sites = 1_000_000, workers = 200, seconds = 60] = process.argv.slice(2, 5).map(Number);
const fsync = process.argv[5] ?? "off";
const RATES = [50, 300];

/** The statement that has `part`, its `{}` filled from `pieces` and its places from `values` (texts of SQL or :VARIABLES). */
function statement(part, values, pieces = []) {
  const found = statementsOfFleets().filter(({ sql }) => sql.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} statements have "${part}"`);
  return found[0].sql.replaceAll("{}", () => pieces.shift()).replace(/\$(\d+)/g, (place, n) => {
    if (values[n - 1] === undefined) throw new Error(`${place} of "${part}" has no value here`);
    return values[n - 1];
  });
}

const take = statement("s.state = 'waiting' AND s.due_at <= now()", ["'w' || :client_id", "60000"]);
const renew = statement("UPDATE tagtrail_site SET until_at = now()", [], ["60000", "(':id', :fence, 5, 50, 5000)"]);
const end = statement("UPDATE tagtrail_site SET state = $3",
  ["':id'", ":fence", "'done'", "0", "0", "''", "'done'", "0", "5", "50", "5000", "60", "NULL", "NULL", "NULL", "0"]);
// One row whether there was a site or not, which is what pgbench can remember.
const round = [`WITH taken AS (${take}) SELECT max(id) AS id, max(fence) AS fence FROM taken \\gset`, `${renew};`, `${end};`];

function pgbench(database, script, ...options) {
  const { status, stdout, stderr } = spawnSync("pgbench", ["-n", "-f", script, "-r", "-c", String(workers), "-j", "2", "-T", String(seconds),
    ...options, database.url], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const ms = [...stdout.matchAll(/^ +([\d.]+) +\d+ +(WITH|UPDATE)/gm)].map(([, latency]) => Number(latency));
  return { tps: Number(/tps = ([\d.]+)/.exec(stdout)[1]), ms };
}

const folder = mkdtempSync(join(tmpdir(), "tagtrail-lease-"));
const database = new Postgres();
try {
  await database.start({ settings: ["max_connections=300", `fsync=${fsync}`] });
  await run(["fleet", "init"], { env: { TAGTRAIL_DB: database.url } });
  database.run(`INSERT INTO tagtrail_site (id, url, options, host, state, added_at, due_at, fence, tries, losses, files, requests, bytes, seconds)
    SELECT left(md5(n::text), 16), 'https://www.site-' || n || '.example.org/data/', '[]', 'site-' || n || '.example.org', 'waiting', now(), now(),
      0, 0, 0, 0, 0, 0, 0 FROM generate_series(1, ${sites}) n`);
  database.run("VACUUM ANALYZE tagtrail_site");
  const [{ bytes }] = database.rows("SELECT pg_total_relation_size('tagtrail_site')::bigint AS bytes");
  console.log(`${sites} sites, ${Math.round(bytes / sites)} bytes each with indexes; ${workers} connections, ${seconds} s, fsync ${fsync}`);
  const script = join(folder, "round.sql");
  writeFileSync(script, `${round.join("\n")}\n`);
  console.log("| rounds a second | take | renew | end |\n|---:|---:|---:|---:|");
  for (const options of [...RATES.map((rate) => ["-R", String(rate)]), []]) {
    const { tps, ms } = pgbench(database, script, ...options);
    if (database.rows("SELECT FROM tagtrail_site WHERE state = 'done' LIMIT 1").length === 0) throw new Error("nothing was done");
    console.log(`| ${Math.round(tps)}${options.length > 0 ? "" : " (as fast as it goes)"} | ${ms.map((each) => `${each.toFixed(2)} ms`).join(" | ")} |`);
  }
} finally {
  await database.remove();
  rmSync(folder, { recursive: true });
}
