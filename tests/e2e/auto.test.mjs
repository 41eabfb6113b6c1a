// What `--browser auto` asks for beyond a harvest without a browser.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const TOPICS = Array.from({ length: 12 }, (_, index) => `topic${"abcdefghijkl"[index]}`);

/** As generators of static sites write it where a page has moved. */
const moved = (topic) => `<!doctype html><title>Redirecting</title>
  <script>location="/${topic}/"</script><meta http-equiv="refresh" content="0; url=/${topic}/">
  <a href="/${topic}/">Click here if you are not redirected.</a>`;

const list = (links) => `<!doctype html><ul>${links.map((to) => `<li><a href="${to}">${to}</a>`).join("")}</ul>`;

const routes = { "/": list(TOPICS.map((topic) => `/old/${topic}/`)), "/robots.txt": body("text/plain", "") };
for (const topic of TOPICS) {
  routes[`/old/${topic}/`] = moved(topic);
  routes[`/${topic}/`] = list([`/${topic}/more/`, `/${topic}/data.csv`]);
  routes[`/${topic}/more/`] = list([`/${topic}/data.csv`]);
  routes[`/${topic}/data.csv`] = body("text/csv", `topic,value\n${topic},1\n`);
}

// A data file of the application names its files, wrongly, and a host of files answers with the application's page.
const MADE = Array.from({ length: 8 }, (_, n) => `/${"abcdefgh"[n]}/table-${n}.csv`);
const APP = "<!doctype html><title>App</title><div id=app></div><script src=/app.js></script>";
const application = {
  "/": '<!doctype html><a href="/real.csv">Data</a><script type="application/json">' + JSON.stringify(MADE) + "</script>",
  "/real.csv": body("text/csv", "a,b\n1,2\n"),
  "/robots.txt": body("text/plain", ""),
  "/app.js": body("text/javascript", "document.title = 'Not here'"),
  ...Object.fromEntries(MADE.map((path) => [path, (_request, response) => response.writeHead(404, { "content-type": "text/html" }).end(APP)])),
};

// A page that shows a list and then sends the tab on, to where none of its links leads.
const leaving = {
  "/": '<!doctype html><a href="/own.csv">Data</a><div id="a"></div><script>a.innerHTML = [1, 2].map((n) => `<p>${n}</p>`).join("");'
    + 'setTimeout(() => { location.href = ["", "there"].join("/"); }, 400)</script>',
  "/there": '<!doctype html><div id="a"></div><script>a.innerHTML = [1, 2, 3].map((n) => `<a href="/there-${n}.csv">${n}</a> `).join("")</script>',
  "/robots.txt": body("text/plain", "User-agent: *\n"),
  ...Object.fromEntries(["own", "there-1", "there-2", "there-3"].map((name) => [`/${name}.csv`, body("text/csv", `a,b\n${name},2\n`)])),
};

// A page of another host in a frame that a script puts there.
const framed = {
  "/": '<!doctype html><a href="/own.csv">Data</a> <a href="/late">Late</a>',
  "/late": '<!doctype html><a href="/own.csv">Data</a><div id="a"></div><script>a.innerHTML = "<iframe src=" + ["http://frames", "invalid/late"].join(".") + "></iframe>"</script>',
  "/robots.txt": body("text/plain", ""),
  "/own.csv": body("text/csv", "a,b\n1,2\n"),
};

describe("--browser auto", { skip: notBuilt || (!programs.chromium && "chromium is not installed") }, () => {
  const folder = temporaryFolder();
  const site = new Site(routes);
  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });

  // What was behind them counted as what a tab adds, so that each was opened in one: twice the requests.
  it("opens no tab for pages that only send the visitor on to where they link", async () => {
    const job = join(folder.path, "job");
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--json",
      "--sitemaps", "off"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, TOPICS.length);
    const sentOn = site.hits.filter((path) => path.startsWith("/old/"));
    assert.ok(sentOn.length <= TOPICS.length + 3, `${sentOn.length} requests for ${TOPICS.length} such pages`);
  });

  it("names the frames of other hosts that scripts add, also to pages whose own links are enough", async () => {
    const site = new Site(framed);
    await site.start();
    const ended = await run(["harvest", `${site.base}/`, "--out", join(folder.path, "framed"), "--delay", "0", "--allow-private", "--json", "--sitemaps", "off"]);
    site.stop();
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(resultOf(ended).left_out.map(({ cause, count }) => [cause, count]), [["frames", 1]]);
  });

  // A generator's application took 50 tabs for files that were not there: 599 requests in place of 347.
  it("opens no tab for a file that is not there, though an application's page says so", async () => {
    const stored = new Site(application);
    await stored.start();
    try {
      const ended = await run(["harvest", `${stored.base}/`, "--out", join(folder.path, "stored"), "--delay", "0", "--allow-private", "--json"]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(MADE.filter((path) => !stored.hits.includes(path)), []);
      assert.ok(!stored.hits.includes("/app.js"));
    } finally {
      stored.stop();
    }
  });

  it("keeps the links of a page that sends the tab elsewhere, and says so", async () => {
    const left = new Site(leaving);
    await left.start();
    try {
      const ended = await run(["harvest", `${left.base}/`, "--out", join(folder.path, "left"), "--delay", "0", "--allow-private", "--json"]);
      assert.equal(ended.code, 0, ended.stderr);
      const paths = manifestOf(join(folder.path, "left")).resources.map(({ sources }) => new URL(sources[0].path).pathname);
      assert.deepEqual(paths.sort(), ["/own.csv", "/there-1.csv", "/there-2.csv", "/there-3.csv"]);
      assert.deepEqual(resultOf(ended).left_out.map(({ cause, count }) => [cause, count]), [["tab_failed", 1]]);
    } finally {
      left.stop();
    }
  });
});
