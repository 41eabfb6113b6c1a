// A round of revisiting where pages need a tab: pages go the way they came, files by plain HTTP, and
// the engine is the extension's.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ChangingSite } from "../sites/changing/site.mjs";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";

describe("harvest --revisit with a browser", { skip: notBuilt || (!programs.chromium && "chromium is not installed") }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const site = new ChangingSite({ scripted: true });
  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (...more) => run(["harvest", site.base, "--out", job, "--delay", "0", "--allow-private",
    "--browser", "auto", "--sitemaps", "off", "--json", ...more]);
  const listed = (kind) => manifestOf(job).tagtrail.revisit[kind].map((url) => new URL(url).pathname).sort();

  it("finds what is new on pages that scripts make", async () => {
    const first = await harvest();
    assert.equal(first.code, 0, first.stderr);
    assert.equal(resultOf(first).targets, 60);
    site.advance();
    const changes = site.changes();
    const ended = await harvest("--revisit");
    assert.equal(ended.code, 0, ended.stderr);
    for (const kind of ["new", "changed", "vanished"]) assert.deepEqual(listed(kind), changes[kind]);
    const { revisit } = resultOf(ended);
    assert.equal(revisit.unchanged, changes.unchanged.length);
    assert.equal(manifestOf(job).tagtrail.engine, "wasm");
    // A tab asks for pages as it likes; files come without a body where they have validators.
    const files = site.hits.filter(({ path }) => changes.unchanged.includes(path) && !path.endsWith("/none.csv"));
    assert.ok(files.length > 0 && files.every(({ status, bytes }) => status === 304 && bytes === 0));
  });
});
