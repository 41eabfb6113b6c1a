// Documents that hold links and are sent under types that say nothing of it. They were stored as files, or dropped, and the
// run was called complete.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const csv = (name) => body("text/csv", `name,value\n${name},1\n`);
const links = (...paths) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
const XHTML = "http://www.w3.org/1999/xhtml";
const xhtml = (content, doctype = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}<html xmlns="${XHTML}"><head><title>x</title></head><body>${content}</body></html>`;

describe("documents under other types", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  after(() => folder.remove());

  /** What came of a site, without a browser: paths of its files, what was left by cause, and what was asked for. */
  async function harvest(routes, ...options) {
    const site = new Site(routes);
    await site.start();
    const job = join(folder.path, `job${++jobs}`);
    const ended = await run(["harvest", site.base, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--json", ...options]);
    site.stop();
    assert.equal(ended.code, 0, ended.stderr);
    const { complete, left_out: left } = resultOf(ended);
    const files = addressesOf(manifestOf(job)).flatMap(({ sources }) => sources.map(({ path }) => new URL(path).pathname));
    return { files: files.sort(), complete, left: Object.fromEntries(left.map(({ cause, count }) => [cause, count])), hits: site.hits };
  }

  it("are sitemaps where robots.txt and other sitemaps say so", async () => {
    const map = (...paths) => `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`;
    const { files, complete } = await harvest({
      "/": "<p>Welcome",
      "/robots.txt": body("text/plain", "Sitemap: /index\nSitemap: /pages.lst\n"),
      "/index": body("text/plain", "\uFEFF<sitemapindex><sitemap><loc>/part.dat2</loc></sitemap></sitemapindex>"),
      "/part.dat2": body("application/octet-stream", map("/a.csv")),
      "/pages.lst": body("binary/octet-stream", map("/page")),
      "/page": links("/b.csv", "/notes"),
      "/notes": body("text/plain", map("/no.csv")),
      "/a.csv": csv("a"),
      "/b.csv": csv("b"),
      "/no.csv": csv("no"),
    });
    assert.deepEqual(files, ["/a.csv", "/b.csv"]);
    assert.ok(complete);
  });

  it("are pages where they are XHTML", async () => {
    const types = ["text/xml", "application/xml", "application/vnd.wap.xhtml+xml", "text/htm", "application/octet-stream"];
    const routes = { "/": links(...types.map((_, n) => `/p${n}`), "/e", "/data.xml") };
    types.forEach((type, n) => {
      routes[`/p${n}`] = body(type, xhtml(links(`/${n}.csv`), '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">\n'));
      routes[`/${n}.csv`] = csv(n);
    });
    // Its entities are its own, and by the rules of XML a <select/> is empty.
    routes["/e"] = body("application/xhtml+xml", xhtml('<select/><a href="/&f;">e</a>', '<!DOCTYPE html [<!ENTITY f "e.csv">]>\n'));
    routes["/e.csv"] = csv("e");
    routes["/data.xml"] = body("text/xml", '<?xml version="1.0"?><data><row y="2024"/></data>');
    const { files, complete } = await harvest(routes);
    assert.deepEqual(files, [...types.map((_, n) => `/${n}.csv`), "/data.xml", "/e.csv"]);
    assert.ok(complete);
  });
});
