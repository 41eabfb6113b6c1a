// A site whose files are on other hosts: they are counted and named, and taken where that is wanted, each host by its own
// robots.txt and pause, and nothing of it but the file.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { ids, programs, startChromium, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, program, resultOf, root, run, start, until } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

const pictures = join(root, "build/test-output");
/** `Crawl-delay` of the host with the files. */
const PAUSE_MS = 1000;
/** Timers are late, never early. */
const CLOCK_MS = 5;
const PAGES = 3;

/** No two are alike: equal files would be one. */
const csv = (request, response) => body("text/csv", `host,path\n${request.headers.host},${request.url}\n`)(request, response);
const page = (...urls) => body("text/html", `<!doctype html><ul>${urls.map((url) => `<li><a href="${url}">${url}</a></li>`).join("")}</ul>`);

/** A site, the host of its files, a third that those redirect to, and one that sends pages. */
class Portal {
  async start() {
    this.store = new Site({ "/a-key": csv, "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /kept/\n"), "/kept/c": csv });
    await this.store.start("127.0.0.4");
    this.pages = new Site(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/${at}.pdf`, page("/secret.csv", "/next")])));
    await this.pages.start("127.0.0.5");
    this.times = [];
    const timed = (route) => (request, response) => {
      // Before anybody can have any of it: a busy server may be put aside while it answers, and hears late that it is over.
      this.times.push(performance.now());
      route(request, response);
    };
    this.assets = new Site(Object.fromEntries(Object.entries({
      "/robots.txt": body("text/plain", `User-agent: *\nDisallow: /private/\nCrawl-delay: ${PAUSE_MS / 1000}\n`),
      "/0.csv": csv, "/1.csv": csv, "/2.csv": csv,
      "/private/d.csv": csv,
      "/moved.csv": redirect(302, `${this.store.base}/a-key`),
      "/kept.csv": redirect(302, `${this.store.base}/kept/c`),
      "/index.html": page("/hidden.csv"), "/hidden.csv": csv,
    }).map(([path, route]) => [path, timed(route)])));
    await this.assets.start("127.0.0.3");
    const assets = this.assets.base;
    this.site = new Site({
      "/": page(...Array.from({ length: PAGES }, (_, at) => `/p${at}`), "/own.csv", "/get.csv", `${assets}/index.html`),
      ...Object.fromEntries(Array.from({ length: PAGES }, (_, at) => [`/p${at}`,
        page(`${assets}/${at}.csv`, ...(at === 0 ? [`${assets}/moved.csv`, `${assets}/kept.csv`] : []),
          ...(at === 1 ? [`${assets}/private/d.csv`] : []))])),
      "/p2": page(`${assets}/2.csv`, ...Array.from({ length: 9 }, (_, at) => `${this.pages.base}/${at}.pdf`)),
      "/own.csv": csv,
      "/get.csv": redirect(302, `${assets}/2.csv?from=the-site`),
    });
    await this.site.start("127.0.0.2");
  }

  stop() {
    for (const site of [this.site, this.assets, this.store, this.pages]) site.stop();
  }

  /** Of the host with the files no request began before its pause after the one before was over. */
  assertPauses() {
    for (const [at, time] of this.times.slice(1).entries()) {
      const pause = time - this.times[at];
      assert.ok(pause >= PAUSE_MS - CLOCK_MS, `${Math.round(pause)} ms`);
    }
  }
}

const hostOf = ({ base }) => new URL(base).host;
const namesIn = (job) => manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path)).map(({ host, pathname }) => host + pathname).sort();

/** All that is to be had with `linked`. */
function allFiles(portal) {
  const assets = hostOf(portal.assets);
  return [`${hostOf(portal.site)}/own.csv`, `${assets}/0.csv`, `${assets}/1.csv`, `${assets}/2.csv`, `${assets}/2.csv`,
    `${hostOf(portal.store)}/a-key`].sort();
}

/**
 * Nothing but files, and of the host with pages no more than it takes to know. `byTab`: requests that a tab made to the
 * host of the files, which follows the redirects of pages by itself.
 */
function assertOnlyFiles(portal, byTab = 0) {
  for (const hits of [portal.assets.hits, portal.pages.hits]) {
    for (const path of ["/", "/index.html", "/hidden.csv", "/secret.csv", "/next", "/private/d.csv", "/sitemap.xml"]) {
      assert.ok(!hits.includes(path), path);
    }
  }
  assert.ok(!portal.store.hits.includes("/kept/c"));
  assert.equal(portal.pages.hits.filter((path) => path.endsWith(".pdf")).length, 5);
  for (const site of [portal.assets, portal.pages, portal.store]) {
    assert.equal(site.hits.filter((path) => path === "/robots.txt").length > 0, true);
    assert.ok(site.hits.indexOf("/robots.txt") <= (site === portal.assets ? byTab : 0));
  }
}

describe("files on other hosts", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let portal;

  beforeEach(async () => {
    job = join(folder.path, `job${++jobs}`);
    portal = new Portal();
    await portal.start();
  });
  afterEach(() => portal.stop());
  after(() => folder.remove());

  const command = (...more) => ["harvest", portal.site.base, "--out", job, "--browser", "never", "--scope", "host", "--delay", "0",
    "--allow-private", "--quiet", ...more];
  const harvest = (...more) => run(command(...more));

  it("are named by host, in text, --json, the manifest and the job's page, and nobody there is asked", async () => {
    const ended = await harvest();
    assert.equal(ended.code, 0, ended.stderr);
    const [assets, pages] = [hostOf(portal.assets), hostOf(portal.pages)];
    assert.ok(ended.stdout.includes(`\n  16 files on 2 other hosts: ${pages} 9, ${assets} 7\n    to get them: --files linked takes them\n`), ended.stdout);
    assert.deepEqual([portal.assets.hits, portal.pages.hits, portal.store.hits], [[], [], []]);
    const left = { cause: "elsewhere", count: 16, hostCount: 2, hosts: [{ host: pages, files: 9 }, { host: assets, files: 7 }] };
    const again = resultOf(await harvest("--json")).left_out;
    for (const list of [again, manifestOf(job).tagtrail.leftOut]) {
      const { example, ...others } = list.find(({ cause }) => cause === "elsewhere");
      assert.deepEqual(others, left);
      assert.ok(example.startsWith("http://127.0.0."));
    }
  });

  it("are fetched with --files linked: by robots.txt and pause of each host, over redirects, no page", async () => {
    const ended = await harvest("--files", "linked", "--json");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(namesIn(job), allFiles(portal));
    assertOnlyFiles(portal);
    portal.assertPauses();
    const { left_out } = resultOf(ended);
    assert.equal(left_out.find(({ cause }) => cause === "robots").count, 2);
    const left = left_out.find(({ cause }) => cause === "elsewhere");
    assert.deepEqual({ ...left, example: "" },
      { cause: "elsewhere", count: 4, taken: true, hostCount: 1, hosts: [{ host: hostOf(portal.pages), files: 4 }], example: "" });
    assert.equal((await run(["verify", job])).code, 0);
  });

  it("are fetched later, when the job goes on with --files linked, and not given up again", async () => {
    assert.equal((await harvest()).code, 0);
    const before = portal.site.hits.length;
    const ended = await harvest("--files", "linked", "--json");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(namesIn(job), allFiles(portal));
    assertOnlyFiles(portal);
    portal.assertPauses();
    assert.deepEqual(portal.site.hits.slice(before), ["/robots.txt", "/get.csv"]);
    const refused = await harvest("--files", "site");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /went on with --files linked/);
    // Without the option it stays as it is.
    assert.equal((await harvest()).code, 0);
    assert.deepEqual(namesIn(job), allFiles(portal));
  });

  it("stopped in the middle, the same command goes on", async () => {
    const begun = start(command("--files", "linked"));
    await until(() => portal.assets.hits.length > 3, begun.ended);
    begun.child.kill("SIGKILL");
    await begun.ended;
    const ended = await harvest("--files", "linked", "--json");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(namesIn(job), allFiles(portal));
    assert.equal((await run(["verify", job])).code, 0);
  });

  it("are looked at again in a round of revisiting, and archived", async () => {
    assert.equal((await harvest("--files", "linked", "--archive", "warc")).code, 0);
    const before = portal.assets.hits.length;
    const round = await harvest("--revisit", "--json");
    assert.equal(round.code, 0, round.stderr);
    assert.equal(resultOf(round).revisit.unchanged, allFiles(portal).length);
    assert.ok(portal.assets.hits.slice(before).includes("/0.csv"));
    assertOnlyFiles(portal);
    assert.ok(existsSync(join(job, "archive")));
    assert.equal((await run(["verify", job])).code, 0);
  });

  describe("with Chromium", { skip: !programs.chromium && "Chromium is not installed" }, () => {
    it("are fetched by plain HTTP, and no tab goes there but by a redirect", async () => {
      const ended = await run(command("--files", "linked", "--json").map((word) => (word === "never" ? "always" : word)));
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(namesIn(job), allFiles(portal));
      assertOnlyFiles(portal, 1);
      assert.ok(portal.assets.hits.filter((path) => path === "/2.csv").length <= 3);
    });
  });
});

const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

describe("files on other hosts, in the panel", { skip: missing }, () => {
  const folder = temporaryFolder();
  const jobs = join(folder.path, "jobs");
  const portal = new Portal();
  let browser;
  let panel;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    await portal.start();
    browser = await startChromium(folder.path, null, { program, jobs });
    panel = await browser.newPage();
    await panel.setViewport({ width: 400, height: 900 });
    await panel.goto(`chrome-extension://${ids.chromium.id}/panel.html`);
    await panel.waitForSelector("main");
  });
  after(async () => {
    await browser?.close();
    portal.stop();
    folder.remove();
  });

  const ask = (message) => panel.evaluate((fields) => chrome.runtime.sendMessage(fields), message);
  const job = async () => (await ask({ message: "panel.state" })).jobs.at(-1);
  const isIn = (wanted) => until(async () => (await job())?.progress?.state === wanted);
  const press = (text) => panel.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll("button")].filter((button) => !button.closest("[hidden]"));
    const button = shown.find(({ textContent }) => textContent.trim() === wanted);
    button?.click();
    return button !== undefined;
  }, { polling: 100 }, text);

  it("are offered with their number at the end, and fetched by one button", async () => {
    const options = { allowPrivate: true, delayMs: 0, scope: "host", dir: "portal" };
    assert.equal((await ask({ message: "job.start", url: portal.site.base, options })).error, undefined);
    await isIn("finished");
    await press("Jobs");
    const button = await panel.waitForFunction(() => {
      const shown = document.querySelector(".elsewhere:not([hidden]) button");
      return shown?.textContent || null;
    }, { polling: "mutation" });
    const text = await button.jsonValue();
    assert.equal(text, "Fetch the 16 files on 2 other hosts, too");
    await panel.bringToFront();
    await panel.screenshot({ path: join(pictures, "panel-elsewhere.png"), fullPage: true });
    const targets = async () => (await job())?.progress?.progress.targets ?? 0;
    assert.equal(await targets(), 1);
    await press(text);
    await until(async () => (await targets()) === allFiles(portal).length);
    await isIn("finished");
    await panel.waitForFunction(() => document.querySelector(".elsewhere:not([hidden])") === null, { polling: "mutation" });
    assert.deepEqual(readdirSync(jobs), ["portal"]);
    assert.deepEqual(namesIn(join(jobs, "portal")), allFiles(portal));
    // Before and after the button.
    assertOnlyFiles(portal, 2);
  });
});
