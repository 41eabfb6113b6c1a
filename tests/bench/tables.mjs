// How long it takes to look into many files, and to put their tables into a database: `node tests/bench/tables.mjs
// [FILES] [BYTES]`. Harvests made-up tables from loopback without looking into them, then runs `tagtrail tables`, and
// `tagtrail export --format sqlite` twice, the second time with nothing new, under /usr/bin/time.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, run } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const [files = 10_000, bytes = 100_000] = process.argv.slice(2).map(Number);
const FORMATS = ["comma", "semicolon", "tab"];
const REGIONS = ["North", "South", "East", "West", "Köln", "\"Far, away\""];

/** A table of statistics in one of several spellings, each with contents of its own. */
function tableOf(number) {
  const format = FORMATS[number % FORMATS.length];
  const [delimiter, decimal] = { comma: [",", "."], semicolon: [";", ","], tab: ["\t", "."] }[format];
  const rows = [["region", "date", "population", "share (%)", "remark"]];
  for (let row = 0, size = 0; size < bytes; row++) {
    const share = ((row * 7919 + number) % 10_000) / 100;
    rows.push([REGIONS[row % REGIONS.length], `20${10 + (row % 15)}-0${1 + (row % 9)}-11`, String(row * 31 + number),
      share.toFixed(2).replace(".", decimal), row % 11 === 0 ? "" : `row ${row} of ${number}`]);
    size += rows.at(-1).join(delimiter).length + 1;
  }
  return `${rows.map((cells) => cells.join(delimiter)).join("\n")}\n`;
}

const routes = {};
for (let number = 0; number < files; number++) {
  routes[`/table${number}.csv`] = (request, response) => body("text/csv", tableOf(number))(request, response);
}
const LINKS_A_PAGE = 500;
const pages = Math.ceil(files / LINKS_A_PAGE);
for (let page = 0; page < pages; page++) {
  const first = page * LINKS_A_PAGE;
  const links = Array.from({ length: Math.min(LINKS_A_PAGE, files - first) }, (_, at) => `<a href="/table${first + at}.csv">x</a>`);
  const next = page + 1 < pages ? `<a href="/page${page + 1}">next</a>` : "";
  routes[page === 0 ? "/" : `/page${page}`] = `<!doctype html><body>${links.join("\n")}${next}`;
}

const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tagtrail-tables-"));
const site = new Site(routes);
try {
  await site.start();
  const job = join(folder, "job");
  const harvested = await run(["harvest", site.base, "--out", job, "--delay", "0", "--connections", "16", "--allow-private",
    "--browser", "never", "--policy", "bfs", "--tables", "off", "--quiet"], { limitMs: 1_200_000 });
  if (harvested.code !== 0) throw new Error(harvested.stderr);
  const measure = (...command) => {
    const { stdout, stderr } = spawnSync("/usr/bin/time", ["-f", "%e s, %U s of CPU, %M KB at most", program, ...command],
      { encoding: "utf8", maxBuffer: 1 << 30 });
    console.log(`${stdout.trimEnd().split("\n").at(-1)}\n${stderr.trim()}`);
  };
  measure("tables", job);
  const database = join(folder, "answers.sqlite");
  measure("export", job, "--format", "sqlite", "-o", database);
  measure("export", job, "--format", "sqlite", "-o", database);
  console.log(`${statSync(database).size} bytes`);
} finally {
  site.stop();
  rmSync(folder, { recursive: true });
}
