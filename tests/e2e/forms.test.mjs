// Data sets that stand behind forms alone are found, at a price that is known, without sending any form
// that does something; with a browser and without.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, resultOf, run, WAIT_MS } from "./support/program.mjs";
import { KINDS } from "../sites/forms/portals.mjs";
import { FormsSite } from "../sites/forms/site.mjs";

const AT_ONCE = ["--delay", "0", "--allow-private", "--sitemaps", "off"];
const WITHOUT = ["--browser", "never"];

describe("data behind forms", { skip: notBuilt }, () => {
  let folder;
  let site;

  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => {
    site.stop();
    folder.remove();
  });

  async function harvest(kind, ...options) {
    site = new FormsSite(kind);
    await site.start();
    return again("--json", "--quiet", ...options);
  }
  const again = (...options) => run(["harvest", `${site.base}/`, "--out", join(folder.path, "job"), ...AT_ONCE, ...options], { limitMs: 5 * WAIT_MS });

  for (const kind of Object.keys(KINDS)) {
    it(`is found on the portal "${kind}"`, async (t) => {
      const end = await harvest(kind, ...WITHOUT);
      assert.equal(end.code, 0, end.stderr);
      const { files, truth, others, fresh, acted } = site.figures();
      t.diagnostic(`${files} of ${truth} files, ${others} other requests, ${fresh} new pages of results`);
      assert.ok(files >= 0.95 * truth, `only ${files} of ${truth}`);
      assert.equal(acted, 0, "a form was sent that does something");
      // What a job needs besides: pages of the portal, robots.txt, and what it costs that nothing is left.
      if (!KINDS[kind].listed) assert.ok(others <= 3 * fresh, `${others} requests for ${fresh} new pages`);
      else assert.ok(others <= 40, `${others} requests on a portal whose forms show nothing new`);
    });
  }

  it("is not looked for with --forms never", async () => {
    const end = await harvest("listing", ...WITHOUT, "--forms", "never");
    assert.equal(site.asked.filter((path) => path.startsWith("/search")).length, 0);
    assert.equal(resultOf(end).targets, 0);
  });

  it("is told of at the end, and forms that were not tried", async () => {
    const end = await harvest("topics", ...WITHOUT);
    const { forms, left_out: leftOut } = resultOf(end);
    assert.deepEqual({ asked: forms.asked, files: forms.files }, { asked: 1, files: site.figures().files });
    assert.ok(leftOut.some(({ cause, count }) => cause === "forms" && count === forms.sending + forms.acting));
    assert.equal(forms.sending, 2);
    const { stdout } = await again(...WITHOUT);
    assert.match(stdout, new RegExp(`searched 1 form with ${forms.queries} queries: ${forms.files} files`));
    assert.match(stdout, /forms not tried, because they send by POST or may do something/);
  });

  it("is found by a job that was stopped and goes on, with the same requests", async () => {
    await harvest("capped", ...WITHOUT);
    const whole = site.asked.filter((path) => !path.startsWith("/robots.txt")).sort();
    site.stop();
    folder.remove();
    folder = temporaryFolder();
    let end = await harvest("capped", ...WITHOUT, "--max-requests", "150");
    for (const requests of ["400", "1000", "5000"]) {
      assert.equal(end.code, 4, end.stderr);
      end = await again("--json", "--quiet", ...WITHOUT, "--max-requests", requests);
    }
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(site.asked.filter((path) => !path.startsWith("/robots.txt")).sort(), whole);
  });

  it("is found in Chromium, by the same engine as WebAssembly", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const end = await harvest("topics", "--browser", "always");
    assert.equal(end.code, 0, end.stderr);
    const { files, truth, acted } = site.figures();
    assert.ok(files >= 0.95 * truth, `only ${files} of ${truth}`);
    assert.equal(acted, 0, "a form was sent that does something");
  });
});
