// A harvest that is archived: its WARC files are read by an independent reader, compared with what the
// server saw, and replayed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { getSurt } from "warcio/utils";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, run, runToEnd, startDemoSite } from "./support/program.mjs";
import { archiveOf, faultOfFile, faultsOfRecords, recordsOf, rowsOf, sha256, unpack } from "./support/warcs.mjs";

const SECRETS = /^(cookie|set-cookie|authorization|proxy-authorization)\s*:/im;

describe("an archived harvest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const wacz = join(folder.path, "job.wacz");
  let site;
  let files;
  let records;

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--archive", "warc", "--archive-file-size", "500kB"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    files = archiveOf(job).map((name) => join(job, "archive", name));
    records = (await Promise.all(files.map(recordsOf))).flat();
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  const ofType = (type) => records.filter((record) => record.type === type);
  const replayed = (source, name) => {
    const replica = join(folder.path, name);
    runToEnd(["import", ...source, "-o", replica]);
    return JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "data", "--json"])).targets;
  };

  it("begins new files when one is full, and leaves none open", () => {
    assert.ok(files.length > 1, `${files.length} files`);
    for (const file of files) {
      assert.match(file, /\/tagtrail-\d{14}-\d{5}\.warc\.gz$/);
      assert.equal(faultOfFile(file), null);
    }
    assert.equal(ofType("warcinfo").length, files.length);
  });

  it("has digests that hold, and ids of its own for each record", () => {
    assert.deepEqual(faultsOfRecords(records), []);
  });

  it("has a request and an answer for each request that the server saw", () => {
    const seen = site.requests().map(({ method, url, status }) => `${method} ${url} ${status}`).sort();
    const answers = records.filter(({ type }) => type === "response" || type === "revisit");
    const methods = new Map(ofType("request").map((record) => [record.header("WARC-Concurrent-To"), record.block.toString().split(" ")[0]]));
    const archived = answers.map((record) => {
      const { pathname, search } = new URL(record.url);
      const status = record.block.toString("latin1").split(" ")[1];
      return `${methods.get(record.header("WARC-Record-ID"))} ${pathname}${search} ${status.trim()}`;
    });
    assert.deepEqual(archived.sort(), seen);
    assert.equal(ofType("metadata").length, answers.length);
  });

  it("lists every record in job.db, where it is", () => {
    const rows = rowsOf(job, "SELECT * FROM archive ORDER BY id");
    assert.deepEqual(rows.map(({ record }) => `<${record}>`), records.map((record) => record.header("WARC-Record-ID")));
    const bytes = new Map(files.map((file) => [file.split("/").at(-1), readFileSync(file)]));
    for (const row of rows) assert.ok(unpack(bytes.get(row.file), row).includes(`<${row.record}>`));
    const [{ unknown }] = rowsOf(job, "SELECT count(*) AS unknown FROM archive WHERE n IS NULL"
      + " AND type <> 'warcinfo' AND url NOT LIKE '%/robots.txt'");
    assert.equal(unknown, 0);
  });

  it("has every file whole, equal ones once", () => {
    const resources = addressesOf(manifestOf(job));
    const bodies = new Map(ofType("response").map((record) => [record.url, record]));
    const again = new Map(ofType("revisit").map((record) => [record.url, record]));
    for (const { sources: [{ path: url }], hash } of resources) {
      const record = bodies.get(url) ?? again.get(url);
      assert.equal(record?.header("WARC-Payload-Digest"), hash, url);
    }
    assert.ok(again.size > 0, "the site has equal files");
    for (const record of again.values()) {
      assert.equal(record.header("WARC-Profile"), "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
      const original = bodies.get(record.header("WARC-Refers-To-Target-URI"));
      assert.equal(original?.header("WARC-Date"), record.header("WARC-Refers-To-Date"));
      assert.equal(original.header("WARC-Record-ID"), record.header("WARC-Refers-To"));
    }
  });

  it("says of each answer why it was asked for", () => {
    const { sources: [{ path: url }], tagtrail } = manifestOf(job).resources[0];
    const about = ofType("metadata").find((record) => record.url === url).block.toString();
    assert.match(about, /^decision: \S/m);
    assert.match(about, /^fetchTimeMs: \d+$/m);
    assert.match(about, /^hopsFromSeed: L+$/m);
    assert.ok(about.includes(`via: ${tagtrail.page}\r\n`), about);
    assert.ok(about.includes(`tagPath: ${tagtrail.tagPath}\r\n`), about);
  });

  it("holds no cookies", () => {
    for (const { block, url } of records) assert.doesNotMatch(block.toString("latin1").split("\r\n\r\n")[0], SECRETS, url);
  });

  it("is replayed: the same files are found in its WARC files", () => {
    const targets = replayed(files, "warcs.replica");
    const resources = addressesOf(manifestOf(job));
    assert.deepEqual(targets, { reachable: resources.length, found: resources.length });
  });

  it("becomes one WARC file", async () => {
    const file = join(folder.path, "all.warc.gz");
    assert.equal(runToEnd(["export", job, "--format", "warc", "-o", file]).trim(), file);
    const all = await recordsOf(file);
    assert.deepEqual(all.map((record) => record.header("WARC-Record-ID")), records.map((record) => record.header("WARC-Record-ID")));
  });

  describe("as WACZ", () => {
    const dir = join(folder.path, "wacz");
    const text = (name) => readFileSync(join(dir, name), "utf8");

    before(() => {
      runToEnd(["export", job, "--format", "wacz", "-o", wacz]);
      mkdirSync(dir);
      execFileSync("unzip", ["-q", wacz, "-d", dir]);
    });

    it("stores its entries, and has digests of all", () => {
      const listed = execFileSync("unzip", ["-v", wacz], { encoding: "utf8" });
      assert.doesNotMatch(listed, /Defl/);
      const packaged = JSON.parse(text("datapackage.json"));
      assert.equal(packaged.profile, "data-package");
      assert.equal(packaged.wacz_version, "1.1.1");
      assert.equal(packaged.mainPageUrl, site.url);
      assert.equal(packaged.resources.length, files.length + 2);
      for (const { path, hash, bytes } of packaged.resources) {
        const content = readFileSync(join(dir, path));
        assert.equal(content.length, bytes, path);
        assert.equal(sha256(content), hash, path);
      }
      assert.deepEqual(JSON.parse(text("datapackage-digest.json")),
        { path: "datapackage.json", hash: sha256(readFileSync(join(dir, "datapackage.json"))) });
    });

    it("has a sorted index that leads to each capture", () => {
      const lines = text("indexes/index.cdxj").trimEnd().split("\n");
      assert.deepEqual(lines, lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      const warcs = new Map(files.map((file) => [file.split("/").at(-1), readFileSync(file)]));
      for (const line of lines) {
        const [, key, timestamp, json] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line);
        const entry = JSON.parse(json);
        assert.equal(key, getSurt(entry.url));
        const record = unpack(warcs.get(entry.filename), entry);
        assert.ok(record.includes(`WARC-Target-URI: ${entry.url}\r\n`), entry.url);
        assert.equal(/^WARC-Date: (.*)$/m.exec(record)[1].replace(/\D/g, "").slice(0, 14), timestamp);
        assert.match(record, /^WARC-Type: (response|revisit)\r$/m);
      }
      const heads = site.requests().filter(({ method }) => method === "HEAD").length;
      assert.equal(lines.length, site.requests().length - heads);
    });

    it("lists its pages with their titles", () => {
      const [header, ...pages] = text("pages/pages.jsonl").trim().split("\n").map((line) => JSON.parse(line));
      assert.equal(header.format, "json-pages-1.0");
      assert.equal(pages.filter(({ seed }) => seed).length, 1);
      for (const { url, title, ts } of pages) {
        assert.ok(title.length > 0, url);
        assert.ok(records.some((record) => record.url === url && record.header("WARC-Date") === ts), url);
      }
    });

    it("is replayed: the same files are found", () => {
      const resources = addressesOf(manifestOf(job));
      assert.deepEqual(replayed([wacz], "wacz.replica"), { reachable: resources.length, found: resources.length });
    });
  });
});
