// dist/chromium as people load it unpacked: its id is the same everywhere, so that `tagtrail install` needs none.
// lane: screen
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { dist, ids, programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, runToEnd } from "../e2e/support/program.mjs";
import { chromiumWindow } from "./support/chromium_window.mjs";
import { noScreen, startScreen } from "./support/screen.mjs";

const extension = join(dist, "chromium");
const missing = notBuilt || noScreen || (!programs.chromium && "Chromium is not installed") ||
  (!existsSync(join(extension, "manifest.json")) && "not built: ./tagtrail setup");

describe("the unpacked build in Chromium", { skip: missing, timeout: 120_000 }, () => {
  const folder = temporaryFolder();
  let screen;
  let window;

  before(async () => {
    screen = await startScreen();
    window = await chromiumWindow(screen, folder.path, extension);
  });
  after(async () => {
    await window?.stop();
    await screen?.stop();
    folder.remove();
  });

  /** What its pages are told of the host when they look for it. */
  async function host() {
    const page = await window.openOwn("panel.html");
    assert.equal(await page.evaluate(() => chrome.runtime.id), ids.chromiumUnpacked.id);
    const told = await page.evaluate(() => chrome.runtime.sendMessage({ message: "host.check" }));
    await page.close();
    return told.host;
  }

  it("starts the host that `tagtrail install` has connected without being told an id", async () => {
    await window.start();
    const { state, version } = await host();
    assert.equal(state, "ready");
    assert.equal(`tagtrail ${version}`, runToEnd(["--version"]).split(/[\s(]+/).slice(0, 2).join(" "));
  });

  it("finds none once that is taken away", async () => {
    await window.stop();
    rmSync(join(window.home, ".config/chromium/NativeMessagingHosts/org.tagtrail.host.json"));
    await window.start();
    assert.equal((await host()).state, "missing");
  });
});
