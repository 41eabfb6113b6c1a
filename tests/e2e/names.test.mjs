// Names by a mask: what the preview shows is what a harvest does, and masks that lead elsewhere are refused.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, run, runToEnd, startDemoSite } from "./support/program.mjs";

const MASK = "{host}/{path}/{ext}-{name}";

describe("names by a mask", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const plain = join(folder.path, "plain");
  const masked = join(folder.path, "masked");
  let site;
  const harvest = (dir, ...more) => ["harvest", site.url, "--out", dir, "--browser", "never", "--delay", "0",
    "--allow-private", ...more];

  before(async () => (site = await startDemoSite(join(folder.path, "site.log"))));
  after(async () => {
    await site.stop();
    folder.remove();
  });

  it("are shown before, and given by the harvest, also by one that goes on without saying it again", async () => {
    assert.equal((await run(harvest(plain))).code, 0);
    const preview = runToEnd(["names", plain, "--name", MASK, "--json"]).trim().split("\n").map((line) => JSON.parse(line));
    assert.equal((await run(harvest(masked, "--name", MASK, "--max-requests", "100"))).code, 4);
    assert.equal((await run(harvest(masked))).code, 0);
    assert.deepEqual(faultsOf(masked, "plain"), []);
    const resources = addressesOf(manifestOf(masked));
    assert.deepEqual(new Map(resources.map(({ path, sources }) => [sources[0].path, path])),
      new Map(preview.map(({ url, name }) => [url, `files/${name}`])));
    assert.ok(resources.some(({ path }) => path.split("/").length > 3));
    assert.equal((await run(["verify", masked])).code, 0);
  });

  it("are refused when a mask is none", async () => {
    for (const mask of ["../{name}", "/tmp/{name}", "{nothing}", "a:{name}"]) {
      const job = join(folder.path, "refused");
      const ended = await run(harvest(job, "--name", mask));
      assert.equal(ended.code, 2, mask);
      assert.match(ended.stderr, /--name: a mask of names/);
      assert.equal(existsSync(job), false);
    }
  });
});
