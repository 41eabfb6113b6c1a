// What a job with a session has changed without meaning to: pages that tell of it end the job, whatever language they are in,
// and links like the one that did it are left from then on. Boxes that stand there end none.
// lane: browser
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { makeMembersProfile, openOwnPage, programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, program, resultOf, run, until } from "./support/program.mjs";

const AREAS = 8;
const list = (links) => `<ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("")}</ul>`;

/** Areas, each with two files and one link more; what that does is the test's. Members alone see any of it. */
class Office {
  hits = [];
  /** What a link `/hoidla/N` of an area does. */
  act = () => {};
  /** What pages have above their contents. */
  above = () => "";
  /** What is left of the links of an area. */
  left = (_path, links) => links;
  flash = "";
  unread = 5;
  #server = createServer((request, response) => this.#answer(request, response));

  #answer(request, response) {
    const { pathname } = new URL(request.url, "http://office");
    if (!/sid=anna/.test(request.headers.cookie ?? "")) {
      response.writeHead(pathname === "/robots.txt" ? 404 : 401, { "content-type": "text/html" });
      return response.end('<!doctype html><title>Sisselogimine</title><form method="post"><input type="password" name="p"></form>');
    }
    this.hits.push(pathname);
    const number = /\d+/.exec(pathname)?.[0];
    const page = (content, flash = this.flash) => {
      this.flash = "";
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang="et"><title>${pathname}</title><body><header><a href="/">Algus</a> <a href="/kirjad">Kirjad
        ${this.unread > 0 ? `<span class="badge badge-pill">${this.unread}</span>` : ""}</a></header>${flash}${this.above(pathname)}<main>${content}</main>`);
    };
    const sendTo = (location, status = 302) => response.writeHead(status, { location }).end();
    if (pathname === "/") return page(list(Array.from({ length: AREAS }, (_, n) => `/ala/${n + 1}`)));
    if (pathname.startsWith("/ala/")) return page(list(this.left(pathname, [`/failid/${number}-a.csv`, `/failid/${number}-b.csv`, `/hoidla/${number}`])));
    if (pathname.startsWith("/hoidla/")) return this.act(number, { page, sendTo });
    if (pathname === "/kirjad") return page(list(["/kirjad/11", "/kirjad/12"]));
    if (pathname.startsWith("/kirjad/")) {
      page("<p>Tere!</p>");
      return this.unread--;
    }
    if (pathname.startsWith("/failid/")) {
      response.writeHead(200, { "content-type": "text/csv" });
      return response.end(`a,b\n${pathname},1\n`);
    }
    if (pathname === "/ladu" || pathname.startsWith("/leht/")) return page("<p>Siin on ladu.</p>");
    response.writeHead(404, { "content-type": "text/html" });
    response.end("<p>pole siin");
  }

  begin() {
    this.hits.length = 0;
    this.act = (number, { page }) => page(`<p>Hoidla ${number}</p>`);
    this.above = () => "";
    this.left = (_path, links) => links;
    this.flash = "";
    this.unread = 0;
  }
  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.base = `http://127.0.0.1:${this.#server.address().port}`;
  }
  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  opened(beginning) {
    return this.hits.filter((path) => path.startsWith(beginning));
  }
}

const FLASH = '<div class="teade alert alert-success" role="alert"><button class="close">×</button>Hoidla tühjendati</div>';

describe("what a job has changed in a person's name", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const office = new Office();
  let jobs = 0;
  let cookies;

  before(async () => {
    await office.start();
    cookies = join(folder.path, "cookies.txt");
    writeFileSync(cookies, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tanna\n");
  });
  beforeEach(() => office.begin());
  after(() => {
    office.stop();
    folder.remove();
  });

  const fresh = () => join(folder.path, `job${++jobs}`);
  const harvest = (job, ...more) => run(["harvest", `${office.base}/`, "--out", job, "--delay", "0", "--allow-private", "--policy", "bfs",
    "--json", "--quiet", ...more]);
  const lent = (job, ...more) => harvest(job, "--browser", "never", "--cookies", cookies, ...more);
  const files = (job) => manifestOf(job).resources.length;
  const emptiesVaults = (_number, { sendTo }) => {
    office.flash = FLASH;
    sendTo("/ladu");
  };

  it("is told by a message that is there once; links like that one are left, until they are allowed", async () => {
    office.act = emptiesVaults;
    const job = fresh();
    const stopped = await lent(job);
    assert.equal(stopped.code, 6, stopped.stderr);
    assert.match(stopped.stderr, /\/hoidla\/1 has changed something in your name, it seems: ".*Hoidla tühjendati"/);
    assert.match(stopped.stderr, /--open-acting \S+\/hoidla\/1 /);
    const result = resultOf(stopped);
    assert.equal(result.stopped_by, "acted");
    assert.equal(result.acted.url, `${office.base}/hoidla/1`);
    assert.match(result.acted.what, /Hoidla tühjendati/);
    assert.equal(office.opened("/hoidla/").length, 1);

    const goesOn = await lent(job);
    assert.equal(goesOn.code, 0, goesOn.stderr);
    assert.equal(files(job), 2 * AREAS);
    assert.deepEqual(office.opened("/hoidla/"), ["/hoidla/1"]);
    assert.equal(resultOf(goesOn).acting, AREAS - 1);
    const acts = await run(["acts", job]);
    assert.match(acts.stdout, /one like it has changed something, as a page told/);

    const allowed = await lent(job, "--open-acting", `${office.base}/hoidla/1`);
    assert.equal(allowed.code, 0, allowed.stderr);
    assert.equal(new Set(office.opened("/hoidla/")).size, AREAS);
  });

  it("is no reason to stop where the person has allowed it before", async () => {
    office.act = emptiesVaults;
    const job = fresh();
    const ended = await lent(job, "--open-acting", `${office.base}/hoidla/1`);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(office.opened("/hoidla/").length, AREAS);
    assert.equal(files(job), 2 * AREAS);
  });

  it("is told by a count of unread that falls", async () => {
    office.unread = 5;
    const job = fresh();
    const stopped = await lent(job);
    assert.equal(stopped.code, 6, stopped.stderr);
    assert.match(stopped.stderr, /\/kirjad\/1[12] has changed something in your name, it seems: the count at \S+\/kirjad fell from 5 to 4/);
    assert.equal(resultOf(stopped).acted.url.startsWith(`${office.base}/kirjad/`), true);
    const goesOn = await lent(job);
    assert.equal(goesOn.code, 0, goesOn.stderr);
    assert.equal(files(job), 2 * AREAS);
  });

  it("is told by a link that has gone from its page, where nothing else tells of it", async () => {
    const emptied = new Set();
    let anew = false;
    office.left = (path, links) => [...links.filter((link) => !emptied.has(link)), ...(anew ? [`/uudis/${office.hits.length}`] : [])];
    office.act = (number, { page }) => {
      emptied.add(`/hoidla/${number}`);
      page("<p>Hoidla</p>");
    };
    const job = fresh();
    const stopped = await lent(job);
    assert.equal(stopped.code, 6, stopped.stderr);
    assert.match(stopped.stderr, /\/hoidla\/1 has changed something in your name, it seems: its link is gone from \S+\/ala\/1/);
    assert.deepEqual(office.opened("/hoidla/"), ["/hoidla/1"]);
    const goesOn = await lent(job);
    assert.equal(goesOn.code, 0, goesOn.stderr);
    assert.equal(files(job), 2 * AREAS);
    assert.deepEqual(office.opened("/hoidla/"), ["/hoidla/1"]);

    // A page that differs each time it is read proves nothing.
    emptied.clear();
    office.hits.length = 0;
    anew = true;
    const moving = await lent(fresh());
    assert.notEqual(resultOf(moving).stopped_by, "acted", moving.stderr);
  });

  it("is not what stands on pages: notices, tips, certificates behind redirects, numbers of visitors", async () => {
    let visitors = 20;
    office.above = (path) => `<div class="cookie-banner alert alert-info" role="alert">Kasutame küpsiseid</div>
      <div class="alert alert-warning">Hooldus pühapäeval</div><p class="messages">Vastuseid ei leitud</p>
      <a href="/hoidla">Vaatajad <span class="badge">${visitors--}</span></a>
      ${path.startsWith("/leht/") ? `<span class="label label-success">Kinnitatud ${path}</span>` : ""}
      <div class="alert alert-success">Uuendatud 12:00:${Math.floor(Math.random() * 60)}</div>`;
    office.act = (number, { sendTo }) => sendTo(`/leht/${number}`);
    const job = fresh();
    const ended = await lent(job);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(files(job), 2 * AREAS);
    assert.equal(resultOf(ended).acted, undefined);
    assert.equal(office.opened("/leht/").length <= AREAS + 3, true, JSON.stringify(office.opened("/leht/")));
  });

  it("is not an answer that complains", async () => {
    office.act = (_number, { sendTo }) => {
      office.flash = '<div class="alert alert-danger" role="alert">Sul pole selleks õigust</div><div class="flash">You are not allowed to see that</div>';
      sendTo("/ladu");
    };
    const job = fresh();
    const ended = await lent(job);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(files(job), 2 * AREAS);
  });

  const kind = "chromium";
  it("is told of in a browser, too", { skip: !programs[kind] && `${kind} is not installed` }, async () => {
    const profile = join(folder.path, "profile");
    await makeMembersProfile(kind, profile);
    office.begin();
    office.act = emptiesVaults;
    // Scripts draw the message and take it away after a moment.
    office.above = () => "<script>setTimeout(() => document.querySelector('.teade')?.remove(), 400)</script>";
    for (const mode of ["auto", "always"]) {
      office.hits.length = 0;
      const job = fresh();
      const stopped = await harvest(job, "--profile", profile, "--browser", mode);
      assert.equal(stopped.code, 6, `${mode}: ${stopped.stderr}`);
      assert.equal(resultOf(stopped).acted.url, `${office.base}/hoidla/1`);
      assert.match(resultOf(stopped).acted.what, /Hoidla tühjendati/);
      const goesOn = await harvest(job, "--profile", profile, "--browser", mode);
      assert.equal(goesOn.code, 0, goesOn.stderr);
      assert.equal(files(job), 2 * AREAS);
      assert.deepEqual([...new Set(office.opened("/hoidla/"))], ["/hoidla/1"]);
    }
  });

  it("has a job of the panel wait, which then goes on without such links", { skip: !programs[kind] && `${kind} is not installed` }, async () => {
    office.act = emptiesVaults;
    const root = join(folder.path, "jobs");
    const browser = await starters[kind](folder.path, null, { program, jobs: root });
    try {
      const panel = await openOwnPage(browser, kind, "panel.html");
      await panel.setViewport({ width: 400, height: 900 });
      await browser.setCookie({ name: "sid", value: "anna", domain: "127.0.0.1" });
      const ask = (message) => panel.evaluate((fields) => (globalThis.browser ?? chrome).runtime.sendMessage(fields), message);
      const job = async () => (await ask({ message: "panel.state" })).jobs.at(-1);
      const reaches = (state) => until(async () => {
        const now = (await job())?.progress?.state;
        assert.notEqual(now, "failed", JSON.stringify(await job()));
        return now === state;
      }, undefined, 100);
      const options = { allowPrivate: true, delayMs: 0, dir: "office" };
      assert.equal((await ask({ message: "job.start", url: `${office.base}/`, options })).error, undefined);
      await reaches("paused");
      const { attention } = (await job()).progress;
      assert.equal(attention.kind, "acted");
      assert.match(attention.url, /\/hoidla\/\d$/);
      assert.match(attention.what, /Hoidla tühjendati/);
      await panel.evaluate(() => [...document.querySelectorAll("button")].find((button) => button.textContent.trim().startsWith("Jobs")).click());
      await panel.bringToFront();
      const alert = await panel.waitForSelector(".attention:not([hidden])");
      const told = await alert.evaluate((element) => element.innerText);
      assert.match(told, /Something was changed in your name/);
      assert.ok(told.includes(attention.url) && told.includes("Hoidla tühjendati") && told.includes("Continue without such links"), told);
      await ask({ message: "job.control", key: (await job()).key, action: "resume" });
      await reaches("finished");
      assert.equal(manifestOf(join(root, "office")).resources.length, 2 * AREAS);
      assert.deepEqual([...new Set(office.opened("/hoidla/"))], [new URL(attention.url).pathname]);
    } finally {
      await browser.close();
    }
  });
});
