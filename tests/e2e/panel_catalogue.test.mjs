// A portal's catalogue in the panel, with a real host: nothing is asked before the click, little after it, and a harvest
// by a filter takes what the catalogue lists for it.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Portal } from "../sites/portals/portal.mjs";
import { lackingOrTold, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { program, until } from "./support/program.mjs";

const KINDS = {
  ckan: { name: "CKAN", api: /^\/api\//, by: "organisation", look: 2, of: ({ organisation }) => organisation.name },
  opendatasoft: { name: "Opendatasoft", api: /^\/api\//, by: "group", look: 2, of: ({ groups }) => groups[0].title },
  "data-json": { name: "DCAT-US (data.json)", api: /^\/data\.json/, look: 1 },
};
const pathOf = ({ url }) => new URL(url, "http://portal.example").pathname;

for (const name of ["chromium", "firefox"]) runPortals(name);

function runPortals(name) {
  const missing = lackingOrTold(name);
  describe(`a portal's catalogue in the panel of ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    let browser;
    let tab;
    let panel;
    before(async () => {
      const jobs = join(folder.path, "jobs");
      mkdirSync(jobs, { recursive: true });
      browser = await starters[name](folder.path, null, { program, jobs });
      tab = await browser.newPage();
    });
    after(async () => {
      await browser?.close();
      folder.remove();
    });

    const ask = (message, fields = {}) =>
      panel.evaluate((sent) => (globalThis.browser ?? chrome).runtime.sendMessage(sent), { ...fields, message });
    const part = () => panel.$eval(".catalogue", (one) => one.textContent);

    for (const [kind, { name: software, api, by, look, of }] of Object.entries(KINDS)) {
      it(`of ${kind}`, async () => {
        const portal = new Portal(kind, { datasets: 60, faults: false });
        await portal.start();
        const asked = () => portal.log.filter((one) => api.test(pathOf(one)));
        try {
          await tab.bringToFront();
          await tab.goto(portal.url);
          const own = asked().length;  // the page's own scripts
          panel = await openOwnPage(browser, name, "panel.html");
          await ask("options.set", { options: { delayMs: 0, useSession: false } });
          await panel.waitForSelector(".catalogue:not([hidden])");
          assert.match(await part(), new RegExp(`This looks like a ${software.replaceAll(/[().]/g, "\\$&")} portal`));
          assert.equal(asked().length, own, "nothing is asked before the click");
          assert.ok(!portal.log.some((one) => pathOf(one) === "/robots.txt"));

          const before = portal.log.length;
          await panel.$eval(".catalogue-intro button", (button) => button.click());
          await panel.waitForSelector(".catalogue-chosen:not([hidden])");
          assert.match(await part(), /60 data sets/);
          assert.deepEqual(portal.log.slice(before).map(pathOf).filter((path) => path !== "/robots.txt" && !api.test(path)), []);
          assert.equal(asked().length, own + look);

          if (by !== undefined) {
            const { datasets } = portal.catalogue;
            const value = of(datasets[0]);
            const wanted = datasets.filter((one) => of(one) === value);
            const narrowed = portal.log.length;
            await panel.$eval(`[name=catalogue-${by}]`, (field, chosen) => {
              field.value = chosen;
              field.dispatchEvent(new Event("change", { bubbles: true }));
            }, value);
            await panel.waitForFunction((said) => document.querySelector(".catalogue-numbers").textContent.startsWith(said),
              {}, `${wanted.length} data set`);
            assert.equal(portal.log.length, narrowed + 1, "one question a choice");

            const begun = portal.log.length;
            // The job of the portal before has ended, too.
            const earlier = (await ask("panel.state")).jobs.length;
            await panel.$eval(".catalogue-chosen > button.main", (button) => button.click());
            const since = async () => (await ask("panel.state")).jobs.slice(earlier);
            await until(async () => (await since()).at(-1)?.info?.state === "finished", undefined, 200);
            assert.equal((await ask("panel.state")).jobs.at(-1).kind, "catalogue");
            const names = new Set(wanted.map((one) => one.name));
            const files = new Set(wanted.flatMap(({ resources }) => resources).map(({ url }) => new URL(url).pathname));
            const lists = /package_search$|catalog\/datasets$/;
            const others = portal.log.slice(begun).map(pathOf).filter((path) => !lists.test(path) && !["/", "/robots.txt"].includes(path));
            const isWanted = (path) => files.has(path) || names.has(/\/datasets\/([^/]+)\//.exec(path)?.[1]);
            assert.deepEqual(others.filter((path) => !isWanted(path)), []);
            assert.ok(others.length > 0);
          }
        } finally {
          await panel?.close();
          await portal.stop();
        }
      });
    }
  });
}
