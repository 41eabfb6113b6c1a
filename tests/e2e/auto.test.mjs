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

// Pages that load themselves once more: with the time in the query, and by what their head says.
const draws = (name) => `<div id="l"></div><script>l.innerHTML = "<a href=/" + ["${name}", "csv"].join(".") + ">Get</a>"</script>`;
const itself = {
  "/": list(["/stamped", "/refreshed"]),
  "/stamped": `${draws("stamped")}<script>setTimeout(() => location.replace("/stamped?t=" + Date.now()), 300)</script>`,
  "/refreshed": `<meta http-equiv="refresh" content="1">${draws("refreshed")}`,
  "/robots.txt": body("text/plain", ""),
  "/stamped.csv": body("text/csv", "a,b\n1,2\n"),
  "/refreshed.csv": body("text/csv", "a,b\n3,4\n"),
};

// What a viewer shows its link names.
const viewers = {
  "/": list([1, 2].map((n) => `/js/viewer.html?file=../o/${n}.pdf`)),
  "/js/viewer.html": '<!doctype html><canvas></canvas><script src="/js/viewer.js"></script>',
  "/js/viewer.js": body("text/javascript", "fetch(new URLSearchParams(location.search).get('file'))"),
  "/robots.txt": body("text/plain", ""),
  ...Object.fromEntries([1, 2].map((n) => [`/o/${n}.pdf`, body("application/pdf", `%PDF-1.4\n${n}`)])),
};

// Every visitor is sent round, and gets a cookie at each corner.
const corner = (name, to) => (_request, response) => response.writeHead(302, { location: to, "set-cookie": `${name}=1; Path=/` }).end();
const gate = {
  "/": (request, response) => (/b=1/.test(request.headers.cookie) ? body("text/html", list(["/data.csv"])) : corner("a", "/corner"))(request, response),
  "/corner": corner("b", "/"),
  "/robots.txt": body("text/plain", ""),
  "/data.csv": body("text/csv", "a,b\n1,2\n"),
};

// As a generator writes it: what pages are drawn from is JSON with a name of its own, which each page has the browser load.
const prepared = {
  "/": '<!doctype html><link rel="preload" as="fetch" href="/_payload.json?b1"><div id="__nuxt"><a href="/own.csv">Data</a></div>',
  "/_payload.json": body("application/json", JSON.stringify([{ link: 1 }, "/named.csv"])),
  "/robots.txt": body("text/plain", ""),
  "/own.csv": body("text/csv", "a,b\n1,2\n"),
  "/named.csv": body("text/csv", "a,b\n3,4\n"),
};

/** The harvest of a site that is served for it alone. */
async function harvested(routes, job, ...options) {
  const site = new Site(routes);
  await site.start();
  try {
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--json", ...options]);
    assert.equal(ended.code, 0, ended.stderr);
    const { left_out: left, complete } = resultOf(ended);
    return { left, complete, hits: site.hits, files: manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort() };
  } finally {
    site.stop();
  }
}

// Pages that a script draws, and one of their kind that sends a tab on without end.
const asked = [];
const drawn = (name) => `<div id="l"></div><script>l.innerHTML = "<a href=/" + ["${name}", "csv"].join(".") + ">Get</a>"</script>`;
const endless = {
  "/": list(["/sets/1", "/sets/2", "/sets/3"]),
  "/sets/1": drawn("one"),
  "/sets/2": drawn("two"),
  "/sets/3": (request, response) => {
    asked.push(request.headers["sec-fetch-dest"] ?? "plain");
    body("text/html", '<a href="/three.csv">Get</a><script>location.href = ["", "on", "1"].join("/")</script>')(request, response);
  },
  ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`/on/${n}`, `<script>location.href = ["", "on", "${n + 1}"].join("/")</script>`])),
  "/robots.txt": body("text/plain", ""),
  ...Object.fromEntries(["one", "two", "three"].map((name) => [`/${name}.csv`, body("text/csv", `a,b\n${name},2\n`)])),
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

  // A drawn page that refreshes itself was asked for six times before a tab showed it.
  it("takes a page that loads itself for read, asked for a few times, and is complete", async () => {
    const { files, left, complete, hits } = await harvested(itself, join(folder.path, "itself"));
    assert.deepEqual(files, ["/refreshed.csv", "/stamped.csv"]);
    assert.deepEqual([left, complete], [[], true]);
    assert.ok(hits.filter((path) => path.startsWith("/refreshed")).length <= 5, hits.join(" "));
  });

  // Each took a tab, in which the file came once more: eleven requests in place of seven.
  it("opens no tab for a viewer of a file that has come", async () => {
    const { files, complete, hits } = await harvested(viewers, join(folder.path, "viewers"));
    assert.deepEqual([files, complete], [["/o/1.pdf", "/o/2.pdf"], true]);
    assert.ok(!hits.includes("/js/viewer.js"), hits.join(" "));
    assert.equal(hits.filter((path) => path.endsWith(".pdf")).length, 2);
  });

  it("takes what a generator draws its pages from for no file, and reads which it names", async () => {
    const { files, complete } = await harvested(prepared, join(folder.path, "prepared"));
    assert.deepEqual([files, complete], [["/named.csv", "/own.csv"], true]);
  });

  // Each was asked for by the browser as well, with all that came behind it: 18 requests for nine.
  it("goes through a gate that gives cookies once", async () => {
    const { files, complete, hits } = await harvested(gate, join(folder.path, "gate"));
    assert.deepEqual([files, complete], [["/data.csv"], true]);
    assert.deepEqual(hits.filter((path) => ["/", "/corner"].includes(path)), ["/", "/corner", "/"]);
  });

  it("reads what no tab can show without one, and says so", async () => {
    const { files, left } = await harvested(endless, join(folder.path, "endless"), "--policy", "bfs");
    assert.deepEqual(files, ["/one.csv", "/three.csv", "/two.csv"]);
    assert.deepEqual(left.map(({ cause, count }) => [cause, count]), [["tab_failed", 1]]);
    // Others of its kind were drawn: it was shown first.
    assert.deepEqual(asked, ["document", "plain"]);
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
