// A clock that is set while a job runs: nothing that the job decides depends on the time of day.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { Clock, clockShim, noClock } from "../e2e/support/clock.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, run, startDemoSite } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

describe("a clock that jumps by months", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it("changes neither what is found nor in which order, also of a run that goes on", async (t) => {
    const site = await startDemoSite(join(folder.path, "site.log"));
    t.after(() => site.stop());
    const harvest = (name) => ["harvest", site.url, "--out", join(folder.path, name), "--browser", "never", "--delay", "0",
      "--allow-private"];
    const jumping = { env: { LD_PRELOAD: clockShim, TAGTRAIL_CLOCK_JUMPS: "1" } };
    const limited = await run([...harvest("jumps"), "--max-requests", "150", "--max-time", "1h"], jumping);
    assert.equal(limited.code, 4, limited.stderr);
    assert.match(limited.stdout + limited.stderr, /stopped at the request limit/);
    const ended = await run(harvest("jumps"), jumping);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(faultsOf(join(folder.path, "jumps"), "plain"), []);
    const steady = await run(harvest("steady"));
    assert.equal(steady.code, 0, steady.stderr);
    const urls = (name) => addressesOf(manifestOf(join(folder.path, name))).map(({ sources }) => sources[0].path);
    assert.deepEqual(urls("jumps"), urls("steady"));
    // The times that are written down show that the clock did jump.
    const times = manifestOf(join(folder.path, "jumps")).resources.map(({ tagtrail }) => Date.parse(tagtrail.fetchedAt));
    assert.ok(times.some((time, i) => i > 0 && time < times[i - 1]));
  });
});

describe("a clock that tests move on", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const PAUSE_MS = 60_000;

  it("leaps over pauses, and not while an answer is owed", async (t) => {
    const clock = new Clock(folder.path);
    clock.run();
    const begun = [];
    const slowly = (request, response) => {
      begun.push(clock.ahead);
      // As long as it takes for many looks at the clock.
      setTimeout(() => {
        assert.equal(clock.ahead, begun.at(-1));
        body("text/csv", `path\n${request.url}\n`)(request, response);
      }, 30);
    };
    const site = new Site({ "/": '<p><a href="/a.csv">a</a><p><a href="/b.csv">b</a>', "/a.csv": slowly, "/b.csv": slowly });
    await site.start();
    t.after(() => site.stop());
    const { code, stderr } = await run(["harvest", `${site.base}/`, "--out", join(folder.path, "leaps"), "--browser", "never",
      "--allow-private", "--sitemaps", "off", "--delay", `${PAUSE_MS}ms`], { env: clock.env });
    assert.equal(code, 0, stderr);
    // What was not leaped over was waited for.
    assert.ok(begun[1] - begun[0] > PAUSE_MS / 2, `${begun}`);
  });
});
