// A job in the formats of others: while it runs, after it, and when it was not archived.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, run, runToEnd, start, startDemoSite, until } from "./support/program.mjs";
import { archiveOf, faultOfFile, faultsOfRecords, recordsOf } from "./support/warcs.mjs";

/** Rows of CSV by RFC 4180. */
function csvRows(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === "" && end === "" && rows.at(-1).length === 0) break;
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

describe("tagtrail export", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  let site;
  const harvest = (dir, delay, ...more) => ["harvest", site.url, "--out", dir, "--browser", "never", "--delay", delay,
    "--allow-private", ...more];

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
    const ended = await run(harvest(job, "0"));
    assert.equal(ended.code, 0, ended.stderr);
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  it("gives a row for each address of the manifest", () => {
    const resources = addressesOf(manifestOf(job));
    const [names, ...rows] = csvRows(runToEnd(["export", job, "--format", "csv"]));
    const lines = runToEnd(["export", job, "--format", "jsonl"]).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(names, Object.keys(lines[0]));
    const facts = resources.map(({ sources, path, bytes, hash }) => [sources[0].path, path, bytes, hash.slice(7)]).sort();
    assert.deepEqual(lines.map((line) => [line.url, line.path, line.bytes, line.sha256]).sort(), facts);
    const at = (row, name) => row[names.indexOf(name)];
    assert.deepEqual(rows.map((row) => [at(row, "url"), at(row, "path"), Number(at(row, "bytes")), at(row, "sha256")]).sort(), facts);
    for (const { sources, tagtrail } of manifestOf(job).resources) {
      const line = lines.find(({ url }) => url === sources[0].path);
      assert.deepEqual([line.page, line.tagPath], [tagtrail.page, tagtrail.tagPath]);
      const row = rows.find((one) => at(one, "url") === sources[0].path);
      assert.deepEqual([at(row, "page"), at(row, "tagPath")], [tagtrail.page, tagtrail.tagPath]);
    }
  });

  it("gives the manifest that the job wrote", () => {
    assert.deepEqual(JSON.parse(runToEnd(["export", job, "--format", "datapackage"])), manifestOf(job));
  });

  // The database and the files were replaced by what was exported, and the job was gone.
  it("writes over nothing that is the job's own, but its manifest", async () => {
    const database = readFileSync(join(job, "job.db"));
    const { path } = manifestOf(job).resources[0];
    for (const own of ["job.db", path, "files/new.csv", "crawl.log", "datapackage.json", ".lock"]) {
      const ended = await run(["export", job, "--format", "csv", "-o", join(job, own)]);
      assert.equal(ended.code, 2, own);
      assert.match(ended.stderr, /is the job's own .*: name another file/);
    }
    for (const taken of [["import", job, "-o"], ["report", job, "-o"], [...harvest(job, "0"), "--stats"]]) {
      const ended = await run([...taken, join(job, "job.db")]);
      assert.equal(ended.code, 2, taken[0]);
    }
    assert.deepEqual(readFileSync(join(job, "job.db")), database);
    const manifest = readFileSync(join(job, "datapackage.json"));
    runToEnd(["export", job, "--format", "datapackage", "-o", join(job, "datapackage.json")]);
    assert.deepEqual(readFileSync(join(job, "datapackage.json")), manifest);
    runToEnd(["verify", job]);
  });

  it("makes an archive of the files of a job that kept none, and says so", async () => {
    const file = join(folder.path, "files.warc.gz");
    const ended = await run(["export", job, "--format", "warc", "-o", file]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /was not archived/);
    const records = await recordsOf(file);
    assert.deepEqual(faultsOfRecords(records), []);
    const resources = addressesOf(manifestOf(job));
    const made = records.filter(({ type }) => type === "resource");
    assert.deepEqual(made.map((record) => [record.url, record.header("WARC-Payload-Digest")]).sort(),
      resources.map(({ sources, hash }) => [sources[0].path, hash]).sort());
    const wacz = join(folder.path, "files.wacz");
    assert.equal((await run(["export", job, "--format", "wacz", "-o", wacz])).code, 0);
    const entry = execFileSync("unzip", ["-p", wacz, "archive/job.warc.gz"], { maxBuffer: 1 << 28 });
    writeFileSync(join(folder.path, "entry.warc.gz"), entry);
    assert.equal((await recordsOf(join(folder.path, "entry.warc.gz"))).length, records.length);
    const index = execFileSync("unzip", ["-p", wacz, "indexes/index.cdxj"], { encoding: "utf8" });
    assert.equal(index.trim().split("\n").length, resources.length);
  });

  it("leaves out a file that was changed, and says which", async () => {
    const file = join(folder.path, "changed.warc.gz");
    const copy = join(folder.path, "copy");
    execFileSync("cp", ["-r", job, copy]);
    const [{ path }] = manifestOf(copy).resources;
    writeFileSync(join(copy, path), "something else");
    const ended = await run(["export", copy, "--format", "warc", "-o", file]);
    assert.equal(ended.code, 0);
    assert.ok(ended.stderr.includes(`${path} was changed`), ended.stderr);
    const resources = (await recordsOf(file)).filter(({ type }) => type === "resource");
    assert.equal(resources.length, addressesOf(manifestOf(copy)).length - 1);
  });

  it("works while the job runs", async () => {
    const running = join(folder.path, "running");
    const begun = site.requests().length;
    const harvesting = start(harvest(running, "50ms", "--archive", "warc"));
    await until(() => site.requests().length > begun + 40, harvesting.ended);
    const lines = runToEnd(["export", running, "--format", "jsonl"]).trim().split("\n");
    assert.ok(lines.length > 1);
    assert.ok(JSON.parse(runToEnd(["export", running, "--format", "datapackage"])).resources.length > 1);
    const file = join(folder.path, "running.warc.gz");
    runToEnd(["export", running, "--format", "warc", "-o", file]);
    assert.equal(faultOfFile(file), null);
    assert.deepEqual(faultsOfRecords(await recordsOf(file)), []);
    assert.ok(archiveOf(running).some((name) => name.endsWith(".open")), "it still runs");
    harvesting.child.kill("SIGINT");
    assert.equal((await harvesting.ended).code, 5);
    assert.ok(archiveOf(running).every((name) => name.endsWith(".warc.gz")));
  });

  it("refuses what is no job, and an unknown format", async () => {
    assert.equal((await run(["export", folder.path, "--format", "csv"])).code, 3);
    assert.equal((await run(["export", job, "--format", "xml"])).code, 2);
  });
});
