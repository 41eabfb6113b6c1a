// One crawl over many hosts: each has its own pace, and none waits for another.
// lane: browser
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { Clock, noClock } from "./support/clock.mjs";
import { manifestOf, notBuilt, resultOf, run, start, until } from "./support/program.mjs";

const HOSTS = 12;
const PAGES = 6;
const DELAY_MS = 5000;
/** A browser has a clock of its own. */
const BROWSER_DELAY_MS = 400;
/** Hosts `h0.localhost` and on, which all resolve to loopback, each with pages, a file a page, and links to two other hosts. */
class Web {
  #server;
  /** { host, path, began, ended } */
  hits = [];
  onHit = () => {};
  #clock;

  constructor(clock) {
    this.#clock = clock;
  }

  async start() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  url(host, path = "/") {
    return `http://h${host}.localhost:${this.port}${path}`;
  }

  /** The hosts that were asked. */
  asked() {
    return [...new Set(this.hits.map(({ host }) => host))];
  }

  #answer(request, response) {
    const host = Number(/^h(\d+)\./.exec(request.headers.host)?.[1]);
    const hit = { host, path: request.url, began: this.#clock.now() };
    this.hits.push(hit);
    this.onHit();
    hit.ended = this.#clock.now();
    this.#send(host, request.url, response);
  }

  #send(host, path, response) {
    const page = path === "/" ? 0 : Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (path.endsWith(".csv")) {
      response.writeHead(200, { "content-type": "text/csv" });
      response.end(`host,path\n${host},${path}\n`);
      return;
    }
    response.writeHead(Number.isNaN(page) ? 404 : 200, { "content-type": "text/html" });
    if (Number.isNaN(page)) return response.end();
    const others = page === 0 ? [2 * host + 1, 2 * host + 2].map((other) => this.url(other % HOSTS)) : [];
    const next = page + 1 < PAGES ? [`/p${page + 1}`] : [];
    response.end(`<!doctype html><ul>${[...next, `/f${page}.csv`, ...others]
      .map((href) => `<li><a href="${href}">${href}</a></li>`).join("")}</ul>`);
  }
}

describe("many hosts", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  const clock = new Clock(folder.path);
  const web = new Web(clock);
  let jobs = 0;
  let job;
  let seeds;

  before(() => web.start());
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    seeds = join(folder.path, `seeds${jobs}.txt`);
    writeFileSync(seeds, `# two of them\n${web.url(0)}\n\n  ${web.url(3)}  \n`);
    web.hits.length = 0;
    clock.run();
  });
  after(() => {
    web.stop();
    folder.remove();
  });

  const command = (...options) => ["harvest", "--seeds", seeds, "--out", job, "--delay", `${DELAY_MS}ms`,
    "--allow-private", "--json", "--quiet", "--browser", "never", ...options];
  const harvest = (...options) => run(command(...options), { env: clock.env });

  /** Of one host no request began before the pause after the one before was over. */
  function assertPauses(least = DELAY_MS) {
    for (const host of web.asked()) {
      const hits = web.hits.filter((hit) => hit.host === host);
      for (const [at, hit] of hits.slice(1).entries()) {
        const pause = hit.began - hits[at].ended;
        assert.ok(pause >= least, `host ${host}: ${Math.round(pause)} ms before ${hit.path}`);
      }
    }
  }

  for (const policy of ["trail", "bfs", "anthelion", "ache"]) {
    it(`${policy}: all hosts at once, each at its pace`, async () => {
      const ended = await harvest("--scope", "web", "--policy", policy);
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(resultOf(ended).targets, HOSTS * PAGES);
      assert.equal(manifestOf(job).resources.length, HOSTS * PAGES);
      assertPauses();
      const took = web.hits.at(-1).began - web.hits[0].began;
      assert.ok(took < (web.hits.length * DELAY_MS) / 3, "hosts have waited for each other");
    });
  }

  it("stopped in the middle, the same command goes on", async () => {
    web.onHit = () => web.hits.length > 60 && clock.stop();
    const begun = start(command("--scope", "web"), { env: clock.env });
    await until(() => web.hits.length > 60, begun.ended);
    begun.child.kill("SIGINT");
    assert.equal((await begun.ended).code, 5);
    web.onHit = () => {};
    clock.run();
    const ended = await harvest("--scope", "web");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, HOSTS * PAGES);
    // Of a request that was stopped the server learns a moment later than the program that it is over.
    assertPauses(DELAY_MS * 0.99);
  });

  it("without --scope web it stays at the hosts of the seeds", async () => {
    const ended = await harvest("--scope", "host");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(web.asked().sort(), [0, 3]);
    assert.equal(resultOf(ended).targets, 2 * PAGES);
  });

  it("bounds are kept, and what they left is told", async () => {
    const ended = await harvest("--scope", "web", "--host-pages", "2", "--exclude", "//h5\\.", "--sitemaps", "off");
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(!web.asked().includes(5));
    for (const host of web.asked()) {
      const pages = web.hits.filter((hit) => hit.host === host && /^\/(p\d+)?$/.test(hit.path));
      assert.ok(pages.length <= 2, `host ${host}: ${pages.length} pages`);
    }
    const { left_out } = resultOf(ended);
    assert.ok(left_out.some(({ cause, count }) => cause === "not_asked" && count > 0), ended.stdout);
  });

  it("a depth is counted from the seeds", async () => {
    const ended = await harvest("--scope", "web", "--depth", "1", "--sitemaps", "off");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(web.asked().sort((a, b) => a - b), [0, 1, 2, 3, 7, 8]);
  });

  it("what is wrong with the seeds is said before anything is asked", async () => {
    const wrong = [
      [["harvest"], /where to start/],
      [["harvest", "--seeds", join(folder.path, "none.txt")], /--seeds: .*none\.txt: no file/],
    ];
    writeFileSync(join(folder.path, "bad.txt"), "example.org\nftp://files.test/\n");
    wrong.push([["harvest", "--seeds", join(folder.path, "bad.txt")], /bad\.txt: line 2: /]);
    writeFileSync(join(folder.path, "empty.txt"), "# nothing\n");
    wrong.push([["harvest", "--seeds", join(folder.path, "empty.txt")], /no URL in it/]);
    wrong.push([["harvest", web.url(0), "--exclude", "(", "--out", job], /scope expression/]);
    for (const [words, told] of wrong) {
      const ended = await run(words);
      assert.equal(ended.code, 2, ended.stderr);
      assert.match(ended.stderr, told);
    }
    assert.equal(web.hits.length, 0);
  });

  it("a start page that fails stops no other, and all of them do", async () => {
    writeFileSync(seeds, `http://127.0.0.1:1/\n${web.url(3)}\n`);
    const ended = await harvest("--scope", "host");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, PAGES);
    writeFileSync(seeds, "http://127.0.0.1:1/\nhttp://127.0.0.1:2/\n");
    const none = await run(command("--scope", "host").with(4, join(folder.path, "none")), { env: clock.env });
    assert.equal(none.code, 3, none.stderr);
    assert.match(none.stderr, /none of the 2 start pages/);
  });

  it("with a browser, too", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const other = { never: "auto", [`${DELAY_MS}ms`]: `${BROWSER_DELAY_MS}ms` };
    const ended = await run(command("--scope", "web").map((word) => other[word] ?? word));
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, HOSTS * PAGES);
    assertPauses(BROWSER_DELAY_MS);
  });
});
