// Processes that are killed at random instants: nothing is lost, nothing comes twice.
// lane: browser
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { addressesOf, demoList, faultsOf, longOnly, manifestOf, notBuilt, run, start, startDemoSite, until } from "../e2e/support/program.mjs";
import { AHEAD } from "./support/kill_instants.mjs";

const KILLS = 12;
// A site that answers at once is harvested before it was killed often enough.
const LATENCY_MS = 10;
const MOST_BETWEEN = 30;

/** Process numbers of everything below `pid`, itself left out. */
function descendants(pid) {
  const table = execFileSync("ps", ["-e", "-o", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n")
    .map((line) => line.trim().split(/\s+/));
  const below = (parent) => table.filter(([, ppid]) => Number(ppid) === parent)
    .flatMap(([child, , name]) => [{ pid: Number(child), name }, ...below(Number(child))]);
  return below(pid);
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

describe("kill -9", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = {};

  before(async () => Object.assign(site, await startDemoSite(join(folder.path, "site.log"), { latency: LATENCY_MS })));
  after(async () => {
    await site.stop();
    folder.remove();
  });

  /** URLs of wanted files, with how often the server sent them whole since `from`. */
  function sentSince(from) {
    const files = new Set(JSON.parse(readFileSync(demoList, "utf8")).files.map(({ url }) => url));
    const sent = new Map();
    for (const { method, url, status } of site.requests().slice(from)) {
      if (method === "GET" && status === 200 && files.has(url)) sent.set(url, (sent.get(url) ?? 0) + 1);
    }
    return sent;
  }

  /** Of a job: no resource twice, no path twice, no file that no resource has. */
  function assertWhole(job, expect, from, kills, inFlight = 1) {
    assert.deepEqual(faultsOf(job, expect), []);
    const resources = addressesOf(manifestOf(job));
    assert.equal(new Set(resources.map(({ sources }) => sources[0].path)).size, resources.length);
    const onDisk = readdirSync(join(job, "files")).sort();
    assert.deepEqual(onDisk, resources.map(({ path }) => path.replace(/^files\//, "")).sort());
    const again = [...sentSince(from).values()].reduce((sum, times) => sum + times - 1, 0);
    assert.ok(again <= kills * inFlight, `${again} files were sent again after ${kills} kills`);
  }

  /** Each kill comes after a random number of requests, and some milliseconds more. */
  async function killedAgainAndAgain(command, job, expect, inFlight = 1, most = KILLS) {
    const from = site.requests().length;
    let kills = 0;
    for (; kills < most; kills++) {
      const begun = site.requests().length;
      const harvest = start(command);
      const wanted = begun + 1 + Math.floor(Math.random() * MOST_BETWEEN);
      let over = false;
      void harvest.ended.then(() => (over = true));
      await until(() => over || site.requests().length >= wanted, undefined, 2);
      if (over) break;
      await new Promise((wake) => setTimeout(wake, Math.random() * 10));
      kill(harvest.child.pid);
      await harvest.ended;
    }
    const last = await run(command);
    assert.equal(last.code, 0, last.stderr);
    assert.ok(kills >= most - 2, `only ${kills} kills`);
    assertWhole(job, expect, from, kills, inFlight);
  }

  it("of a harvest without a browser", async () => {
    const job = join(folder.path, "plain");
    const command = ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"];
    await killedAgainAndAgain(command, job, "plain");
  });

  it("of a harvest with eight requests in flight", async () => {
    const job = join(folder.path, "eight");
    const command = ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--connections", "8",
      "--allow-private"];
    await killedAgainAndAgain(command, job, "plain", 8 * AHEAD);
  });

  const withChromium = { skip: !programs.chromium && "Chromium is not installed" };

  it("of a harvest with a browser", withChromium, async () => {
    const job = join(folder.path, "auto");
    const command = ["harvest", site.url, "--out", job, "--browser", "auto", "--delay", "0", "--allow-private"];
    await killedAgainAndAgain(command, job, "all", 1, longOnly ? KILLS / 2 : KILLS);
  });

  it("of the browser: the run goes on by itself", withChromium, async () => {
    const job = join(folder.path, "browser");
    const from = site.requests().length;
    const harvest = start(["harvest", site.url, "--out", job, "--browser", "auto", "--delay", "0", "--allow-private"]);
    for (const requests of [60, 250]) {
      await until(() => site.requests().length >= from + requests, harvest.ended);
      const browsers = descendants(harvest.child.pid).filter(({ name }) => name.startsWith("chrom"));
      assert.ok(browsers.length > 0, "a browser runs");
      kill(browsers[0].pid);
      await until(() => !existsSync(`/proc/${browsers[0].pid}`) || site.requests().length >= from + requests + 50, harvest.ended);
    }
    const ended = await harvest.ended;
    assert.equal(ended.code, 0, ended.stderr);
    assertWhole(job, "all", from, 2);
  });
});
