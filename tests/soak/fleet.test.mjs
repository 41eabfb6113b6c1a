// Eight workers over two thousand sites: tests/fleet/kills.test.mjs at the scale that fleets are for.
// With S3 as store, what the store's proxy cuts is in it, too.
// lane: quiet
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt } from "../e2e/support/program.mjs";
import { seed } from "../faults/support/random.mjs";
import { Ordeal } from "../fleet/support/ordeal.mjs";
import { noPostgres } from "../fleet/support/postgres.mjs";

const SETUP = {
  sites: { count: 2_000, pages: 3, ms: 40, largeEvery: 40, largePages: 100 },
  workers: 8, jobs: 4, leaseMs: 4_000, checkpointMs: 1_000, limitMs: 3_600_000,
  events: {
    "worker killed": 25, "machine restarted": 15, "machine lost": 15, "worker frozen": 25, "machine frozen": 20,
    "database restarted": 3, "database crashed": 3, "connections cut": 10, "answers lost": 15, "messages held": 15,
  },
};

const WITH_S3 = {
  ...SETUP, s3: true, sites: { ...SETUP.sites, count: 400 },
  events: { ...SETUP.events, "store cut": 20, "store full": 5, "store away": 5 },
};

for (const [words, setup] of [["two thousand sites", SETUP], ["four hundred sites, with a store in S3", WITH_S3]]) describe(`a fleet of eight workers over ${words}`, { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let ordeal;
  before(async () => {
    ordeal = new Ordeal(folder.path, seed, setup);
    await ordeal.start();
  });
  after(async () => {
    await ordeal.remove();
    folder.remove();
  });

  it(`goes through it (TAGTRAIL_TEST_SEED=${seed})`, async () => {
    const begin = Date.now();
    await ordeal.work();
    console.log(JSON.stringify({ seed, seconds: Math.round((Date.now() - begin) / 1000), ...ordeal.figures }));
  });
  it("does each site once", () => ordeal.assertEachDoneOnce());
  it("asks no host by two at once, and only by who holds it", () => ordeal.assertManners());
  // How old the last checkpoint may be is not known where the store was away.
  it("asks again only for what came since the last checkpoint", { skip: setup.s3 && "the store was away" }, () => console.log(JSON.stringify(ordeal.assertLittleAskedAgain())));
  it("has what one machine finds", () => ordeal.assertLikeOneMachine());
});
