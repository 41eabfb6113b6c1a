// What 1, 2, 4 and 8 workers of a fleet get done: node tests/bench/fleet_workers.mjs [JOBS] [SECONDS] [WORKERS,...]
// Each has JOBS sites at once, each site is asked once a second, so that the sites bound it and not the machine. Counted are
// requests in the log of the sites' server, from when all sites are under way, what the database says it committed, and what the workers
// and their harvests cost.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, until } from "../e2e/support/program.mjs";
import { signal, startMachine, treeOf } from "../fleet/support/machines.mjs";
import { Postgres } from "../fleet/support/postgres.mjs";
import { ManySites } from "../fleet/support/sites.mjs";

const [jobs = 8, seconds = 60] = process.argv.slice(2, 4).map(Number);
const WORKERS = (process.argv[4] ?? "1,2,4,8").split(",").map(Number);
/** No site is through before the measurement. */
const PAGES = 1_000;
/** Two requests of each site before it counts. */
const STEADY = 2;
const TICKS_A_SECOND = 100;
const moment = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Of processes: seconds of CPU, and bytes of memory with shared pages counted once. */
function costOf(ids) {
  const cost = { cpu: 0, memory: 0 };
  for (const id of ids) {
    const times = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
    cost.cpu += (Number(times[11]) + Number(times[12])) / TICKS_A_SECOND;
    cost.memory += Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))[1]) * 1024;
  }
  return cost;
}

async function measure(workers) {
  const folder = mkdtempSync(join(tmpdir(), "tagtrail-workers-"));
  const database = new Postgres();
  const sites = new ManySites({ pages: 1, ms: 5, largeEvery: 1, largePages: PAGES });
  const machines = [];
  try {
    await database.start();
    await sites.start();
    const env = { TAGTRAIL_DB: database.url };
    const list = join(folder, "sites.txt");
    writeFileSync(list, Array.from({ length: workers * jobs }, (_, n) => `${sites.url(n)}\n`).join(""));
    await run(["fleet", "init"], { env });
    await run(["fleet", "add", list, "--browser", "never", "--delay", "1s", "--allow-private"], { env });
    const store = `file://${folder}`;
    for (let n = 0; n < workers; ++n) {
      machines.push(startMachine(join(folder, `machine${n}`), ["--jobs", String(jobs), "--store", store], { env, limitMs: 3_600_000 }));
    }
    await until(() => new Set(sites.log.map(({ host }) => host)).size === workers * jobs && sites.log.length >= STEADY * workers * jobs);
    const commits = () => database.rows("SELECT sum(xact_commit)::bigint AS commits FROM pg_stat_database")[0].commits;
    const processes = machines.flatMap(({ child }) => treeOf(child.pid));
    const [requests, committed, cost, begin] = [sites.log.length, commits(), costOf(processes), performance.now()];
    await moment(seconds * 1_000);
    const took = (performance.now() - begin) / 1_000;
    const asked = sites.log.length - requests;
    const { cpu, memory } = costOf(processes);
    return { workers, sites: workers * jobs, requests: asked / took, commits: (commits() - committed) / took,
      cpuMs: (1_000 * (cpu - cost.cpu)) / asked, megabytes: memory / 1e6 / (workers * jobs) };
  } finally {
    for (const { child } of machines) signal(treeOf(child.pid), "SIGKILL");
    await Promise.all(machines.map(({ ended }) => ended));
    sites.stop();
    await database.remove();
    rmSync(folder, { recursive: true });
  }
}

console.log("| workers | sites at once | requests a second | transactions a second | CPU a request | memory a site |\n|---:|---:|---:|---:|---:|---:|");
for (const workers of WORKERS) {
  const row = await measure(workers);
  console.log(`| ${row.workers} | ${row.sites} | ${row.requests.toFixed(1)} | ${row.commits.toFixed(1)} | ${row.cpuMs.toFixed(1)} ms | ${row.megabytes.toFixed(1)} MB |`);
}
