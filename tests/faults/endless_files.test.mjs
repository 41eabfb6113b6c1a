// One file without an end, or that comes by drops, costs neither the other files nor the job: it is set aside, and
// asked for again when all else is done, in this run or a later one.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { Clock, noClock } from "../e2e/support/clock.mjs";
import { manifestOf, notBuilt, run, runToEnd, start, until } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const folder = temporaryFolder();
const disk = join(folder.path, "disk");
mkdirSync(disk);
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=128m", "none", disk]).status === 0;
after(() => {
  if (mounted) spawnSync("umount", ["-l", disk]);
  folder.remove();
});

const FILES = Array.from({ length: 20 }, (_, i) => `/f${i}.csv`);
const filesOf = (job) => (existsSync(join(job, "files")) ? readdirSync(join(job, "files")).length : 0);

/** As fast as they are taken. */
function endless(_request, response) {
  const piece = randomBytes(65536);
  response.writeHead(200, { "content-type": "text/csv" });
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
}

/** 2 KiB each second. */
function drip(_request, response) {
  response.writeHead(200, { "content-type": "text/csv" });
  const drops = setInterval(() => response.write("1,2\n".repeat(512)), 1000);
  response.on("close", () => clearInterval(drops));
}

describe("a file without an end", { skip: notBuilt || noClock }, () => {
  const clock = new Clock(folder.path);
  let site;
  let live;
  const begin = (path, more = []) => ["harvest", `${site.base}/`, "--out", path, "--browser", "never", "--delay", "0",
    "--allow-private", "--quiet", "--sitemaps", "off", ...more];
  beforeEach(async () => {
    clock.stop();
    live = endless;
    site = new Site({
      "/": ["/live.csv", ...FILES].map((path) => `<p><a href="${path}">data</a>`).join(""),
      "/live.csv": (...call) => live(...call),
      ...Object.fromEntries(FILES.map((path) => [path, body("text/csv", `a,b\n1,${path}\n`)])),
    });
    await site.start();
  });
  afterEach(() => site.stop());

  // Each resume met it first, filled the disk again, and ended.
  it("that fills the disk comes last", { skip: !mounted && "mounting a small file system needs root" }, async () => {
    const job = join(disk, "job");
    const full = await run(begin(job));
    assert.equal(full.code, 7, full.stderr);
    assert.match(full.stderr, /live\.csv/);
    assert.equal(filesOf(job), FILES.length);
    site.hits.length = 0;
    const again = await run(begin(job));
    assert.equal(again.code, 7, again.stderr);
    assert.ok(!site.hits.some((path) => FILES.includes(path)), site.hits.join(" "));
    live = body("text/csv", "a,b\n3,4\n");
    const whole = await run(begin(job));
    assert.equal(whole.code, 0, whole.stderr);
    assert.equal(manifestOf(job).resources.length, FILES.length + 1);
    runToEnd(["verify", job]);
  });

  // The limit was looked at between answers only. What comes in one turn of the loop, some MB on loopback, is
  // spent before it is judged.
  it("ends at --max-bytes, and the others have their share", async () => {
    const job = join(folder.path, "bytes");
    const end = await run(begin(job, ["--max-bytes", "100MB"]));
    assert.equal(end.code, 4, end.stderr);
    assert.equal(filesOf(job), FILES.length);
  });

  it("ends at --max-time", async () => {
    const { ended } = start(begin(join(folder.path, "time"), ["--max-time", "1h"]), { env: clock.env });
    await until(() => site.hits.includes("/live.csv"), ended);
    clock.move(3_600_000);
    const { code, stderr } = await ended;
    assert.equal(code, 4, stderr);
  });

  // It held up all others for five minutes, four times.
  it("that comes by drops makes way for the others", async () => {
    live = drip;
    const job = join(folder.path, "drip");
    const { child, ended } = start(begin(job), { env: clock.env });
    clock.run();
    await until(() => filesOf(job) >= FILES.length, ended);
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    assert.equal(code, 5, stderr);
    assert.equal(filesOf(job), FILES.length);
  });

  // Nothing was kept as a file, and counted as one.
  it("is not one without a byte", async () => {
    live = body("text/csv", "");
    const job = join(folder.path, "empty");
    const end = await run(begin(job));
    assert.equal(end.code, 0, end.stderr);
    assert.equal(manifestOf(job).resources.length, FILES.length);
    const [host] = JSON.parse(runToEnd(["hosts", job, "--json"]));
    assert.equal(host.skips.empty, 1);
  });
});
