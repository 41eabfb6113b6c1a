// A start page that can't be had ends the run with the reason, keeps nothing, and is asked for again by the
// same command. Such runs once ended with 0 and were called complete, for good.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { Clock, noClock } from "./support/clock.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

describe("start pages", { skip: notBuilt || noClock }, () => {
  const folder = temporaryFolder();
  const clock = new Clock(folder.path);
  let jobs = 0;
  let job;
  let site;
  let seed;

  beforeEach(async () => {
    clock.run();
    job = join(folder.path, `job${++jobs}`);
    site = new Site({
      "/": (request, response) => seed(request, response),
      "/home": (request, response) => seed(request, response),
      "/moved": redirect(301, "/home"),
      "/robots.txt": body("text/plain", "Sitemap: /sitemap-files.txt\n"),
      "/a.csv": body("text/csv", "a,b\n"),
      "/empty.csv": (_request, response) => response.writeHead(204, { "content-type": "text/csv" }).end(),
      "/hidden.csv": body("text/csv", "hidden\n"),
      "/sitemap-files.txt": (_request, response) =>
        response.writeHead(200, { "content-type": "text/plain" }).end(`${site.base}/hidden.csv\n`),
    });
    await site.start();
  });
  afterEach(() => site.stop());
  after(() => folder.remove());

  const page = body("text/html", '<a href="/a.csv">data</a> <a href="/empty.csv">nothing</a>');
  const answers = (status) => (_request, response) => response.writeHead(status).end("no");
  const harvest = (path = "/", ...more) => run(["harvest", `${site.base}${path}`, "--out", job, "--browser", "never",
    "--delay", "0", "--allow-private", "--quiet", ...more], { env: clock.env });
  const names = () => manifestOf(job).resources.map(({ path }) => path).sort();
  const ALL = ["files/a.csv", "files/hidden.csv"];

  for (const [status, code] of [[400, 3], [401, 6], [403, 6], [404, 3], [410, 3], [451, 6], [500, 3]]) {
    it(`${status}, and then the page`, async () => {
      seed = answers(status);
      const failed = await harvest();
      assert.equal(failed.code, code, failed.stderr);
      assert.match(failed.stderr, new RegExp(`answers ${status}`));
      seed = page;
      const ended = await harvest();
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(names(), ALL);
    });
  }

  it("a failure behind a redirect", async () => {
    seed = answers(403);
    const failed = await harvest("/moved");
    assert.equal(failed.code, 6, failed.stderr);
    assert.match(failed.stderr, /\/home: the server answers 403/);
    seed = page;
    const ended = await harvest("/moved");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(names(), ALL);
  });

  it("a redirect out of the scope, each time it is tried", async () => {
    seed = redirect(302, "http://127.0.0.9:1/elsewhere");
    for (let round = 0; round < 2; round++) {
      const failed = await harvest();
      assert.equal(failed.code, 2, failed.stderr);
      assert.match(failed.stderr, /leads to http:\/\/127\.0\.0\.9:1\/elsewhere, outside of the scope/);
    }
  });

  it("neither a page nor a wanted file", async () => {
    seed = body("image/png", "\x89PNG\r\n");
    const failed = await harvest();
    assert.equal(failed.code, 2, failed.stderr);
    assert.match(failed.stderr, /neither a page with links nor a wanted file \(image\/png\)/);
  });

  // It was once called complete without what a browser would have shown.
  it("a page whose scripts make its links", async () => {
    seed = body("text/html", '<div id="app"></div><script>document.body.innerHTML = "<a href=/a.csv>data</a>"</script>');
    const ended = await harvest("/", "--sitemaps", "off");
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /has no links.*--browser auto/);
    assert.match(ended.stdout, /^not complete: .*1 page whose scripts may show more.*\n {2}to get them: --browser auto/m);
    assert.doesNotMatch(ended.stdout, /^(about )?complete/m);
  });

  it("a user agent of two lines is refused, before anything is sent", async () => {
    seed = page;
    const failed = await harvest("/", "--user-agent", "x\r\nCookie: sid=S");
    assert.equal(failed.code, 2, failed.stderr);
    assert.match(failed.stderr, /--user-agent/);
    assert.deepEqual(site.hits, []);
  });

  it("a file that was removed comes back with a round, though it has not changed", async () => {
    seed = page;
    assert.equal((await harvest()).code, 0);
    rmSync(join(job, "files/a.csv"));
    const ended = await harvest("/", "--revisit");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(readFileSync(join(job, "files/a.csv"), "utf8"), "a,b\n");
    assert.equal((await run(["verify", job])).code, 0);
  });

  // Many sites' first pages only send on, some with no other link: without a browser the crawl ended there.
  it("may send on by <meta>", async () => {
    seed = (request, response) => (request.url === "/home" ? page : body("text/html", '<meta http-equiv="refresh" content="0; url=/home">'))(request, response);
    const ended = await harvest();
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(names().includes("files/a.csv"));
  });
});
