// Job folders of earlier versions (tests/data/jobs/): this one reads them, continues them to the same end, and
// loses nothing that was in them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { KeptSite } from "../sites/kept/site.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, root, run, runToEnd } from "./support/program.mjs";

const kept = join(root, "tests/data/jobs");
const versions = readdirSync(kept, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
/** Of these a version may write what is there anew: what is looked up, and what only saves time. */
const REWRITTEN = ["config", "digest", "left_out", "look", "placing", "snapshot", "snapshot_part"];
/** Columns that say what is newest. */
const NEWEST = { url: ["n"], validator: ["etag", "last_modified"], target: ["path", "path_key", "mime", "bytes", "sha256", "fetched_at"] };

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
const select = (job, sql) => JSON.parse(execFileSync("sqlite3", ["-readonly", "-json", join(job, "job.db"), sql],
  { encoding: "utf8", maxBuffer: 1 << 26 }) || "[]");

/** All rows as text, by table, without columns that may change. */
function rowsOf(job) {
  const tables = select(job, "SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name);
  return new Map(tables.filter((name) => !REWRITTEN.includes(name)).map((name) => {
    const columns = select(job, `SELECT name FROM pragma_table_info('${name}')`).map((column) => column.name)
      .filter((column) => !(NEWEST[name] ?? []).includes(column));
    const rows = select(job, `SELECT ${columns.map((column) => `hex(${column}) AS ${column}`).join()} FROM ${name}`);
    return [name, { columns, rows }];
  }));
}

/** Digests of the files, and of earlier contents. */
function contentsOf(job) {
  return readdirSync(join(job, "files"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => digest(readFileSync(join(entry.parentPath, entry.name)))).sort();
}

function assertNothingLost(job, before) {
  const after = rowsOf(job);
  for (const [name, { columns, rows }] of before.rows) {
    const texts = (all) => all.map((row) => columns.map((column) => row[column]).join(" "));
    const there = new Set(texts(after.get(name)?.rows ?? []));
    assert.deepEqual(texts(rows).filter((row) => !there.has(row)), [], `rows of ${name}`);
  }
  const left = contentsOf(job);
  for (const one of before.contents) assert.ok(left.includes(one), "contents that were there");
}

/** URL -> contents, as the manifest lists them. */
function filesOf(job) {
  return new Map(addressesOf(manifestOf(job)).map(({ path, sources }) => [sources[0].path, readFileSync(join(job, path), "utf8")]).sort());
}
const sorted = (map) => new Map([...map].sort());

it("every released version has job folders", () => {
  const released = [...readFileSync(join(root, "CHANGELOG.md"), "utf8").matchAll(/^## \[(\d[^\]]*)\]/gm)].map((match) => match[1]);
  assert.deepEqual(released.filter((version) => !versions.includes(version)), []);
  assert.ok(versions.length > 0);
});

for (const version of versions) {
  describe(`job folders of ${version}`, { skip: notBuilt }, () => {
    const folder = temporaryFolder();
    let site;
    let count = 0;

    beforeEach(() => {
      site = new KeptSite();
      return site.start();
    });
    afterEach(() => site.stop());
    after(() => folder.remove());

    /** A copy of a kept job: `{ job, before }`. */
    function unpacked(name) {
      const place = join(folder.path, String(++count));
      mkdirSync(place);
      execFileSync("tar", ["-I", "zstd", "-x", "-C", place, "-f", join(kept, version, `${name}.tar.zst`)]);
      const job = join(place, name);
      return { job, before: { rows: rowsOf(job), contents: contentsOf(job) } };
    }
    const harvest = (job, ...more) => run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0",
      "--proxy", site.proxy.address, "--json", ...more]);
    async function assertEnds(job, ended, files) {
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(filesOf(job), sorted(files));
      assert.equal((await run(["verify", job])).code, 0);
    }

    for (const name of ["finished", "interrupted"]) {
      it(`${name}: is read by all that read jobs, and stays as it was`, () => {
        const { job, before } = unpacked(name);
        const urls = select(job, "SELECT url FROM target").map(({ url }) => url).sort();
        assert.ok(urls.length >= 4);
        assert.match(runToEnd(["verify", job]), /: whole$/m);
        const lines = (...args) => runToEnd([...args]).trim().split("\n");
        assert.deepEqual(lines("export", job, "--format", "jsonl").map((line) => JSON.parse(line).url).sort(), urls);
        assert.equal(lines("export", job, "--format", "csv").length, urls.length + 1);
        const listed = addressesOf(JSON.parse(runToEnd(["export", job, "--format", "datapackage"])));
        assert.deepEqual(listed.map(({ sources }) => sources[0].path).sort(), urls);
        assert.match(runToEnd(["hosts", job]), /portal\.example/);
        assert.match(runToEnd(["politeness", job]), /portal\.example/);
        assert.match(runToEnd(["acts", job]), name === "finished" ? /records\/delete\?id=3/ : /./);
        assert.equal(lines("names", job, "--name", "{host}/{name}", "--json").length, urls.length);
        assertNothingLost(job, before);
        assert.deepEqual(rowsOf(job), before.rows);
      });
    }

    it("the interrupted one is continued to the end, and asks for nothing twice", async () => {
      const { job, before } = unpacked("interrupted");
      const had = select(job, "SELECT url FROM response WHERE error = 'none'").map(({ url }) => new URL(url).pathname);
      assert.ok(had.length > 8 && had.length < 20, `${had.length} answers`);
      const ended = await harvest(job);
      await assertEnds(job, ended, site.files({ news: true }));
      assertNothingLost(job, before);
      // Each run asks for robots.txt anew.
      assert.deepEqual(site.hits.filter((path) => had.includes(path) && path !== "/robots.txt"), []);
    });

    it("one of a version to come is refused, and left as it is", async () => {
      const { job } = unpacked("finished");
      execFileSync("sqlite3", [join(job, "job.db"), "PRAGMA user_version = 1000"]);
      const bytes = readFileSync(join(job, "job.db"));
      for (const ended of [await harvest(job), await run(["export", job, "--format", "csv"])]) {
        assert.equal(ended.code, 3);
        assert.match(ended.stderr, /newer|1000/);
      }
      assert.deepEqual(readFileSync(join(job, "job.db")), bytes);
    });

    it("the finished one has ended, and finds out what is new, changed and vanished", async () => {
      const { job, before } = unpacked("finished");
      site.state = 1;
      assert.equal((await harvest(job)).code, 0);
      assert.deepEqual(site.hits.filter((path) => path !== "/robots.txt"), []);
      const earlier = site.files({ news: false });
      site.state = 2;
      const now = site.files({ news: false });
      const ended = await harvest(job, "--revisit");
      assert.equal(ended.code, 0, ended.stderr);
      const { revisit } = manifestOf(job).tagtrail;
      assert.deepEqual(revisit.new, [...now.keys()].filter((url) => !earlier.has(url)));
      assert.deepEqual(revisit.changed, [...now.keys()].filter((url) => earlier.has(url) && earlier.get(url) !== now.get(url)));
      assert.deepEqual(revisit.vanished, [...earlier.keys()].filter((url) => !now.has(url)));
      for (const [url, text] of now) assert.equal(filesOf(job).get(url), text);
      assertNothingLost(job, before);
      // The word that was given when it began still holds: news are not read.
      assert.ok(!site.hits.some((path) => path.startsWith("/news/")), site.hits.join(" "));
      assert.equal((await run(["verify", job])).code, 0);
    });
  });
}
