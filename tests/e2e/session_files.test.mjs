// Files that a site gives to members alone, and from its own pages alone; behind pages that have the files' names and show them
// in an editor, whose menu is closed.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lacking, programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const TABLES = ["births", "bridges", "income", "noise", "rents", "trees"].map((name) => `${name}.csv`);

const editor = (name) => `<!doctype html><title>${name}</title><nav><ul><li><a href="#" data-toggle="dropdown">File</a>
  <ul style="display: none"><li><a href="#" id="save">Save</a></li><li><a href="#" id="get">Download</a></li></ul></li></ul></nav>
  <a href="/">All</a><pre>${name}</pre>
  <script>get.onclick = () => window.open(["/files", "${name}?download=1"].join("/"));
    save.onclick = () => fetch("/kept/${name}", { method: "PUT", body: "" });</script>`;

/** What the browser sent with the login, each [path, Referer]. */
const sent = [];

function forMembers(answer) {
  return (request, response) => {
    if (!/sid=anna/.test(request.headers.cookie ?? "")) return response.writeHead(302, { location: "/login" }).end();
    sent.push([request.url, request.headers.referer ?? ""]);
    return answer(request, response);
  };
}

const text = (type, content) => (_request, response) => response.writeHead(200, { "content-type": type }).end(content);

const site = new Site({
  "/": `<!doctype html><script>document.cookie = "sid=anna; path=/"</script><p><a href="/notes">Notes</a></p><ul>
    ${TABLES.map((name) => `<li><a href="/edit/${name}">${name}</a></li>`).join("")}</ul>`,
  "/robots.txt": body("text/plain", ""),
  "/login": '<!doctype html><form method="post"><input type="password" name="p"></form>',
  "/notes": forMembers(text("text/html", "<!doctype html><title>Notes</title><p>There is nothing to note.</p><a href=\"/\">All</a>")),
  ...Object.fromEntries(TABLES.flatMap((name) => [
    [`/edit/${name}`, forMembers(text("text/html", editor(name)))],
    [`/files/${name}`, forMembers((request, response) => {
      if (new URL(request.headers.referer ?? "http://nowhere").host !== request.headers.host) return response.writeHead(403).end("no");
      return text("text/csv", `table,value\n${name},1\n`)(request, response);
    })],
  ])),
});

for (const kind of ["chromium", "firefox"]) {
  const skip = lacking(kind);
  describe(`files for members, from the site's own pages, in ${kind}`, { skip }, () => {
    const folder = temporaryFolder();
    const job = join(folder.path, "job");
    before(async () => {
      sent.length = 0;
      await site.start();
      const profile = join(folder.path, "profile");
      mkdirSync(profile);
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "auto", "--browser-kind", kind, "--profile", profile,
        "--sitemaps", "off", "--delay", "0", "--allow-private", "--json", "--quiet"]);
      assert.equal(ended.code, 0, ended.stderr + JSON.stringify(resultOf(ended)));
    });
    after(() => {
      site.stop();
      folder.remove();
    });

    it("come, each by the editor's menu", () => {
      const names = manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname);
      assert.deepEqual(names.sort(), TABLES.map((name) => `/files/${name}`));
    });

    it("are asked for as from the page that links to them, and pages as from none", () => {
      const of = (path) => sent.filter(([url]) => url === path).map(([, referer]) => referer);
      for (const name of TABLES) assert.deepEqual(of(`/files/${name}?download=1`), [`${site.base}/edit/${name}`]);
      assert.deepEqual([...new Set(of("/notes"))], [""]);
    });
  });
}

// As a wiki shows its files: anyone sees the page, a member what leads on from it, too. Each was opened in a tab, for what the
// session showed there was taken for what its scripts had drawn.
const SHOWN = Array.from({ length: 12 }, (_, at) => `Table-${at}.csv`);
const opened = [];

const description = (name) => (request, response) => {
  if (request.headers["sec-fetch-dest"] === "document") opened.push(name);
  const member = /sid=anna/.test(request.headers.cookie ?? "");
  return text("text/html", `<!doctype html><title>${name}</title><script>window.ready = true</script><a href="/">All</a> <a href="/raw/${name}">${name}</a>
    ${member ? `<a href="/minutes/${name.toLowerCase()}.pdf">What was said of it</a>` : ""}`)(request, response);
};

const wiki = new Site({
  "/": `<!doctype html><script>document.cookie = "sid=anna; path=/"</script><ul>
    ${SHOWN.map((name) => `<li><a href="/wiki/File:${name}">${name}</a></li>`).join("")}</ul>`,
  "/robots.txt": body("text/plain", ""),
  ...Object.fromEntries(SHOWN.flatMap((name) => [
    [`/wiki/File:${name}`, description(name)],
    [`/raw/${name}`, body("text/csv", `table,value\n${name},1\n`)],
    [`/minutes/${name.toLowerCase()}.pdf`, body("application/pdf", `%PDF-1.4 ${name}`)],
  ])),
});

describe("pages of a wiki's files, with a member's session", { skip: notBuilt || (!programs.chromium && "chromium is not installed") }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  before(async () => {
    await wiki.start();
    const profile = join(folder.path, "profile");
    mkdirSync(profile);
    const ended = await run(["harvest", `${wiki.base}/`, "--out", job, "--browser", "auto", "--profile", profile, "--sitemaps", "off", "--delay", "0",
      "--allow-private", "--json", "--quiet"]);
    assert.equal(ended.code, 0, ended.stderr + JSON.stringify(resultOf(ended)));
  });
  after(() => {
    wiki.stop();
    folder.remove();
  });

  it("show what a member is shown", () => {
    const names = manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname);
    assert.deepEqual(names.sort(), SHOWN.flatMap((name) => [`/raw/${name}`, `/minutes/${name.toLowerCase()}.pdf`]).sort());
  });

  it("are opened in a tab as seldom as other pages", () => {
    assert.ok(opened.length <= 4, opened.join(", "));
  });
});
