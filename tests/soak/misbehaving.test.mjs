// The same as tests/faults/misbehaving.test.mjs, with 20,000 files.
// lane: quiet
import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { harvestMisbehaving } from "../e2e/support/misbehaving.mjs";
import { notBuilt } from "../e2e/support/program.mjs";

const LIMIT_MS = 3_600_000;

it("20,000 files of a server that misbehaves", { skip: notBuilt, timeout: 1.1 * LIMIT_MS }, async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? 20_000);
  const { code, stdout, stderr, faults, counts } = await harvestMisbehaving(
    { seed, files: 20_000, connections: 16, job: join(folder.path, "job"), limitMs: LIMIT_MS });
  t.diagnostic(`seed ${seed}: ${JSON.stringify(counts)}`);
  t.diagnostic(stdout.trim().split("\n").at(-1));
  assert.deepEqual(faults, []);
  assert.equal(code, 0, stderr);
});
