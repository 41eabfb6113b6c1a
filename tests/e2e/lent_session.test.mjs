// A session of a person's that a job was lent, by cookies or a login, and that ends on the way.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";

const SECTIONS = 10;
const BASIC = `Basic ${Buffer.from("lena:secret").toString("base64")}`;

/**
 * Ten sections, each with two files for anyone and two for members: once a session has made `lasts` requests, all is shown
 * as to anyone, without a word (or, with `missing`, sections are nowhere). `random`: every page has a link that nobody else is shown.
 */
class MembersSite {
  lasts = Infinity;
  random = false;
  missing = false;
  /** A page that ends the session, and takes its cookie away. */
  ends = "";
  hits = [];
  #made = new Map();
  #server = createServer((request, response) => this.#answer(request, response));

  #member(request) {
    const cookie = /sid=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
    const session = cookie ?? (request.headers.authorization === BASIC ? "basic" : undefined);
    if (session === undefined || session === "visitor") return false;
    const made = (this.#made.get(session) ?? 0) + 1;
    this.#made.set(session, made);
    return made <= this.lasts;
  }

  #answer(request, response) {
    const path = request.url;
    const member = this.#member(request);
    if (path === this.ends && member) {
      this.lasts = 0;
      response.setHeader("set-cookie", "sid=; Path=/; Max-Age=0");
    }
    this.hits.push({ path, member, cookie: request.headers.cookie });
    const page = (items) => {
      const noise = this.random ? `<a href="/see/${Math.random()}">see</a>` : "";
      if (!member) response.setHeader("set-cookie", "sid=visitor; Path=/");
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<!doctype html><title>${path}</title>${noise}<ul>${items.map((item) => `<li><a href="${item}">${item}</a></li>`).join("")}</ul>`);
    };
    const section = /^\/section\/(\d+)$/.exec(path)?.[1];
    const file = /^\/files\/(\d+)-(\d)\.csv$/.exec(path);
    if (path === "/") return page(Array.from({ length: SECTIONS }, (_, at) => `/section/${at}`));
    if (section !== undefined && !member && this.missing) {
      response.writeHead(302, { location: "/" });
      return response.end();
    }
    if (section !== undefined) return page([0, 1, ...(member ? [2, 3] : [])].map((at) => `/files/${section}-${at}.csv`));
    response.writeHead(file ? 200 : 404, { "content-type": file ? "text/csv" : "text/html" });
    response.end(file ? `a,b\n${path},1\n` : "<p>not here");
  }

  begin(lasts = Infinity) {
    this.lasts = lasts;
    this.random = this.missing = false;
    this.ends = "";
    this.hits.length = 0;
    this.#made.clear();
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
}

describe("a session that a job was lent", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = new MembersSite();
  let jobs = 0;

  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });

  const fresh = () => join(folder.path, `job${++jobs}`);
  const cookies = (name) => {
    const file = join(folder.path, `${name}.txt`);
    writeFileSync(file, `# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t${name}\n`);
    return ["--cookies", file];
  };
  const harvest = (job, more, url = `${site.base}/`) =>
    run(["harvest", url, "--out", job, "--delay", "0", "--allow-private", "--browser", "never", "--json", "--quiet", ...more]);
  const filesOf = (job) => manifestOf(job).resources.length;
  const doubtful = (ended) => resultOf(ended).left_out.find(({ cause }) => cause === "doubtful")?.count ?? 0;

  for (const missing of [false, true]) {
    it(`that ends ${missing ? "and is sent to the start" : "without a word"} is noticed, and the next run reads what may have been read without it`, async () => {
      site.begin(15);
      site.missing = missing;
      const job = fresh();
      const lost = await harvest(job, cookies("first"));
      assert.equal(lost.code, 6, lost.stderr);
      assert.match(lost.stderr, /the login is lost: pages show no more with it than to anyone; asked for before that: \S+/);
      assert.ok(filesOf(job) < 4 * SECTIONS);
      assert.ok(doubtful(lost) > 0);
      assert.equal(resultOf(lost).complete, false);

      const still = await harvest(job, cookies("first"));
      assert.equal(still.code, 6, still.stderr);

      const again = await harvest(job, cookies("second"));
      assert.equal(again.code, 6, again.stderr);
      site.lasts = Infinity;
      const whole = await harvest(job, cookies("third"));
      assert.equal(whole.code, 0, whole.stderr);
      assert.equal(filesOf(job), 4 * SECTIONS);
      assert.equal(doubtful(whole), 0);
      assert.equal(resultOf(whole).complete, true);
    });
  }

  it("that ends when all was asked for is noticed, too", async () => {
    for (const lasts of [52, 53, 54]) {
      site.begin(lasts);
      const job = fresh();
      const ended = await harvest(job, cookies("first"));
      const missing = 4 * SECTIONS - filesOf(job);
      assert.ok(ended.code === 6 || missing === 0, `${lasts}: ${ended.stderr}`);
    }
  });

  it("that a page ends is noticed at once, and the page is named", async () => {
    site.begin();
    site.ends = "/section/4";
    const job = fresh();
    const lost = await harvest(job, [...cookies("first"), "--policy", "bfs"]);
    assert.equal(lost.code, 6, lost.stderr);
    assert.match(lost.stderr, /\/section\/4: the login is lost/);
    site.begin();
    const whole = await harvest(job, [...cookies("second"), "--policy", "bfs"]);
    assert.equal(whole.code, 0, whole.stderr);
    assert.equal(filesOf(job), 4 * SECTIONS);
  });

  it("by HTTP Basic", async () => {
    site.begin(15);
    const job = fresh();
    const url = `${site.base.replace("//", "//lena:secret@")}/`;
    assert.equal((await harvest(job, [], url)).code, 6);
    site.lasts = Infinity;
    const whole = await harvest(job, [], url);
    assert.equal(whole.code, 0, whole.stderr);
    assert.equal(filesOf(job), 4 * SECTIONS);
  });

  it("that stays costs few requests more, and no cookie of a stranger's is kept", async () => {
    site.begin();
    const job = fresh();
    const ended = await harvest(job, cookies("first"));
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(filesOf(job), 4 * SECTIONS);
    const strangers = site.hits.filter(({ member, path }) => !member && path !== "/robots.txt");
    assert.ok(strangers.length > 0 && strangers.length <= 8, JSON.stringify(strangers));
    assert.ok(strangers.every(({ cookie }) => cookie === undefined));
    assert.ok(site.hits.length < 51 + 20, `${site.hits.length} requests`);
  });

  it("on pages that are others for every visitor stops nothing", async () => {
    site.begin();
    site.random = true;
    const job = fresh();
    const ended = await harvest(job, [...cookies("first"), "--max-requests", "120"]);
    assert.notEqual(ended.code, 6, ended.stderr);
    assert.equal(filesOf(job), 4 * SECTIONS);
  });

  it("that makes no difference is told, and stops nothing", async () => {
    site.begin();
    const job = fresh();
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--browser", "never", ...cookies("visitor")]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout + ended.stderr, /your login made no difference on the \d+ pages? read with and without it/);
  });
});
