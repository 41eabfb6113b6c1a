// Sites that let nobody in who does not send a cookie that a script of theirs sets: it loads the page once more then. In a
// browser of its own the job's plain requests learn that cookie, and none but such.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { lacking, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const ROOMS = ["hall", "attic", "cellar", "stairs", "yard"];
const list = (links) => `<!doctype html><title>House</title>${links.map((to) => `<p><a href="${to}">${to}</a>`).join("")}`;
const GATE = '<!doctype html><title>One moment</title><script>document.cookie = "seen=" + 6 * 7 + "; path=/"; location.reload()</script>';

/** [path, who asked: `document` for a tab, `plain` for the program itself, cookies] */
let hits = [];
/** Those of the server's own that tabs got, which scripts can't read. */
let hidden = [];

function behindGate(route) {
  return (request, response) => {
    const asker = request.headers["sec-fetch-dest"] ?? "plain";
    const cookies = request.headers.cookie ?? "";
    const own = `sid=${hits.push([request.url, asker, cookies])}`;
    if (asker !== "plain") hidden.push(own);
    response.setHeader("set-cookie", `${own}; Path=/; HttpOnly`);
    return (/\bseen=42\b/.test(cookies) ? route : body("text/html", GATE))(request, response);
  };
}

const routes = { "/": body("text/html", list(ROOMS.map((room) => `/${room}/`))) };
for (const room of ROOMS) {
  routes[`/${room}/`] = body("text/html", list([`/${room}/things.csv`]));
  routes[`/${room}/things.csv`] = body("text/csv", `room,things\n${room},3\n`);
}

for (const kind of ["chromium", "firefox"]) {
  describe(`gates of cookies that scripts set, in ${kind}`, { skip: lacking(kind) }, () => {
    const folder = temporaryFolder();
    const site = new Site({ "/robots.txt": body("text/plain", ""),
      ...Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, behindGate(route)])) });
    let jobs = 0;

    before(() => site.start());
    beforeEach(() => hits = []);
    afterEach(() => hidden = []);
    after(() => {
      site.stop();
      folder.remove();
    });

    async function harvested(...options) {
      const job = join(folder.path, `job${++jobs}`);
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--browser-kind", kind,
        "--sitemaps", "off", "--json", ...options]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(manifestOf(job).resources.length, ROOMS.length);
      return resultOf(ended);
    }

    // All of it was read in tabs: two loads a page.
    it("is passed once, and all else is read without a tab", async () => {
      assert.equal((await harvested()).complete, true);
      assert.deepEqual(hits.filter(([, asker]) => asker === "document").map(([path]) => path), ["/", "/"]);
      assert.deepEqual(hits.filter(([path, asker]) => path === "/" && asker === "plain").length, 2);
      assert.equal(hits.length, 4 + 2 * ROOMS.length);
      const sent = hits.filter(([, asker]) => asker === "plain").flatMap(([, , cookies]) => cookies.split("; "));
      assert.deepEqual(sent.filter((cookie) => hidden.includes(cookie)), []);
    });

    it("what the browser of a person has is not learnt", async () => {
      await harvested("--profile", join(folder.path, "profile"));
      const plain = hits.filter(([, asker]) => asker === "plain");
      assert.ok(plain.length > 0);
      assert.deepEqual(plain.filter(([, , cookies]) => /seen=/.test(cookies)), []);
    });
  });
}
