// Jobs that are started by messages from a page of the extension: several at once, while the worker,
// the hosts and the browser are killed.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lacking, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { hostsOf, manifestOf, program, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const OPTIONS = { allowPrivate: true, delayMs: 0, sitemaps: false };
const PAGES = 80;
const FILES_A_PAGE = 4;
/** An answer takes so long while workers are killed, so that not all has come by then, and afterwards. */
const SLOW_MS = 150;
const QUICK_MS = 20;
const WORKER_KILLS = 50;
const HOST_KILLS = 3;
const BROWSER_KILLS = 2;

const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Pages in a chain and files on each; every answer takes its time, so that there is time to kill. */
function routes(pace) {
  const all = {};
  const late = (answer) => async (request, response) => {
    await pause(pace.ms);
    answer(request, response);
  };
  for (let page = 0; page < PAGES; page++) {
    const files = Array.from({ length: FILES_A_PAGE }, (_, n) => `/files/${page}-${n}.csv`);
    for (const file of files) all[file] = late(body("text/csv", `name,value\n${file},${page}\n`));
    const links = files.map((file) => `<li><a href="${file}">File ${file}</a></li>`).join("");
    const next = page + 1 < PAGES ? `<p class="next"><a href="/page/${page + 1}">Next</a></p>` : "";
    const text = `<!doctype html><title>Page ${page}</title><h2>Tables</h2><ul class="files">${links}</ul>${next}`;
    all[page === 0 ? "/" : `/page/${page}`] = late(body("text/html", text));
  }
  return all;
}

/** What is wrong with a job's folder; empty when every file is there, once, with its content. */
function faults(dir, base) {
  const found = new Map();
  const wrong = [];
  for (const { path, sources } of manifestOf(dir).resources) {
    const url = new URL(sources[0].path);
    if (found.has(url.pathname)) wrong.push(`twice ${url.pathname}`);
    found.set(url.pathname, path);
    if (!readFileSync(join(dir, path), "utf8").includes(url.pathname)) wrong.push(`content of ${url.pathname}`);
    if (url.origin !== base) wrong.push(`foreign ${url}`);
  }
  for (let page = 0; page < PAGES; page++) {
    for (let n = 0; n < FILES_A_PAGE; n++) {
      if (!found.has(`/files/${page}-${n}.csv`)) wrong.push(`missing /files/${page}-${n}.csv`);
    }
  }
  const onDisk = readdirSync(join(dir, "files")).length;
  if (onDisk !== found.size) wrong.push(`${onDisk} files on the disk, ${found.size} in the manifest`);
  return wrong;
}

for (const name of ["chromium", "firefox"]) runJobs(name);

function runJobs(name) {
  const missing = lacking(name);
  describe(`jobs of the extension in ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    const root = join(folder.path, "jobs");
    const pace = { ms: SLOW_MS };
    const sites = [new Site(routes(pace)), new Site(routes(pace))];
    let browser;
    let panel;

    async function start() {
      browser = await starters[name](folder.path, null, { program, jobs: root });
      panel = await openOwnPage(browser, name, "panel.html");
    }
    /** A worker that is killed while it answers answers nothing: asked again. */
    async function ask(fields) {
      for (let tries = 0; tries < 20; tries++) {
        const asked = panel.evaluate((message) => (globalThis.browser ?? chrome).runtime.sendMessage(message), fields);
        const answer = await Promise.race([asked.catch(() => undefined), pause(5_000)]);
        if (answer !== undefined && answer !== null) return answer;
      }
      return assert.fail(`no answer to ${fields.message}`);
    }
    const jobs = async () => (await ask({ message: "panel.state" })).jobs;
    const stateOf = async (dir) =>
      (await jobs()).find(({ info }) => info?.dir.endsWith(`/${dir}`))?.progress?.state;
    const startJob = (site, dir) =>
      ask({ message: "job.start", url: `${site.base}/`, options: { ...OPTIONS, dir } });
    const bothIn = (state) => async () => (await stateOf("one")) === state && (await stateOf("two")) === state;
    const requests = () => sites.reduce((sum, site) => sum + site.hits.length, 0);

    before(async () => {
      mkdirSync(root, { recursive: true });
      await sites[0].start("127.0.0.1");
      await sites[1].start("127.0.0.2");
      await start();
    });
    after(async () => {
      await browser?.close();
      for (const site of sites) site.stop();
      folder.remove();
    });

    it("refuses what is no message of the table, and a second job of a site", async () => {
      assert.equal((await ask({ message: "panel.explode" })).error.code, "unknown_command");
      assert.equal((await ask({ message: "job.start", url: "file:///etc/passwd", options: {} })).error.code, "invalid_url");
      await startJob(sites[0], "one");
      assert.equal((await startJob(sites[0], "other")).error.code, "busy");
      await until(async () => (await stateOf("one")) === "running", undefined, 200);
    });

    it("runs two jobs at once", async () => {
      await startJob(sites[1], "two");
      await until(bothIn("running"), undefined, 200);
    });

    const noWorker = name === "firefox" && "Firefox has a page instead of a worker, which nothing here can end";
    it("goes on though the worker is killed again and again", { skip: noWorker }, async () => {
      let kills = 0;
      for (; kills < WORKER_KILLS; kills++) {
        const states = await Promise.all(["one", "two"].map(stateOf));
        if (states.every((state) => state === "finished")) break;
        await pause(Math.random() * 600);
        const target = browser.targets().find((one) => one.type() === "service_worker");
        await (await target?.worker())?.close();
      }
      console.log(`# worker killed ${kills} times, after ${requests()} requests`);
      assert.equal(kills, WORKER_KILLS, "the run was long enough for all kills");
    });

    it("goes on when its hosts are killed", async () => {
      pace.ms = QUICK_MS;
      for (let kill = 0; kill < HOST_KILLS; kill++) {
        const from = requests();
        await until(() => requests() > from + 5, undefined, 100);
        for (const host of hostsOf(root)) process.kill(host, "SIGKILL");
      }
      const from = requests();
      await until(() => requests() > from + 5, undefined, 100);
    });

    it("goes on when the browser is killed and started again with its profile", async () => {
      for (let kill = 0; kill < BROWSER_KILLS; kill++) {
        const from = requests();
        await until(() => requests() > from + 5, undefined, 100);
        const { pid } = browser.process();
        process.kill(pid, "SIGKILL");
        await until(() => !hostsOf(root).length, undefined, 100);
        await start();
      }
    });

    it("has every file once at the end", async () => {
      await until(bothIn("finished"), undefined, 300);
      for (const [index, dir] of ["one", "two"].entries()) {
        assert.deepEqual(faults(join(root, dir), sites[index].base), [], dir);
      }
      const twice = sites.flatMap(({ hits }) => {
        const counts = new Map();
        for (const hit of hits) counts.set(hit, (counts.get(hit) ?? 0) + 1);
        return [...counts].filter(([, times]) => times > 4).map(([hit, times]) => `${hit} ${times} times`);
      });
      console.log(`# ${requests()} requests for ${2 * PAGES * (FILES_A_PAGE + 1)} resources`);
      console.log(`# asked for more than four times: ${twice.join(", ") || "none"}`);
    });

    it("tells of an ended job's files, and takes it off the list", async () => {
      const [first] = await jobs();
      const { total, files } = await ask({ message: "job.files", key: first.key, offset: 0, limit: 5 });
      assert.equal(total, PAGES * FILES_A_PAGE);
      assert.equal(files.length, 5);
      const left = (await ask({ message: "job.dismiss", key: first.key })).jobs;
      assert.deepEqual(left.map(({ key }) => key), (await jobs()).map(({ key }) => key));
      assert.ok(!left.some(({ key }) => key === first.key));
    });
  });
}
