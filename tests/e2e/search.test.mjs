// Three portals and one question: `tagtrail search` finds the rows that answer it, says where they come from, and is hurt
// by nothing that a site or a folder holds.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, run, runToEnd, start, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";
import { threePortals } from "./support/three_portals.mjs";

const ACTING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/;
const harvest = (url, job, ...more) => run(["harvest", url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", ...more]);
const search = (...words) => JSON.parse(runToEnd(["search", ...words, "--json"]));

describe("tagtrail search", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const portals = join(folder.path, "portals");
  const sites = threePortals();
  const pathsOf = ({ answers }) => answers.map(({ job, path }) => `${job.slice(portals.length + 1)}/${path}`);

  before(async () => {
    for (const [at, [name, site]] of Object.entries(sites).entries()) {
      await site.start(`127.0.0.${at + 2}`);
      const ended = await harvest(`${site.base}/`, join(portals, name));
      assert.equal(ended.code, 0, ended.stderr);
    }
  });
  after(() => {
    for (const site of Object.values(sites)) site.stop();
    folder.remove();
  });

  it("finds the tables that answer, those that are only called so last", () => {
    const found = search("unemployment by region 2023", portals);
    assert.deepEqual(found.ignored, ["by"]);
    assert.equal(found.jobs, 3);
    assert.equal(found.tables, 6);
    assert.deepEqual(pathsOf(found).slice(0, 1), ["statistics/files/lf-0412.csv"]);
    assert.deepEqual(pathsOf(search("unemployment by region", portals)),
      ["statistics/files/lf-0412.csv", "agency/files/annual.csv", "city/files/unemployment-by-region.csv"]);
  });

  it("says what a table is, where it comes from, and which rows have the words", () => {
    const [answer] = search("unemployment by region", portals, "--year", "2023", "--place", "brae coast").answers;
    assert.equal(answer.title, "Registered unemployment by region");
    assert.equal(answer.licence, "https://creativecommons.org/licenses/by/4.0/");
    assert.equal(answer.publisher, "Statistics office");
    assert.equal(answer.date, "2024-02-01");
    assert.equal(answer.page, `${sites.statistics.base}/labour`);
    assert.equal(answer.url, `${sites.statistics.base}/data/lf-0412.csv`);
    assert.deepEqual(answer.names, ["region", "year", "unemployment rate (%)"]);
    assert.ok(answer.matching.some(({ row, cells }) => row === 11 && cells.join() === "Brae Coast,2023,6.0"), JSON.stringify(answer.matching));
  });

  it("knows headings above headers, and years that are columns", () => {
    const [answer] = search("unemployed persons region", portals, "--year", "2023").answers;
    assert.equal(answer.path, "files/annual.csv");
    assert.deepEqual(answer.names, ["Region", "2021", "2022", "2023"]);
    // A link only says "Download", the heading above it "Downloads".
    assert.equal(answer.title, "Unemployed persons by region");
    assert.equal(answer.pageTitle, "Employment agency");
  });

  it("leaves what filters say", () => {
    const of = (...more) => pathsOf(search("region", portals, ...more)).map((path) => path.split("/")[0]);
    assert.deepEqual(of("--licence", "by 4.0"), ["statistics"]);
    assert.deepEqual(of("--site", "127.0.0.3"), ["agency"]);
    assert.deepEqual(of("--type", "xlsx"), []);
    assert.equal(of("--most", "1").length, 1);
  });

  it("is made at the end of a harvest, and read without being touched", () => {
    const index = join(portals, "city/search.sqlite");
    const { mtimeMs, ino } = statSync(index);
    search("pools", portals);
    assert.deepEqual([statSync(index).mtimeMs, statSync(index).ino], [mtimeMs, ino]);
    rmSync(index);
    assert.equal(search("pools", portals).found, 1);
    assert.ok(existsSync(index));
  });

  it("takes words and folders as they come", async () => {
    const words = await run(["search", "unemployment", "region", portals]);
    assert.equal(words.code, 0);
    assert.match(words.stdout, /^3 of 6 tables in 3 jobs have unemployment, region\n\n1\. Registered unemployment by region\n/);
    assert.match(words.stdout, /\| Northmere {2}.*6\.1\n/);
    const later = join(folder.path, "later.csv");
    writeFileSync(later, "a,b\n1,2\n");
    for (const [code, told, ...command] of [
      [0, /^none of 6 tables in 3 jobs has zebra$/m, "zebra", portals],
      [0, /^none of 6 tables in 3 jobs, --place Brae --type \.zzz, has pools$/m, "pools", portals, "--type", ".zzz", "--place", "Brae"],
      [0, /^1 of 6 tables in 3 jobs, --type \.csv, has pools$/m, "pools", portals, "--type", ".csv"],
      [0, /is a folder here, and was looked for as a word: words come first, then folders$/m, portals, portals],
      [0, /later\.csv is a file here, and was looked for as a word: jobs are named by their folders$/m, later, portals],
      [2, /no word to look for/, "***", portals],
      [2, /name a year from 1800 to 2100/, "x", portals, "--year", "23"],
      [2, /name a year/, "x", portals, "--year", "2023-2019"],
      [3, /no folder/, "x", "no/such"],
      [3, /holds no job/, "x", join(portals, "city/files")],
    ]) {
      const ended = await run(["search", ...command]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stdout + ended.stderr, told);
    }
  });

  it("finds tables like one at hand, and says why", async () => {
    const later = join(folder.path, "later.csv");
    writeFileSync(later, "Region;Year;Unemployment rate (%)\nBrae Coast;2024;5.1\nNorthmere;2024;4.9\nEast;2024;3.0\n");
    const found = search("--like", later, portals);
    assert.equal(pathsOf(found)[0], "statistics/files/lf-0412.csv");
    const [{ likeness, same, why }] = found.answers;
    assert.deepEqual([likeness, same], [0.85, false]);
    assert.deepEqual(why, ["3 of 3 columns have the same name", "2 of 4 values of `region` are in both"]);
    assert.deepEqual([found.like, found.compared, found.tables], [later, 6, 6]);
    const inJob = join(portals, "statistics/files/lf-0412.csv");
    assert.ok(!pathsOf(search("--like", inJob, portals)).includes("statistics/files/lf-0412.csv"));
    const copy = join(folder.path, "copy.tsv");
    writeFileSync(copy, readFileSync(inJob, "utf8").replaceAll(",", "\t"));
    const words = await run(["search", "unemployment", "--like", copy, "--most", "1", portals]);
    assert.match(words.stdout, /^\d of 6 tables in 3 jobs (is|are) like .*copy\.tsv with unemployment\b/);
    assert.match(words.stdout, /\n {3}100 % alike: the same table\n/);
    assert.deepEqual(pathsOf(search("--like", copy, portals, "--site", "127.0.0.3", "unemployed")), ["agency/files/annual.csv"]);
  });

  it("knows the very same file, however small", async () => {
    const small = new Site({ "/": "<a href=a.csv>A</a><a href=b.csv>B</a><a href=c.csv>C</a>",
      ...Object.fromEntries(["a", "b", "c"].map((name, at) => [`/${name}.csv`, body("text/csv", `id,name\n${at},x${at}\n`)])) });
    await small.start();
    const job = join(folder.path, "small");
    const harvested = await run(["harvest", small.base, "--out", job, "--delay", "0", "--allow-private", "--browser", "never", "--quiet"]);
    small.stop();
    assert.equal(harvested.code, 0, harvested.stderr);
    const copy = join(folder.path, "of-b.csv");
    writeFileSync(copy, readFileSync(join(job, "files/b.csv")));
    const [first, second] = search("--like", copy, job).answers;
    assert.deepEqual([first.path, first.same, first.why], ["files/b.csv", true, ["the same table"]]);
    assert.equal(second.same, false);
  });

  it("says what is wrong with a file that others are to be like", async () => {
    const empty = join(folder.path, "empty.csv");
    writeFileSync(empty, "");
    const copy = join(portals, "statistics/files/lf-0412.csv");
    for (const [code, told, ...command] of [
      [3, /none\.csv is not there/, "--like", join(folder.path, "none.csv"), portals],
      [2, /is no file/, "--like", folder.path, portals],
      [3, /empty\.csv has no table/, "--like", empty, portals],
      [3, /has no sheet Rents: it has \(no name\)/, "--like", copy, "--sheet", "Rents", portals],
      [3, /holds no job/, "--like", copy, join(portals, "city/files")],
      [2, /no word to look for/, "--like", copy, "***", portals],
      [2, /--sheet is one of the file/, "x", "--sheet", "Rents", portals],
      [2, /name words to look for, or --like FILE/],
    ]) {
      const ended = await run(["search", ...command]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, told);
    }
  });

  it("searches where no index can be written, and says so", async () => {
    const closed = join(folder.path, "closed");
    cpSync(join(portals, "city"), closed, { recursive: true });
    rmSync(join(closed, "search.sqlite"));
    // Whoever runs this may be root, who can write everywhere else.
    mkdirSync(join(closed, "search.sqlite"));
    const ended = await run(["search", "pools", closed]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /^1 of 2 tables/);
    assert.match(ended.stderr, /was indexed for this search alone: .*search\.sqlite is a folder/);
  });

  it("goes on without a job that can't be read", async () => {
    const damaged = join(folder.path, "damaged");
    mkdirSync(damaged);
    writeFileSync(join(damaged, "job.db"), "no database");
    const ended = await run(["search", "pools", damaged, portals]);
    assert.notEqual(ended.code, 0);
    assert.match(ended.stdout, /^1 of 6 tables/);
    assert.match(ended.stderr, /damaged was not searched/);
  });
});

describe("a search of what wants to do harm", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const hostile = "\x1b]0;OWNED\x07\x1b[31m region\u202e";
  const rows = Array.from({ length: 400_000 }, (_, row) => `${row},place ${row},text ${row * 7}`).join("\n");
  // Text enough to be read as such.
  const odd = `"${hostile}","x\ny"\n"${hostile} one","\x1b[2J"\n${Array.from({ length: 60 }, (_, row) => `some words ${row},others\n`).join("")}`;
  const site = new Site({
    "/": `<title>${hostile}</title><h1>${hostile}</h1><a title="${hostile}" href="/a.csv">${hostile}</a> <a href="/big.csv">big</a>`,
    "/a.csv": body("text/csv", `${odd}one,more\n`),
    "/big.csv": body("text/csv", `number,place,text\n${rows}\n`),
  });

  before(async () => {
    await site.start();
    const ended = await harvest(`${site.base}/`, job, "--tables", "off");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(existsSync(join(job, "search.sqlite")), false);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  it("ends by Ctrl-C, and the next goes on", async () => {
    const { child, ended } = start(["search", "place", job]);
    await until(() => existsSync(join(job, ".search.sqlite.partial")), ended);
    child.kill("SIGINT");
    const end = await ended;
    assert.equal(end.code, 5, end.stderr);
    assert.equal(end.stdout, "");
    assert.equal(existsSync(join(job, ".search.sqlite.partial")), false);
    assert.equal(search("place 399999", job).answers[0].path, "files/big.csv");
  });

  it("shows nothing that acts on a terminal", async () => {
    const like = ["--like", join(folder.path, "\x1b[31mlike.csv")];
    writeFileSync(like[1], odd);
    for (const more of [["region"], ["region", "--json"], like, [...like, "--json"]]) {
      const { stdout, stderr, code } = await run(["search", ...more, job]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /a\.csv/);
      assert.doesNotMatch(stdout + stderr, ACTING);
    }
  });

  it("keeps to its bounds, and to the modes of a job", () => {
    const index = join(job, "search.sqlite");
    assert.ok(statSync(index).size < 1_000_000, `${statSync(index).size}`);
    assert.equal(statSync(index).mode & 0o777, 0o600);
    assert.ok(readdirSync(job).every((name) => !name.startsWith("search.sqlite-")));
    assert.equal(readFileSync(index).subarray(68, 72).toString("latin1"), "TagS");
  });
});
