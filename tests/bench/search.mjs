// How long a search over many tables takes: `node tests/bench/search.mjs [TABLES] [COLUMNS]`. Harvests made-up tables from
// loopback, makes their index, and searches it, by words and by a table, under /usr/bin/time.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, run } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const [tables = 10_000, columns = 100] = process.argv.slice(2).map(Number);
const ROWS = 20;
const SUBJECTS = ["unemployment", "population", "rent", "income", "births", "harvest", "nitrate", "visitors", "crime", "traffic"];
const REGIONS = ["Northmere", "Brae Coast", "Ardhaven", "Westfold", "Köln", "Île-de-France"];
const LINKS_A_PAGE = 500;

function tableOf(number) {
  const names = ["region", "year"];
  for (let at = 2; at < columns; at++) names.push(`${SUBJECTS[(number + at) % SUBJECTS.length]} ${(number * 31 + at * 7) % 5000}`);
  const lines = [names.join(",")];
  for (let row = 0; row < ROWS; row++) {
    lines.push([REGIONS[row % REGIONS.length], 2000 + ((row + number) % 25),
      ...Array.from({ length: columns - 2 }, (_, at) => (at % 10 === 0 ? `place ${number % 700} ${row}` : number * row + at))].join(","));
  }
  return `${lines.join("\n")}\n`;
}

const routes = {};
for (let number = 0; number < tables; number++) {
  routes[`/t${number}.csv`] = (request, response) => body("text/csv", tableOf(number))(request, response);
}
const pages = Math.ceil(tables / LINKS_A_PAGE);
for (let page = 0; page < pages; page++) {
  const first = page * LINKS_A_PAGE;
  const links = Array.from({ length: Math.min(LINKS_A_PAGE, tables - first) }, (_, at) => `<li><a href="/t${first + at}.csv">CSV</a>`);
  const next = page + 1 < pages ? `<a href="/page${page + 1}">next</a>` : "";
  routes[page === 0 ? "/" : `/page${page}`] = `<!doctype html><title>Tables ${page}</title><body><ul>${links.join("\n")}</ul>${next}`;
}

const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tagtrail-search-"));
const site = new Site(routes);
try {
  await site.start();
  const job = join(folder, "job");
  const harvested = await run(["harvest", site.base, "--out", job, "--delay", "0", "--connections", "16", "--allow-private",
    "--browser", "never", "--policy", "bfs", "--tables", "off", "--quiet"], { limitMs: 1_200_000 });
  if (harvested.code !== 0) throw new Error(harvested.stderr);
  const measure = (what, ...command) => {
    const { stdout, stderr } = spawnSync("/usr/bin/time", ["-f", "%e s, %U s of CPU, %M KB at most", program, "search", ...command, job],
      { encoding: "utf8", maxBuffer: 1 << 30 });
    console.log(`${what}: ${stdout.split("\n", 1)[0]}\n${stderr.trim()}`);
  };
  measure("making the index", "unemployment by region");
  console.log(`index: ${statSync(join(job, "search.sqlite")).size} bytes`);
  measure("two words that most tables have", "unemployment by region");
  measure("the same with a year", "unemployment by region", "--year", "2023");
  measure("a word and a place", "nitrate", "--place", "Brae Coast");
  measure("two numbers of columns", "rent 4711");
  measure("a word that none has", "zebra");
  const like = join(folder, "like.csv");
  writeFileSync(like, tableOf(Math.floor(tables / 2)).replace("region", "area"));
  measure("tables like one", "--like", like);
  measure("the same with a year", "--like", like, "--year", "2023");
  measure("the same with a word that most tables have", "unemployment", "--like", like);
} finally {
  site.stop();
  rmSync(folder, { recursive: true });
}
