// Workers with their checkpoints in S3, behind a proxy that cuts, full or away at random instants, while they are killed.
// Each of these by itself: s3.test.mjs; the kills without S3: kills.test.mjs; the same at a larger scale: tests/soak/fleet.test.mjs.
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { longOnly, notBuilt } from "../e2e/support/program.mjs";
import { seed } from "../faults/support/random.mjs";
import { Ordeal } from "./support/ordeal.mjs";
import { noPostgres } from "./support/postgres.mjs";

const SETUP = {
  sites: { count: 24, pages: 20, ms: 80, largeEvery: 8, largePages: 40 },
  workers: 3, jobs: 2, leaseMs: 3_000, checkpointMs: 500, limitMs: 1_800_000, s3: true,
  events: {
    "worker killed": 3, "machine restarted": 2, "machine lost": 3, "machine frozen": 2, "store cut": 4, "store full": 2, "store away": 2,
  },
};

describe("a fleet whose workers and store die", { skip: longOnly || notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let ordeal;
  before(async () => {
    ordeal = new Ordeal(folder.path, seed, SETUP);
    await ordeal.start();
  });
  after(async () => {
    await ordeal.remove();
    folder.remove();
  });

  it(`goes through it (TAGTRAIL_TEST_SEED=${seed})`, async () => {
    await ordeal.work();
    console.log(JSON.stringify({ seed, ...ordeal.figures }));
  });
  it("does each site once", () => ordeal.assertEachDoneOnce());
  it("asks no host by two at once, and only by who holds it", () => ordeal.assertManners());
  it("has what one machine finds", () => ordeal.assertLikeOneMachine());
});
