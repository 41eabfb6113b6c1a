// A network that is down for a while, or a server that starts anew, cost a harvest the links that it asked for meanwhile:
// with the interface down for 30 s, 7 of 30 files were left out, and the run ended well.
// lane: browser
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { after, afterEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { Clock, noClock } from "./support/clock.mjs";
import { manifestOf, notBuilt, run, start, until } from "./support/program.mjs";

const FILES = 12;

/** Pages with a file each; it can be away: then its port takes no connection. */
class Server {
  asked = 0;
  #server;
  #port = 0;

  /** `at(n)` is told of each request before it is answered. */
  constructor(at) {
    this.#server = createServer((request, response) => {
      this.asked++;
      if (at(this.asked) === "away") return void this.leave();
      const links = (...paths) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
      const [, page] = /^\/page(\d+)$/.exec(request.url) ?? [];
      const file = request.url.endsWith(".csv");
      const known = request.url === "/" || page || file;
      response.writeHead(known ? 200 : 404, { "content-type": file ? "text/csv" : "text/html" });
      if (file) response.end(`a,b\n${request.url},1\n`);
      else if (page) response.end(links(`/${page}.csv`));
      else response.end(known ? links(...Array.from({ length: FILES }, (_, n) => `/page${n}`)) : "");
    });
  }

  async come() {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = this.#server.address().port;
  }

  leave() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get url() {
    return `http://127.0.0.1:${this.#port}/`;
  }

  get files() {
    return Array.from({ length: FILES }, (_, n) => `${this.url}${n}.csv`).sort();
  }
}

describe("a server that is away for a while", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  const clock = new Clock(folder.path);
  let jobs = 0;
  let job;
  let server;

  afterEach(() => server.leave());
  after(() => folder.remove());

  function harvest(more = [], browser = ["--browser", "never"], env = clock.env) {
    job ??= join(folder.path, `job${++jobs}`);
    const started = start(["harvest", server.url, "--out", job, "--delay", "0", "--allow-private", "--json", ...browser, ...more], { env });
    started.said = "";
    started.child.stderr.on("data", (text) => (started.said += text));
    return started;
  }
  /** A server that leaves at these requests. */
  async function begin(...leaves) {
    job = undefined;
    clock.stop();
    server = new Server((n) => (leaves.includes(n) ? "away" : undefined));
    await server.come();
  }
  const saysSo = (harvesting) => until(() => /can't be reached, and is asked again/.test(harvesting.said), harvesting.ended);
  /** How often it was asked in vain, as far as that is written down. */
  async function askedInVain() {
    const { code, stdout } = await run(["politeness", job, "--json"]);
    return code === 0 ? JSON.parse(stdout).hosts[0].unanswered : 0;
  }
  const found = () => manifestOf(job).resources.map(({ sources: [{ path }] }) => path).sort();

  it("costs no file", async () => {
    await begin(6, 20);
    const { ended } = harvest();
    for (const left of [6, 20]) {
      await until(() => server.asked >= left, ended);
      // It is asked in vain at once, after a second, and after two more, four, and so on.
      await clock.pass(60_000);
      await server.come();
      void clock.pass(120_000);
    }
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(found(), server.files);
    assert.deepEqual(JSON.parse(stdout.trim().split("\n").at(-1)).left_out, []);
    assert.ok(await askedInVain() >= 4);
  });

  it("is named while it is waited for, in a run that can be stopped and goes on", async () => {
    await begin(6);
    const first = harvest();
    clock.run();
    await saysSo(first);
    first.child.kill("SIGINT");
    assert.equal((await first.ended).code, 5, first.said);
    const again = harvest();
    await saysSo(again);
    await server.come();
    const { code, stderr } = await again.ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(found(), server.files);
  });

  it("ends the run when it stays away, and the same command goes on", async () => {
    await begin(6);
    clock.run();
    const { code, stderr } = await harvest(["--max-wait", "30s"]).ended;
    assert.equal(code, 6, stderr);
    assert.match(stderr, /127\.0\.0\.1:\d+ has answered before, but could not be reached for \d+ s/);
    assert.match(stderr, /the same command continues from here/);
    await server.come();
    const again = await harvest().ended;
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(found(), server.files);
  });

  for (const kind of ["chromium", "firefox"]) {
    it(`costs no file in ${kind}`, { skip: !programs[kind] && `${kind} is not installed` }, async () => {
      await begin(6);
      // Browsers have a clock of their own.
      const { ended } = harvest([], ["--browser", "always", "--browser-kind", kind], {});
      await until(async () => server.asked >= 6 && await askedInVain() >= 2, ended, 200);
      await server.come();
      const { code, stderr } = await ended;
      assert.equal(code, 0, stderr);
      assert.deepEqual(found(), server.files);
    });
  }
});
