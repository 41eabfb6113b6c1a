// The package of a store in a real window, as a new user meets them: the icon, the panel, the questions
// of the browser, the shortcut, collecting, harvesting, and the browser started again.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, temporaryFolder } from "../../e2e/support/browsers.mjs";
import { faultsOf, manifestOf, notBuilt, root, startDemoSite, until, WAIT_MS } from "../../e2e/support/program.mjs";
import { processesIn } from "../../fleet/support/machines.mjs";
import { noScreen, pause, startScreen } from "./screen.mjs";
import { notPacked, packStores } from "./store_build.mjs";

const pictures = join(root, "build/test-output/store");
/** Of the lines around links that promise little (extension/src/content/overlay_style.ts). */
const LEAST = [232, 179, 63];

/** `name`: the browser's; `open` makes its window (chromium_window.mjs). */
export function testStorePackage(name, open) {
  const missing = notBuilt || notPacked || noScreen || (!programs[name] && `${name} is not installed`);
  describe(`the store's package in ${name}`, { skip: missing, timeout: 15 * WAIT_MS }, () => {
    const folder = temporaryFolder();
    let site;
    let screen;
    let window;

    before(async () => {
      mkdirSync(pictures, { recursive: true });
      site = await startDemoSite(join(folder.path, "site.log"));
      screen = await startScreen();
      window = await open(screen, folder.path, packStores(join(folder.path, "packages"))[name]);
      await window.start();
    });
    after(async () => {
      await window?.stop();
      await screen?.stop();
      await site?.stop();
      folder.remove();
    });

    const keep = (what) => screen.picture().save(join(pictures, `${name}-${what}.png`));
    const says = (pattern, limitMs = WAIT_MS) => until(async () => pattern.test(await window.panelText()), undefined, 200, limitMs)
      .catch(async () => {
        keep("wrong");
        assert.match(await window.panelText(), pattern);
      });
    const jobs = () => join(window.home, "Tagtrail");
    const jobFolders = () => readdirSync(jobs()).map((one) => join(jobs(), one));

    it("reads the page at hand after a click on its icon, and asks nothing", async () => {
      await window.page.goto(site.url);
      await window.clickIcon();
      await says(/Harvest this site/);
      await says(/Figures for everybody/);
      assert.doesNotMatch(await window.panelText(), /may not read this page/);
      keep("page");
    });

    /** Where the page's corner is on the screen: only an event of the pointer tells it in both browsers. */
    async function pageOrigin() {
      const told = window.page.evaluate(() => new Promise((done) => {
        addEventListener("pointermove", ({ screenX, clientX, screenY, clientY }) =>
          done({ x: screenX - clientX, y: screenY - clientY }), { once: true });
      }));
      for (const x of [600, 610, 620]) {
        screen.move({ x, y: 400 });
        await pause(200);
      }
      return told;
    }

    it("outlines links by its shortcut, each where it is though the page has a scrollbar", async () => {
      await window.page.bringToFront();
      const origin = await pageOrigin();
      const links = await window.page.$$eval("nav a", (all) => all.map((link) => link.getBoundingClientRect().toJSON())
        .filter(({ right, bottom }) => right < document.documentElement.clientWidth && bottom > 0));
      assert.ok(links.length > 3);
      assert.ok(await window.page.evaluate(() => innerWidth > document.documentElement.clientWidth), "there is a scrollbar");
      const isOutlined = ({ right, top, height }) => {
        const [x, y] = [Math.round(origin.x + right), Math.round(origin.y + top + height / 2)];
        return screen.picture().find(LEAST, { left: x, right: x + 5, top: y - 3, bottom: y + 3, least: 2, tolerance: 50 }) !== null;
      };
      assert.ok(!isOutlined(links[0]));
      screen.key("alt+shift+l");
      await until(() => links.every(isOutlined), undefined, 500, 20_000).catch(() => keep("overlay-wrong"));
      assert.ok(links.every(isOutlined), JSON.stringify({ origin, links }));
      keep("overlay");
      screen.key("alt+shift+l");
      await until(() => !isOutlined(links[0]));
    });

    it("collects the files of the page after one question, and goes on at once", async () => {
      await window.press("Collect this one");
      await says(/Before your browser asks/);
      keep("why");
      await window.press("Continue");
      await pause(1000);
      keep("question");
      await window.allow();
      await says(/Finished/);
      keep("collected");
      const [job] = jobFolders();
      assert.equal(manifestOf(job).resources.length, 1);
    });

    it("costs one click and the browser's question on another site", async () => {
      await window.page.goto(site.url.replace("127.0.0.1", "localhost"));
      await window.press("This page");
      await says(/may not read this page/);
      await window.press("Look at this page");
      await window.allow();
      await says(/Figures for everybody/);
      assert.doesNotMatch(await window.panelText(), /Before your browser asks/);
    });

    const urls = () => window.urls();
    const isOurs = (url) => url === "about:blank" || url.includes("/resting.html");

    it("leaves no empty tab to be wondered at, in a job with pauses, paused or stopped", async () => {
      // A page that is read in a tab, as its links are made by a script.
      await window.page.goto(`${site.url}explorer/prices.html`);
      await says(/127\.0\.0\.1/);
      await window.press("Harvest options");
      await window.fill("delay", "2");
      await window.press("Harvest this site");
      // Once the page was left, the tab says what it is for as long as it rests.
      await until(async () => (await urls()).some((url) => url.includes(`/resting.html#${encodeURIComponent(new URL(site.url).host)}`)),
        undefined, 100, 60_000);
      let blank = 0;
      for (let looks = 0; looks < 60; looks++) {
        blank = (await urls()).includes("about:blank") ? blank + 1 : 0;
        assert.ok(blank < 20, "an empty tab stays for 2 s");
        await pause(100);
      }
      await window.press("Pause");
      await says(/Paused/);
      await until(async () => !(await urls()).some(isOurs), undefined, 100, 20_000);
      keep("paused");
      await window.press("Resume");
      await until(async () => (await urls()).some(isOurs), undefined, 50, 60_000);
      await window.press("Stop");
      await says(/Stopped/);
      await until(async () => !(await urls()).some(isOurs), undefined, 100, 20_000);
      keep("stopped");
      await window.press("Remove from the list");
      await window.press("This page");
      await window.press("Harvest options");
    });

    it("harvests to the end, though its host was killed, and the browser closed and started again meanwhile", async () => {
      await window.page.goto(site.url);
      await says(/127\.0\.0\.1/);
      await window.press("Harvest options");
      await window.fill("delay", "0");
      const from = site.requests().length;
      const known = jobFolders();
      await window.press("Harvest this site");
      await until(() => site.requests().length > from + 40, undefined, 20, 5 * WAIT_MS);
      // `install` has put it there.
      const hosts = processesIn(join(window.home, ".local/share/tagtrail"));
      assert.ok(hosts.length > 0);
      for (const host of hosts) process.kill(host, "SIGKILL");
      const killedAt = site.requests().length;
      // What was under way may still come in; the rest is asked for by another host.
      await until(() => site.requests().length > killedAt + 20, undefined, 20, 5 * WAIT_MS);
      keep("running");
      await window.stop();
      const [job] = jobFolders().filter((one) => !known.includes(one));
      // What is closed early may have no list of its files yet.
      const isWhole = () => existsSync(join(job, "datapackage.json")) && faultsOf(job, "all").length === 0;
      assert.ok(!isWhole(), "it was closed before the end");

      await window.start();
      await window.page.goto(site.url);
      await window.clickIcon();
      await window.press("Jobs");
      await says(/Finished/, 5 * WAIT_MS);
      await until(isWhole, undefined, 500);
      keep("finished");
      // The tab that it read pages in is gone.
      await until(async () => !(await urls()).some(isOurs), undefined, 500, 20_000);
    });

    it("looks for changes when the finished job is asked to", async () => {
      const from = site.requests().length;
      await window.press("Check for changes");
      await until(() => site.requests().length > from + 20, undefined, 20, 5 * WAIT_MS);
      await says(/Check for changes/, 5 * WAIT_MS);
      keep("revisited");
      for (const job of jobFolders()) assert.ok(manifestOf(job).resources.length > 0);
    });
  });
}
