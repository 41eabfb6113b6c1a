// How a job behaves towards its hosts, by the log of the server, and that `politeness` tells the same.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { Clock, noClock } from "./support/clock.mjs";
import { manifestOf, notBuilt, resultOf, root, run, start, until } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

/** What sites see: the patch is nothing to them. */
const product = `Tagtrail/${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version.replace(/\.\d+$/, "")}`;

const PLAIN = ["--allow-private", "--json", "--quiet"];

/**
 * A site that keeps when each request came and when its answer was made, in milliseconds of a clock: the crawler can't
 * have it before, so the gaps that are seen here are never shorter than its own.
 */
class WatchedSite extends Site {
  seen = [];

  constructor(routes, clock = performance) {
    const watched = new Proxy(routes, {
      get: (all, path) => (request, response) => {
        const entry = { path, begin: clock.now(), agent: request.headers["user-agent"] };
        this.seen.push(entry);
        const end = response.end.bind(response);
        response.end = (...parts) => {
          Object.assign(entry, { end: clock.now(), status: response.statusCode });
          return end(...parts);
        };
        const route = all[path];
        if (typeof route === "function") return route(request, response);
        response.writeHead(route === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
        return response.end(route ?? "<p>not here");
      },
    });
    super(watched);
  }

  /** From the end of each answer to the beginning of the next request. */
  gaps() {
    return this.seen.slice(1).map(({ begin }, at) => begin - this.seen[at].end);
  }
}

/** Answers `times` times in that way, then as `route` does. */
function first(times, status, headers, route) {
  let asked = 0;
  return (request, response) => {
    if (asked++ >= times) return route(request, response);
    response.writeHead(status, headers);
    return response.end();
  };
}

describe("politeness", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  const locks = { XDG_RUNTIME_DIR: join(folder.path, "locks") };
  const clock = new Clock(folder.path);
  const env = { ...locks, ...clock.env };
  const sites = [];
  let jobs = 0;
  before(() => clock.run());
  after(() => {
    for (const site of sites) site.stop();
    folder.remove();
  });

  async function serve(routes, by = clock) {
    const site = new WatchedSite(routes, by);
    await site.start();
    sites.push(site);
    return site;
  }
  async function harvest(routes, ...options) {
    const site = await serve(routes);
    const job = join(folder.path, `job${++jobs}`);
    const command = ["harvest", `${site.base}/`, "--out", job, ...PLAIN, "--browser", "never", ...options];
    const ended = await run(command, { env });
    return { site, job, ended, command };
  }

  async function manners(job, code = 0) {
    const shown = await run(["politeness", job]);
    const told = await run(["politeness", job, "--json"]);
    assert.equal(shown.code, code, shown.stdout + shown.stderr);
    assert.equal(told.code, code);
    return { text: shown.stdout, json: JSON.parse(told.stdout) };
  }

  /** Of other contents at each address: equal ones count once. */
  const csv = (request, response) => body("text/csv", `a,b\n${request.url},2\n`)(request, response);
  const links = (...paths) => paths.map((path) => `<p><a href="${path}">${path}</a>`).join("");

  // ArcGIS Hub made an export in 55 seconds, and said nothing of when to come again (ckan/ckanext-xloader, pull request 39).
  it("comes again for what is being made, after pauses that grow, and says what is never there", async () => {
    const making = (_request, response) => {
      response.writeHead(202, { "content-type": "application/json; charset=utf-8" });
      return response.end('{"processingTime":"8.716 seconds","status":"Processing","generating":{}}');
    };
    let since;
    const { site, job, ended } = await harvest({
      "/": links("/soon.csv", "/never.csv"),
      "/soon.csv": (request, response) => {
        since ??= clock.now();
        return (clock.now() - since < 55_000 ? making : csv)(request, response);
      },
      "/never.csv": making,
    });
    assert.equal(ended.code, 0, ended.stderr);
    const times = (path) => site.seen.filter((one) => one.path === path).map(({ begin }) => begin);
    const pauses = times("/never.csv").map((time, at, all) => Math.round((time - all[at - 1]) / 1000)).slice(1);
    assert.ok(pauses.length === 6 && pauses.every((pause, at) => pause >= Math.min(4 * 2 ** at, 60)), String(pauses));
    assert.ok(times("/soon.csv").length <= 6);
    const { resources, tagtrail } = manifestOf(job);
    assert.deepEqual(resources.map(({ path }) => path), ["files/soon.csv"]);
    assert.deepEqual(tagtrail.leftOut.map(({ cause, count }) => [cause, count]), [["no_content", 1]]);
  });

  it("keeps Crawl-delay, Retry-After in seconds and as a date, and tells of it", async () => {
    const soon = () => new Date(clock.date() + 60_000).toUTCString();
    const { site, job, ended } = await harvest({
      "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /secret\nCrawl-delay: 0.4\n"),
      "/": links("/a.csv", "/limited.csv", "/busy.csv", "/moved.csv", "/secret/x.csv"),
      "/a.csv": csv,
      "/limited.csv": first(1, 429, { "retry-after": "2" }, csv),
      "/busy.csv": (() => {
        let asked = 0;
        return (request, response) => {
          if (asked++ > 0) return csv(request, response);
          response.writeHead(503, { "retry-after": soon() });
          return response.end();
        };
      })(),
      "/moved.csv": redirect(301, "/b.csv"),
      "/b.csv": csv,
    }, "--delay", "100ms", "--contact", "me@example.org");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, 4);
    assert.ok(!site.hits.some((path) => path.startsWith("/secret")));
    assert.deepEqual([...new Set(site.seen.map(({ agent }) => agent))], [`${product} (+mailto:me@example.org)`]);
    for (const [at, gap] of site.gaps().entries()) assert.ok(gap >= 400, `gap ${at}: ${gap} ms`);
    const wait = (status) => site.gaps()[site.seen.findIndex((entry) => entry.status === status)];
    assert.ok(wait(429) >= 2000, `${wait(429)} ms after 429`);
    // A date has whole seconds, and is sooner for who reads it later.
    assert.ok(wait(503) >= 50_000, `${wait(503)} ms after 503`);

    const { text, json } = await manners(job);
    assert.equal(json.polite, true);
    assert.equal(json.userAgent, `${product} (+mailto:me@example.org)`);
    const [host] = json.hosts;
    assert.equal(json.hosts.length, 1);
    assert.equal(host.requests, site.seen.length);
    assert.equal(host.robotsRequests, 1);
    assert.deepEqual(host.refusals, { 429: 1, 503: 1 });
    assert.equal(host.retryAfters, 2);
    assert.equal(host.gaps, site.seen.length - 1);
    assert.equal(host.shortGaps + host.brokenPauses, 0);
    assert.ok(host.gapMs.smallest >= 400 && host.gapMs.smallest <= Math.min(...site.gaps()) + 1);
    assert.equal(host.delayMs.most >= 400, true);
    const { readAt, ...robots } = host.robots[0];
    assert.match(readAt, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(robots, { origin: site.base, status: 200, error: "none", rules: 1, crawlDelayMs: 400,
      usedDelayMs: 400, kept: false });
    assert.match(text, /0 of \d+ shorter than the delay in force/);
    assert.match(text, /No request was made before its time/);
  });

  it("cuts a long Crawl-delay, and says so", async () => {
    const { site, job, ended } = await harvest({
      "/robots.txt": body("text/plain", "User-agent: *\nCrawl-delay: 86400\n"),
      "/": links("/a.csv"),
      "/a.csv": csv,
    }, "--delay", "0", "--max-crawl-delay", "300ms");
    assert.equal(ended.code, 0, ended.stderr);
    for (const gap of site.gaps()) assert.ok(gap >= 300, `${gap} ms`);
    const { text } = await manners(job);
    assert.match(text, /Crawl-delay 86400 s cut to 0\.3 s/);
  });

  it("leaves a host that asks for too much patience, and goes on with the same command", async () => {
    let patient = false;
    const limited = (request, response) => {
      if (patient) return csv(request, response);
      response.writeHead(429, { "retry-after": "120" });
      return response.end();
    };
    const { site, job, ended, command } = await harvest({ "/": links("/a.csv"), "/a.csv": limited },
      "--delay", "0", "--max-wait", "30s");
    assert.equal(ended.code, 6, ended.stderr);
    assert.match(ended.stderr, /asks to be left alone for 2 min, longer than --max-wait/);
    const before = site.seen.length;
    // What was asked for is remembered.
    assert.equal((await run(command, { env })).code, 6);
    assert.equal(site.seen.length, before);
    patient = true;
    const patiently = command.map((word) => (word === "30s" ? "5m" : word));
    const later = await run(patiently, { env });
    assert.equal(later.code, 0, later.stderr);
    assert.equal(resultOf(later).targets, 1);
    const last = site.seen.findLast(({ status }) => status === 429);
    assert.ok(site.seen[site.seen.indexOf(last) + 1].begin - last.end >= 120_000);
    await manners(job);
  });

  it("waits for a robots.txt that can't be read, and leaves the site if it stays so: 6", async () => {
    const recovering = await harvest({
      "/robots.txt": first(1, 503, { "retry-after": "1" }, body("text/plain", "User-agent: *\nDisallow: /x\n")),
      "/": links("/a.csv", "/x.csv"),
      "/a.csv": csv,
    }, "--delay", "0");
    assert.equal(recovering.ended.code, 0, recovering.ended.stderr);
    assert.equal(resultOf(recovering.ended).targets, 1);
    assert.ok(recovering.site.gaps()[0] >= 1000);

    const lost = await harvest({
      "/robots.txt": (_request, response) => response.writeHead(503, { "retry-after": "0" }).end(),
      "/": links("/a.csv"),
    }, "--delay", "0");
    assert.equal(lost.ended.code, 6, lost.ended.stderr);
    assert.match(lost.ended.stderr, /robots\.txt can't be read \(HTTP 503\)/);
    assert.deepEqual([...new Set(lost.site.hits)], ["/robots.txt"]);
    const { json } = await manners(lost.job);
    assert.equal(json.hosts[0].requests, lost.site.hits.length);
    assert.equal(json.hosts[0].robots[0].error, "robots_unreachable");
  });

  it("two jobs on one host keep one delay", async () => {
    const site = await serve({ "/": links("/a.csv", "/b.csv", "/c.csv"), "/a.csv": csv, "/b.csv": csv, "/c.csv": csv });
    const both = [1, 2].map((at) => join(folder.path, `both${at}`));
    const ended = await Promise.all(both.map((job) => run(["harvest", `${site.base}/`, "--out", job, ...PLAIN,
      "--browser", "never", "--delay", "300ms"], { env })));
    assert.deepEqual(ended.map(({ code }) => code), [0, 0]);
    for (const gap of site.gaps()) assert.ok(gap >= 299, `${gap} ms`);
    for (const job of both) await manners(job);
  });

  // A job with a pause of a second beside one without showed no request for a minute, and no word.
  it("a job without pauses starves none that makes them", async () => {
    const names = Array.from({ length: 200 }, (_, at) => `/${at}.csv`);
    const slowly = (request, response) => {
      clock.move(50);
      return csv(request, response);
    };
    const site = await serve({ "/": links(...names), "/slow": links("/s1.csv", "/s2.csv", "/s3.csv", "/s4.csv"),
      ...Object.fromEntries([...names, "/s1.csv", "/s2.csv", "/s3.csv", "/s4.csv"].map((name) => [name, slowly])) });
    const harvestAt = (path, job, ...more) => run(["harvest", `${site.base}${path}`, "--out", join(folder.path, job), ...PLAIN,
      "--browser", "never", "--sitemaps", "off", ...more], { env });
    const fast = harvestAt("/", "fast", "--delay", "0");
    const slow = harvestAt("/slow", "slow", "--delay", "300ms");
    const ended = await Promise.all([fast, slow]);
    assert.deepEqual(ended.map(({ code }) => code), [0, 0]);
    const at = (wanted) => site.seen.findIndex(({ path }) => path === wanted);
    assert.ok(at("/s2.csv") >= 0 && at("/s2.csv") < site.seen.length - 50, "it had its turns while the other one ran");
    await manners(join(folder.path, "slow"));
  });

  const harvestAt = (url, job, more) => start(["harvest", url, "--out", join(folder.path, job), "--allow-private", "--browser", "never",
    "--sitemaps", "off", "--delay", "0"], { env: { ...env, ...more } });

  it("a job that waits for another one says so", async () => {
    let answer;
    const asked = new Promise((done) => (answer = done));
    const site = await serve({ "/": links("/a.csv"), "/other": links("/b.csv"), "/b.csv": csv,
      "/a.csv": (request, response) => answer(() => csv(request, response)) });
    // The one that is waited for has all the time there is.
    const busy = harvestAt(`${site.base}/`, "busy", { TAGTRAIL_CLOCK: undefined });
    const answerIt = await asked;
    const { child, ended } = harvestAt(`${site.base}/other`, "waits");
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    await until(() => said.includes(`\n0 files (0 B), waiting for another job on ${new URL(site.base).host}, `), ended);
    answerIt();
    assert.deepEqual([(await busy.ended).code, (await ended).code], [0, 0]);
  });

  it("a job that waits for the site says so", async () => {
    const site = await serve({ "/robots.txt": body("text/plain", "User-agent: *\nCrawl-delay: 11\n"), "/": links("/a.csv"), "/a.csv": csv });
    const { code, stderr } = await harvestAt(`${site.base}/`, "slowed").ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /asks for pauses in its robots\.txt(, next request in \d+ s)?, 1 request/);
    for (const gap of site.gaps()) assert.ok(gap >= 11_000, `${gap} ms`);
  });

  it("tabs keep to it too", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
    const page = (text) => body("text/html", `<title>t</title>${text}`);
    // A browser has a clock of its own.
    const site = await serve({
      "/": page(links("/list", "/a.csv")),
      "/list": first(1, 429, { "retry-after": "1", "content-type": "text/html" }, page(links("/b.csv"))),
      "/a.csv": csv,
      "/b.csv": csv,
    }, performance);
    const job = join(folder.path, "tabs");
    const ended = await run(["harvest", `${site.base}/`, "--out", job, ...PLAIN, "--delay", "100ms", "--browser", "always"], { env: locks });
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, 2);
    // What the browser asks for by itself belongs to no page.
    const seen = site.seen.filter(({ path }) => path !== "/favicon.ico");
    const refused = seen.findIndex(({ status }) => status === 429);
    assert.equal(seen[refused].path, "/list");
    assert.ok(seen[refused + 1].begin - seen[refused].end >= 999);
    const { json } = await manners(job);
    assert.ok(json.hosts[0].via.tab >= 3 && json.hosts[0].via.host >= 2, JSON.stringify(json.hosts[0].via));
    assert.deepEqual(json.hosts[0].refusals, { 429: 1 });
  });

  it("hosts counts what each host gave, and why the rest brought nothing", async () => {
    const { site, job, ended } = await harvest({
      "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /secret\n"),
      "/": links("/a.csv", "/gone.csv", "/secret.csv"),
      "/a.csv": csv,
    }, "--delay", "0", "--sitemaps", "off");
    assert.equal(ended.code, 0, ended.stderr);
    const told = await run(["hosts", job, "--json"]);
    const [host] = JSON.parse(told.stdout);
    assert.deepEqual([host.host, host.requests, host.files], [new URL(site.base).host, site.seen.length, 1]);
    assert.deepEqual(host.skips, { robots: 1, status_404: 1 });
    const shown = await run(["hosts", job]);
    assert.match(shown.stdout, /1 robots, 1 status_404/);
  });

  it("of a folder without a job: says so", async () => {
    const ended = await run(["politeness", folder.path]);
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, /not a job folder/);
    assert.ok(!existsSync(join(folder.path, "job.db")));
  });
});
