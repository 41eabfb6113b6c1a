// A disk that is full, and one that can't be written: the run ends, what was stored is whole, and the same command
// goes on.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

  it("of locks is said to be one, and serves again once old locks can go", async () => {
    const runtime = join(folder.path, "runtime");
    mkdirSync(runtime);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=10m,nr_inodes=40,mode=700", "none", runtime]);
    const harvest = (job) => run(["harvest", site.url, "--out", join(folder.path, job), "--browser", "never", "--delay", "0",
      "--allow-private", "--max-requests", "5"], { env: { XDG_RUNTIME_DIR: runtime } });
    const looked = async () => JSON.parse((await run(["doctor", "--json"], { env: { XDG_RUNTIME_DIR: runtime } })).stdout)
      .findings.find(({ what }) => what === "locks of hosts");
    try {
      // As harvests leave them: of hosts that were asked long ago, and of some that have a long pause.
      const locks = join(runtime, "tagtrail");
      mkdirSync(locks, { mode: 0o700 });
      const leave = (text) => {
        for (let n = 0; ; ++n) {
          try {
            writeFileSync(join(locks, `host-${String(n).padStart(32, "0")}`), text.padEnd(64));
          } catch (error) {
            if (error.code === "ENOSPC") return n;
            throw error;
          }
        }
      };
      assert.ok(leave("1000 0 1000\n") > 20);
      const served = await harvest("served");
      assert.equal(served.code, 4, served.stderr);
      assert.ok(readdirSync(locks).length < 5);

      for (const name of readdirSync(locks)) rmSync(join(locks, name));
      leave(`${Date.now()} 0 86400000\n`);
      const full = await harvest("full");
      assert.equal(full.code, 7, full.stderr);
      assert.match(full.stderr, /cannot use .*host-.*: No space left on device; .* has the locks of hosts: make room there/);
      const { status, detail, remedy } = await looked();
      assert.equal(status, "missing");
      assert.match(detail, /files, room for 0 more/);
      assert.match(remedy, /XDG_RUNTIME_DIR/);
      execFileSync("mount", ["-o", "remount,nr_inodes=100000,size=500m", runtime]);
      assert.equal((await looked()).status, "ok");
      assert.equal((await harvest("full")).code, 4);
    } finally {
      execFileSync("umount", ["-l", runtime]);
    }
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
