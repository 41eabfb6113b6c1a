// What a site that is done has cost the database: node tests/bench/fleet_ends.mjs [SITES] [FILES]
// One worker harvests SITES small sites of about FILES files each; printed are transactions of a site, and bytes of a row with
// its indexes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../e2e/support/program.mjs";
import { startMachine } from "../fleet/support/machines.mjs";
import { Postgres } from "../fleet/support/postgres.mjs";
import { ManySites } from "../fleet/support/sites.mjs";

const [count = 300, files = 40] = process.argv.slice(2).map(Number);
/** Tables that grow with the sites, and a column of their keys. */
const TABLES = { tagtrail_site: "id", tagtrail_file: "site", tagtrail_robots: "host" };
const ROWS = 100_000;

/** With the indexes, in a table of the same rows over and over: small ones are mostly empty pages. */
function bytesOfRow(table, key) {
  const columns = database.rows(`SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`)
    .map(({ name }) => (name === key ? `left(md5(${key} || k), 16)` : name));
  const [{ rows }] = database.rows(`SELECT count(*)::int AS rows FROM ${table}`);
  database.run(`CREATE TABLE many (LIKE ${table} INCLUDING ALL);
    INSERT INTO many SELECT ${columns.join(", ")} FROM ${table}, generate_series(1, ${Math.ceil(ROWS / rows)}) k`);
  const [{ bytes }] = database.rows("SELECT pg_total_relation_size('many') / (SELECT count(*) FROM many) AS bytes");
  database.run("DROP TABLE many");
  return bytes;
}

const folder = mkdtempSync(join(tmpdir(), "tagtrail-ends-"));
const database = new Postgres();
const sites = new ManySites({ ms: 1, largeEvery: 1, largePages: files / 2 });
try {
  await database.start();
  await sites.start();
  const env = { TAGTRAIL_DB: database.url };
  const list = join(folder, "list");
  writeFileSync(list, Array.from({ length: count }, (_, n) => `${sites.url(n)}\n`).join(""));
  await run(["fleet", "init"], { env });
  await run(["fleet", "add", list, "--browser", "never", "--delay", "0", "--allow-private"], { env });
  const commits = () => database.rows("SELECT sum(xact_commit)::bigint AS commits FROM pg_stat_database")[0].commits;
  const [before, begin] = [commits(), performance.now()];
  const { code, stderr } = await startMachine(join(folder, "a"), ["--jobs", "4", "--until-done"], { env, limitMs: 3_600_000 }).ended;
  if (code !== 0) throw new Error(stderr);
  const took = (performance.now() - begin) / 1_000;
  console.log(`${((commits() - before) / count).toFixed(1)} transactions a site, of one worker for ${took.toFixed(0)} s`);
  for (const [table, key] of Object.entries(TABLES)) console.log(`${table}: ${bytesOfRow(table, key)} bytes a row`);
} finally {
  sites.stop();
  await database.remove();
  rmSync(folder, { recursive: true });
}
