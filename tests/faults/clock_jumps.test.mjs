// A clock that is set while a job runs: nothing that the job decides depends on the time of day.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { clockShim, noClock } from "../e2e/support/clock.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, run, startDemoSite } from "../e2e/support/program.mjs";

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
