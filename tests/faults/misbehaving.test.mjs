// A site where every seventh URL goes wrong (tests/sites/misbehaving): all that can be had is had, whole;
// the rest has its reason.
import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { noClock } from "../e2e/support/clock.mjs";
import { harvestMisbehaving } from "../e2e/support/misbehaving.mjs";
import { notBuilt } from "../e2e/support/program.mjs";

it("500 files of a server that misbehaves", { skip: notBuilt || noClock, timeout: 300_000 }, async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? 500);
  const { code, stderr, faults, counts } = await harvestMisbehaving(
    { seed, files: 500, connections: 8, job: join(folder.path, "job"), limitMs: 280_000 });
  t.diagnostic(`seed ${seed}: ${JSON.stringify(counts)}`);
  assert.deepEqual(faults, []);
  assert.equal(code, 0, stderr);
});
