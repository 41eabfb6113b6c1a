// A disk that is full, and one that can't be written: the run ends, what was stored is whole, and the same command
// goes on.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, notBuilt, run, startDemoSite } from "../e2e/support/program.mjs";

const folder = temporaryFolder();
const disk = join(folder.path, "disk");
mkdirSync(disk);
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", disk]).status === 0;

describe("a full disk", { skip: notBuilt || (!mounted && "mounting a small file system needs root") }, () => {
  let site;
  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
  });
  after(async () => {
    await site.stop();
    execFileSync("umount", ["-l", disk]);
    folder.remove();
  });

  it("ends the run with 7, and the same command goes on when there is space", async () => {
    const job = join(disk, "job");
    const command = ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"];
    const full = await run(command);
    assert.equal(full.code, 7, full.stderr);
    assert.notEqual(full.stderr, "");
    const check = execFileSync("sqlite3", [join(job, "job.db"), "PRAGMA integrity_check"], { encoding: "utf8" });
    assert.equal(check.trim(), "ok");
    // Whoever wants to know what is there can't make space first: reading told them to.
    const readable = async () => {
      writeFileSync(join(disk, "rest"), "");
      assert.throws(() => {
        for (;;) appendFileSync(join(disk, "rest"), Buffer.alloc(4096));
      }, /ENOSPC/);
      const database = readFileSync(join(job, "job.db"));
      for (const [code, ...words] of [[0, "export", job, "--format", "csv", "-o", "-"], [0, "names", job, "--name", "{name}"],
        [0, "politeness", job], [0, "hosts", job], [0, "verify", job]]) {
        const ended = await run(words);
        assert.equal(ended.code, code, `${words[0]}: ${ended.stdout}${ended.stderr}`);
      }
      assert.deepEqual(readFileSync(join(job, "job.db")), database);
      rmSync(join(disk, "rest"));
    };
    await readable();
    execFileSync("mount", ["-o", "remount,size=100m", disk]);
    const whole = await run(command);
    assert.equal(whole.code, 0, whole.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
    execFileSync("mount", ["-o", "remount,size=5m", disk]);
    await readable();
    execFileSync("mount", ["-o", "remount,size=100m", disk]);
  });

  it("that can't be written ends the run at once, and goes on when it can", async () => {
    const job = join(disk, "other");
    const command = ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"];
    const remount = (how) => execFileSync("mount", ["-o", `remount,${how}`, disk]);
    remount("ro");
    const requests = site.requests().length;
    const refused = await run(command);
    remount("rw");
    assert.equal(refused.code, 3, refused.stderr);
    assert.match(refused.stderr, /[Rr]ead-only/);
    assert.equal(site.requests().length, requests, "nothing was asked of the site");
    const begun = await run([...command, "--max-requests", "100"]);
    assert.equal(begun.code, 4, begun.stderr);
    remount("ro");
    const again = await run(command);
    const verified = await run(["verify", job]);
    remount("rw");
    assert.equal(again.code, 3, again.stderr);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const whole = await run(command);
    assert.equal(whole.code, 0, whole.stderr);
    assert.deepEqual(faultsOf(job, "plain"), []);
  });
});
