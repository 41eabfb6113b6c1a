// What a harvest without a browser tells a site about the user: nothing, wherever links and redirects lead.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

const SECRETS = ["authorization", "cookie", "proxy-authorization", "cookie2"];

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

  it("no cookie comes back, and no user name or password goes out, not even those of URLs and .netrc", async () => {
    writeFileSync(join(folder.path, ".netrc"), "default login reader password open-sesame\n", { mode: 0o600 });
    const job = join(folder.path, "job");
    const url = site.base.replace("//", "//reader:open-sesame@");
    const ended = await run(["harvest", `${url}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--scope", "regex:.*"], { env: { HOME: folder.path } });
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(manifestOf(job).resources.length, 3);
    assert.ok(["/", "/away", "/data.csv", "/moved.csv", "/own.csv"].every((path) => seen.some(({ url: asked }) => asked === path)));
    for (const { headers, url: path } of seen) {
      for (const name of SECRETS) assert.equal(headers[name], undefined, `${name} of ${path}`);
      assert.doesNotMatch(headers.referer ?? "", /sesame|published/);
    }
    // What the site itself has published is in its pages, which the job keeps as they are.
    for (const name of ["datapackage.json", "crawl.log"]) {
      assert.ok(!readFileSync(join(job, name), "latin1").includes("published"), name);
    }
    for (const name of ["datapackage.json", "crawl.log", "job.db"]) {
      assert.ok(!readFileSync(join(job, name), "latin1").includes("open-sesame"), name);
    }
  });
});
