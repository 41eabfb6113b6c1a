// An archiving harvest that is killed at random instants, and one on a disk that fills up: every
// *.warc.gz is valid at each instant, and in the end each answer is archived once.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, notBuilt, run, start, startDemoSite, until } from "../e2e/support/program.mjs";
import { archiveOf, faultOfFile, faultsOfRecords, recordsOf, rowsOf } from "../e2e/support/warcs.mjs";

const KILLS = 30;
const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32: the same numbers for the same seed. */
function randomOf(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const closed = (job) => archiveOf(job).filter((name) => !name.endsWith(".open")).map((name) => join(job, "archive", name));
const faultsOfClosed = (job) => closed(job).map(faultOfFile).filter((fault) => fault !== null);

/** Of a job that has ended; `requests`: what the server saw of it. */
async function assertArchived(job, requests) {
  assert.deepEqual(archiveOf(job).filter((name) => !name.endsWith(".warc.gz")), []);
  assert.deepEqual(faultsOfClosed(job), []);
  const records = (await Promise.all(closed(job).map(recordsOf))).flat();
  assert.deepEqual(faultsOfRecords(records), []);
  const rows = rowsOf(job, "SELECT record FROM archive ORDER BY file, offset");
  assert.deepEqual(records.map((record) => record.header("WARC-Record-ID")), rows.map(({ record }) => `<${record}>`));
  const bare = rowsOf(job, "SELECT n, url FROM response WHERE error = 'none' AND n NOT IN"
    + " (SELECT n FROM archive WHERE n IS NOT NULL AND type IN ('response', 'revisit'))");
  assert.deepEqual(bare.filter(({ url }) => !url.endsWith("/robots.txt")), []);
  // What the server answered again, because the response was not committed, may be there again, too.
  const answered = new Map();
  for (const { url } of requests) answered.set(url, (answered.get(url) ?? 0) + 1);
  for (const { url, times } of rowsOf(job, "SELECT url, count(*) AS times FROM archive"
    + " WHERE type IN ('response', 'revisit') GROUP BY url")) {
    const { pathname, search } = new URL(url);
    const most = answered.get(pathname + search) ?? 0;
    assert.ok(times <= most, `${url} was answered ${most} times, and is archived ${times} times`);
  }
}

describe("an archiving harvest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = {};
  const disk = join(folder.path, "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1500k", "none", disk]).status === 0;

  before(async () => Object.assign(site, await startDemoSite(join(folder.path, "site.log"))));
  after(async () => {
    await site.stop();
    if (mounted) execFileSync("umount", ["-l", disk]);
    folder.remove();
  });

  const command = (job) => ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
    "--archive", "warc", "--archive-file-size", "300kB", "--connections", "4"];

  it(`is killed ${KILLS} times (TAGTRAIL_TEST_SEED=${seed})`, async (test) => {
    const random = randomOf(seed);
    const job = join(folder.path, "killed");
    const first = site.requests().length;
    let kills = 0;
    for (let begun = 0; begun < KILLS; begun++) {
      const from = site.requests().length;
      const harvest = start(command(job));
      let over = false;
      void harvest.ended.then(() => (over = true));
      // Some come before the first request: while the job is opened.
      if (random() < 0.2) {
        await new Promise((wake) => setTimeout(wake, random() * 60));
      } else {
        const wanted = from + 1 + Math.floor(random() * 18);
        await until(() => over || site.requests().length >= wanted, undefined, 2);
        await new Promise((wake) => setTimeout(wake, random() * 15));
      }
      harvest.child.kill("SIGKILL");
      const { signal } = await harvest.ended;
      if (signal === "SIGKILL") kills++;
      assert.deepEqual(faultsOfClosed(job), [], `after kill ${kills}`);
      if (over && signal !== "SIGKILL") break;
    }
    test.diagnostic(`${kills} kills`);
    assert.ok(kills >= KILLS / 2, `only ${kills} kills`);
    const last = await run(command(job));
    assert.equal(last.code, 0, last.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    await assertArchived(job, site.requests().slice(first));
  });

  it("ends with 7 on a full disk, and goes on when there is space", {
    skip: !mounted && "mounting a small file system needs root",
  }, async () => {
    const job = join(disk, "job");
    const first = site.requests().length;
    const full = await run(command(job));
    assert.equal(full.code, 7, full.stderr);
    assert.deepEqual(faultsOfClosed(job), []);
    execFileSync("mount", ["-o", "remount,size=100m", disk]);
    const whole = await run(command(job));
    assert.equal(whole.code, 0, whole.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    await assertArchived(job, site.requests().slice(first));
  });
});
