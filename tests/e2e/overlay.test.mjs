// The overlay in real pages, without the extension around it.
// lane: browser
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { contentScript } from "./support/content_scripts.mjs";
import { until } from "./support/program.mjs";
import { Site } from "./support/site.mjs";

const LINKS = Array.from({ length: 60 }, (_, at) => `<li><a href="/f/${at}.csv">File ${at}</a></li>`).join("");
const PAGE = `<!DOCTYPE html><html lang="en"><head><title>List</title></head><body style="margin:0;font:16px/40px sans-serif">
  <a id="top" href="/top">Top</a><button id="b">No link</button><ul>${LINKS}</ul>
  <script>window.seen = []; for (const type of ["click", "pointerdown", "mousemove", "keydown", "keyup"])
    addEventListener(type, (event) => seen.push(type), true);</script></body></html>`;
const STRICT = { "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'" };
const GROUPS = [
  { id: 7, positions: Array.from({ length: 60 }, (_, at) => at + 1), expected: 3.2, files: 12, name: "Publications" },
  { id: 9, positions: [0], expected: null, files: 0, name: "Other" },
];

for (const name of ["chromium", "firefox"]) {
  describe(`overlay in ${name}`, { skip: !programs[name] && `${name} is not installed` }, () => {
    const folder = temporaryFolder();
    const site = new Site({
      "/": (_request, response) => {
        response.writeHead(200, { "content-type": "text/html", ...STRICT });
        response.end(PAGE);
      },
    });
    let browser;
    let page;
    let scripts;

    before(async () => {
      await site.start();
      scripts = [await contentScript("content"), await contentScript("overlay")];
      browser = await starters[name](folder.path);
    });
    after(async () => {
      await browser?.close();
      site.stop();
      folder.remove();
    });

    async function open() {
      await page?.close();
      page = await browser.newPage();
      await page.setViewport({ width: 640, height: 480 });
      await page.goto(site.base);
      for (const script of scripts) await page.evaluate(script);
      await page.evaluate(() => globalThis.tagtrailContent.look(0, 2000));
    }
    const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const html = () => page.evaluate(() => document.documentElement.outerHTML);
    async function picture() {
      await frames();
      return Buffer.from(await page.screenshot()).toString("base64");
    }

    /** Waits: what comes into view is told by the browser when it has time. */
    async function assertPicture(expected, message) {
      await until(async () => (await picture()) === expected).catch(() => assert.fail(message));
    }

    it("draws, follows the highlight and scrolling, and leaves the page as it was", async () => {
      await open();
      const before = await html();
      const plain = await picture();
      await page.evaluate((groups) => globalThis.tagtrailOverlay.show(groups), GROUPS);
      await frames();
      const shown = await picture();
      assert.ok(shown !== plain, "something is drawn");
      await page.evaluate(() => globalThis.tagtrailOverlay.highlight(9));
      assert.ok((await picture()) !== shown, "one group is set off");
      await page.evaluate(() => globalThis.tagtrailOverlay.highlight(null));
      await assertPicture(shown, "none is set off");
      await page.evaluate(() => scrollTo(0, 500));
      await frames();
      await page.evaluate(() => scrollTo(0, 0));
      await assertPicture(shown, "boxes come back where they were");
      await page.evaluate(() => globalThis.tagtrailOverlay.hide());
      await assertPicture(plain, "nothing is drawn any more");
      assert.equal(await html(), before);
    });

    it("lets clicks through to the page while it is shown", async () => {
      await open();
      await page.evaluate((groups) => globalThis.tagtrailOverlay.show(groups), GROUPS);
      await page.click("#b");
      assert.ok((await page.evaluate(() => globalThis.seen)).includes("click"));
    });

    async function startPicking() {
      const before = await html();
      await page.evaluate(() => {
        globalThis.seen = [];
        globalThis.picked = globalThis.tagtrailOverlay.pick();
      });
      // From then on it takes what the pointer does.
      await until(() => page.evaluate(() => document.querySelector("html > div:not([aria-hidden])") !== null));
      return async () => {
        const picked = await page.evaluate(() => globalThis.picked);
        assert.equal(await html(), before);
        return { picked, seen: await page.evaluate(() => globalThis.seen) };
      };
    }

    async function middleOf(selector) {
      const box = await (await page.$(selector)).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }

    it("picks by a click of which the page learns nothing", async () => {
      await open();
      const at = await middleOf("li:nth-child(3) a");
      const ended = await startPicking();
      const plain = await picture();
      await page.mouse.move(...at);
      assert.ok((await picture()) !== plain, "the link under the pointer is outlined");
      await page.mouse.click(...at);
      assert.deepEqual(await ended(), { picked: { position: 3 }, seen: [] });
    });

    it("picks by keys, and gives up at Escape", async () => {
      await open();
      let ended = await startPicking();
      for (const key of ["Tab", "Tab", "Tab"]) await page.keyboard.press(key);
      await page.keyboard.down("Shift");
      await page.keyboard.press("Tab");
      await page.keyboard.up("Shift");
      await page.keyboard.press("Enter");
      assert.deepEqual((await ended()).picked, { position: 1 });
      ended = await startPicking();
      await page.keyboard.press("Escape");
      assert.equal((await ended()).picked, null);
    });

    it("ends picking when it is hidden", async () => {
      await open();
      const ended = await startPicking();
      await page.evaluate(() => globalThis.tagtrailOverlay.hide());
      assert.equal((await ended()).picked, null);
    });
  });
}
