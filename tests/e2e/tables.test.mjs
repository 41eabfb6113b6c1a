// What is in the files: tables are found at the end of a harvest, described in the manifest as the Frictionless
// specifications want it, and read by them with a library of others.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { readByOthers } from "./support/frictionless.mjs";
import { manifestOf, notBuilt, run, startDemoSite } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const latin1 = (text) => Buffer.from(text, "latin1");
const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

/** Spellings of tables: file -> [bytes, types of the fields that the manifest declares; null: it declares none]. */
const TABLES = {
  "comma.csv": ["id,name,ok,when\n1,\"Ann, \"\"B\"\"\",true,2020-01-02\n2,\"two\nlines\",false,\n",
    ["integer", "string", "boolean", "date"]],
  "semicolon.csv": [latin1("Ort;Umsatz in Mio. EUR;Stand\nKöln;1234,5;01.02.2020\nUlm;-;31.12.2021\n"),
    ["string", "number", "date"]],
  "tab.tsv": ["a\tb\tc\n1.5\tx, y\t10:11:12\nNA\tz\t23:00:00\n", ["number", "string", "time"]],
  "pipe.csv": ["year|value|month\n2019|1e-3|2019-01\n2020|2|2019-02\n", ["year", "number", "yearmonth"]],
  "wide.csv": [utf16("a,b\n1,ä\n2,ö\n"), ["integer", "string"]],
  "mark.csv": ["\ufeffa,b\n1,x\n2,y\n", ["integer", "string"]],
  "nameless.csv": ["1,2.5,x\n2,3.5,y\n", ["integer", "number", "string"]],
  "moments.csv": ["at,us\n2020-01-02 03:04:05,12/31/2020\n2020-01-02 03:04:06,01/02/2021\n", ["datetime", "date"]],
  "groups.csv": ["place,people\nA,\"1,200\"\nB,\"13,000,000\"\nC,5\n", ["string", "number"]],
  "spaced.csv": ["a, b, c\n1, 2.5, x\n2, .., y\n", ["integer", "number", "string"]],
  "behind.csv": ["\"id\", \"name\"\n\"1\", \"A, north\"\n\"2\", \"B\"\n", ["integer", "string"]],
  "commented.csv": ["# made by \"us\"\n# 2020\nid,name\n1,a\n2,b\n", null],
  "clocks.csv": ["id,at\n1,10/31/2016 11:07:15 PM\n2,01/02/2017 01:00:00 AM\n", ["integer", "datetime"]],
  "stray.csv": ["id;name;town\n1;\"Unit;A\n2;Unit;B\n3;\"C; D\";E\n", null],
  "shares.csv": ["a,share\nx,12%\ny,3.5%\n", ["string", "number"]],
  "crlf.csv": ["a,b\r\n1,x\r\n2,y\r\n", ["integer", "string"]],
  "codes.csv": ["zip,phone\n01067,+49 351\n01069,0351 2\n", ["string", "string"]],
  "titled.csv": ["A title\n\nregion,2019,2020\nA,1,2\nB,3,4\nSource: office\n", null],
  "ragged.csv": ["a,b,c\n1,2\n3,4,5,6\n", null],
  "twice.csv": ["a,a\n1,2\n3,4\n", null],
};
const ROWS = JSON.stringify([{ place: "A", people: 1200 }, { place: "B", people: 13_000_000 }, { place: "C", people: 5 }]);
/** A dBASE file: a text and a number. */
function dbfOf(rows) {
  const field = (name, type, width) => Buffer.concat([Buffer.from(name.padEnd(11, "\0") + type), Buffer.alloc(4), Buffer.from([width]), Buffer.alloc(15)]);
  const fields = Buffer.concat([field("PLACE", "C", 8), field("PEOPLE", "N", 8)]);
  const head = Buffer.alloc(32);
  head.set([3, 124, 1, 1]);
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(33 + fields.length, 8);
  head.writeUInt16LE(17, 10);
  const records = rows.map(([place, people]) => ` ${place.padEnd(8)}${String(people).padStart(8)}`).join("");
  return Buffer.concat([head, fields, Buffer.from("\r"), latin1(records), Buffer.from("\x1a")]);
}

const OTHERS = {
  "places.dbf": ["application/x-dbf", dbfOf([["A", 1200], ["B", 13_000_000], ["C", 5]])],
  "nothing.sav": ["application/octet-stream", "$FL2@(#) SPSS DATA FILE, it says, and is none"],
  "export.xls": ["application/vnd.ms-excel", `<html><body><table><tr><th>Region<th>Jobs</tr>${Array.from({ length: 9 },
    (_, at) => `<tr><td>Region ${at}<td>${at * 3}</tr>`).join("")}</table>`],
  "groups.json": ["application/json", ROWS],
  "broken.json": ["application/json", ROWS.slice(0, 40)],
  "empty.zip": ["application/zip", "PK\u0003\u0004 nothing of the kind"],
};
const link = (name) => `<p><a href="/${name}">Table of ${name.split(".")[0]}</a></p>`;
const dataset = `<script type="application/ld+json">${JSON.stringify({
  "@context": "https://schema.org/", "@type": "Dataset", name: "Groups", license: "https://example.org/by",
  publisher: { "@type": "Organization", name: "Office" },
  distribution: [{ "@type": "DataDownload", contentUrl: "/groups.csv" }],
})}</script>`;

const routes = {
  "/": `<!doctype html><title>All
    tables</title>${dataset}${[...Object.keys(TABLES), ...Object.keys(OTHERS)].map(link).join("")}`,
  ...Object.fromEntries(Object.entries(TABLES).map(([name, [bytes]]) => [`/${name}`, body("text/csv", bytes)])),
  ...Object.fromEntries(Object.entries(OTHERS).map(([name, [type, bytes]]) => [`/${name}`, body(type, bytes)])),
};

/** All looks of a job become this. */
function writeLooks(job, json) {
  const sql = `UPDATE look SET json = '${json}'`;
  const { status, stderr } = spawnSync("sqlite3", [join(job, "job.db"), sql], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

describe("tables in files", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = new Site(routes);
  const job = join(folder.path, "job");
  let harvested;

  const harvest = (dir, ...options) =>
    run(["harvest", site.base, "--out", dir, "--delay", "0", "--allow-private", "--browser", "never", ...options]);
  const resource = (name, dir = job) => manifestOf(dir).resources.find(({ path }) => path === `files/${name}`);
  const look = async (...options) => {
    const ended = await run(["tables", ...options]);
    assert.equal(ended.code, 0, ended.stderr);
    return ended.stdout;
  };

  before(async () => {
    await site.start();
    harvested = await harvest(job);
    assert.equal(harvested.code, 0, harvested.stderr);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  it("is described as the Frictionless schemas want it", async () => {
    assert.deepEqual((await readByOthers(job)).errors, []);
  });

  it("is read by others with the types that are declared", async () => {
    const { tables } = await readByOthers(job);
    assert.deepEqual(tables.filter(({ error }) => error), []);
    const declared = Object.entries(TABLES).filter(([, [, types]]) => types).map(([name]) => `files/${name}`);
    assert.deepEqual(tables.map(({ path }) => path).sort(), declared.sort());
    const rowsOf = (name) => tables.find(({ path }) => path === `files/${name}`).rows;
    assert.deepEqual(rowsOf("comma.csv").map(([id, name, ok]) => [id, name, ok]),
      [[1, 'Ann, "B"', true], [2, "two\nlines", false]]);
    assert.deepEqual(rowsOf("semicolon.csv").map((row) => row[1]), [1234.5, null]);
    assert.deepEqual(rowsOf("groups.csv").map((row) => row[1]), [1200, 13_000_000, 5]);
    assert.deepEqual(rowsOf("spaced.csv")[0], [1, 2.5, "x"]);
    assert.equal(rowsOf("nameless.csv").length, 2);
  });

  for (const [name, [, types]] of Object.entries(TABLES)) {
    it(`says of ${name} what it is`, () => {
      const { schema, profile, tagtrail } = resource(name);
      assert.deepEqual(schema?.fields.map(({ type }) => type) ?? null, types);
      assert.equal(profile, types ? "tabular-data-resource" : undefined);
      assert.equal(tagtrail.tables.length, 1);
    });
  }

  it("names units, dialects and encodings", () => {
    const { schema, dialect, encoding } = resource("semicolon.csv");
    assert.deepEqual(schema.fields[1], { name: "Umsatz in Mio. EUR", type: "number", decimalChar: ",", unit: "Mio. EUR" });
    assert.deepEqual(schema.missingValues, ["", "-"]);
    assert.equal(dialect.delimiter, ";");
    assert.equal(encoding, "windows-1252");
    assert.deepEqual(resource("titled.csv").tagtrail.tables[0].headerRow, 3);
  });

  it("says what the site says of package and files", () => {
    const { title, homepage, created, contributors, licenses, tagtrail } = manifestOf(job);
    assert.equal(title, "All tables");
    assert.equal(homepage, `${site.base}/`);
    assert.match(created, /^20\d\d-\d\d-\d\dT/);
    assert.deepEqual(contributors, [{ title: "Office", role: "publisher" }]);
    assert.deepEqual(licenses, [{ path: "https://example.org/by" }]);
    assert.equal(tagtrail.objective, "data-files");
    assert.equal(resource("groups.csv").title, "Groups");
  });

  it("shows the same table in other formats together", async () => {
    // In the order in which they came.
    const same = (name) => resource(name).tagtrail.sameTable.sort();
    assert.deepEqual(same("groups.json"), ["files/groups.csv", "files/places.dbf"]);
    assert.deepEqual(same("groups.csv"), ["files/groups.json", "files/places.dbf"]);
    const lines = (await look(job)).split("\n");
    const marks = ["groups.csv", "groups.json", "places.dbf"].map((name) =>
      lines.find((line) => line.startsWith(`files/${name} `)).match(/ (=\d+) /)[1]);
    assert.equal(new Set(marks).size, 1);
  });

  it("says of damaged files that they are", () => {
    assert.equal(resource("broken.json").tagtrail.note, "it is no valid JSON, or cut short");
    assert.ok(resource("empty.zip").tagtrail.note);
  });

  it("has what a process of its own reads, and says what that could not", () => {
    const { format, tagtrail: { tables: [places], note } } = resource("places.dbf");
    assert.deepEqual([format, places.rows, note], ["dbf", 3, undefined]);
    assert.deepEqual(places.fields.map(({ name, type }) => [name, type]), [["PLACE", "string"], ["PEOPLE", "integer"]]);
    const nothing = resource("nothing.sav");
    assert.equal(nothing.format, "sav");
    assert.equal(nothing.tagtrail.note, "it is damaged or cut short");
  });

  it("has tables of HTML that is called a spreadsheet", () => {
    const { format, tagtrail: { tables: [jobs] } } = resource("export.xls");
    assert.deepEqual([format, jobs.rows, jobs.fields.map(({ name }) => name)], ["html", 9, ["Region", "Jobs"]]);
  });

  it("tells programs all that it knows, a line a file", async () => {
    const lines = (await look(job, "--json")).trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines.length, Object.keys(routes).length - 1);
    const comma = lines.find(({ path }) => path === "files/comma.csv");
    assert.equal(comma.format, "csv");
    assert.deepEqual(comma.tables[0].preview[0], ["id", "name", "ok", "when"]);
    assert.equal(comma.statistics, false);
  });

  it("is left out on request, and made up for later", async () => {
    const later = join(folder.path, "later");
    assert.equal((await harvest(later, "--tables", "off")).code, 0);
    assert.equal(resource("comma.csv", later).schema, undefined);
    await look(later);
    const { created, ...rest } = manifestOf(later);
    assert.match(created, /^20/);
    const plain = (manifest) => JSON.stringify(manifest.resources.map(({ tagtrail, ...all }) =>
      ({ ...all, tagtrail: { ...tagtrail, fetchedAt: "" } })));
    assert.equal(plain(rest), plain(manifestOf(job)));
  });

  it("is not looked into twice, unless it is asked for", async () => {
    const twice = join(folder.path, "twice");
    cpSync(job, twice, { recursive: true });
    writeLooks(twice, '{"format":"kept"}');
    assert.match(await look(twice), /files\/comma\.csv +kept/);
    assert.match(await look(twice, "--again"), /files\/comma\.csv +csv/);
  });

  it("does not believe what somebody wrote into the job", async () => {
    const forged = join(folder.path, "forged");
    cpSync(job, forged, { recursive: true });
    for (const json of ["[]", "{", '{"tables":7}', '{"tables":[7,{"rows":"x","fields":{},"name":[]}]}',
      '{"tables":[{"fields":[{}],"missingValues":3,"plain":true,"dialect":4}],"format":{},"note":[]}']) {
      writeLooks(forged, json);
      await look(forged);
      const exported = await run(["export", forged, "--format", "datapackage"]);
      assert.equal(exported.code, 0, exported.stderr);
      JSON.parse(exported.stdout);
    }
  });

  it("leaves the files as they are, and the job whole", async () => {
    for (const [name, [bytes]] of Object.entries(TABLES)) {
      assert.deepEqual(readFileSync(join(job, "files", name)), Buffer.from(bytes), name);
    }
    const verified = await run(["verify", job]);
    assert.equal(verified.code, 0, verified.stdout);
  });

  it("refuses a folder that is no job, and makes none", async () => {
    const none = join(folder.path, "none");
    const ended = await run(["tables", none]);
    assert.equal(ended.code, 3);
    assert.match(ended.stderr, /not a job folder/);
  });

  it("names the seeds of a job that has several", async () => {
    const seeds = join(folder.path, "seeds.txt");
    const many = join(folder.path, "many");
    writeFileSync(seeds, Array.from({ length: 130 }, (_, at) => `${site.base}/?from=${at}\n`).join(""));
    const ended = await run(["harvest", "--seeds", seeds, "--out", many, "--delay", "0", "--allow-private",
      "--browser", "never", "--max-requests", "5"]);
    assert.equal(ended.code, 4, ended.stderr);
    const { tagtrail } = manifestOf(many);
    assert.equal(tagtrail.seedCount, 130);
    assert.equal(tagtrail.seeds.length, 100);
    assert.equal(tagtrail.seeds[0], `${site.base}/?from=0`);
  });

  it("describes the demo site's files so that others can read them", async () => {
    const demo = join(folder.path, "demo");
    const server = await startDemoSite(join(folder.path, "demo.log"));
    try {
      const ended = await run(["harvest", server.url, "--out", demo, "--delay", "0", "--allow-private", "--browser", "never"]);
      assert.equal(ended.code, 0, ended.stderr);
    } finally {
      await server.stop();
    }
    const { errors, tables } = await readByOthers(demo);
    assert.deepEqual(errors, []);
    assert.ok(tables.length > 0);
    assert.deepEqual(tables.filter(({ error }) => error), []);
  });
});
