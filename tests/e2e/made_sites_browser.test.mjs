// lane: browser
// Made sites (made_sites.test.mjs says what is held) whose files come in a tab alone, or may: what scripts draw is found,
// and what nobody presses is named. With --long only: a browser for each.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { features, markOf } from "../sites/made/features.mjs";
import { furniture } from "../sites/made/features/furniture.mjs";
import { MadeSite } from "../sites/made/site.mjs";
import { dist, programs, temporaryFolder } from "./support/browsers.mjs";
import { againWith, harvestMade, sideBySide, variantOf, wrongIn } from "./support/made_sites.mjs";
import { longOnly, notBuilt } from "./support/program.mjs";

const AT_ONCE = 2;
const SEEDS = 100;
const skip = longOnly || notBuilt || (!programs.chromium && "no Chromium")
  || (!existsSync(join(dist, "chromium-batch")) && "no extension: ./tagtrail setup");

/** Whether a tab may show more of a feature than plain HTTP, or something to press, be it that it leads to nothing. */
function concernsTabs(name) {
  const site = new MadeSite({ features: [name] });
  site.build("http://site", "http://other");
  const causes = ["scripts", "controls", "routes", "script_links", "script_json", "tab_failed"];
  return name in furniture || typeof features[name].notYet === "object"
    || site.files.some((file) => file.causes.some((cause) => causes.includes(cause)));
}

describe("sites made of features, in a browser", { skip }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  describe("one by one", { concurrency: AT_ONCE }, () => {
    for (const name of Object.keys(features).filter(concernsTabs)) {
      const notYet = markOf(name, "auto");
      it(notYet ? `${name}: not yet (${notYet})` : name, async (t) => {
        const run = await harvestMade(folder.path, { seed: 1, features: [name], browser: "auto" });
        const wrong = wrongIn(run, true);
        if (run.missing.length > 0) t.diagnostic(`honestly missing, though a tab can show it: ${run.missing.map(({ url }) => url).join(" ")}`);
        if (notYet) assert.notEqual(wrong, "", `${name} is right by now: take its mark away (notYet)`);
        else assert.equal(wrong, "");
      });
    }
  });

  it("in combinations", async (t) => {
    const seeds = Array.from({ length: SEEDS }, (_, at) => at + 1);
    const runs = await sideBySide(seeds, AT_ONCE, (seed) => harvestMade(folder.path, { seed, browser: "auto", ...variantOf(seed) }));
    const wrong = runs.map((run) => wrongIn(run, false)).filter(Boolean);
    assert.deepEqual(wrong, []);
    const wolves = runs.filter(({ wolf }) => wolf.length > 0);
    t.diagnostic(`${wolves.length} of ${runs.length} cried wolf: ${wolves.map(againWith).join("; ")}`);
    assert.ok(wolves.length <= SEEDS / 20);
  });
});
