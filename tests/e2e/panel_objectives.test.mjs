// "Look for" in the panel: what a harvest that is started there is after, from the form to the files.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lackingOrTold, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, program, root, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const pictures = join(root, "build/test-output");
const page = (content) => `<!doctype html><html><head><title>Shop</title></head><body>${content}</body></html>`;
const product = (name) => `<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">${name}</b></div>`;
const event = (name) => `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Event", "name": "${name}"}</script>`;
const search = `<form action="/find"><label>Product <input name="q"></label><label>Colour <select name="colour"><option>red<option>blue</select></label><button>Find</button></form>`;
const list = (hrefs) => `<ul>${hrefs.map((href) => `<li><a href="${href}">${href}</a></li>`).join("")}</ul>`;

const PRODUCTS = Array.from({ length: 8 }, (_, at) => `/product/${at}`);
const EVENTS = Array.from({ length: 5 }, (_, at) => `/event/${at}`);
const routes = {
  "/": page(list([...PRODUCTS, ...EVENTS, "/about", "/search", "/prices.csv"])),
  "/about": page("<p>About us</p>"),
  "/search": page(search),
  "/prices.csv": body("text/csv", "a,b\n1,2\n"),
  ...Object.fromEntries(PRODUCTS.map((path) => [path, page(product(path))])),
  ...Object.fromEntries(EVENTS.map((path) => [path, page(event(path))])),
};

for (const name of ["chromium", "firefox"]) runInPanel(name);

function runInPanel(name) {
  const missing = lackingOrTold(name);
  describe(`what a harvest looks for, chosen in the panel in ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    const jobs = join(folder.path, "jobs");
    const site = new Site(routes);
    let browser;
    let panel;

    before(async () => {
      mkdirSync(pictures, { recursive: true });
      await site.start();
      browser = await starters[name](folder.path, null, { program, jobs });
      panel = await openOwnPage(browser, name, "panel.html");
      await panel.waitForSelector("#jobs form");
      // Addresses of this machine can't be asked for in the form.
      await panel.evaluate(() => {
        const { runtime } = globalThis.browser ?? globalThis.chrome;
        const send = runtime.sendMessage.bind(runtime);
        runtime.sendMessage = (message) => send(message.message !== "job.start" ? message
          : { ...message, options: { ...message.options, allowPrivate: true, delayMs: 0, sitemaps: false } });
      });
    });
    after(async () => {
      await browser?.close();
      site.stop();
      folder.remove();
    });

    /** Fills in the form as a user does, and sends it off. */
    const begin = (objective, without = []) => panel.evaluate((url, chosen, off) => {
      const form = document.querySelector("#jobs form:has(input[name=url])");
      form.closest("details").open = true;
      form.querySelector("input[name=url]").value = url;
      const field = form.querySelector("select[name=objective]");
      field.value = chosen;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      for (const box of form.querySelectorAll(".syntaxes input")) {
        if (box.checked === off.includes(box.name)) box.click();
      }
      // A session would ask for permissions.
      const session = form.querySelector(".session input");
      if (session.checked) session.click();
      form.requestSubmit();
    }, `${site.base}/`, objective, without);

    const shown = async () => (await panel.evaluate(() => (globalThis.browser ?? globalThis.chrome)
      .runtime.sendMessage({ message: "panel.state" }))).jobs;
    const finished = (count) => until(async () => {
      const all = await shown();
      return all.length === count && all.every(({ progress }) => ["finished", "stopped", "failed"].includes(progress?.state));
    });
    /** The paths of what the job has kept whose folder came last. */
    const kept = () => {
      const dir = readdirSync(jobs).filter((one) => !one.startsWith(".")).toSorted().at(-1);
      return manifestOf(join(jobs, dir)).resources.map(({ sources }) => new URL(sources[0].path).pathname).toSorted();
    };

    /** Of the form as it was sent off, and of the newest job: for the user guide. */
    const picture = async (objective) => {
      if (name !== "chromium") return;
      await panel.setViewport({ width: 400, height: 900 });
      await panel.waitForFunction(() => document.querySelector(".job .state")?.dataset.state === "finished", { polling: 50 });
      await panel.evaluate((chosen) => {
        [...document.querySelectorAll("button")].find((button) => button.textContent.startsWith("Jobs")).click();
        const form = document.querySelector("#jobs form:has(input[name=url])");
        form.closest("details").open = true;
        const field = form.querySelector("select[name=objective]");
        field.value = chosen;
        field.dispatchEvent(new Event("change", { bubbles: true }));
        globalThis.scrollTo(0, 0);
      }, objective);
      await panel.screenshot({ path: join(pictures, `objective-${objective}.png`) });
    };

    it("says that a kind of markup has to be chosen", async () => {
      const all = ["syntax-microdata", "syntax-rdfa", "syntax-microformats", "syntax-json-ld"];
      await begin("markup", all);
      await panel.waitForFunction(() => document.querySelector("#jobs .syntaxes .wrong").textContent !== "", { polling: 50 });
      assert.equal((await shown()).length, 0);
    });

    it("keeps pages with that markup, and calls them pages", async () => {
      await begin("markup", ["syntax-rdfa", "syntax-microformats", "syntax-json-ld"]);
      await finished(1);
      assert.deepEqual(kept(), PRODUCTS);
      const [job] = await shown();
      assert.equal(job.info.objective, "markup");
      assert.equal(job.progress.progress.targets, PRODUCTS.length);
      await panel.waitForFunction(() => /Pages found/.test(document.querySelector(".job")?.textContent ?? ""), { polling: 50 });
      assert.doesNotMatch(await panel.$eval(".job .status", (part) => part.textContent), /files/);
      await picture("markup");
    });

    it("looks for something else in a folder of its own", async () => {
      await begin("markup", ["syntax-microdata"]);
      await finished(2);
      assert.deepEqual(kept(), EVENTS);
      await begin("data-files");
      await finished(3);
      assert.deepEqual(kept(), ["/prices.csv"]);
      await begin("forms");
      await finished(4);
      assert.deepEqual(kept(), ["/search"]);
      await picture("forms");
    });

    it("keeps pages that say something new", async () => {
      await begin("content");
      await finished(5);
      // What the others say stands on the first page already.
      assert.deepEqual(kept(), ["/", "/about", "/search"]);
      await picture("content");
    });
  });
}
