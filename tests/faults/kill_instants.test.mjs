// A harvest that is killed at random instants, and looked at after each; tests/soak has 200 of them.
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, startDemoSite } from "../e2e/support/program.mjs";
import { assertSurvivesKills } from "./support/kill_instants.mjs";
import { randomOf, seed } from "./support/random.mjs";

const KILLS = 25;

describe("kill -9 at random instants", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let site;
  before(async () => (site = await startDemoSite(join(folder.path, "site.log"))));
  after(async () => {
    await site.stop();
    folder.remove();
  });

  it(`${KILLS} of them (TAGTRAIL_TEST_SEED=${seed})`, (t) =>
    assertSurvivesKills(t, site, join(folder.path, "job"), KILLS, randomOf(seed)));
});
