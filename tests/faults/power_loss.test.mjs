// The power fails at random instants of a harvest: what was committed is there, and the same command goes on.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, notBuilt, root, run, startDemoSite } from "../e2e/support/program.mjs";
import { leaveAfterPowerLoss, readRecord } from "./support/power_loss.mjs";
import { randomOf, seed } from "./support/random.mjs";

const INSTANTS = Number(process.env.TAGTRAIL_INSTANTS ?? 20);
/** An archive has three times the operations. */
const INSTANTS_OF = { none: INSTANTS, warc: Math.ceil(INSTANTS / 4) };
const RESUMED = 3;
const ALL = 1 - Number.EPSILON;
/** What survives of the unsynced: nothing, all, or names (of which is asked first) without bytes. */
const SURVIVALS = [() => () => 0, () => () => ALL, () => {
  const draws = [ALL];
  return () => draws.pop() ?? 0;
}];
const shim = join(root, "build/native/tests/librecording_shim.so");
const cannot = notBuilt || (!existsSync(shim) && "the recording shim is not built");

for (const archive of ["none", "warc"]) describe(`a power failure, archive ${archive}`, { skip: cannot }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const record = join(folder.path, "record");
  let site;
  let operations;
  const harvest = (dir) => ["harvest", site.url, "--out", dir, "--browser", "never", "--delay", "0", "--allow-private",
    "--connections", "4", "--name", "{path}/{name}", "--archive", archive];

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
    const env = { LD_PRELOAD: shim, TAGTRAIL_RECORD: record, TAGTRAIL_RECORD_DIR: job };
    const ended = await run([...harvest(job), "--max-requests", "400"], { env });
    assert.equal(ended.code, 4, ended.stderr);
    operations = readRecord(record);
  });
  after(async () => {
    await site.stop();
    folder.remove();
  });

  /** Responses of which the log told before the instant: they had been committed. */
  function toldBefore(count) {
    const log = operations.find(({ op, path }) => op === "create" && path === "crawl.log").ino;
    return operations.slice(0, count).filter(({ op, ino }) => op === "write" && ino === log)
      .reduce((lines, { data }) => lines + data.toString("latin1").split("\n").length - 1, 0);
  }

  function responsesIn(dir) {
    const sql = ["-readonly", join(dir, "job.db"), "SELECT count(*) FROM response"];
    return Number(execFileSync("sqlite3", sql, { encoding: "utf8" }));
  }

  /** Of the names and contents in a folder. */
  function digestOf(dir) {
    const digest = createHash("sha256");
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      digest.update(`${path}\0`);
      if (entry.isFile()) digest.update(readFileSync(path));
    }
    return digest.digest("hex");
  }

  it("leaves a record of everything, which gives the folder again", async () => {
    const whole = join(folder.path, "whole");
    leaveAfterPowerLoss([...operations], operations.length, whole, () => ALL);
    const { code, stdout, stderr } = await run(["verify", whole]);
    assert.equal(code, 0, stdout + stderr);
    assert.equal(responsesIn(whole), toldBefore(operations.length));
  });

  if (archive === "none") it("at each instant before there is an answer leaves a folder in which the same command begins", async (t) => {
    const begins = operations.findIndex((_, at) => toldBefore(at + 1) > 0);
    const tried = new Set();
    for (let count = 0; count <= begins; count++) {
      for (const survival of SURVIVALS) {
        const left = join(folder.path, "begun");
        leaveAfterPowerLoss(operations, count, left, survival());
        const state = digestOf(left);
        if (!tried.has(state)) {
          tried.add(state);
          const ended = await run([...harvest(left), "--max-requests", "1"]);
          assert.equal(ended.code, 4, `after ${count} operations: ${ended.stderr}`);
        }
        rmSync(left, { recursive: true });
      }
    }
    t.diagnostic(`${begins} operations, ${tried.size} different folders`);
  });

  const instants = INSTANTS_OF[archive];
  it(`at ${instants} instants costs nothing that was committed`, async (t) => {
    const groups = operations.filter(({ op }) => op === "syncfs done").length;
    t.diagnostic(`TAGTRAIL_TEST_SEED=${seed}, ${operations.length} operations, ${groups} groups of files synced together`);
    const random = randomOf(seed);
    let lost = 0;
    for (let i = 0; i < instants; i++) {
      const count = Math.floor(random() * operations.length);
      const left = join(folder.path, `left-${i}`);
      mkdirSync(left);
      leaveAfterPowerLoss(operations, count, left, random);
      const told = toldBefore(count);
      const where = `instant ${i}: after ${count} operations`;
      if (told > 0) {
        assert.ok(responsesIn(left) >= told, `${where}: ${responsesIn(left)} responses of ${told}`);
        const { code, stdout, stderr } = await run(["verify", left]);
        assert.equal(code, 0, `${where}: ${stdout}${stderr}`);
      } else {
        lost++;
      }
      if (i < RESUMED) {
        const ended = await run(harvest(left));
        assert.equal(ended.code, 0, `${where}: ${ended.stderr}`);
        assert.deepEqual(faultsOf(left, "plain"), [], where);
        const verified = await run(["verify", left]);
        assert.equal(verified.code, 0, `${where}: ${verified.stdout}${verified.stderr}`);
      }
      rmSync(left, { recursive: true });
    }
    assert.ok(lost < instants / 2, "most instants are after the first commit");
  });
});
