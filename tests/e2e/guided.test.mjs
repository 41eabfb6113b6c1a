// Guided harvesting as a user does it: the panel beside a page, with the mouse, in both browsers.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lacking, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, program, root, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const pictures = join(root, "build/test-output");
const NEWS = 30;
const YEARS = 10;
const PER_YEAR = 3;

const numbers = (count) => Array.from({ length: count }, (_, n) => n);
const list = (name, count) => numbers(count).map((n) => `<li><a href="/${name}/${n}">${name} ${n}</a></li>`).join("");
const page = (title, content) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${content}</body></html>`;

/** A start page with files of its own, a list of years that pays, and news that do not. */
function routes() {
  const own = numbers(4).map((n) => `<li><a href="/own/${n}.csv">Own table ${n}</a></li>`).join("");
  const all = {
    "/": page("Data office", `<h2>News</h2><div class="news"><ol>${list("news", NEWS)}</ol></div>
      <h2>Archive of years</h2><ul class="years">${list("years", YEARS)}</ul><h2>Tables</h2><ul class="own">${own}</ul>`),
  };
  for (const n of numbers(4)) all[`/own/${n}.csv`] = body("text/csv", `a,b\nown,${n}\n`);
  for (const n of numbers(NEWS)) all[`/news/${n}`] = page(`News ${n}`, "<p>Nothing to take along.");
  for (const n of numbers(YEARS)) {
    const links = numbers(PER_YEAR).map((k) => `<li><a href="/data/${n}-${k}.csv">Table ${k}</a></li>`).join("");
    all[`/years/${n}`] = page(`Year ${n}`, `<h1>Year ${n}</h1><ul class="tables">${links}</ul>`);
    for (const k of numbers(PER_YEAR)) all[`/data/${n}-${k}.csv`] = body("text/csv", `a,b\n${n},${k}\n`);
  }
  return all;
}

for (const name of ["chromium", "firefox"]) {
  const missing = lacking(name);
  describe(`guided harvesting in ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    const jobs = join(folder.path, "jobs");
    const site = new Site(routes());
    let browser;
    let tab;
    let panel;

    before(async () => {
      mkdirSync(jobs, { recursive: true });
      mkdirSync(pictures, { recursive: true });
      await site.start();
      browser = await starters[name](folder.path, null, { program, jobs });
      tab = await browser.newPage();
      await tab.setViewport({ width: 900, height: 700 });
      await tab.goto(`${site.base}/`);
      panel = await openOwnPage(browser, name, "panel.html");
      await ask("options.set", { options: { delayMs: 0 } });
      const { tabId } = await ask("page.look", { tabId: null });
      await panel.close();
      panel = await openOwnPage(browser, name, `panel.html?tab=${tabId}`);
      await panel.setViewport({ width: 420, height: 900 });
      await appears("Archive of years");
    });
    after(async () => {
      await browser?.close();
      site.stop();
      folder.remove();
    });

    const ask = (message, fields = {}) =>
      panel.evaluate((sent) => (globalThis.browser ?? chrome).runtime.sendMessage(sent), { ...fields, message });
    const text = () => panel.evaluate(() => document.querySelector("main").innerText);
    const appears = (wanted) => until(async () => (await text()).includes(wanted), undefined, 100);
    const job = async (kind) => (await ask("panel.state")).jobs.find((one) => one.kind === kind);
    const ended = (kind) => until(async () => ["finished", "stopped"].includes((await job(kind))?.info?.state), undefined, 100);
    const pathsIn = async (kind) => {
      const { info } = await job(kind);
      return manifestOf(join(jobs, info.dir.split("/").at(-1))).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort();
    };
    const shoot = (what) => panel.screenshot({ path: join(pictures, `guided-${name}-${what}.png`), fullPage: name === "chromium" });

    /** Presses a control of the card of a group, or of the panel. */
    async function press(words, group = null) {
      const pressed = await panel.evaluate((wanted, card) => {
        const within = card === null ? document : [...document.querySelectorAll("#page .group")]
          .find((one) => one.querySelector(".name").textContent.includes(card));
        const button = [...within.querySelectorAll("button")].find((one) => one.textContent.trim().startsWith(wanted));
        button?.click();
        return button !== undefined;
      }, words, group);
      assert.ok(pressed, `there is '${words}'`);
    }

    const flip = (words) => panel.evaluate((wanted) => [...document.querySelectorAll("label")]
      .find((label) => label.textContent.includes(wanted)).querySelector("[role=switch]").click(), words);

    it("shows the files and the groups of the page, with plain names", async () => {
      const shown = await text();
      assert.match(shown, /4 data files on this page/);
      assert.match(shown, /Archive of years\s+10 links/);
      assert.match(shown, /News\s+30 links/);
      await shoot("page");
    });

    it("shows what the user's word changed", async () => {
      await press("Useless", "News");
      await until(() => panel.evaluate(() => document.querySelector("[data-word=useless]") !== null), undefined, 100);
      await press("This is what I want", "Archive");
      await until(() => panel.evaluate(() => document.querySelector("[data-word=good]") !== null), undefined, 100);
      const names = await panel.evaluate(() => [...document.querySelectorAll("#page .group .name")].map((one) => one.textContent));
      const place = (word) => names.findIndex((one) => one.includes(word));
      assert.ok(place("Archive") < place("News"), names.join(" | "));
      assert.match(await text(), /→/);
      await shoot("taught");
    });

    it("outlines groups with their worth on the page, and leaves it as it was", async () => {
      const before = await tab.evaluate(() => document.documentElement.outerHTML);
      await flip("Show on the page what links are worth");
      await until(() => tab.evaluate((was) => document.documentElement.outerHTML !== was, before), undefined, 100);
      await tab.bringToFront();
      await tab.screenshot({ path: join(pictures, `guided-${name}-overlay.png`) });
      await panel.bringToFront();
      await flip("Show on the page what links are worth");
      await until(() => tab.evaluate((was) => document.documentElement.outerHTML === was, before), undefined, 100);
    });

    it("collects the files that are chosen, and nothing else", async () => {
      const unwanted = 2;
      await panel.evaluate((at) => document.querySelectorAll("#page .choose tbody input")[at].click(), unwanted);
      await press("Collect these 3");
      await ended("collect");
      assert.deepEqual(await pathsIn("collect"), numbers(4).filter((n) => n !== unwanted).map((n) => `/own/${n}.csv`));
      assert.ok(!site.hits.includes(`/own/${unwanted}.csv`));
      assert.ok(!site.hits.some((path) => /^\/(news|years)/.test(path)), site.hits.join(" "));
    });

    it("follows one group within its budget", async () => {
      await press("This page");
      await press("Follow", "Archive");
      await ended("follow");
      const found = (await pathsIn("follow")).filter((path) => path.startsWith("/data/"));
      assert.equal(found.length, YEARS * PER_YEAR);
      assert.ok(!site.hits.some((path) => path.startsWith("/news/")));
    });

    it("harvests the site with what was taught, and asks nothing that is useless", async () => {
      await press("This page");
      await press("Harvest this site");
      await ended("harvest");
      const found = await pathsIn("harvest");
      assert.equal(found.length, 4 + YEARS * PER_YEAR);
      assert.equal(new Set(found).size, found.length);
      assert.ok(!site.hits.some((path) => path.startsWith("/news/")), "news are withheld");
      await press("Jobs");
      await shoot("jobs");
    });
  });
}
