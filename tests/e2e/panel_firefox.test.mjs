// The panel and the options page as Firefox draws them, without a background. The pictures are in
// build/test-output/.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { dist, programs, startFirefox, temporaryFolder } from "./support/browsers.mjs";
import { startPanelServer } from "./support/panel_server.mjs";
import { drawn, fakeOf, states } from "./support/panel_states.mjs";
import { root } from "./support/program.mjs";

const pictures = join(root, "build/test-output");
const missing = !programs.firefox && "Firefox is not installed";

describe("the states of the panel in Firefox", { skip: missing }, () => {
  const folder = temporaryFolder();
  let browser;
  let server;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    server = await startPanelServer(join(dist, "firefox"));
    browser = await startFirefox(folder.path);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  async function open(name, fake, width) {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.setViewport({ width, height: 900 });
    server.show(fake);
    await page.goto(`${server.url}/${name}.html`);
    await page.waitForSelector("main");
    return { page, faults };
  }

  const overflow = (page) => page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth);

  for (const given of states) {
    it(`${given.name} at 320 and 1100 px`, async () => {
      const { page, faults } = await open("panel", fakeOf(given, { language: "en" }), 320);
      await page.waitForFunction(() => document.querySelector(".chooser button[aria-current=true]") !== null);
      await page.evaluate((at) => document.querySelectorAll(".chooser button")[at].click(), given.half === "page" ? 0 : 1);
      for (const width of [320, 1100]) {
        await page.setViewport({ width, height: 900 });
        await drawn(page);
        await page.screenshot({ path: join(pictures, `firefox-${given.name}-${width}.png`), fullPage: true });
        assert.equal(await overflow(page), 0, `${width} px`);
      }
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  it("says what a permission is for before the browser asks", async () => {
    const given = states.find(({ name }) => name === "page");
    const { page, faults } = await open("panel", fakeOf(given, { language: "en" }), 320);
    const press = (selector) => page.evaluate((at) => document.querySelector(at).click(), selector);
    await page.waitForSelector(".follow button");
    await press(".follow button");
    await page.waitForSelector("dialog[open]");
    const reasons = await page.$eval("dialog", (dialog) => dialog.innerText);
    assert.match(reasons, /Access your data for sites in stat\.example\.org domains/);
    assert.match(reasons, /Access browser activity during navigation/);
    await page.screenshot({ path: join(pictures, "firefox-permission-320.png") });

    // Not now: nothing was asked of the browser, nothing was started.
    await press("dialog button:last-child");
    await page.waitForSelector("dialog", { hidden: true });
    const told = () => page.evaluate(() => globalThis.fake.told.filter(({ message }) => message === "page.follow"));
    assert.deepEqual(await told(), []);

    await press(".follow button");
    await page.waitForSelector("dialog[open]");
    await press("dialog button.main");
    await page.waitForSelector("dialog", { hidden: true });
    await page.waitForFunction(() => globalThis.fake.told.some(({ message }) => message === "page.follow"));
    assert.deepEqual(await page.evaluate(() => globalThis.browser.permissions.asked), [{
      permissions: ["tabs", "webRequest", "webNavigation", "notifications"], origins: ["*://*.stat.example.org/*"],
    }]);
    assert.deepEqual(await told(), [{ message: "page.follow", tabId: 7, group: 1, requests: 200 }]);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("the options", async () => {
    const given = states.find(({ name }) => name === "page");
    const { page, faults } = await open("options", fakeOf(given, { language: "fr" }), 320);
    assert.equal(await overflow(page), 0);
    assert.match(await page.$eval("main", (main) => main.innerText), /Respecter robots\.txt/);
    await page.screenshot({ path: join(pictures, "firefox-options-320.png"), fullPage: true });
    assert.deepEqual(faults, []);
  });
});
