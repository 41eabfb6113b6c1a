// What a job leaves is its owner's alone, whatever the umask; what he names to be written goes by it.
import assert from "node:assert/strict";
import { lstatSync, mkdirSync, readdirSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, run } from "./support/program.mjs";
import { Site, body } from "./support/site.mjs";

const everything = ["--browser", "never", "--delay", "0", "--allow-private", "--sitemaps", "off"];
/** The umask that opens all, for the program alone. */
const open = { wrapper: ["sh", "-c", 'umask 0; exec "$@"', "sh"] };

const modeOf = (path) => lstatSync(path).mode & 0o7777;

/** What others may use of a folder and all that is in it, itself included. */
function openToOthers(path) {
  const folder = lstatSync(path).isDirectory();
  const wrong = modeOf(path) === (folder ? 0o700 : 0o600) ? [] : [`${path} ${modeOf(path).toString(8)}`];
  return folder ? wrong.concat(readdirSync(path).flatMap((name) => openToOthers(join(path, name)))) : wrong;
}

describe("a job's folder", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = new Site({
    "/": "<ul><li><a href='/a.csv'>a</a><li><a href='/b.csv'>b</a><li><a href='/big.csv'>big</a></ul>",
    "/a.csv": body("text/csv", "a,b\n"),
    "/b.csv": body("text/csv", "a,b\n"),
    "/big.csv": body("text/csv", "x".repeat(11_000_000), { etag: '"1"' }),
  });
  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });
  const harvest = (job, ...more) => run(["harvest", `${site.base}/`, "--out", job, ...everything, ...more], open);

  // Everybody on the machine could read what was harvested with a login.
  it("is private, with all that is in it", async () => {
    const job = join(folder.path, "deep/job");
    const ended = await harvest(job, "--archive", "warc", "--stats", join(job, "stats.json"), "--name", "{host}/{name}");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(readdirSync(job).filter((name) => !name.startsWith(".")),
      ["archive", "crawl.log", "datapackage.json", "files", "index.html", "job.db", "recipe.json", "search.sqlite", "stats.json"]);
    assert.deepEqual(openToOthers(join(folder.path, "deep")), []);
    for (const [name, format] of [["rows.csv", "csv"], ["all.wacz", "wacz"]]) {
      const file = join(folder.path, name);
      assert.equal((await run(["export", job, "--format", format, "-o", file], open)).code, 0);
      assert.equal(modeOf(file), 0o666);
    }
    assert.equal((await run(["export", job, "--format", "datapackage", "-o", join(job, "datapackage.json")], open)).code, 0);
    assert.deepEqual(openToOthers(job), []);
  });

  it("keeps the modes that its owner has given it", async () => {
    const job = join(folder.path, "shared");
    mkdirSync(job);
    chmodSync(job, 0o750);
    assert.equal((await harvest(job, "--max-requests", "2")).code, 4);
    for (const name of ["crawl.log", "datapackage.json", "index.html", "job.db"]) chmodSync(join(job, name), 0o640);
    chmodSync(join(job, "files"), 0o750);
    assert.equal((await harvest(job, "--max-requests", "50")).code, 0);
    assert.equal(modeOf(job), 0o750);
    for (const name of ["crawl.log", "datapackage.json", "index.html", "job.db"]) assert.equal(modeOf(join(job, name)), 0o640, name);
    assert.equal(modeOf(join(job, "files")), 0o750);
    assert.ok(readdirSync(join(job, "files")).every((name) => modeOf(join(job, "files", name)) === 0o600));
  });

  it("is private in a batch, too", async () => {
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, `${site.base}/\n`);
    const out = join(folder.path, "portals");
    const ended = await run(["batch", list, "--out", out, ...everything], open);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(openToOthers(out), []);
  });
});
