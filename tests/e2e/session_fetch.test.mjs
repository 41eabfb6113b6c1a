// fetch.load in real browsers: what needs the session comes with its redirects, in chunks, and without
// a cookie in any message.
// lane: browser
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { FakeOwner } from "./support/fake_owner.mjs";
import { until } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

const dist = process.env.TAGTRAIL_DIST ?? join(resolve(import.meta.dirname, "../.."), "dist");
const SECRET = "s3cr3t";
const BIG = Buffer.alloc(3_000_000, "0123456789abcdef");
const CHUNK_BYTES = 256 * 1024;

const loggedIn = (request) => (request.headers.cookie ?? "").includes(`strict=${SECRET}`);

const ROUTES = {
  "/login": (_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html",
      "set-cookie": [`lax=1; SameSite=Lax; HttpOnly`, `strict=${SECRET}; SameSite=Strict; HttpOnly`],
    });
    response.end("<p>welcome");
  },
  "/who": (request, response) => {
    response.writeHead(loggedIn(request) ? 200 : 403, {
      "content-type": "text/html", "set-cookie": `again=${SECRET}`, "retry-after": "7",
    });
    response.end(request.method === "HEAD" ? "" : request.headers.cookie ?? "nobody");
  },
  "/file": body("text/csv; charset=utf-8", "a,b\n1,2\n", { "content-disposition": 'attachment; filename="t.csv"' }),
  "/big": body("application/zip", BIG),
  "/first": redirect(302, "/second"),
  "/second": redirect(307, "/file"),
  "/elsewhere": redirect(302, "ftp://127.0.0.1/x"),
  "/seen": (request, response) => response.writeHead(200, { "content-type": "text/csv" }).end(request.headers.referer ?? "none"),
  "/on": redirect(302, "/seen"),
  "/basic": (_request, response) => {
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"', "content-type": "text/html" });
    response.end("<p>no");
  },
  "/dead": (request) => request.socket.destroy(),
  "/silent": () => undefined,
  "/stalls": (_request, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    response.write("a,b\n");
  },
  "/endless": (_request, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    const timer = setInterval(() => response.write(Buffer.alloc(100_000, "x")), 5);
    response.on("close", () => clearInterval(timer));
  },
};

for (const name of ["chromium", "firefox"]) {
  const missing = !programs[name]
    ? `${name} is not installed`
    : !existsSync(join(dist, `${name}-batch`)) && "the extension is not built";
  describe(`fetches with the session in ${name}`, { skip: missing }, () => {
    const folder = temporaryFolder();
    const owner = new FakeOwner();
    const site = new Site(ROUTES);
    let browser;
    let host;
    let next = 1;
    let heads;
    let chunks;

    const takeAll = (message) => {
      if (message.call === "fetch.head") {
        heads.push(message);
        return { take: true };
      }
      assert.equal(message.call, "fetch.data");
      chunks.push(Buffer.from(message.data, "base64"));
      return {};
    };
    const load = (path, more = {}) => host.call("fetch.load", {
      job: "1", load: next++, url: site.base + path, method: "GET", referer: "", timeoutMs: 10_000, ...more,
    });

    before(async () => {
      await site.start();
      const socket = join(folder.path, "owner");
      await owner.listen(socket);
      browser = await starters[name](folder.path, socket);
      host = await owner.conversation();
      const page = await browser.newPage();
      await page.goto(`${site.base}/login`);
    });
    beforeEach(() => {
      heads = [];
      chunks = [];
      host.serve = takeAll;
    });
    after(async () => {
      await browser?.close();
      owner.close();
      site.stop();
      folder.remove();
    });

    it("sends the user's cookies, strict ones too, and tells none of them", async () => {
      const answer = await load("/who");
      assert.equal(answer.status, 200);
      assert.match(Buffer.concat(chunks).toString(), new RegExp(`strict=${SECRET}`), "the site saw it");
      assert.equal(heads[0].retryAfter, "7");
      assert.doesNotMatch(JSON.stringify([answer, heads]), new RegExp(SECRET));
      assert.equal(answer.bodyBytes, Buffer.concat(chunks).length);
    });

    it("tells a file's head, and each redirect", async () => {
      const answer = await load("/first");
      assert.equal(answer.error, undefined);
      assert.equal(Buffer.concat(chunks).toString(), "a,b\n1,2\n");
      const { status, contentType, disposition, length, url } = heads[0];
      assert.deepEqual({ status, contentType, disposition, length, url }, {
        status: 200, contentType: "text/csv; charset=utf-8", disposition: 'attachment; filename="t.csv"',
        length: 0, url: `${site.base}/file`,
      });
      assert.equal(answer.finalUrl, `${site.base}/file`);
      assert.deepEqual(answer.hops, [
        { url: `${site.base}/first`, status: 302 }, { url: `${site.base}/second`, status: 307 },
      ]);
    });

    it("names the page that links there, to its address alone", async () => {
      const told = async (path, referer) => {
        chunks = [];
        await load(path, { referer });
        return Buffer.concat(chunks).toString();
      };
      const page = `${site.base}/list?of=tables`;
      assert.equal(await told("/seen", page), page);
      assert.notEqual(await told("/on", page), page, "where it was sent on to");
      assert.equal(await told("/seen", ""), "none", "and nothing stays of it");
    });

    it("streams a large body in chunks, never more than eight unanswered", async () => {
      let open = 0;
      let most = 0;
      host.serve = async (message) => {
        most = Math.max(most, ++open);
        await new Promise((wake) => setTimeout(wake, 20));
        open--;
        return takeAll(message);
      };
      const answer = await load("/big");
      assert.equal(answer.error, undefined);
      assert.equal(answer.bodyBytes, BIG.length);
      assert.ok(Buffer.concat(chunks).equals(BIG));
      assert.ok(chunks.every((chunk) => chunk.length <= CHUNK_BYTES));
      assert.ok(most > 1 && most <= 8, `${most} at once`);
    });

    it("many at once keep apart", async () => {
      const paths = ["/first", "/first", "/who", "/file"];
      const answers = await Promise.all(paths.map((path) => load(path)));
      assert.deepEqual(answers.map(({ hops }) => hops.length), [2, 2, 0, 0]);
      assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 200]);
    });

    it("a HEAD, and a body that is not wanted", async () => {
      host.serve = () => ({ take: false });
      const head = await load("/who", { method: "HEAD" });
      assert.deepEqual([head.status, head.bodyBytes, head.error], [200, 0, undefined]);
      const big = await load("/big");
      assert.deepEqual([big.status, big.bodyBytes, big.error], [200, 0, undefined]);
    });

    it("what goes wrong is named", async () => {
      assert.equal((await load("/dead")).error, "network");
      assert.equal((await load("/elsewhere")).error, "network");
      assert.equal((await load("/silent", { timeoutMs: 500 })).error, "timeout");
      assert.equal((await load("/stalls", { timeoutMs: 500 })).error, "timeout");
      assert.equal((await load("/", { url: "file:///etc/hostname" })).error.code, "invalid_url");
    });

    it("a realm that asks for a password is an answer, and no question to anybody", async () => {
      const answer = await load("/basic");
      assert.deepEqual([answer.status, answer.error], [401, undefined]);
    });

    it("a refusal of the host and a cancellation end the request", async () => {
      host.serve = (message) => {
        if (message.call === "fetch.data") throw new Error("enough");
        return takeAll(message);
      };
      assert.equal((await load("/endless")).error, "network");
      host.serve = takeAll;
      const endless = load("/endless");
      await until(() => chunks.length > 0);
      assert.equal((await host.call("fetch.cancel", { job: "1", load: next - 1 })).error, undefined);
      assert.notEqual((await endless).error, undefined);
      assert.equal((await host.call("fetch.cancel", { job: "1", load: 999 })).error, undefined);
    });
  });
}
