// Crawls that know so much, and a page with so much, that it fits no message: the job goes on, with a
// browser and without, and after kill -9.
// lane: browser
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { addressesOf, longOnly, manifestOf, notBuilt, run, start, until } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const MESSAGE_BYTES = 64 << 20;
const LINKS = 4000;

/** A site without end: each page has so many links of its own; `pad` makes their addresses long. */
function endless(pad) {
  const page = (number) => {
    let html = `<h1>Page ${number}</h1><ul class="list">`;
    for (let i = 1; i <= LINKS; i++) html += `<li><a href="/p/${pad}/${number * LINKS + i}">Topic ${i}</a>`;
    return `${html}</ul>`;
  };
  return new Proxy({}, {
    get: (_routes, path) => {
      const number = path === "/" ? 0 : Number(/^\/p\/.*\/(\d+)$/.exec(path)?.[1]);
      return Number.isInteger(number) ? page(number) : undefined;
    },
  });
}

function ask(job, sql) {
  return execFileSync("sqlite3", ["-readonly", join(job, "job.db"), sql], { encoding: "utf8" }).trim();
}

const answers = (job) => Number(ask(job, "SELECT count(*) FROM response"));
const snapshots = (job) => Number(ask(job, "SELECT count(*) FROM snapshot"));

describe("large crawls", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const withChromium = { skip: longOnly || (!programs.chromium && "Chromium is not installed") };

  function command(site, name, browser, requests) {
    const job = join(folder.path, name);
    return { job, args: ["harvest", `${site.base}/`, "--out", job, "--browser", browser, "--delay", "0", "--allow-private",
      "--max-requests", String(requests)] };
  }

  describe("of pages with thousands of links", () => {
    const site = new Site(endless("x".repeat(200)));
    before(() => site.start());
    after(() => site.stop());

    // Resuming began with the first answer, and said nothing.
    it("killed by kill -9, go on from the newest snapshot with the same decisions", async () => {
      const whole = command(site, "whole", "never", 60);
      assert.equal((await run(whole.args)).code, 4);
      const { job, args } = command(site, "killed", "never", 60);
      const harvest = start(args);
      await until(async () => {
        try {
          return snapshots(job) > 0 && answers(job) > 20;
        } catch {
          return false;
        }
      }, harvest.ended);
      harvest.child.kill("SIGKILL");
      await harvest.ended;
      assert.ok(snapshots(job) > 0);
      const end = await run(args);
      assert.equal(end.code, 4, end.stderr);
      assert.match(end.stderr, /resuming: [\d,]+ of [\d,]+ answers/);
      const urls = "SELECT url FROM decision ORDER BY n";
      assert.equal(ask(job, urls), ask(whole.job, urls));
      assert.equal(ask(job, "SELECT count(*) FROM event WHERE kind = 'error'"), "0");
    });
  });

  describe("whose snapshot is longer than a message", withChromium, () => {
    const site = new Site(endless("x".repeat(700)));
    before(() => site.start());
    after(() => site.stop());

    // The job ended for good with "engine.snapshot: too_large", and could not be resumed.
    it("in a browser go on, also after kill -9", async () => {
      const { job, args } = command(site, "browser", "auto", 40);
      const end = await run(args);
      assert.equal(end.code, 4, end.stderr);
      assert.ok(Number(ask(job, "SELECT max(size) FROM snapshot")) > MESSAGE_BYTES);
      const more = command(site, "browser", "auto", 60).args;
      const killed = start(more);
      await until(() => answers(job) > 45, killed.ended);
      killed.child.kill("SIGKILL");
      await killed.ended;
      const last = await run(more);
      assert.equal(last.code, 4, last.stderr);
      assert.equal(ask(job, "SELECT count(*) FROM event WHERE kind IN ('error', 'limit')"), "0");
    });
  });

  describe("with a page whose links are longer than a message", () => {
    const base = `/${Array.from({ length: 875 }, (_, i) => `d${String(i).padStart(6, "0")}`).join("/")}/`;
    const links = Array.from({ length: 9000 }, (_, i) => `<li><a href="n${i}">${i}</a>`).join("");
    const site = new Site({
      "/": '<a href="/catalogue.html">all</a><a href="/a.csv">a</a><a href="/b.csv">b</a>',
      "/catalogue.html": `<base href="${base}">${links}`,
      "/a.csv": body("text/csv", "a\n1\n"),
      "/b.csv": body("text/csv", "b\n1\n"),
    });
    before(() => site.start());
    after(() => site.stop());

    for (const browser of ["never", "auto"]) {
      // The job ended for good with "engine.step is too long to send".
      it(`the page is read, --browser ${browser}`, browser === "auto" ? withChromium : {}, async () => {
        const { job, args } = command(site, `page-${browser}`, browser, 20);
        const end = await run(args);
        assert.equal(end.code, 4, end.stderr);
        const found = addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname);
        assert.deepEqual(found.sort(), ["/a.csv", "/b.csv"]);
        assert.equal(ask(job, "SELECT error FROM response WHERE url LIKE '%/catalogue.html'"), "none");
      });
    }
  });
});
