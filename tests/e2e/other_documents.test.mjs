// Documents that hold links and are sent under types that say nothing of it. They were stored as files, or dropped, and the
// run was called complete.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";

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
    assert.equal(ended.code, options.includes("--max-requests") ? 4 : 0, ended.stderr);
    const { complete, targets, left_out: left } = resultOf(ended);
    const files = addressesOf(manifestOf(job)).flatMap(({ sources }) => sources.map(({ path }) => new URL(path).pathname));
    return { files: files.sort(), complete, targets, left: Object.fromEntries(left.map(({ cause, count }) => [cause, count])), hits: site.hits };
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
      "/notes": body("text/plain", map("/c.csv")),
      "/a.csv": csv("a"),
      "/b.csv": csv("b"),
      "/c.csv": csv("c"),
    });
    assert.deepEqual(files, ["/a.csv", "/b.csv", "/c.csv"]);
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

  it("are pages where they are drawings (SVG), however they are shown, and files besides where these are wanted", async () => {
    const svg = (...paths) => `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">` +
      `${paths.map((path) => `<a xlink:href="${path}"><path d="M0 0"/></a>`).join("")}</svg>`;
    const drawing = (...paths) => body("image/svg+xml", svg(...paths));
    const routes = {
      "/": `<object data="o.svg"></object><embed src="/e" type="image/svg+xml"><iframe src="/i.svg"></iframe><img src="/no.svg">${links("/a.svg", "/x", "/piece")}`,
      "/o.svg": drawing("o.csv"), "/e": drawing("/page"), "/i.svg": drawing("i.csv"), "/a.svg": drawing("part.svg"), "/part.svg": drawing("p.csv"),
      "/x": body("text/xml", svg("/x.csv")), "/no.svg": drawing("/no.csv"), "/page": links("/e.csv"),
      // A piece of HTML that begins with a drawing is none.
      "/piece": `<svg width="9"></svg>${links("/h.csv")}`,
      ...Object.fromEntries(["/o.csv", "/e.csv", "/h.csv", "/i.csv", "/p.csv", "/x.csv", "/no.csv"].map((name) => [name, csv(name)])),
    };
    const tables = ["/e.csv", "/h.csv", "/i.csv", "/o.csv", "/p.csv", "/x.csv"];
    const { files, complete } = await harvest(routes);
    assert.deepEqual([files, complete], [tables, true]);
    const both = await harvest(routes, "--targets", "csv,svg");
    assert.deepEqual(both.files, [...tables, "/a.svg", "/e", "/i.svg", "/o.svg", "/part.svg", "/x"].sort());
    assert.equal(both.targets, both.files.length);
  });

  it("are named where only a stylesheet (XSLT) would show their links, one for each stylesheet", async () => {
    const shown = (sheet, content) => body("text/xml", `<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="${sheet}"?>\n${content}`);
    const table = (name) => `<tables><table><title>${name}</title><name>${name}</name></table></tables>`;
    const routes = {
      "/": links("/a.xml", "/b.xml", "/c", "/list", "/d.xml"),
      "/a.xml": shown("/s.xsl", table("a")),
      "/b.xml": shown("/s.xsl", table("b")),
      "/c": shown("/other.xsl", table("c")),
      "/list": shown("/s.xsl", "<list><f>f.csv</f></list>"),
      "/d.xml": body("text/xml", `<?xml version="1.0"?><?xml-stylesheet href="d.css" type="text/css"?>${table("d")}`),
      "/f.csv": csv("f"),
    };
    const wanted = await harvest(routes);
    assert.deepEqual(wanted.files, ["/a.xml", "/b.xml", "/c", "/d.xml", "/f.csv"]);
    assert.deepEqual([wanted.complete, wanted.left], [false, { stylesheets: 2 }]);
    const unwanted = await harvest(routes, "--targets", "csv");
    assert.deepEqual(unwanted.files, ["/f.csv"]);
    assert.deepEqual([unwanted.complete, unwanted.left], [false, { stylesheets: 2 }]);
  });

  it("are asked for again where they are not ready, and are followed where they only send on", async () => {
    const asked = {};
    const notReady = (path, refresh, ready) => (request, response) => {
      asked[path] = (asked[path] ?? 0) + 1;
      (asked[path] < 3 ? refresh : ready)(request, response);
    };
    const page = (content) => body("text/html", content);
    const { files, complete } = await harvest({
      "/": links("/meta", "/header", "/text", "/plain"),
      "/meta": notReady("/meta", page('<meta http-equiv="refresh" content="1; url=/meta">Please wait'), page('<meta http-equiv=refresh content="0;url=/a.csv">')),
      "/header": notReady("/header", body("text/html", "Please wait", { refresh: "2" }), csv("header")),
      "/text": body("text/plain", "Please wait", { refresh: "0; url=/b.csv" }),
      "/plain": page('<head><noscript><meta http-equiv="refresh" content=".5;url=/c.csv"></noscript></head><p>Your download will start'),
      "/a.csv": csv("a"),
      "/b.csv": csv("b"),
      "/c.csv": csv("c"),
    });
    assert.deepEqual(files, ["/a.csv", "/b.csv", "/c.csv", "/header"]);
    assert.ok(complete);
    assert.deepEqual(asked, { "/meta": 3, "/header": 3 });
  });

  // The address that sent there was known already: nothing of it came, and the site counted as read.
  it("are asked for again where they lead back to the address that sent there", async () => {
    const ready = new Set();
    const made = (name) => (request, response) =>
      (ready.has(name) ? csv(name) : redirect(302, `/progress-${name}`))(request, response);
    const progress = (name, content, headers) => (request, response) => {
      ready.add(name);
      body("text/html", content, headers)(request, response);
    };
    const { files, complete, hits } = await harvest({
      "/": links("/export-1", "/export-2", "/closed"),
      // A dead end that leads back is ready.
      "/closed": redirect(302, "/dead-end"),
      "/dead-end": '<p>There is nothing here. <a href="/closed">Back</a>',
      "/export-1": made("1"),
      "/export-2": made("2"),
      "/progress-1": progress("1", "<p>Your export is being prepared", { refresh: "1; url=/export-1" }),
      "/progress-2": progress("2", '<meta http-equiv="refresh" content="1;url=/export-2">Please wait'),
    });
    assert.deepEqual(files, ["/export-1", "/export-2"]);
    assert.ok(complete);
    assert.equal(hits.filter((path) => path.startsWith("/progress")).length, 2);
    assert.equal(hits.filter((path) => path === "/dead-end").length, 1);
  });

  it("are waited for as long as 202 says, and no longer where that was in vain three times", async () => {
    const asked = {};
    const accepted = (path, last) => (request, response) => {
      asked[path] = (asked[path] ?? 0) + 1;
      if (asked[path] > last) return csv(path)(request, response);
      response.writeHead(202, { "retry-after": "0", "content-type": "text/html" }).end("<p>Being prepared");
    };
    const never = ["/never-1", "/never-2", "/never-3", "/never-4", "/never-5"];
    const { files, left } = await harvest({
      "/": links("/made", ...never),
      "/made": accepted("/made", 3),
      ...Object.fromEntries(never.map((path) => [path, accepted(path, 1000)])),
    });
    assert.deepEqual(files, ["/made"]);
    assert.equal(asked["/made"], 4);
    assert.equal(left.no_content, never.length);
    assert.ok(never.filter((path) => asked[path] > 4).length <= 3, JSON.stringify(asked));
  });

  it("are asked for no more than a few times, and named, where they are never ready", async () => {
    const waiting = (seconds) => body("text/html", `<meta http-equiv="refresh" content="${seconds}">Please wait`);
    const { complete, left, hits } = await harvest({ "/": links("/soon", "/later", "/a.csv"), "/a.csv": csv("a"), "/soon": waiting(1), "/later": waiting(300) });
    assert.deepEqual([complete, left], [false, { no_content: 1 }]);
    assert.equal(hits.filter((path) => path === "/soon").length, 6);
    assert.equal(hits.filter((path) => path === "/later").length, 1);
  });

  it("are named where a list said that it goes on there, and it does not", async () => {
    const next = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <atom:link rel="next" href="/feed?page=2"/><item><enclosure url="/a.csv" type="text/csv"/></item></channel></rss>`;
    const bucket = `<?xml version="1.0"?><EnumerationResults><Blobs><Blob><Name>b.csv</Name></Blob></Blobs>
      <NextMarker>2!x</NextMarker></EnumerationResults>`;
    const once = (type, content) => (request, response) =>
      /page=|marker=/.test(request.url) ? gone(response) : body(type, content)(request, response);
    const gone = (response) => response.writeHead(404, { "content-type": "text/html" }).end("<p>not here");
    const { files, complete, left } = await harvest({
      "/": '<link rel="alternate" type="application/rss+xml" href="/feed"><a href="/store?comp=list">store</a>',
      "/feed": once("application/rss+xml", next),
      "/store": once("application/xml", bucket),
      "/a.csv": csv("a"),
      "/store/b.csv": csv("b"),
    });
    assert.deepEqual(files, ["/a.csv", "/store/b.csv"]);
    assert.deepEqual([complete, left], [false, { client_error: 2 }]);
  });

  it("are read whole where they list more than a hundred files for scripts", async () => {
    const names = Array.from({ length: 150 }, (_, n) => `/${n}.csv`);
    const routes = Object.fromEntries(names.map((name) => [name, csv(name)]));
    const { files, complete } = await harvest({ ...routes, "/": `<div data-files='${JSON.stringify(names)}'></div>` });
    assert.equal(files.length, 150);
    assert.ok(complete);
    const many = Array.from({ length: 6000 }, (_, n) => `/f/${n}.csv`);
    const cut = await harvest({ "/": `<div data-files='${JSON.stringify(many)}'></div>` }, "--max-requests", "3");
    assert.equal(cut.left.partly_read, 1);
  });

  it("are read where they say to people alone where they lead", async () => {
    const sending = (status, content, headers = {}) => (_request, response) =>
      response.writeHead(status, { "content-type": "text/html", ...headers }).end(content);
    const { files, complete, left } = await harvest({
      "/": links("/choice", "/tabel.csv", "/moved", "/named", "/empty"),
      "/choice": sending(300, `<h1>Multiple Choices</h1>${links("/a.csv", "/b.csv")}`),
      "/tabel.csv": sending(300, `<h1>Multiple Choices</h1>${links("/table.csv")}`),
      "/moved": sending(302, links("/c.csv")),
      "/named": sending(302, links("/no.csv"), { location: "/d.csv" }),
      "/empty": sending(302, "nowhere"),
      ...Object.fromEntries(["/a.csv", "/b.csv", "/c.csv", "/d.csv", "/table.csv", "/no.csv"].map((name) => [name, csv(name)])),
    });
    assert.deepEqual(files, ["/a.csv", "/b.csv", "/c.csv", "/d.csv", "/table.csv"]);
    assert.deepEqual([complete, left], [false, { no_content: 1 }]);
  });

  it("are no miss where a page is called as a file, whatever its letters, and links to it", async () => {
    const { files, complete, left } = await harvest({
      "/": links("/wiki/File:Births.CSV", "/view/Deaths.csv"),
      "/wiki/File:Births.CSV": links("/images/a/Births.CSV"),
      "/images/a/Births.CSV": csv("births"),
      "/view/Deaths.csv": "<p>There is no such table",
    });
    assert.deepEqual(files, ["/images/a/Births.CSV"]);
    assert.deepEqual([complete, left], [false, { page_for_file: 1 }]);
  });
});
