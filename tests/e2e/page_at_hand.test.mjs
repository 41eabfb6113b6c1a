// The page at hand, asked for by messages as the panel does: what is on it, teaching, learning, the overlay. The jobs
// that start from it are in guided.test.mjs.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { dist, lacking, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { program, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const list = (name, count) => Array.from({ length: count }, (_, n) => `<li><a href="/${name}/${n}">${name} ${n}</a></li>`).join("");
const files = Array.from({ length: 6 }, (_, n) => `<li><a href="/files/${n}.csv">Table ${n}</a></li>`).join("");
const page = (title, content) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${content}</body></html>`;
const START = page("Data office", `<h2>Publications</h2><ul class="publications">${list("publications", 12)}</ul>
  <h2>News</h2><div class="news"><ol>${list("news", 12)}</ol></div>
  <h2>Tables</h2><ul class="tables">${files}</ul><a href="https://elsewhere.example/x">Elsewhere</a>`);

function routes() {
  const all = { "/": START };
  const lists = ["tables", "press", "links"].map((name) => `<section class="${name}"><ul>${
    Array.from({ length: 4 }, (_, n) => `<li><a href="/${name}/${n}">${name} ${n}</a>`).join("")}</ul></section>`);
  all["/alike"] = page("Alike", `<div id="page"><div class="wrap"><main><div class="content"><div class="row">${lists.join("")}</div></div></main></div></div>`);
  for (let n = 0; n < 6; n++) all[`/files/${n}.csv`] = body("text/csv", `a,b\n${n},1\n`);
  for (let n = 0; n < 12; n++) {
    all[`/news/${n}`] = page(`News ${n}`, "<p>Nothing to take along.");
    all[`/publications/${n}`] = page(`Publication ${n}`, `<ul class="files"><li><a href="/of/${n}.csv">Table</a></li></ul>`);
    all[`/of/${n}.csv`] = body("text/csv", `a,b\nof,${n}\n`);
  }
  return all;
}

for (const name of ["chromium", "firefox"]) runPage(name);

/** Whether the engine in the output was built after it learned to look at pages. */
function looks(name) {
  const path = join(dist, `${name}-batch/tagtrail.wasm`);
  if (!existsSync(path)) return false;
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(path)));
  return exported.some((one) => one.name === "tagtrail_look");
}

function runPage(name) {
  const missing = lacking(name)
    || (!looks(name) && "the engine is not built, or an older one");
  describe(`the page at hand in ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    const site = new Site(routes());
    let browser;
    let panel;
    let tab;
    let tabId;

    const ask = (message, fields = {}) =>
      panel.evaluate((sent) => (globalThis.browser ?? chrome).runtime.sendMessage(sent), { ...fields, message });
    const look = async () => {
      const view = await ask("page.look", { tabId });
      assert.equal(view.error, null, `no view of ${view.url}: ${JSON.stringify(view.error)}`);
      return view;
    };
    const group = (view, word) => view.groups.find(({ tagPath }) => tagPath.includes(word));
    const html = () => tab.evaluate(() => document.documentElement.outerHTML);

    before(async () => {
      await site.start();
      browser = await starters[name](folder.path, null, { program, jobs: join(folder.path, "jobs") });
      tab = await browser.newPage();
      await tab.goto(`${site.base}/`);
      panel = await openOwnPage(browser, name, "panel.html");
      tabId = (await ask("page.look", { tabId: null })).tabId;
    });
    after(async () => {
      await browser?.close();
      site.stop();
      folder.remove();
    });

    it("has its files, and its links in groups", async () => {
      const view = await look();
      assert.equal(view.error, null);
      assert.equal(view.url, `${site.base}/`);
      assert.equal(view.title, "Data office");
      assert.equal(view.links, 31);
      assert.deepEqual(view.files.map(({ url, mime, anchor }) => [new URL(url).pathname, mime, anchor]),
        Array.from({ length: 6 }, (_, n) => [`/files/${n}.csv`, "text/csv", `Table ${n}`]));
      assert.equal(group(view, "publications").links.length, 12);
      assert.equal(group(view, "publications").heading, "Publications");
      assert.equal(group(view, "news").links.length, 12);
      assert.deepEqual([view.learning, view.learnedPages, view.overlay, view.job], [false, 0, false, null]);
    });

    it("is refused where there is no web page", async () => {
      const view = await ask("page.look", { tabId: 987_654 });
      assert.equal(view.error.code, "not_found");
      assert.equal((await ask("page.teach", { tabId: 987_654, feedback: { word: "good", tagPath: "/html" } })).error.code, "not_found");
    });

    it("follows the user's word at once, and forgets it when told so", async () => {
      const before = await look();
      const { tagPath } = group(before, "publications");
      const good = await ask("page.teach", { tabId, feedback: { word: "good", tagPath } });
      assert.equal(group(good, "publications").word, "good");
      assert.ok(group(good, "publications").expected > group(before, "publications").expected, "it is worth more");
      const useless = await ask("page.teach", { tabId, feedback: { word: "useless", tagPath: group(before, "news").tagPath } });
      assert.equal(group(useless, "news").word, "useless");
      assert.deepEqual((await ask("data.sites")).sites.map(({ host }) => host), [new URL(site.base).host]);
      const { recipe } = await ask("recipe.export", { host: new URL(site.base).host });
      assert.deepEqual(recipe.groups.map(({ word }) => word).sort(), ["good", "useless"]);
      await ask("data.clear", { host: null });
      assert.deepEqual((await ask("data.sites")).sites, []);
      assert.equal(group(await look(), "news").word, "neutral");
      assert.deepEqual(await ask("recipe.import", { recipe }), { error: null });
      assert.equal(group(await look(), "news").word, "useless");
      await ask("data.clear", { host: null });
    });

    it("keeps groups apart that are shown apart, however alike they are", async () => {
      await tab.goto(`${site.base}/alike`);
      const alike = async (view) => Object.fromEntries(["tables", "press", "links"].map((word) => [word, group(view, word)]));
      const before = await alike(await look());
      assert.deepEqual(Object.values(before).map(({ links }) => links.length), [4, 4, 4]);
      await ask("page.teach", { tabId, feedback: { word: "useless", tagPath: before.press.tagPath } });
      const now = await alike(await ask("page.teach", { tabId, feedback: { word: "good", tagPath: before.tables.tagPath } }));
      assert.deepEqual(Object.values(now).map(({ word, links, open, withheld }) => [word, links.length, open, withheld]),
        [["good", 4, 4, 0], ["useless", 4, 0, 4], ["neutral", 4, 4, 0]]);
      // Another engine that takes what was learned keeps them apart too.
      const { recipe } = await ask("recipe.export", { host: new URL(site.base).host });
      await ask("data.clear", { host: null });
      assert.deepEqual(await ask("recipe.import", { recipe }), { error: null });
      assert.deepEqual(Object.values(await alike(await look())).slice(0, 2).map(({ word }) => word), ["good", "useless"]);
      await ask("data.clear", { host: null });
      await tab.goto(`${site.base}/`);
    });

    it("learns from what is browsed once that is switched on", async () => {
      await tab.goto(`${site.base}/publications/3`);
      assert.equal((await look()).learnedPages, 0);
      const on = await ask("page.learn", { tabId, on: true });
      assert.deepEqual([on.learning, on.learnedPages], [true, 1]);
      await tab.goto(`${site.base}/publications/4`);
      await until(async () => (await look()).learnedPages === 2, undefined, 100);
      await tab.goto(`${site.base}/`);
      await until(async () => (await look()).learnedPages === 3, undefined, 100);
      const off = await ask("page.learn", { tabId, on: false });
      assert.deepEqual([off.learning, off.learnedPages], [false, 3]);
    });

    it("is outlined, and left as it was", async () => {
      const before = await html();
      assert.equal((await ask("page.overlay", { tabId, on: true })).overlay, true);
      assert.notEqual(await html(), before);
      assert.deepEqual(await ask("page.highlight", { tabId, group: group(await look(), "news").id }), {});
      assert.equal((await ask("page.overlay", { tabId, on: false })).overlay, false);
      assert.equal(await html(), before);
      assert.deepEqual(await ask("page.highlight", { tabId, group: group(await look(), "news").id }), {});
      assert.deepEqual(await ask("page.highlight", { tabId, group: null }), {});
      assert.equal(await html(), before);
    });
  });
}
