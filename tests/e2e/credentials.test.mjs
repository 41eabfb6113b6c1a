// What a harvest without a browser tells a site about the user: what the site itself has set, and the login that was given
// for it; no other site hears of either, wherever links and redirects lead.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

describe("credentials", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const seen = [];
  let site;
  let other;

  const noted = (route) => (request, response) => {
    seen.push(request);
    if (typeof route === "function") return route(request, response);
    response.writeHead(200, { "content-type": "text/html", "set-cookie": "session=1; Path=/" });
    response.end(route);
  };
  before(async () => {
    other = new Site({ "/data.csv": noted(body("text/csv", "a\n1\n")), "/moved.csv": noted(body("text/csv", "a\n2\n")) });
    await other.start("127.0.0.2");
    const withUser = (path) => other.base.replace("//", "//guest:published@") + path;
    site = new Site({
      "/": noted(`<a href="${withUser("/data.csv")}">data</a> <a href="/away">away</a> <a href="/again.html">again</a>`),
      "/away": noted(redirect(302, withUser("/moved.csv"))),
      "/again.html": noted('<a href="/own.csv">own</a>'),
      "/own.csv": noted(body("text/csv", "a\n")),
    });
    await site.start();
  });
  after(() => {
    site.stop();
    other.stop();
    folder.remove();
  });

  const asked = (name) => seen.filter(({ headers }) => headers[name] !== undefined).map(({ headers }) => headers.host);

  it("a login of the URL and the site's own cookie go to that site alone, whatever links and .netrc say", async () => {
    writeFileSync(join(folder.path, ".netrc"), "default login reader password open-sesame\n", { mode: 0o600 });
    const job = join(folder.path, "job");
    const harvest = (url, env = {}) => run(["harvest", `${url}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--archive", "warc", "--scope", "regex:.*"], { env: { HOME: folder.path, ...env } });
    const ended = await harvest(site.base.replace("//", "//lena:sim%20sim@"));
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, 3);
    assert.ok(["/", "/away", "/data.csv", "/moved.csv", "/own.csv"].every((path) => seen.some(({ url }) => url === path)));
    const own = new URL(site.base).host;
    const login = `Basic ${Buffer.from("lena:sim sim").toString("base64")}`;
    assert.deepEqual([...new Set(asked("authorization"))], [own]);
    // What is asked for as a stranger, to compare, has neither; all else has the login.
    const strangers = seen.filter(({ headers }) => headers.host === own && headers.authorization === undefined);
    assert.ok(strangers.every(({ headers, url }) => headers.cookie === undefined && ["/", "/again.html"].includes(url)));
    assert.ok(strangers.length <= 2);
    assert.ok(seen.every(({ headers }) => [undefined, login].includes(headers.authorization)));
    assert.deepEqual([...new Set(asked("cookie"))], [own]);
    for (const { headers } of seen) {
      assert.equal(headers["proxy-authorization"] ?? headers.cookie2, undefined);
      assert.doesNotMatch(headers.referer ?? "", /sim|published/);
    }
    // What the site itself has published is in its pages, which the job keeps as they are.
    for (const name of ["datapackage.json", "crawl.log"]) assert.ok(!readFileSync(join(job, name), "latin1").includes("published"), name);
    for (const name of readdirSync(job, { recursive: true }).map((one) => join(job, one)).filter((one) => statSync(one).isFile())) {
      const text = readFileSync(name, "latin1");
      const bytes = name.endsWith(".gz") ? gunzipSync(readFileSync(name)).toString("latin1") : text;
      for (const secret of ["sim sim", "sim%20sim", login.slice(6)]) assert.ok(!bytes.includes(secret), `${name}: ${secret}`);
      assert.ok(!/^cookie:/im.test(bytes), name);
    }
    const again = await harvest(site.base);
    assert.equal(again.code, 2, again.stderr);
    assert.match(again.stderr, /logins are not stored: write USER:PASSWORD@ before the host again/);
    assert.equal((await harvest(site.base, { TAGTRAIL_LOGIN: "lena:sim sim" })).code, 0);
  });

  it("without a login none is sent, and no job is told that of another site", async () => {
    seen.length = 0;
    const job = join(folder.path, "plain");
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--scope", "regex:.*"], { env: { HOME: folder.path } });
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(asked("authorization"), []);
    const list = join(folder.path, "list.txt");
    writeFileSync(list, `${site.base}/\n`);
    const batch = await run(["batch", list, "--out", join(folder.path, "batch")], { env: { TAGTRAIL_LOGIN: "a:b" } });
    assert.equal(batch.code, 2);
    assert.match(batch.stderr, /TAGTRAIL_LOGIN is the login of one site/);
  });
});
