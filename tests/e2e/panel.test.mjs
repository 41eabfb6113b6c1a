// The panel as people use it: the host is started by the browser and owns the job.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ids, programs, startChromium, temporaryFolder } from "./support/browsers.mjs";
import { faultsOf, hostsOf, longOnly, manifestOf, notBuilt, program, root, startDemoSite, until } from "./support/program.mjs";

const OPTIONS = { allowPrivate: true, delayMs: 0 };
const pictures = join(root, "build/test-output");
const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

describe("the panel in Chromium", { skip: missing }, () => {
  const folder = temporaryFolder();
  const jobs = join(folder.path, "jobs");
  let site;
  let browser;
  let panel;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    site = await startDemoSite(join(folder.path, "site.log"));
    browser = await startChromium(folder.path, null, { program, jobs });
    panel = await openPanel();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    folder.remove();
  });

  async function openPanel(query = "") {
    const page = await browser.newPage();
    await page.setViewport({ width: 400, height: 900 });
    await page.goto(`chrome-extension://${ids.chromium.id}/panel.html${query}`);
    await page.waitForSelector("main");
    return page;
  }

  const ask = (message) => panel.evaluate((fields) => chrome.runtime.sendMessage(fields), message);
  /** The job started last. */
  const job = async () => (await ask({ message: "panel.state" })).jobs.at(-1);
  /** Not by mouse: the job's tab may be in front, and a hidden page draws nothing to click on. */
  const press = (text, page = panel) => page.evaluate((wanted) => {
    const texts = (button) => [button.textContent.trim(), button.getAttribute("aria-label")];
    const shown = [...document.querySelectorAll("button")].filter((button) => !button.closest("[hidden]"));
    shown.find((button) => texts(button).includes(wanted)).click();
  }, text);
  const shownText = () => panel.$eval("body", (body) => body.innerText);
  /** By the host's own word, which comes when all is on the disk; the answer to a button comes before. */
  const isIn = (wanted) => until(async () => (await job())?.progress?.state === wanted);
  const found = (least) => until(async () => ((await job())?.progress?.progress.targets ?? 0) >= least);
  const startJob = (dir, options = {}) =>
    ask({ message: "job.start", url: site.url, options: { ...OPTIONS, ...options, dir } });

  it("says why it does not crawl a private address", async () => {
    await press("Jobs");
    await panel.$eval("#jobs form input[name=url]", (input, url) => (input.value = url), site.url);
    await panel.$eval("#jobs form", (form) => form.requestSubmit());
    await panel.waitForSelector(".state[data-state=failed]");
    assert.match(await shownText(), /refused|private/i);
    assert.deepEqual(site.requests(), []);
    await press("Remove from the list");
    await until(async () => (await job()) === undefined);
    await panel.waitForFunction(() => document.querySelector(".job") === null, { polling: "mutation" });
  });

  it("shows files as they arrive, pauses, goes on and stops", async () => {
    const started = await startJob("shown");
    assert.equal(started.error, undefined);
    await found(5);
    await panel.bringToFront();
    // Of a page that was chosen among others: those have more than one term.
    const why = await (await panel.waitForFunction(() => {
      const part = document.querySelector(".why");
      const rows = [...(part?.querySelectorAll(".terms tbody tr") ?? [])];
      return rows.length < 2 ? null : {
        words: part.querySelector(".words").textContent,
        place: part.querySelector("code").textContent,
        terms: rows.map((row) => [row.querySelector("th").textContent, row.querySelector("td").textContent]),
      };
    }, { polling: "mutation" })).jsonValue();
    assert.match(why.words, /links in '.+' have /);
    assert.match(why.place, /^html body.* a\b/);
    assert.equal(why.terms[0][0], "expected files per request");
    assert.ok(why.terms.some(([name]) => name === "exploration"));
    for (const [name, value] of why.terms) assert.match(value, /^[+-]?\d+\.\d\d$/, name);
    await panel.waitForSelector(".arrived tbody tr");
    await panel.waitForFunction(() => document.querySelector(".curve").getAttribute("aria-label").match(/^[1-9]/));
    await panel.screenshot({ path: join(pictures, "panel.png") });
    await panel.setViewport({ width: 1100, height: 900 });
    await panel.screenshot({ path: join(pictures, "panel-wide.png") });
    await panel.setViewport({ width: 400, height: 900 });

    await press("Pause");
    await isIn("paused");
    // What was on its way when the button was pressed still comes in. What needs another request for that, a second try or what
    // waited for its turn, stays in flight: a paused job gives no permit (Permits::hold).
    let before = -1;
    let still = 0;
    await until(async () => {
      const { inFlight } = (await job()).progress.progress;
      const asked = site.requests().length;
      still = asked === before ? still + 1 : 0;
      before = asked;
      return inFlight === 0 || still >= 50;
    });

    // Limits are changed while it waits, and kept.
    await panel.$eval("form input[name=requests]", (input) => {
      input.value = "100000";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.form.requestSubmit();
    });
    await until(async () => (await job()).progress.limits.maxRequests === 100_000);
    assert.equal(site.requests().length, before, "a paused job asks for nothing");

    await press("Resume");
    await until(() => site.requests().length > before + 5);
    await press("Stop");
    await isIn("stopped");
    const { resources, tagtrail } = manifestOf(join(jobs, "shown"));
    assert.ok(resources.length >= 5);
    assert.equal(tagtrail.engine, "wasm");
    const files = readdirSync(join(jobs, "shown", "files")).sort();
    // Two files with the same contents are one resource.
    const listed = resources.flatMap(({ path, tagtrail: { alsoAt = [] } }) => [path, ...alsoAt.map((also) => also.path)]);
    assert.deepEqual(files, listed.map((path) => path.replace("files/", "")).sort());
  });

  // The stores' packages tell it in windows (tests/store/).
  it("goes on with the same job to its end, though its host is killed", { skip: longOnly }, async () => {
    const from = site.requests().length;
    await startJob("shown");
    await until(() => site.requests().length > from + 100);
    // One host waits for a run from the command line, one has the job.
    for (const host of hostsOf(jobs)) process.kill(host, "SIGKILL");
    await isIn("finished");
    assert.deepEqual(faultsOf(join(jobs, "shown"), "all"), []);
  });

  it("asks about kinds of files that nobody has heard of, and takes them when they are meant", async () => {
    for (const { key } of (await ask({ message: "panel.state" })).jobs) await ask({ message: "job.dismiss", key });
    await panel.waitForFunction(() => document.querySelector(".job") === null, { polling: "mutation" });
    const targets = (list) => panel.evaluate((text) => {
      const form = document.querySelector("#jobs form");
      form.querySelector("select[name=targets]").value = "own";
      form.querySelector("select[name=targets]").dispatchEvent(new Event("change", { bubbles: true }));
      form.querySelector("input[name=target-list]").value = text;
    }, list);
    const folders = readdirSync(jobs);
    const asked = site.requests().length;
    for (const [list, sentence] of [
      ["csv, exel", "no files are known by the extension 'exel'; did you mean xlsx, xls? To look for names that end in .exel anyway, write .exel"],
      ["text/html", "web pages are no files; name the types of files, such as csv or application/pdf, or look for pages with --objective"],
    ]) {
      await targets(list);
      await panel.$eval("#jobs form input[name=url]", (input, url) => (input.value = url), site.url);
      await panel.$eval("#jobs form", (form) => form.requestSubmit());
      await panel.waitForSelector(".state[data-state=failed]");
      assert.equal(await panel.$eval(".job .error strong", (error) => error.innerText), sentence);
      await press("Remove from the list");
      await panel.waitForFunction(() => document.querySelector(".job") === null, { polling: "mutation" });
    }
    assert.equal(site.requests().length, asked);
    assert.deepEqual(readdirSync(jobs), folders, "a failed start leaves no folder");
    // Spelled with a dot it is meant; a job that was begun with it goes on without.
    for (const list of [".exel", "exel"]) {
      const started = await startJob("unheard-of", { targets: list, maxRequests: list === ".exel" ? 3 : 6 });
      assert.equal(started.error, undefined);
      await panel.waitForSelector(".state[data-state=stopped]");
      assert.equal((await job()).progress.reason, "max_requests");
      await press("Remove from the list");
      await panel.waitForFunction(() => document.querySelector(".job") === null, { polling: "mutation" });
    }
  });
});
