// Harvests through proxies: everything goes that way, and the login stays out of all that is kept or shown.
// lane: browser
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run, start, until } from "./support/program.mjs";
import { startHttpProxy, startSocksProxy } from "./support/proxies.mjs";
import { body, redirect, Site } from "./support/site.mjs";

const HOST = "statistics.example";
const LOGIN = "reader:open-sesame";
const PAGES = ["/", "/a.html", "/b.html"];
/** What the machine of the tests has set is no part of them. */
const NO_PROXIES = Object.fromEntries(["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
  "NO_PROXY", "TAGTRAIL_PROXY_LOGIN"].map((name) => [name, ""]));

const redirectTo = (location) => redirect(302, location);

function everyFile(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

describe("proxies", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const started = [];
  let site;
  let sites;
  let job;
  let jobs = 0;

  before(async () => {
    const links = PAGES.map((path) => `<li><a href="${path}">page</a>`).join("");
    const page = (number) => `<title>Page</title><ul>${links}<li><a href="/files/${number}.csv">data</a></ul>`;
    site = new Site({
      "/": page(1), "/a.html": page(2), "/b.html": page(3),
      ...Object.fromEntries([1, 2, 3].map((n) => [`/files/${n}.csv`, body("text/csv", `a,b\n${n},2\n`)])),
    });
    await site.start();
    sites = { [HOST]: new URL(site.base).port };
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    site.hits.length = 0;
  });
  after(() => {
    for (const proxy of started) proxy.stop();
    site.stop();
    folder.remove();
  });

  async function proxy(starter, options = {}) {
    const one = await starter({ sites, ...options });
    started.push(one);
    return one;
  }
  const browse = (browser, ...more) => ["harvest", `http://${HOST}/`, "--out", job, "--delay", "0", "--browser", browser, "--json", ...more];
  const harvest = (...more) => browse("never", ...more);
  const go = (args, env = {}) => run(args, { env: { ...NO_PROXIES, ...env } });
  function complete(ended, through) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, 3);
    assert.deepEqual(through.hosts(), [HOST]);
  }
  function keptNowhere(secret, path) {
    const encoded = Buffer.from(LOGIN).toString("base64");
    for (const file of everyFile(path)) {
      const text = readFileSync(file, "latin1");
      assert.ok(!text.includes(secret) && !text.includes(encoded), `${file} has the login`);
    }
  }

  for (const [name, starter] of [["http", startHttpProxy], ["socks5", startSocksProxy]]) {
    it(`${name}, with a login: everything goes through it, and the login is kept nowhere`, async () => {
      const through = await proxy(starter, { login: LOGIN });
      const ended = await go(harvest("--proxy", through.withLogin, "--archive", "warc"));
      complete(ended, through);
      assert.ok(ended.stderr.includes(`${through.address}, with a login`), ended.stderr);
      assert.doesNotMatch(ended.stderr + ended.stdout, /open-sesame/);
      keptNowhere("open-sesame", job);
      assert.equal(through.refused, 0);
    });
  }

  it("a login from the environment, and a wrong one", async () => {
    const through = await proxy(startHttpProxy, { login: LOGIN });
    complete(await go(harvest("--proxy", through.address), { TAGTRAIL_PROXY_LOGIN: LOGIN }), through);
    job += "-wrong";
    const ended = await go(harvest("--proxy", through.address.replace("//", "//reader:guess@")));
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, /refuses the login/);
    assert.doesNotMatch(ended.stderr, /guess/);
  });

  it("a job goes on through its proxy, and says when it needs the login again", async () => {
    const through = await proxy(startHttpProxy, { login: LOGIN });
    assert.equal((await go(harvest("--proxy", through.withLogin, "--max-requests", "2"))).code, 4);
    const without = await go(harvest());
    assert.equal(without.code, 2, without.stderr);
    assert.match(without.stderr, /logins are not stored/);
    assert.equal(site.hits.length, through.seen.length, "something went past the proxy");
    complete(await go(harvest(), { TAGTRAIL_PROXY_LOGIN: LOGIN }), through);
    assert.equal(site.hits.length, through.seen.length, "something went past the proxy");
  });

  it("those of the environment are used and shown, but for hosts of no_proxy, and not with --proxy none", async () => {
    const through = await proxy(startHttpProxy);
    const ended = await go(harvest(), { http_proxy: through.address });
    complete(ended, through);
    assert.ok(ended.stderr.includes(`proxy: ${through.address} for http`), ended.stderr);
    const count = through.seen.length;
    for (const [env, more] of [[{ no_proxy: ".example" }, []], [{}, ["--proxy", "none"]]]) {
      job += "-direct";
      // The name has no address without the proxy.
      const direct = await go(harvest(...more), { http_proxy: through.address, ...env });
      assert.equal(direct.code, 3, direct.stderr);
    }
    assert.equal(through.seen.length, count);
    job += "-wrong";
    const wrong = await go(harvest(), { http_proxy: "socks4://reader:open-sesame@127.0.0.1:1" });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /http_proxy: proxies are http, https, socks5/);
    assert.doesNotMatch(wrong.stderr, /open-sesame/);
  });

  it("what is no proxy is wrong usage, and one that is gone is named", async () => {
    for (const wrong of ["ftp://reader:open-sesame@127.0.0.1:1", "http://reader:open-sesame@127.0.0.1"]) {
      const ended = await go(harvest("--proxy", wrong));
      assert.equal(ended.code, 2);
      assert.match(ended.stderr, /proxies are|port is missing/);
      assert.doesNotMatch(ended.stderr, /open-sesame/);
    }
    const gone = await proxy(startHttpProxy);
    gone.stop();
    const ended = await go(harvest("--proxy", gone.address));
    assert.equal(ended.code, 3, ended.stderr);
    assert.ok(ended.stderr.includes(`the proxy ${gone.address} takes no connection`), ended.stderr);
  });

  it("nothing private is asked of it, whatever links and redirects say, and no other protocol is spoken", async () => {
    const forbidden = ["http://127.0.0.1/", "http://localhost/secret.csv", "http://169.254.169.254/latest.csv",
      "http://[::ffff:10.0.0.1]/", "http://intranet/data.csv", "http://2130706433/a.csv", "file:///etc/passwd",
      "ftp://statistics.example/data.csv", "gopher://statistics.example/x"];
    const away = forbidden.map((location) => [`/r/${forbidden.indexOf(location)}`, location]);
    const links = [...forbidden, ...away.map(([path]) => path), "/twice", "/good.csv"];
    const lure = new Site({
      "/": links.map((link) => `<p><a href="${link}">data</a>`).join(""),
      ...Object.fromEntries(away.map(([path, location]) => [path, redirectTo(location)])),
      "/twice": redirectTo("/r/2"),
      "/good.csv": body("text/csv", "a\n1\n"),
    });
    await lure.start();
    try {
      const through = await proxy(startHttpProxy, { sites: { [HOST]: new URL(lure.base).port } });
      const ended = await go(harvest("--proxy", through.address, "--scope", "regex:.*"));
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(addressesOf(manifestOf(job)).map(({ sources }) => sources[0].path), [`http://${HOST}/good.csv`]);
      assert.deepEqual(through.hosts(), [HOST]);
      assert.ok(lure.hits.includes("/twice"), "the chain was not begun");
      for (const [path] of away) assert.ok(lure.hits.includes(path), `${path} was not asked for`);
    } finally {
      lure.stop();
    }
  });

  it("a batch tells each site its proxy, and no command line nor list has the login", async () => {
    const through = await proxy(startHttpProxy, { login: LOGIN });
    let release;
    const held = new Promise((done) => (release = done));
    const slow = new Site({ "/": (_request, response) => void held.then(() => response.end("<p>no data")) });
    await slow.start();
    try {
      through.sites = { [HOST]: new URL(slow.base).port };
      const list = join(folder.path, "sites.txt");
      writeFileSync(list, `http://${HOST}/ --proxy ${through.withLogin}\n`);
      const { child, ended } = start(["batch", list, "--out", job, "--delay", "0", "--browser", "never"], { env: NO_PROXIES });
      await until(() => slow.hits.includes("/"), ended);
      const lines = readdirSync("/proc").filter((id) => /^\d+$/.test(id)).map((id) => {
        try {
          return readFileSync(`/proc/${id}/cmdline`, "utf8");
        } catch {
          return "";
        }
      });
      assert.ok(lines.some((line) => line.includes("harvest") && line.includes(through.address)), "no child seen");
      assert.ok(!lines.some((line) => line.includes("open-sesame")), "a command line has the login");
      release();
      const { code, stdout, stderr } = await ended;
      assert.equal(child.signalCode, null);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stdout + stderr, /open-sesame/);
      keptNowhere("open-sesame", job);
    } finally {
      release();
      slow.stop();
    }
  });

  it("the window of a login goes through it, too; the login of the proxy is typed in there", async () => {
    const words = join(folder.path, "words");
    const browser = join(folder.path, "browser");
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" >'${words}'\n`, { mode: 0o755 });
    const ended = await go(["login", `http://${HOST}/`, "--profile", join(folder.path, "profile"), "--proxy",
      `http://${LOGIN}@proxy.example:3128`], { TAGTRAIL_CHROMIUM: browser, DISPLAY: ":99" });
    assert.equal(ended.code, 0, ended.stderr);
    const said = readFileSync(words, "utf8");
    assert.match(said, /^--proxy-server=.*proxy\.example:3128/m);
    assert.doesNotMatch(said + ended.stdout + ended.stderr, /open-sesame/);
  });

  it("no browser can log in to a socks5 proxy, and that is said", async () => {
    const through = await proxy(startSocksProxy, { login: LOGIN });
    const ended = await go(browse("always", "--proxy", through.withLogin));
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stderr, /browsers can't log in to a socks5 proxy/);
  });

  for (const [kind, starter, login] of [["chromium", startHttpProxy, LOGIN], ["firefox", startHttpProxy, LOGIN],
    ["firefox", startSocksProxy, null]]) {
    const name = `the pages of ${kind} come through ${starter === startHttpProxy ? "http, with a login" : "socks5"}, too`;
    it(name, { skip: !programs[kind] && `${kind} is not installed` }, async () => {
      const through = await proxy(starter, { login });
      const ended = await go(browse("always", "--browser-kind", kind, "--proxy", through.withLogin ?? through.address));
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(resultOf(ended).targets, 3);
      assert.equal(manifestOf(job).resources.every(({ tagtrail }) => tagtrail.pageVia === "tab"), true);
      for (const path of PAGES) assert.ok(site.hits.includes(path), `${path} was not asked for`);
      keptNowhere("open-sesame", job);
    });
  }
});
