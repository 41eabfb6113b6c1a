// The container image: built on the package, run as a user who is not root, with a browser in its sandbox.
// lane: browser
import assert from "node:assert/strict";
import { chownSync, copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { faultsOf, root, startDemoSite } from "../e2e/support/program.mjs";
import { baseArchive, noMachine, ownRelease } from "./support/clean_machine.mjs";
import { Containers, noContainers } from "./support/containers.mjs";
import { makeDeb, notPackable } from "./support/deb.mjs";

const IMAGE = "localhost/tagtrail";
/** The first user that is made in an image of Debian. */
const USER = 1000;

describe("the container image", { skip: noMachine || noContainers || notPackable, timeout: 60 * 60_000 }, () => {
  const folder = temporaryFolder();
  const harvest = join(folder.path, "harvest");
  let containers;
  let site;

  before(async () => {
    const context = join(folder.path, "context");
    makeDeb(context);
    copyFileSync(join(root, "packaging/Containerfile"), join(context, "Containerfile"));
    const storage = join(folder.path, "storage");
    mkdirSync(storage);
    containers = new Containers(storage);
    containers.import(baseArchive(ownRelease()), "localhost/debian");
    containers.build(context, IMAGE, "localhost/debian");
    mkdirSync(harvest);
    chownSync(harvest, USER, USER);
    site = await startDemoSite(join(folder.path, "site.log"));
  });
  after(async () => {
    await site?.stop();
    containers?.remove();
    folder.remove();
  });

  it("is the program", (context) => {
    context.diagnostic(`${containers.size(IMAGE)} MB`);
    assert.match(containers.run(IMAGE, ["--version"]).stdout, /^tagtrail \d/);
    assert.match(containers.run(IMAGE, []).stdout, /harvest +find and fetch/);
    assert.equal(containers.run(IMAGE, ["-u"], { flags: ["--entrypoint", "id"] }).stdout.trim(), String(USER));
  });

  it("harvests with a browser into a folder of the host", () => {
    containers.run(IMAGE, ["harvest", site.url, "--out", "site", "--allow-private", "--delay", "0"], { flags: ["--volume", `${harvest}:/harvest`] });
    assert.deepEqual(faultsOf(join(harvest, "site"), "all"), []);
    assert.equal(statSync(join(harvest, "site/datapackage.json")).uid, USER);
  });

  it("needs nothing of the host for a browser: the demo, without a network", () => {
    const { stdout } = containers.run(IMAGE, ["demo"], { network: "none" });
    assert.match(stdout, /javascript +20 of 20 found, 0 missing/);
  });
});
