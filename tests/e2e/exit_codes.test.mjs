// The exit codes that scripts rely on (docs/commands.md). 7 has a test of its own (tests/faults/disk_full.test.mjs), and
// 70 would need a fault in the program.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { Clock, noClock } from "./support/clock.mjs";
import { manifestOf, notBuilt, resultOf, run as runBy, start, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

describe("exit codes", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  const clock = new Clock(folder.path);
  const run = (words, { env = {} } = {}) => runBy(words, { env: { ...clock.env, ...env } });
  let site;
  let closed;
  let dead;

  before(async () => {
    clock.run();
    const links = Array.from({ length: 20 }, (_, i) => `<a href="/${i}.csv">data</a>`).join(" ");
    site = new Site({
      "/": links, ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`/${i}.csv`, body("text/csv", `a\n${i}\n`)])),
    });
    closed = new Site({ "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /\n") });
    dead = new Site({});
    for (const one of [site, closed, dead]) await one.start();
    dead.stop();
  });
  after(() => {
    site.stop();
    closed.stop();
    folder.remove();
  });

  const never = ["--browser", "never", "--delay", "0", "--quiet"];
  const open = [...never, "--allow-private"];
  /** Name, expected code, words before `--out JOB`, a pattern of the message, environment. */
  const cases = () => [
    ["done", 0, ["harvest", `${site.base}/`, ...open], /^$/],
    ["wrong usage: an option that does not exist", 2, ["harvest", `${site.base}/`, "--nonsense"], /nonsense/],
    ["wrong usage: no URL that can be crawled", 2, ["harvest", "file:///etc/passwd"], /http/],
    ["wrong usage: a value that means nothing", 2, ["harvest", `${site.base}/`, "--max-time", "soon"], /--max-time/],
    ["wrong usage: a policy that does not exist", 2, ["harvest", `${site.base}/`, "--policy", "luck"], /luck/],
    ["could not start: nobody answers", 3, ["harvest", `${dead.base}/`, ...open], /tagtrail: /],
    ["could not start: no browser", 3, ["harvest", `${site.base}/`, "--browser", "always", "--allow-private", "--quiet"],
      /TAGTRAIL_CHROMIUM|not built/, { TAGTRAIL_CHROMIUM: "/nowhere/chromium" }],
    ["could not start: the port of the metrics is taken", 3,
      ["harvest", `${site.base}/`, ...open, "--metrics", new URL(site.base).port], /can't listen/],
    ["stopped by a limit", 4, ["harvest", `${site.base}/`, ...open, "--max-requests", "3"], /^$/],
    ["refused: robots.txt", 6, ["harvest", `${closed.base}/`, ...open], /robots\.txt/],
    ["refused: a private address", 6, ["harvest", `${site.base}/`, ...never], /--allow-private/],
  ];
  it("as the table says", async (t) => {
    for (const [index, [name, code, args, message, env = {}]] of cases().entries()) {
      await t.test(`${code}, ${name}`, async () => {
        const ended = await run([...args, "--out", join(folder.path, `job${index}`)], { env });
        assert.equal(ended.code, code, ended.stderr);
        assert.match(ended.stderr, message);
      });
    }
  });

  // Whoever reads --json got nothing at all where a harvest did not begin.
  it("--json ends with an object also where nothing began", async () => {
    const file = join(folder.path, "no-folder");
    const job = join(folder.path, "with-other-settings");
    writeFileSync(file, "");
    assert.equal((await run(["harvest", `${site.base}/`, ...open, "--out", job])).code, 0);
    for (const [code, named, out, ...more] of [
      [3, "invalid_data", file],
      [2, "invalid_argument", job, "--targets", "pdf"],
      [2, "invalid_argument", job, "--max-time", "soon"],
      [2, "invalid_argument", job, "--stats", join(job, "job.db")],
      [3, "busy", job, "--metrics", new URL(site.base).port],
    ]) {
      const ended = await run(["harvest", `${site.base}/`, ...open, "--json", "--out", out, ...more]);
      const { error, ...result } = resultOf(ended);
      assert.equal(ended.code, code, ended.stderr);
      assert.deepEqual(result, { job: out, exit: code, stopped_by: named });
      assert.equal(error.code, named);
      assert.equal(ended.stderr, `tagtrail: ${error.message}\n`);
    }
    // Nor was it said why one failed that did begin.
    const failed = await run(["harvest", `${dead.base}/`, ...open, "--json", "--out", join(folder.path, "failed")]);
    const { exit, stopped_by, targets, error } = resultOf(failed);
    assert.deepEqual({ exit, stopped_by, targets }, { exit: 3, stopped_by: error.code, targets: 0 });
    assert.equal(failed.stderr, `tagtrail: ${error.message}\n`);
  });

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) it(`5, stopped by the user: ${signal}`, async () => {
    const slow = new Site({ "/": '<a href="/slow">a link</a>', "/slow": () => undefined, "/robots.txt": body("text/plain", "") });
    await slow.start();
    try {
      const job = join(folder.path, `stopped-${signal}`);
      const { child, ended } = start(["harvest", `${slow.base}/`, ...open, "--out", job]);
      await until(() => slow.hits.includes("/slow"), ended);
      child.kill(signal);
      if (signal === "SIGHUP") {
        // A terminal that closes may say so twice, which is no impatience, and takes no more words. Either ended
        // the run at once, without its manifest.
        child.kill(signal);
        child.stderr.destroy();
      }
      const { code, stderr } = await ended;
      assert.equal(code, 5, stderr);
      if (signal !== "SIGHUP") assert.match(stderr, /the same command continues/);
      // What was open is in the account, which adds up.
      const { account: { met, otherTypes, listings, ...columns }, complete } = manifestOf(job).tagtrail;
      assert.equal(Object.values(columns).reduce((sum, one) => sum + one), met);
      assert.ok(columns.notTried > 0 && columns.pages === 1, JSON.stringify(columns));
      assert.equal(complete, false);
    } finally {
      slow.stop();
    }
  });

  it("1, some of a batch", async () => {
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, `${site.base}/\n${dead.base}/\n`);
    const ended = await run(["batch", list, "--out", join(folder.path, "batch"), ...open]);
    assert.equal(ended.code, 1, ended.stderr);
  });
});
