// What a crawl knows of a page is the same whether a tab read it (--browser always) or plain HTTP (never): every field of
// its record but those in OWN, on pages whose scripts change nothing.
// lane: browser
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { dist, programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, root, run } from "../e2e/support/program.mjs";
import { Site } from "../e2e/support/site.mjs";
import { NativeEngine } from "./support/native_engine.mjs";

const nativeEngine = join(root, "build/native/tests/native_engine");
const missing = notBuilt || (!programs.chromium && "Chromium is not installed")
  || (!existsSync(join(dist, "chromium-batch")) && "no extension: ./tagtrail setup");

/** A document of bytes: letters in the encoding, as `iconv` writes them. */
const inEncoding = (encoding, text) => execFileSync("iconv", ["-f", "utf-8", "-t", encoding], { input: text });
const xhtml = (head, body) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de" lang="de"><head>${head}</head><body>${body}</body></html>`;
const HTML = "text/html; charset=utf-8";
const XHTML = "application/xhtml+xml";

const CASES = {
  plain: {
    html: `<!doctype html><html lang="en-GB"><title>Tables &amp; <b>more</b></title><h1>Tables</h1><p>All <a href="a.csv" title="A">the <i>first</i></a> of
      <a href="/b.pdf"><img src="x.png" alt="Second"></a><map><area href="c" alt="Third"></map><h2>Old <a href="d#x">ones</a></h2><ul><li class="x y"><a href="e" rel="next nofollow">5</a></ul>`,
  },
  "markup that is mended": {
    html: `<title>x</title><table><tr><td><a href="1">1<td><p><a href="2">2<a href="3">3</table><b><p>a<a href="4">4</b>x</p></a><form><div><form><a href="5">5</a></form>
      <select><option>x</select><svg><a href="7">7</a><title>no</title></svg><plaintext><a href="no">`,
  },
  "a base, templates, noscript, shadow roots": {
    html: `<!doctype html><base href="/sub/"><title>x</title><a href="a">a</a><template><a href="no">no</a></template><noscript><p><a href="b">b</a></p></noscript>
      <div><template shadowrootmode="open"><p><a href="c">c</a></p></template><a href="d">d</a></div>`,
  },
  "catalogue signs": {
    html: `<!doctype html><title>Portal</title><meta name="generator" content="ckan 2.10.4"><link rel="stylesheet" href="/webassets/base/main.css">
      <script src="/webassets/vendor/jquery.js"></script><img src="/base/images/ckan-logo-footer.png"><a href="/dataset">Datasets</a>`,
  },
  "data sets in markup": {
    html: `<!doctype html><title>Set</title><div itemscope itemtype="https://schema.org/Dataset"><p itemprop="name">Rivers</p>
      <div itemprop="distribution" itemscope itemtype="https://schema.org/DataDownload"><link itemprop="contentUrl" href="/d/rivers.csv"></div></div>
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Dataset", "name": "Lakes", "description": "x",
      "distribution": {"@type": "DataDownload", "encodingFormat": "text/csv", "contentUrl": "/d/lakes?as=table"}}</script>`,
  },
  "links for programs": {
    html: `<!doctype html><title>x</title><link rel="alternate" type="text/csv" href="all?f=csv" title="All"><link rel="describedby" type="application/json" href="/meta">
      <link rel="alternate" type="application/rss+xml" href="/feed"><link rel="search" type="application/opensearchdescription+xml" href="/search.xml"><link rel="icon" href="/i.png">`,
    headers: { link: ['</lists/1>; rel="linkset"; type="application/linkset"', '</d/item.csv>; rel="item"; type="text/csv"; title="An item"'] },
  },
  "forms and what leads to no request": {
    html: `<!doctype html><title>x</title><form action="find"><label>Year <select name="y"><option value="1">one<option selected>2</select></label>
      <input type="radio" name="r" value="a" checked>A<input type="radio" name="r" value="b">B<button name="go" value="1">Go</button></form>
      <form method="post" action="/send"><input name="q" required></form><a href="ftp://h.example/x.csv">x</a>
      <iframe src="http://other.example/frame"></iframe>`,
  },
  "letters in windows-1251": {
    html: inEncoding("cp1251", `<!doctype html><meta charset="windows-1251"><title>Таблицы</title><a href="/q?n=таблица&amp;m=й#конец">Скачать</a>
      <a href="/путь/ф.csv?x=1">x</a><a href="?n=€&#10003;">y</a><form action="/find"><select name="слово"><option>да<option>нет</select></form>`),
    type: "text/html",
    urls: ["/q?n=%F2%E0%E1%EB%E8%F6%E0&m=%E9", "/%D0%BF%D1%83%D1%82%D1%8C/%D1%84.csv?x=1", "?n=%88%26%2310003%3B"],
  },
  "letters in Shift_JIS": {
    html: inEncoding("cp932", `<!doctype html><title>表</title><a href="/q?n=表ソ能">表</a><a href="?k=ｱ">x</a>`),
    type: "text/html; charset=shift_jis",
    // The second byte of the first two letters is a backslash, which queries keep.
    urls: ["/q?n=%95\\%83\\%94\\", "?k=%B1"],
  },
  "XHTML, its empty elements short": {
    type: XHTML,
    html: xhtml("<title/><style/><script src='/none.js'/>", `<h1>T&#228;glich</h1><textarea name="q"/><a href="/d/1.csv?a=1&amp;b=2">eins</a><p/><div/><a href="2">zwei</a><![CDATA[<a href="no">]]>`),
  },
  "XHTML with a prefix": {
    type: XHTML,
    html: '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Prefix</h:title></h:head><h:body><h:a href="/d/p.csv">p</h:a><a href="no" xmlns="urn:x">no</a></h:body></h:html>',
  },
};

/** How a page was had. */
const OWN = ["finalUrl", "mime"];

describe("records of pages", { skip: missing }, () => {
  const folder = temporaryFolder();
  const names = Object.keys(CASES);
  const links = names.map((name, at) => `<li><a href="/case/${at}/">${name}</a>`).join("\n");
  const site = new Site({
    "/": `<!doctype html><title>Cases</title><ul>${links}</ul>`,
    ...Object.fromEntries(names.map((name, at) => [`/case/${at}/`, (_request, response) => {
      const { html, type = HTML, headers = {} } = CASES[name];
      response.writeHead(200, { "content-type": type, ...headers });
      response.end(html);
    }])),
  });
  const read = {};

  async function recordsOf(browser) {
    const job = join(folder.path, browser);
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", browser, "--delay", "0", "--allow-private", "--scope", "host",
      "--sitemaps", "off", "--archive", "none"]);
    assert.ok([0, 4, 6].includes(ended.code), ended.stderr);
    const rows = JSON.parse(execFileSync("sqlite3", ["-readonly", "-json", join(job, "job.db"), "SELECT url, hex(record) AS record FROM response ORDER BY n"]));
    const engine = new NativeEngine(nativeEngine);
    const pages = new Map();
    for (const { url, record } of rows) {
      const packed = Buffer.from(record, "hex");
      const bytes = packed[0] === 0x28 ? execFileSync("zstd", ["-dc"], { input: packed }) : packed;
      const { result } = await engine.call("page", 0, bytes);
      const page = JSON.parse(result.toString());
      for (const field of OWN) delete page[field];
      const { pathname, search } = new URL(url);
      pages.set(pathname + search, page);
    }
    engine.close();
    return pages;
  }

  before(async () => {
    await site.start();
    for (const browser of ["never", "always"]) read[browser] = await recordsOf(browser);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  names.forEach((name, at) => {
    it(name, () => {
      const plain = read.never.get(`/case/${at}/`);
      assert.ok(plain?.isPage, "no page by plain HTTP");
      assert.ok(plain.links.length > 0, "without links it shows nothing");
      const { urls } = CASES[name];
      if (urls) assert.deepEqual(plain.links.map(({ url }) => url), urls.map((url) => `${site.base}${url.startsWith("?") ? `/case/${at}/` : ""}${url}`));
      const tab = read.always.get(`/case/${at}/`);
      for (const field of Object.keys(plain)) assert.deepEqual(tab[field], plain[field], field);
      assert.deepEqual(Object.keys(tab), Object.keys(plain));
    });
  });
});
