// Links that lead back to the page they stand on: switches of what is shown, marks, visits. With a session they are asked for
// once at most, and by nobody else than a stranger where that tells already.
// lane: browser
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { makeMembersProfile, programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";

const SHELVES = 4;
const list = (links) => `<ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("")}</ul>`;
/** What scripts of a page draw is a reason to look at it in a tab. */
const drawn = (number) => `<script>document.querySelector("main").insertAdjacentHTML("beforeend", '<p><a href="/ju' + 'his${number}.pdf">PDF</a></p>')</script>`;

/** Shelves with a file and a switch each; its cellar only members are shown. */
class Library {
  /** [path, whether a member asked] */
  hits = [];
  /** Whether strangers are shown anything at all. */
  open = false;
  #server = createServer((request, response) => this.#answer(request, response));

  #answer(request, response) {
    const { pathname } = new URL(request.url, "http://library");
    const member = /sid=anna/.test(request.headers.cookie ?? "");
    const number = /\d+/.exec(pathname)?.[0];
    this.hits.push([pathname, member]);
    const page = (content) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang="et"><title>${pathname}</title><body><main>${content}</main>${drawn(number ?? "")}`);
    };
    const sendTo = (location) => response.writeHead(302, { location }).end();
    if (pathname === "/robots.txt" || (!this.open && !member)) {
      response.writeHead(pathname === "/robots.txt" ? 404 : 401, { "content-type": "text/html" });
      return response.end('<!doctype html><title>Sisselogimine</title><form method="post"><input type="password" name="p"></form>');
    }
    if (pathname === "/") return page(list([...Array.from({ length: SHELVES }, (_, n) => `/riiul/${n + 1}`), "/keldrisse", "/ruut"]));
    // Where it came from is told to it by the one way of asking and not by the other.
    if (pathname === "/ruut") return sendTo(request.headers.referer ?? "/");
    if (pathname.startsWith("/riiul/")) return page(list([`/failid/${number}.csv`, `/vaade/${number}`]));
    if (pathname.startsWith("/vaade/")) return sendTo(`/riiul/${number}`);
    if (pathname === "/keldrisse") return member ? page(list(["/failid/kelder.csv"])) : sendTo("/");
    if (!/^\/(failid|juhis)/.test(pathname)) return response.writeHead(404, { "content-type": "text/html" }).end("<p>pole siin");
    response.writeHead(200, { "content-type": "text/csv" });
    response.end(`a,b\n${pathname},1\n`);
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
  askedByMember(beginning) {
    return this.hits.filter(([path, member]) => member && path.startsWith(beginning)).map(([path]) => path);
  }
}

describe("links that lead back to their own page", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const library = new Library();
  const kind = "chromium";
  const skip = !programs[kind] && `${kind} is not installed`;
  const profile = join(folder.path, "profile");
  let jobs = 0;

  before(async () => {
    await library.start();
    if (skip) return;
    await makeMembersProfile(kind, profile);
  });
  beforeEach(() => library.hits.length = 0);
  after(() => {
    library.stop();
    folder.remove();
  });

  const harvest = (job, ...more) => run(["harvest", `${library.base}/`, "--out", job, "--delay", "0", "--allow-private", "--policy", "bfs",
    "--json", "--quiet", ...more]);
  async function complete(...more) {
    const job = join(folder.path, `job${++jobs}`);
    const ended = await harvest(job, ...more);
    assert.equal(ended.code, 0, ended.stderr);
    const files = manifestOf(job).resources.filter(({ sources: [{ path }] }) => path.includes("/failid/"));
    assert.equal(files.length, SHELVES + 1);
    return { result: resultOf(ended), acts: (await run(["acts", job])).stdout };
  }

  it("one of each kind is asked for with cookies that are lent, and the others are named", async () => {
    library.open = false;
    const cookies = join(folder.path, "cookies.txt");
    writeFileSync(cookies, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tanna\n");
    const { result, acts } = await complete("--browser", "never", "--cookies", cookies);
    assert.deepEqual(library.askedByMember("/vaade/"), ["/vaade/1"]);
    assert.equal(result.acting, SHELVES - 1);
    assert.match(acts, /led back to its own page/);
  });

  it("it is not asked for a second time by a tab", { skip }, async () => {
    library.open = false;
    for (const mode of ["auto", "always"]) {
      library.hits.length = 0;
      const { acts } = await complete("--profile", profile, "--browser", mode);
      assert.deepEqual(library.askedByMember("/vaade/"), ["/vaade/1"], mode);
      assert.equal(library.askedByMember("/ruut").length, 1, mode);
      assert.match(acts, /led back to its own page/);
    }
  });

  it("where a stranger is sent back to wherever he came from, none is asked for in a person's name", { skip }, async () => {
    library.open = true;
    await complete("--profile", profile, "--browser", "auto");
    assert.deepEqual(library.askedByMember("/ruut"), []);
    assert.equal(library.hits.filter(([path]) => path === "/ruut").length, 2);
    // Who is not let in is sent to one page, whatever he came from.
    assert.ok(library.askedByMember("/keldrisse").length > 0);
  });
});
