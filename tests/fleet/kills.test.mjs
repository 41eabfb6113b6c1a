// Four workers over sixty sites, killed and frozen at random instants, with a database that restarts behind a proxy that
// cuts. tests/soak/fleet.test.mjs is the same at a larger scale.
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt } from "../e2e/support/program.mjs";
import { seed } from "../faults/support/random.mjs";
import { Ordeal } from "./support/ordeal.mjs";
import { noPostgres } from "./support/postgres.mjs";

const SETUP = {
  sites: { count: 60, pages: 20, ms: 80, largeEvery: 15, largePages: 40 },
  workers: 4, jobs: 2, leaseMs: 2_000, checkpointMs: 500, limitMs: 1_800_000,
  events: {
    "worker killed": 6, "machine restarted": 4, "machine lost": 4, "worker frozen": 4, "machine frozen": 4,
    "database restarted": 1, "database crashed": 1, "connections cut": 2, "answers lost": 3, "messages held": 3,
  },
};

describe("a fleet whose workers die", { skip: notBuilt || noPostgres }, () => {
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
  it("asks again only for what came since the last checkpoint", () => console.log(JSON.stringify(ordeal.assertLittleAskedAgain())));
  it("has what one machine finds", () => ordeal.assertLikeOneMachine());
});
