// Sites that ask for a login by HTTP Basic authentication, and sites that tell nothing before they have set a cookie.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const EXPECTED = `Basic ${Buffer.from("lena:open sesame").toString("base64")}`;
const members = (route) => (request, response) => {
  if (request.headers.authorization === EXPECTED) return route(request, response);
  response.writeHead(401, { "www-authenticate": 'Basic realm="Members"', "content-type": "text/html" });
  response.end("<p>Members only");
};
const page = (html) => (_request, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end(html);
};
/** Sends on, with a cookie, who has none; others get `route`. */
const walled = (name, to, route) => (request, response) => {
  if (request.headers.cookie?.includes(`${name}=`)) return route(request, response);
  response.writeHead(302, { location: to, "set-cookie": `${name}=1; Path=/` });
  response.end();
};
const csv = (number) => body("text/csv", `a,b\n${number},2\n`);

describe("sites that want to know who asks", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let site;
  let walls;
  let job;
  let jobs = 0;

  before(async () => {
    site = new Site({
      "/": members(page('<a href="/a.csv">a</a> <a href="/more">more</a> <a href="/item?action=delete">delete</a>')),
      "/more": members(page('<a href="/b.csv">b</a>')),
      "/a.csv": members(csv(1)), "/b.csv": members(csv(2)), "/item": members(page("gone")),
    });
    walls = new Site({
      "/": walled("seen", "/", page('<a href="/a.csv">a</a> <a href="/gate">gate</a>')),
      "/a.csv": csv(1),
      "/gate": walled("asked", "/check", page('<a href="/b.csv">b</a>')),
      "/check": walled("checked", "/gate", page("checked")),
      "/b.csv": csv(2),
      "/for-ever": (_request, response) => {
        response.writeHead(302, { location: "/for-ever", "set-cookie": `x${Math.random()}=1` });
        response.end();
      },
    });
    await site.start();
    await walls.start();
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    site.hits.length = walls.hits.length = 0;
  });
  after(() => {
    site.stop();
    walls.stop();
    folder.remove();
  });

  const harvest = (url, ...more) => run(["harvest", url, "--out", job, "--delay", "0", "--allow-private", "--json", "--quiet", ...more]);
  function complete(ended, files = 2) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, files);
    return resultOf(ended);
  }

  const withLogin = (login) => site.base.replace("//", `//${login}@`);
  for (const kind of [undefined, "chromium", "firefox"]) {
    const skip = kind && !programs[kind] && `${kind} is not installed`;
    it(`a login in the URL opens the site${kind ? ` in ${kind}` : ""}, and what acts is left`, { skip }, async () => {
      const browser = kind ? ["--browser", "always", "--browser-kind", kind] : ["--browser", "never"];
      const { left_out } = complete(await harvest(`${withLogin("lena:open%20sesame")}/`, ...browser));
      assert.deepEqual(left_out.map(({ cause, count }) => [cause, count]), [["acts", 1]]);
      assert.ok(!site.hits.some((path) => path.startsWith("/item")));
    });
  }

  it("a wrong one, or none, is told, and how to give it", async () => {
    for (const base of [site.base, withLogin("lena:guess")]) {
      const ended = await harvest(`${base}/`, "--browser", "never");
      assert.equal(ended.code, 6);
      assert.match(ended.stderr, /answers 401: it asks for a login, or does not take .* Write USER:PASSWORD@ before the host, or put .*TAGTRAIL_LOGIN/);
    }
  });

  it("a redirect that brings a cookie may lead back, and one that does so for ever ends", async () => {
    assert.equal(complete(await harvest(`${walls.base}/`, "--browser", "never")).complete, true);
    job += "-for-ever";
    const ended = await harvest(`${walls.base}/for-ever`, "--browser", "never");
    assert.equal(ended.code, 2, ended.stderr);
    assert.ok(walls.hits.filter((path) => path === "/for-ever").length <= 3);
  });

  it("cookies of a file are those of a session: sent, not kept, and asked for again", async () => {
    const file = join(folder.path, "cookies.txt");
    const { hostname } = new URL(walls.base);
    writeFileSync(file, `# Netscape HTTP Cookie File\n${hostname}\tFALSE\t/\tFALSE\t0\tasked\tby-hand\n`);
    const args = [`${walls.base}/gate`, "--browser", "never"];
    const result = complete(await harvest(...args, "--cookies", file), 1);
    assert.equal(result.complete, true);
    assert.ok(!walls.hits.includes("/check"));
    for (const name of ["job.db", "job.db-wal"].map((one) => join(job, one)).filter(existsSync)) {
      assert.ok(!readFileSync(name, "latin1").includes("by-hand"), name);
    }
    const without = await harvest(...args);
    assert.equal(without.code, 2);
    assert.match(without.stderr, /give the file again; --cookies none continues without/);
    assert.equal((await harvest(...args, "--cookies", "none")).code, 0);
    const browser = await harvest(`${walls.base}/gate`, "--browser", "always", "--cookies", file);
    assert.match(browser.stderr, /--cookies: a file of cookies is for plain HTTP: add --browser never/);
    writeFileSync(file, "no cookies\n");
    assert.match((await harvest(...args, "--cookies", file)).stderr, /holds no cookies in the Netscape format/);
  });
});
