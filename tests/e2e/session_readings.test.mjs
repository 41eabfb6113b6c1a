// How often pages with scripts are asked for where a person may be logged in: without the session, and by a tab, which has it
// and tells in most cases whether it makes a difference. Only where that stays open the browser's fetch is asked, too.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { lackingOrTold, makeMembersProfile, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const SCRIPT = "<script>document.title += ' here'</script>";
const page = (links) => `<!doctype html><title>Club</title>${links.map((to) => `<p><a href="${to}">${to}</a>`).join("")}${SCRIPT}`;
const csv = (name) => body("text/csv", `name,value\n${name},1\n`);
/** [path, who asked: `document` for a tab, `empty` for the browser's fetch, `plain` for the program itself] */
let hits = [];

/** `route` gets whether a member asks. */
function seen(route) {
  return (request, response) => {
    hits.push([request.url, request.headers["sec-fetch-dest"] ?? "plain"]);
    return route(/sid=anna/.test(request.headers.cookie ?? ""))(request, response);
  };
}
const html = (text) => body("text/html", text);
const toLogin = (_request, response) => response.writeHead(302, { location: "/login" }).end();

const club = {
  "/": seen((member) => html(page(["/open.csv", ...(member ? ["/members/", "/logout"] : ["/login"])]))),
  "/members/": seen((member) => member ? html(page(["/one.csv"])) : toLogin),
  "/login": html('<!doctype html><form method="post"><input name="u"><input type="password" name="p"></form>'),
  "/open.csv": csv("open"),
  "/one.csv": csv("one"),
};
const shop = {
  "/": seen(() => html(page(["/wool/", "/silk/", "/login"]))),
  "/wool/": seen(() => html(page(["/wool.csv"]))),
  "/silk/": seen(() => html(page(["/silk.csv"]))),
  "/wool.csv": csv("wool"),
  "/silk.csv": csv("silk"),
};
/** Whose pages greet a member, and have no way to a login. */
const library = {
  "/": seen((member) => html(page(["/a.csv", ...(member ? ["/shelf/"] : [])]))),
  "/shelf/": seen((member) => html(page(member ? ["/b.csv"] : []))),
  "/a.csv": csv("a"),
  "/b.csv": csv("b"),
};

/** Strangers are shown how to log in where a member switches something and is sent back. */
const switches = {
  "/": seen(() => html(page(["/a.csv", "/wide/"]))),
  "/wide/": seen((member) => member ? (_request, response) => response.writeHead(302, { location: "/" }).end() : html(page(["/why.csv"]))),
  "/a.csv": csv("a"),
  "/why.csv": csv("why"),
};

for (const kind of ["chromium", "firefox"]) {
  describe(`pages with scripts and a session, in ${kind}`, { skip: lackingOrTold(kind) }, () => {
    const folder = temporaryFolder();
    const profile = join(folder.path, "profile");
    let jobs = 0;

    before(() => makeMembersProfile(kind, profile));
    beforeEach(() => hits = []);
    after(() => folder.remove());

    async function harvested(routes, ...options) {
      const site = new Site({ "/robots.txt": body("text/plain", ""), ...routes });
      await site.start();
      const job = join(folder.path, `job${++jobs}`);
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--browser-kind", kind,
        "--profile", profile, "--policy", "bfs", "--sitemaps", "off", ...options]);
      site.stop();
      assert.equal(ended.code, 0, ended.stderr);
      return { ended, files: manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort() };
    }
    const askers = (path) => hits.filter(([asked]) => asked === path).map(([, asker]) => asker);

    // Each was asked for three ways.
    it("where a tab shows no more than anyone gets, that is all", async () => {
      const { ended, files } = await harvested(shop);
      assert.deepEqual(files, ["/silk.csv", "/wool.csv"]);
      for (const path of ["/", "/wool/", "/silk/"]) assert.deepEqual(askers(path), ["plain", "document"], path);
      assert.match(ended.stdout + ended.stderr, /your login made no difference on the 3 pages/);
    });

    it("a start page that shows a member in its tab is asked for no more, and the site is read with the session", async () => {
      const { ended, files } = await harvested(club, "--json");
      assert.deepEqual([files, resultOf(ended).complete], [["/one.csv", "/open.csv"], true]);
      assert.deepEqual(askers("/"), ["plain", "document"]);
      assert.ok(askers("/members/").includes("empty"));
    });

    it("what leads a member back is asked for with the session once", async () => {
      await harvested(switches);
      assert.equal(askers("/wide/").filter((asker) => asker !== "plain").length, 1, String(askers("/wide/")));
    });

    it("what may be the doing of scripts is asked for with the session, too", async () => {
      const { files } = await harvested(library);
      assert.deepEqual(files, ["/a.csv", "/b.csv"]);
      assert.deepEqual(askers("/"), ["plain", "document", "empty"]);
    });
  });
}
