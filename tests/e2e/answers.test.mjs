// One database of all tables: read back by the sqlite3 program, and compared cell by cell with what other readers see.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run, runToEnd, start, startDemoSite, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const MOST_BYTES = 1 << 28;
const sqlite = (...words) => execFileSync("sqlite3", words, { encoding: "utf8", maxBuffer: MOST_BYTES });
const rowsOf = (database, sql) => JSON.parse(sqlite("-readonly", "-json", database, sql) || "[]");
/** Cells as they would be written in a file of text. */
const cellsOf = (database, table) => rowsOf(database, `SELECT * FROM ${table}`)
  .map((row) => Object.values(row).map((value) => (value === null ? "" : String(value))));

/** Rows of CSV as SQLite's shell reads them, the names first. */
function csvCells(file) {
  const rows = JSON.parse(sqlite(":memory:", ".mode json", `.import --csv "${file}" t`, "SELECT * FROM t"));
  return [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
}

/** Rows of the only sheet of a workbook without shared texts, by its XML. */
function xlsxCells(file) {
  const xml = execFileSync("unzip", ["-p", file, "xl/worksheets/sheet1.xml"], { encoding: "utf8" });
  return [...xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row.matchAll(/<c\b[^>]*>.*?<(?:v|t)\b[^>]*>(.*?)<\/(?:v|t)>.*?<\/c>/gs)].map(([, text]) => text));
}

function assertWhole(database) {
  assert.equal(sqlite("-readonly", database, "PRAGMA integrity_check").trim(), "ok");
  assert.equal(sqlite("-readonly", database, "PRAGMA foreign_key_check"), "");
}

describe("tagtrail export --format sqlite", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const database = join(folder.path, "answers.sqlite");
  const exported = (...jobs) => JSON.parse(runToEnd(["export", ...jobs, "--format", "sqlite", "-o", database, "--json"]));
  let site;
  let first;

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"]);
    assert.equal(ended.code, 0, ended.stderr);
    first = exported(job);
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  for (const [kind, ending, cells] of [["CSV", ".csv", csvCells], ["XLSX", ".xlsx", xlsxCells]]) {
    it(`has every cell of ${kind} files`, () => {
      const tables = rowsOf(database, `SELECT name, path FROM tagtrail_tables WHERE path LIKE '%${ending}'`);
      assert.ok(tables.length > 10, `${tables.length}`);
      for (const { name, path } of tables) {
        const [names, ...rows] = cells(join(job, path));
        assert.deepEqual(cellsOf(database, name), rows, path);
        assert.deepEqual(rowsOf(database, `SELECT name_in_file FROM tagtrail_columns WHERE table_name = '${name}'`)
          .map((row) => row.name_in_file), names);
      }
    });
  }

  it("is a whole database, and says where each table is from", () => {
    assertWhole(database);
    const sources = new Map(manifestOf(job).resources.map((one) => [one.path, one]));
    const tables = rowsOf(database, "SELECT * FROM tagtrail_tables");
    assert.equal(tables.length, first.tables);
    for (const { path, url, page, sha256, site: host } of tables) {
      const { sources: [{ path: from }], tagtrail, hash } = sources.get(path);
      assert.deepEqual([url, page, `sha256:${sha256}`, host], [from, tagtrail.page, hash, "127.0.0.1"], path);
    }
  });

  it("names every file that is no table, with the reason", () => {
    const named = rowsOf(database, "SELECT path, reason FROM tagtrail_left_out WHERE part IS NULL");
    const pdf = manifestOf(job).resources.filter(({ path }) => path.endsWith(".pdf"));
    assert.ok(pdf.length > 0);
    for (const { path } of pdf) {
      assert.equal(named.find((one) => one.path === path)?.reason, "tables in PDF files are not read");
    }
    const [{ files }] = rowsOf(database, "SELECT count(*) AS files FROM tagtrail_files");
    const [{ read }] = rowsOf(database, "SELECT count(DISTINCT f.id) AS read FROM tagtrail_files f JOIN tagtrail_tables USING (sha256)");
    assert.equal(files - read, first.filesLeftOut);
    assert.equal(new Set(named.map(({ path }) => path)).size, first.filesLeftOut);
  });

  it("answers a question over all tables", () => {
    const [{ name, page }] = rowsOf(database, `SELECT t.name, t.page FROM tagtrail_tables t JOIN tagtrail_columns c
      ON c.table_name = t.name WHERE t.name LIKE '%unemploy%' AND c.name = 'region' ORDER BY t.name LIMIT 1`);
    const rows = rowsOf(database, `SELECT region, value FROM ${name} WHERE year = 2023 ORDER BY value DESC`);
    assert.ok(rows.length > 3 && rows.every(({ value }) => typeof value === "number"), JSON.stringify(rows));
    assert.match(page, /unemploy/);
  });

  it("reads only what is new, and keeps no job that is not named", async () => {
    const again = exported(job);
    assert.deepEqual([again.unchanged, again.removed, again.rows], [first.tables, 0, first.rows]);
    const table = body("text/csv", "region;share (%)\nA;1,5\nB;2,5\n");
    const other = new Site({ "/": "<a href=more.csv>More</a>", "/more.csv": table });
    await other.start();
    const second = join(folder.path, "second");
    const ended = await run(["harvest", other.base, "--out", second, "--browser", "never", "--delay", "0", "--allow-private"]);
    other.stop();
    assert.equal(ended.code, 0, ended.stderr);
    const both = exported(job, second);
    assert.deepEqual([both.jobs, both.unchanged, both.tables], [2, first.tables, first.tables + 1]);
    assert.deepEqual(rowsOf(database, "SELECT * FROM more"), [{ region: "A", share: 1.5 }, { region: "B", share: 2.5 }]);
    const alone = exported(second);
    assert.deepEqual([alone.tables, alone.removed], [1, first.tables]);
    assertWhole(database);
  });

  it("says what is wrong", async () => {
    const notes = join(folder.path, "notes.txt");
    writeFileSync(notes, "mine");
    for (const [code, words, ...command] of [
      [3, /no job/, join(folder.path, "none"), "--format", "sqlite", "-o", database],
      [2, /not a database that `tagtrail export --format sqlite` made: name another file/, job, "--format", "sqlite", "-o", notes],
      [2, /is the job's own/, job, "--format", "sqlite", "-o", join(job, "job.db")],
      [2, /name the file for these jobs/, job, folder.path, "--format", "sqlite"],
      [2, /not for standard output/, job, "--format", "sqlite", "-o", "-"],
      [2, /only --format sqlite takes several jobs/, job, job, "--format", "csv"],
      [2, /--json is for --format sqlite/, job, "--format", "csv", "--json"],
    ]) {
      const ended = await run(["export", ...command]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, words);
    }
    assert.equal(readFileSync(notes, "utf8"), "mine");
  });
});

describe("an export that is ended early", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const jobs = { small: join(folder.path, "small"), large: join(folder.path, "large") };
  const database = join(folder.path, "answers.sqlite");
  const partial = join(folder.path, ".answers.sqlite.partial");
  const command = (job) => ["export", job, "--format", "sqlite", "-o", database];
  const site = new Site({
    "/small/": "<a href=a.csv>A</a>", "/small/a.csv": body("text/csv", "a,b\n1,2\n"),
    "/large/": "<a href=b.csv>B</a>",
    "/large/b.csv": body("text/csv", `a,b\n${Array.from({ length: 2_000_000 }, (_, row) => `${row},row ${row}`).join("\n")}\n`),
  });

  before(async () => {
    await site.start();
    for (const [name, dir] of Object.entries(jobs)) {
      const ended = await run(["harvest", `${site.base}/${name}/`, "--scope", "prefix", "--out", dir, "--browser", "never", "--delay", "0",
        "--allow-private", "--tables", "off"]);
      assert.equal(ended.code, 0, ended.stderr);
    }
    runToEnd(command(jobs.small));
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  for (const [signal, code, left] of [["SIGINT", 5, false], ["SIGKILL", null, true]]) {
    it(`by ${signal} leaves the old file whole`, async () => {
      const before = readFileSync(database);
      const { child, ended } = start(command(jobs.large));
      await until(() => existsSync(partial), ended);
      child.kill(signal);
      const end = await ended;
      assert.equal(end.code, code, end.stderr);
      assert.deepEqual(readFileSync(database), before);
      assert.equal(existsSync(partial), left);
    });
  }

  it("is made up for by the next", () => {
    runToEnd(command(jobs.large));
    assert.equal(existsSync(partial), false);
    assert.deepEqual(readdirSync(folder.path).sort(), ["answers.sqlite", "large", "small"]);
    assert.deepEqual(rowsOf(database, "SELECT count(*) AS n, sum(a) AS s FROM b"), [{ n: 2_000_000, s: 1_999_999_000_000 }]);
    assertWhole(database);
  });
});
