// Sites made of features (tests/sites/made/): whatever a site does, a run that lacks a file says so and why, one that lacks
// nothing says so too, and its account closes. What one feature does wrong has a mark there (`notYet`), and this holds it to
// that. With TAGTRAIL_LONG=1 thousands of combinations, else some dozens.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { features, markOf } from "../sites/made/features.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { againWith, harvestMade, sideBySide, variantOf, wrongIn } from "./support/made_sites.mjs";
import { notBuilt } from "./support/program.mjs";

const IS_LONG = process.env.TAGTRAIL_LONG === "1";
const AT_ONCE = 3;
const SEEDS = IS_LONG ? 2000 : 40;
/** Of those that have everything, at least so many must say it. */
const TRUTHFUL_SHARE = 0.95;

describe("sites made of features", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  describe("one by one", { concurrency: AT_ONCE }, () => {
    for (const [name, { slow }] of Object.entries(features)) {
      const notYet = markOf(name, "never");
      it(notYet ? `${name}: not yet (${notYet})` : name, { skip: slow && !IS_LONG && "with --long only" }, async () => {
        const run = await harvestMade(folder.path, { seed: 1, features: [name] });
        const wrong = wrongIn(run, true);
        if (notYet) assert.notEqual(wrong, "", `${name} is right by now: take its mark away (notYet)`);
        else assert.equal(wrong, "");
      });
    }
  });

  it("in combinations", async (t) => {
    const seeds = Array.from({ length: SEEDS }, (_, at) => at + 1);
    const runs = await sideBySide(seeds, AT_ONCE, (seed) => harvestMade(folder.path, { seed, ...variantOf(seed) }));
    const wrong = runs.map((run) => wrongIn(run, false)).filter(Boolean);
    assert.deepEqual(wrong, []);
    const whole = runs.filter((run) => run.whole);
    const wolves = whole.filter(({ wolf }) => wolf.length > 0);
    for (const run of wolves) t.diagnostic(`cries wolf for ${run.wolf.join(", ")}: ${againWith(run)}`);
    t.diagnostic(`${runs.length} sites, ${whole.length} with everything, of which ${wolves.length} said that they may lack something`);
    assert.ok(whole.length > SEEDS / 4, `only ${whole.length} of ${SEEDS} sites had everything`);
    assert.ok(wolves.length <= (1 - TRUTHFUL_SHARE) * whole.length, `${wolves.length} of ${whole.length} that had everything did not say so`);
  });
});
