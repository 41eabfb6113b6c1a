// Links that act: none is requested where a browser loads with its user's cookies, all are listed, and
// they are opened when the user says so. A site once lost its comments, and its own login, to a harvest.
// lane: browser
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const SURE = [
  "/items/7/delete", "/comment.php?c=4&action=trashcomment&_wpnonce=8f", "/cart/add?id=3", "/unsubscribe?u=1",
  "/log%6fut", "/users/sign_out", "/se-deconnecter", "/Abmeldung", "/cerrar_sesion", "/logga-ut",
];
const DOUBTFUL = ["/quit", "/bye", "/vote?up=1", "/admin/reset", "/doku.php?id=a&do=edit"];
/** Only the page's source says so. */
const MARKED = ["/x/1", "/x/2", "/x/3"];
const ADMINISTRATION = ["/wp-admin/", "/wp-admin/edit.php"];
const FILES = ["/d.csv", "/statistics/votes/2021.csv", "/delete-records.csv"];
const AT_ONCE = ["--delay", "0", "--allow-private", "--json", "--quiet", "--sitemaps", "off"];

const start = `<script>document.title = "app"</script><h1>Home</h1><ul>${
  [...SURE, ...DOUBTFUL, ...ADMINISTRATION, ...FILES, "/news/how-to-unsubscribe"]
    .map((path) => `<li><a href="${path}">${path.replaceAll(/\W/g, " ")}</a></li>`).join("")
}</ul><p><a href="/x/1" data-method="delete">one</a></p><p><a href="/x/2" onclick="return confirm('Sure?')">two</a></p>
<p><a href="/x/3" class="submitdelete">three</a></p>`;

class ActingSite extends Site {
  asked = [];

  constructor() {
    const answer = (request, response) => {
      this.asked.push(request.url);
      const headers = { "content-type": "text/html", "set-cookie": "sid=1; Path=/; HttpOnly" };
      response.writeHead(200, headers);
      response.end(request.url === "/" ? start : `<p>done ${request.url}`);
    };
    const paths = ["/", "/news/how-to-unsubscribe", ...SURE, ...DOUBTFUL, ...MARKED, ...ADMINISTRATION];
    const routes = Object.fromEntries(paths.map((path) => [new URL(path, "http://site").pathname, answer]));
    super({ ...routes, ...Object.fromEntries(FILES.map((path) => [path, body("text/csv", `a,b\n1,${path}\n`)])) });
  }
  acted(paths) {
    return paths.filter((path) => this.asked.includes(path));
  }
}

describe("links that act", { skip: notBuilt }, () => {
  let folder;
  let site;
  let job;

  beforeEach(async () => {
    folder = temporaryFolder();
    job = join(folder.path, "job");
    site = new ActingSite();
    await site.start();
  });
  afterEach(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (...options) => run(["harvest", `${site.base}/`, "--out", job, ...AT_ONCE, ...options]);
  const listed = async () => {
    const { stdout } = await run(["acts", job, "--json"]);
    return stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  };

  for (const kind of ["chromium", "firefox"]) {
    for (const mode of ["auto", "always"]) {
      it(`are not opened in ${kind}, ${mode}`, { skip: !programs[kind] && `${kind} is not installed` }, async () => {
        const end = await harvest("--browser", mode, "--browser-kind", kind);
        assert.equal(end.code, 0, end.stderr);
        assert.equal(resultOf(end).targets, FILES.length);
        assert.deepEqual(site.acted([...SURE, ...DOUBTFUL, ...MARKED, ...ADMINISTRATION]), []);
        assert.ok(site.asked.includes("/news/how-to-unsubscribe"));
        const links = await listed();
        assert.equal(resultOf(end).acting, links.length);
        const urls = links.map(({ url }) => url.slice(site.base.length));
        for (const path of [...SURE, ...DOUBTFUL, ...MARKED, ...ADMINISTRATION]) assert.ok(urls.includes(path), path);
        const reasons = Object.fromEntries(links.map(({ url, reason }) => [url.slice(site.base.length), reason]));
        assert.match(reasons["/items/7/delete"], /its address says "delete"/);
        assert.match(reasons["/x/3"], /the page calls it "submitdelete"/);
      });
    }
  }

  it("are left out without a session where there is no doubt", async () => {
    const end = await harvest("--browser", "never");
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(site.acted(SURE), []);
    assert.deepEqual(site.acted(DOUBTFUL), DOUBTFUL);
  });

  it("are opened when the user says so, by the same job, too", async () => {
    await harvest("--browser", "never", "--open-acting", "none");
    assert.deepEqual(site.acted([...SURE, ...DOUBTFUL]), []);
    const end = await harvest("--browser", "never", "--open-acting", "all");
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(site.acted([...SURE, ...DOUBTFUL]).length, SURE.length + DOUBTFUL.length);
    assert.deepEqual(await listed(), []);
  });

  it("are opened by kind, as their list says, and no others", async () => {
    await harvest("--browser", "never", "--open-acting", "none");
    const { stdout } = await run(["acts", job]);
    const address = `${site.base}/vote?up=1`;
    assert.ok(stdout.includes(`  --open-acting '${address}'   (1 link)\n`), stdout);
    assert.ok(!stdout.includes(`--open-acting '${site.base}/users/sign_out'`), "nobody wants to log out");
    const end = await harvest("--browser", "never", "--open-acting", `${address} ${site.base}/items/99/delete`);
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(site.acted([...SURE, ...DOUBTFUL]), ["/items/7/delete", "/vote?up=1"]);
    const wrong = await harvest("--browser", "never", "--open-acting", "some");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--open-acting/);
  });

  it("are shown before a harvest that opens nothing", async () => {
    const plan = await harvest("--browser", "never", "--open-acting", "none", "--dry-run");
    assert.equal(plan.code, 0, plan.stderr);
    assert.deepEqual(site.asked, ["/"]);
    assert.deepEqual(site.hits.sort(), ["/", "/robots.txt"]);
    assert.ok(!existsSync(job));
    const { start, requests, open, left } = JSON.parse(plan.stdout);
    assert.equal(start, `${site.base}/`);
    assert.equal(requests, 1);
    const files = open.filter(({ what }) => what === "file");
    assert.equal(files.reduce((sum, { count }) => sum + count, 0), FILES.length);
    assert.ok(open.some(({ what, example }) => what === "page" && example.endsWith("/news/how-to-unsubscribe")));
    const why = Object.fromEntries(left.map(({ example, why }) => [example.slice(site.base.length), why]));
    assert.equal(why["/items/7/delete"], 'acts: its address says "delete"');
    assert.ok(!open.some(({ example }) => [...SURE, ...DOUBTFUL].includes(example.slice(site.base.length))));

    const text = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--browser", "never", "--dry-run",
      "--open-acting", `${site.base}/items/1/delete`, "--scope", "regex:/(items|$)"]);
    assert.equal(text.code, 0, text.stderr);
    assert.match(text.stdout, /would be opened of its links: \d+/);
    assert.match(text.stdout, /1 {2}page {3}\S+\/items\/7\/delete/);
    assert.match(text.stdout, /out of scope: \S+/);
    assert.deepEqual(site.asked, ["/", "/"]);
  });

  it("and where there is no start page, there is no plan", async () => {
    const plan = await run(["harvest", `${site.base}/none`, "--out", job, ...AT_ONCE, "--browser", "never", "--dry-run"]);
    assert.notEqual(plan.code, 0);
    assert.match(plan.stderr, /404/);
    assert.ok(!existsSync(job));
  });
});

describe("a site behind a login", { skip: notBuilt }, () => {
  // It ended with "all found", 0 files and exit code 0.
  it("is no success without one", async () => {
    const folder = temporaryFolder();
    const form = '<form method="post"><input type="password" name="p"></form><a href="/help">Help</a>';
    const site = new Site({
      "/": (_request, response) => response.writeHead(302, { location: "/login" }).end(),
      "/login": form,
      "/help": "<p>Ask the office",
    });
    await site.start();
    const job = join(folder.path, "job");
    const options = ["--out", job, ...AT_ONCE, "--browser", "never"];
    for (let time = 0; time < 2; time++) {
      const end = await run(["harvest", `${site.base}/`, ...options]);
      assert.equal(end.code, 6);
      assert.match(end.stderr, /\/login asks for a login, and without one no file was found: 'tagtrail login/);
    }
    site.stop();
    folder.remove();
  });
});
