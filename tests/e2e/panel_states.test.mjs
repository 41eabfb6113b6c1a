// The panel and the options page in each state, without a background: pictures to look at, and what
// every state must keep to. The pictures are in build/test-output/.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ids, programs, startChromium, temporaryFolder } from "./support/browsers.mjs";
import { drawn, fakeBackground, fakeOf, states } from "./support/panel_states.mjs";
import { root } from "./support/program.mjs";

const pictures = join(root, "build/test-output");
const missing = !programs.chromium && "Chromium is not installed";

describe("the states of the panel in Chromium", { skip: missing }, () => {
  const folder = temporaryFolder();
  let browser;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await startChromium(folder.path, null, { program: "/bin/false", jobs: folder.path });
  });
  after(async () => {
    await browser?.close();
    folder.remove();
  });

  /** The page with a fake background; `faults` collects what its console complains of. */
  async function open(name, fake, { width = 320, height = 900, scheme = "light" } = {}) {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.evaluateOnNewDocument(fakeBackground, fake);
    await page.goto(`chrome-extension://${ids.chromium.id}/${name}.html`);
    await page.waitForSelector("main");
    await drawn(page);
    return { page, faults };
  }


  const bring = (page, half) => page.evaluate((at) => document.querySelectorAll(".chooser button")[at].click(),
    half === "page" ? 0 : 1);

  const overflow = (page) => page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > width + 0.5 && !element.closest(".unseen, .cut, .facts, .uplot");
    });
    return { page: document.documentElement.scrollWidth - width, wide: wide.map(({ outerHTML }) => outerHTML.slice(0, 120)) };
  });

  /** Every control that the accessibility tree has, by role and name. */
  async function controls(page) {
    const roles = ["button", "checkbox", "switch", "textbox", "spinbutton", "combobox", "link", "img", "progressbar"];
    const all = [];
    const walk = (node) => {
      if (roles.includes(node.role)) all.push(node);
      for (const child of node.children ?? []) walk(child);
    };
    walk(await page.accessibility.snapshot({ interestingOnly: false }));
    return all;
  }

  /** What Tab reaches, and what could be reached. */
  async function tabOrder(page) {
    await page.bringToFront();
    const wanted = await page.evaluate(() => {
      document.activeElement?.blur();
      window.scrollTo(0, 0);
      const all = [...document.querySelectorAll("button, input, select, summary, a[href]")];
      const seen = all.filter((element) => element.checkVisibility() && !element.disabled);
      seen.forEach((element, at) => (element.dataset.at = at));
      return seen.length;
    });
    const reached = new Set();
    for (let press = 0; press < wanted + 5; press++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.dataset.at);
      if (at !== undefined) reached.add(at);
    }
    return { wanted, reached: reached.size };
  }

  for (const given of states) {
    it(`${given.name}: fits 320 and 240 px, names its controls, is reached by keyboard`, async () => {
      const { page, faults } = await open("panel", fakeOf(given));
      await bring(page, given.half);
      for (const [scheme, width] of [["dark", 400], ["light", 1100], ["light", 400], ["light", 320]]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setViewport({ width, height: 800 });
        await drawn(page);
        await page.screenshot({ path: join(pictures, `panel-${given.name}-${width}-${scheme}.png`), fullPage: true });
      }
      for (const fold of await page.$$("details")) await fold.evaluate((one) => (one.open = true));
      await drawn(page);
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      await page.screenshot({ path: join(pictures, `panel-${given.name}-320-open.png`), fullPage: true });
      // Firefox opens its sidebar about as narrow as this.
      await page.setViewport({ width: 240, height: 800 });
      await drawn(page);
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      await page.screenshot({ path: join(pictures, `panel-${given.name}-240-open.png`), fullPage: true });
      await page.setViewport({ width: 320, height: 800 });
      const seen = await controls(page);
      assert.ok(seen.length >= 4);
      const nameless = seen.filter(({ name }) => !name?.trim());
      assert.deepEqual(nameless, []);
      const { wanted, reached } = await tabOrder(page);
      assert.equal(reached, wanted, "Tab reaches every control");
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  it("opens what was folded away when something in it is missing, and says what", async () => {
    const { page, faults } = await open("panel", fakeOf(states.find(({ name }) => name === "page")));
    await bring(page, "page");
    await page.evaluate(() => {
      const part = document.querySelector(".harvest");
      const field = part.querySelector("select[name=objective]");
      field.value = "markup";
      field.dispatchEvent(new Event("change", { bubbles: true }));
      for (const box of part.querySelectorAll(".syntaxes input")) box.click();
      part.querySelector("details").open = false;
      part.querySelector("button.main").click();
    });
    await drawn(page);
    const seen = await page.evaluate(() => ({
      text: document.querySelector(".harvest .syntaxes .wrong").innerText,
      focus: document.activeElement?.name,
      asked: globalThis.fake.told.filter(({ message }) => message === "page.harvest").length,
    }));
    assert.deepEqual(seen, { text: "Choose at least one kind.", focus: "syntax-microdata", asked: 0 });
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("shows what a harvest with the logins would open and leave, before it begins", async () => {
    const { page, faults } = await open("panel", fakeOf(states.find(({ name }) => name === "page")));
    await bring(page, "page");
    const plan = () => page.$eval(".session-plan", (part) => part.checkVisibility() ? part.innerText.split("\n").filter(Boolean) : []);
    assert.deepEqual(await plan(), ["On this page it would open 191 links and leave 12 that may do something:",
      "Approve release 0", "Approve release 1", "Approve release 2", "approve", "Approve release 4", "Show all 12"]);
    await page.click(".session-plan button");
    assert.equal((await plan()).length, 14);
    assert.equal(await page.$eval(".session-plan li", (item) => item.title),
      'https://stat.example.org/admin/releases/0/approve\nits address says "approve"');
    await page.click(".session input");
    assert.deepEqual(await plan(), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("fits 320 px in French, and with text of twice the size", async () => {
    for (const given of states.filter(({ name }) => ["page", "running", "missing"].includes(name))) {
      const { page, faults } = await open("panel", fakeOf(given, { language: "fr" }));
      await bring(page, given.half);
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      assert.match(await page.$eval("main", (main) => main.innerText), /Moissonner|Requêtes|Voir sa moisson/);
      await page.screenshot({ path: join(pictures, `panel-${given.name}-320-fr.png`), fullPage: true });
      await page.addStyleTag({ content: ":root { font-size: 28px }" });
      await drawn(page);
      await page.screenshot({ path: join(pictures, `panel-${given.name}-320-double.png`), fullPage: true });
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  it("keeps focus, scroll and what is written when the state changes", async () => {
    const running = states.find(({ name }) => name === "running");
    const { page } = await open("panel", fakeOf(running));
    await bring(page, "jobs");
    const kept = await page.evaluate(async () => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      const field = document.querySelector("form input[name=requests]");
      field.value = "777";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      const button = document.querySelectorAll(".arrived button")[6];
      button.focus();
      scrollTo(0, 400);
      const before = { y: scrollY, row: button.getAttribute("aria-label") };
      const { state } = globalThis.fake.given;
      const [job] = state.jobs;
      job.progress.progress.requests += 1;
      job.progress.files.unshift({ ...job.progress.files[0], path: "files/new.csv", name: "new.csv" });
      globalThis.fake.notify({ notice: "panel.changed", state });
      const now = document.activeElement.getAttribute("aria-label");
      return { same: now === before.row, y: scrollY - before.y, value: field.value };
    });
    assert.equal(kept.same, true, "the focus stays on the same file");
    assert.equal(kept.value, "777");
    assert.ok(Math.abs(kept.y) <= 60, `the page moved by ${kept.y}`);
    await page.close();
  });

  it("tells the background what was pressed, and shows what a word changed", async () => {
    const { page } = await open("panel", fakeOf(states.find(({ name }) => name === "page")));
    await page.evaluate(() => document.querySelectorAll(".group button.word.good")[3].click());
    await page.waitForSelector(".effect:not([hidden])");
    const said = await page.$eval(".effect", (effect) => effect.innerText);
    assert.match(said, /The next link would come from/);
    assert.match(said, /0\.4 → 9\.5/);
    assert.match(said, /4 → 1/);
    const pressed = await page.$$eval(".group", (groups) => groups[0].querySelector(".good").getAttribute("aria-pressed"));
    assert.equal(pressed, "true");
    await page.screenshot({ path: join(pictures, "panel-effect-320.png"), fullPage: true });
    await page.evaluate(() => document.querySelector(".group button.word.good").click());
    await drawn(page);
    await page.evaluate(() => {
      document.querySelectorAll(".choose tbody input")[0].click();
      document.querySelector(".block .between button.main").click();
    });
    await page.waitForSelector(".notices .error:not([hidden])");
    const told = await page.evaluate(() => globalThis.fake.told.filter(({ message }) => /teach|collect/.test(message)));
    assert.deepEqual(told.map(({ feedback }) => feedback?.word), ["good", "neutral", undefined]);
    assert.equal(told[2].urls.length, 13);
    assert.match(await page.$eval(".notices", (bar) => bar.innerText), /a job of this site is running/);
    await page.close();
  });

  it("looks at a portal's catalogue by a click, narrows it by a question a choice, and harvests by it", async () => {
    const given = states.find(({ name }) => name === "portal");
    for (const [scheme, width, language] of [["light", 320, "en"], ["dark", 400, "en"], ["light", 240, "fr"]]) {
      const { page, faults } = await open("panel", fakeOf(given, { language }), { width, scheme });
      const told = () => page.evaluate(() => globalThis.fake.told.filter(({ message }) => message.includes("atalogue")));
      const part = () => page.$eval(".catalogue", (one) => one.innerText);
      const choose = (name, value) => page.$eval(`[name=catalogue-${name}]`, (field, wanted) => {
        field.value = wanted;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }, value);
      assert.match(await part(), language === "en" ? /^This looks like a CKAN portal/ : /^On dirait un portail CKAN/);
      assert.deepEqual(await told(), []);
      await page.$eval(".catalogue-intro button", (button) => button.click());
      await page.waitForSelector(".catalogue-chosen:not([hidden])");
      assert.match(await part(), language === "en" ? /2,153 data sets and 7,027 files/ : /2.153 jeux de données et 7.027 fichiers/);
      // What the portal calls things is text.
      assert.equal(await page.$(".catalogue img"), null);
      assert.match(await page.$eval("[name=catalogue-organisation]", (field) => field.textContent), /<img src=x onerror=alert\(1\)>/);
      await choose("organisation", "health");
      await choose("since", "2024-01-31");
      await drawn(page);
      assert.match(await part(), language === "en" ? /132 data sets/ : /132 jeux de données/);
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      assert.deepEqual((await controls(page)).filter(({ name }) => !name?.trim()), []);
      await page.screenshot({ path: join(pictures, `panel-catalogue-${width}-${scheme}-${language}.png`), fullPage: true });
      await page.$eval(".catalogue-chosen > button.main", (button) => button.click());
      await drawn(page);
      const site = [{ kind: "ckan", name: "CKAN", base: "https://stat.example.org" }];
      const look = (filter) => ({ message: "page.catalogue", tabId: 7, catalogues: site, filter });
      assert.deepEqual((await told()).map(({ message, tabId, catalogues, filter }) =>
        message === "page.catalogue" ? { message, tabId, catalogues, filter } : { message, tabId, filter }), [
        look(""), look("organisation=health"), look("organisation=health,since=2024-01-31"),
        { message: "page.harvestCatalogue", tabId: 7, filter: "organisation=health,since=2024-01-31" }]);
      // Another page of the portal leaves what was chosen; a page without signs has no such part.
      await page.evaluate(() => {
        const { given } = globalThis.fake;
        given.page = { ...given.page, url: "https://stat.example.org/other", links: 3 };
        globalThis.fake.notify({ notice: "page.changed", tabId: 7 });
      });
      await drawn(page);
      assert.match(await part(), /132/);
      await page.evaluate(() => {
        globalThis.fake.given.page = { ...globalThis.fake.given.page, catalogues: [] };
        globalThis.fake.notify({ notice: "page.changed", tabId: 7 });
      });
      await drawn(page);
      assert.equal(await page.$eval(".catalogue", (one) => one.checkVisibility()), false);
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  it("leads to the program where a catalogue can't be asked without it", async () => {
    const given = states.find(({ name }) => name === "portal");
    const missing = { ...given, state: states.find(({ name }) => name === "missing").state };
    const { page } = await open("panel", fakeOf(missing));
    await page.$eval(".catalogue-intro button", (button) => button.click());
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("host")), true);
    assert.deepEqual(await page.evaluate(() => globalThis.fake.told.filter(({ message }) => message === "page.catalogue")), []);
    await page.close();
  });

  it("ends a job by one click where about all is found", async () => {
    const { page } = await open("panel", fakeOf(states.find(({ name }) => name === "enough")));
    await bring(page, "jobs");
    assert.equal(await page.$eval(".enough span", (said) => said.innerText),
      "Continuing costs about 5 requests (5 sec) per file.");
    await page.evaluate(() => document.querySelector(".enough button").click());
    await drawn(page);
    const told = await page.evaluate(() => globalThis.fake.told.filter(({ message }) => message === "job.control"));
    assert.deepEqual(told, [{ message: "job.control", key: "job-running", action: "stop" }]);
    // One that is not so far offers no such thing.
    await page.evaluate(() => {
      const { state } = globalThis.fake.given;
      state.jobs[0].progress.progress.estimate = { files: 120, low: 90, high: 150, price: 5 };
      globalThis.fake.notify({ notice: "panel.changed", state });
    });
    assert.equal(await page.$eval(".enough", (part) => part.checkVisibility()), false);
    await page.close();
  });

  it("shows the options, light, dark and narrow", async () => {
    const given = states.find(({ name }) => name === "page");
    for (const [width, scheme, change] of [[320, "light", { robots: false }], [900, "dark", {}], [900, "light", { targets: "csv,xlsx" }]]) {
      const { page, faults } = await open("options", fakeOf(given, change), { width, scheme });
      assert.deepEqual(await overflow(page), { page: 0, wide: [] });
      const nameless = (await controls(page)).filter(({ name }) => !name?.trim());
      assert.deepEqual(nameless, []);
      const { wanted, reached } = await tabOrder(page);
      assert.equal(reached, wanted);
      assert.match(await page.evaluate(() => document.body.innerText), /^Tagtrail [\d.]+, with the program 0\.1\.0$/m);
      await page.screenshot({ path: join(pictures, `options-${width}-${scheme}.png`), fullPage: true });
      assert.deepEqual(faults, []);
      await page.close();
    }
  });
});
