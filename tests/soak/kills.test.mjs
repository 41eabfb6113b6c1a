// Harvests that are killed at 200 random instants together: nothing lost, nothing twice.
// lane: quiet
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, startDemoSite } from "../e2e/support/program.mjs";
import { assertSurvivesKills } from "../faults/support/kill_instants.mjs";
import { randomOf, seed } from "../faults/support/random.mjs";

const KILLS = 200;
/** A site is done before many more. */
const KILLS_A_HARVEST = 50;

describe("kill -9 at random instants", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let site;
  before(async () => (site = await startDemoSite(join(folder.path, "site.log"))));
  after(async () => {
    await site.stop();
    folder.remove();
  });

  it(`${KILLS} of them (TAGTRAIL_TEST_SEED=${seed})`, async (t) => {
    const random = randomOf(seed);
    for (let killed = 0, n = 1; killed < KILLS; n++) {
      killed += await assertSurvivesKills(t, site, join(folder.path, `job${n}`), KILLS_A_HARVEST, random);
    }
  });
});
