// Harvests of a site that keeps a part of itself in sitemaps and feeds: what they list is found, at
// the price of the requests that are made for them.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const urlset = (...paths) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  ${paths.map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`;
const csv = (name) => body("text/csv", `name,value\n${name},1\n`);
const page = (title, ...links) =>
  `<!doctype html><title>${title}</title>${links.map((href) => `<p><a href="${href}">${href}</a>`).join("")}`;

/** Files by where they are found: `linked` from a page, the others as their names say. */
const routes = {
  "/": `<!doctype html><html><head><title>Home</title>
    <link rel="alternate" type="application/rss+xml" title="News" href="/news.rss">
    <link rel="alternate" hreflang="eu" href="/eu"></head><body><a href="/linked">data</a></body></html>`,
  "/linked": page("Linked", "linked.csv"),
  "/linked.csv": csv("linked"),
  "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /private\nSitemap: /map-index.xml\n"),
  "/map-index.xml": body("application/xml",
    `<sitemapindex><sitemap><loc>/map-1.xml.gz</loc></sitemap><sitemap><loc>/map-2.xml</loc></sitemap></sitemapindex>`),
  "/map-1.xml.gz": body("application/gzip", gzipSync(urlset("/only-in-map", "/private/page"))),
  "/only-in-map": page("Only in the map", "map.csv"),
  "/map.csv": csv("map"),
  "/map-2.xml": body("text/xml", urlset("/direct.csv")),
  "/direct.csv": csv("direct"),
  "/private/page": page("Private", "secret.csv"),
  "/private/secret.csv": csv("secret"),
  "/news.rss": body("application/rss+xml", `<rss version="2.0"><channel><title>News</title>
    <item><title>Births</title><link>/story</link><enclosure url="/enclosed.csv" type="text/csv"/></item>
    </channel></rss>`),
  "/story": page("Story", "feed.csv"),
  "/feed.csv": csv("feed"),
  "/enclosed.csv": csv("enclosed"),
};

const EVERYTHING = ["direct.csv", "enclosed.csv", "feed.csv", "linked.csv", "map.csv"];

describe("sitemaps and feeds", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let site;

  before(() => {
    // The sitemap protocol wants whole URLs; they are known when the port is.
    site = new Site(routes);
    return site.start();
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    site.hits.length = 0;
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (...more) =>
    run(["harvest", site.base, "--out", job, "--delay", "0", "--allow-private", "--json", ...more]);
  const names = () =>
    addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname.slice(1)).sort();
  const times = (path) => site.hits.filter((hit) => hit === path).length;

  function assertWhole(ended) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(names(), EVERYTHING);
    assert.equal(times("/robots.txt"), 1, "the copy made for exclusion serves");
    assert.equal(times("/sitemap.xml"), 1);
    assert.equal(times("/eu"), 0, "a <link> that is no feed is not followed");
    assert.equal(times("/private/page"), 0);
    assert.equal(resultOf(ended).targets, EVERYTHING.length);
  }

  it("are read without a browser, each request counted", async () => {
    const ended = await harvest("--browser", "never");
    assertWhole(ended);
    assert.equal(resultOf(ended).requests.total, site.hits.length - times("/robots.txt"));
  });

  it("are left alone when told so", async () => {
    const ended = await harvest("--browser", "never", "--sitemaps", "off");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(names(), ["linked.csv"]);
    assert.deepEqual([...new Set(site.hits)].sort(), ["/", "/linked", "/linked.csv", "/robots.txt"]);
  });

  it("are found by every policy", async () => {
    for (const policy of ["bfs", "sb-classifier", "trail"]) {
      job = join(folder.path, `job-${policy}`);
      const ended = await harvest("--browser", "never", "--policy", policy);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(names(), EVERYTHING, policy);
    }
  });

  it("are no files, though their types are wanted", async () => {
    const ended = await harvest("--browser", "never", "--targets", "xml,gz,txt,csv");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(names(), EVERYTHING);
  });

  for (const mode of ["always", "auto"]) {
    it(`are loaded by plain HTTP with --browser ${mode}`,
      { skip: !programs.chromium && "Chromium is not installed" }, async () => {
        const ended = await harvest("--browser", mode);
        assertWhole(ended);
        for (const path of ["/map-index.xml", "/map-1.xml.gz", "/map-2.xml", "/news.rss"]) {
          assert.equal(times(path), 1, path);
        }
      });
  }
});
