// What a page holds that leads to no request: the live DOM and libgumbo tell the same. Expected is, in its order, what of
// each cause, `inTab` what only the browser tells; ` on ` and the page's address, which the host adds, is left away.
// lane: browser
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { programs } from "../e2e/support/browsers.mjs";
import { notBuilt, runToEnd } from "../e2e/support/program.mjs";
import { Site } from "../e2e/support/site.mjs";
import { useContentScript } from "./support/content_script.mjs";

const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

const RUNS = "<script>1</script>";
const controls = (...labels) => labels.map((label) => ["controls", label]);

const CASES = {
  routes: {
    html: `${RUNS}<a href="#/one">x</a><a href="#!two">x</a><a href="#!/three?a=b&c">x</a><a href="#/one">again</a><area href="/app?q#/four">
      <a href="#top">no</a><a href="#">no</a><a href="#/">no</a><a href="#!/">no</a><a href="#!">no</a><a href="http://other.example/#/no">no</a>
      <a href="/p#a/b">no</a><template><a href="#/no">no</a></template>`,
    left: ["PAGE#/one", "PAGE#!two", "PAGE#!/three?a=b&c", "BASE/app?q#/four"].map((what) => ["routes", what]),
  },
  "states of a script": {
    html: `${RUNS}<a href="#x=1&y=2">x</a><a href="#archive/2020">x</a><a href="#note=1">no</a><p id="note=1">A note</p><a name="a/b" href="#a/b">no</a><a href="#:~:text=a">no</a><a href="#x=">no</a><a href="/p#x=1">no</a>`,
    left: [],
    inTab: ["PAGE#x=1&y=2", "PAGE#archive/2020"].map((what) => ["routes", what]),
  },
  "lists that are called like what turns none": {
    html: `${RUNS}<div class="survey-list"><a href="/a">A</a> <a href="/b">B</a><button>Next</button></div><div class="chart-gallery"><a href="/a">A</a><button>Load more</button></div>
      <div class="rating-tables"><button aria-expanded="false" aria-controls="c">2015</button><div id="c"></div></div>
      <div class="cookie-banner"><a href="/policy.pdf">A</a> <a href="/b">B</a><button>Load more cookies</button></div>`,
    left: [],
    inTab: controls("Load more", "2015", "Next"),
  },
  "routes below a base": {
    html: `${RUNS}<base href="/app/"><a href="#/one">x</a>`,
    left: [["routes", "BASE/app/#/one"]],
  },
  "routes of a page without scripts": {
    html: `<script type="application/ld+json">{}</script><a href="#/one">x</a><a href="#!two">x</a>`,
    left: [],
  },
  "other schemes": {
    html: `<a href="ftp://h/a.csv">x</a><a href=" FTP://h/b ">x</a><map><area href="s3://bucket/c"></map><a href="smb://h/d">x</a><a href="magnet:?xt=e">x</a>
      <a href="mailto:a@b.example">no</a><a href="tel:1">no</a><a href="about:blank">no</a><a href="ftp:">no</a><a href="ftpx://h">no</a><a href="javascript:f()">no</a>`,
    left: ["ftp://h/a.csv", "FTP://h/b", "s3://bucket/c", "smb://h/d", "magnet:?xt=e"].map((what) => ["schemes", what]),
  },
  "files in the page": {
    html: `<a href="data:text/csv;base64,YQ==" download="t2.csv">x</a><a href="DATA:,a,b"> The  <b>table</b> </a><a href="data:application/pdf,x"></a>
      <a href="data:audio/ogg,x" download="sound.ogg">x</a><a href="data:audio/ogg,x">no</a><a href="data:image/png;base64,x" download="no.png">no</a>
      <a href="data:text/csv,">no</a><a href="data:text/csv">no</a><img src="data:text/csv,no">`,
    left: ["t2.csv (text/csv)", "The table (text/plain)", "file (application/pdf)", "sound.ogg (audio/ogg)"].map((what) => ["inline_files", what]),
  },
  "a pager of buttons": {
    html: `${RUNS}<nav class="pagination"><button aria-label="Previous">Previous</button><button>1</button><button>2</button><button aria-label="Next">Next</button></nav>`,
    left: controls("Next"),
  },
  "a pager of a table": {
    html: `${RUNS}<div class="dataTables_paginate"><a class="paginate_button previous disabled" href="#">Previous</a><span><a class="paginate_button current" href="#">1</a>
      <a class="paginate_button" href="#">2</a><a class="paginate_button" href="#">3</a></span><a class="paginate_button next" href="javascript:void(0)">Nächste</a></div>`,
    left: controls("Nächste"),
  },
  "numbers alone": {
    html: `${RUNS}<ul><li class="active"><a role="button">1</a><li><a role="button">2</a><li><a role="button">3</a></ul><p><button>7</button>`,
    left: controls("2"),
  },
  "years above what they open": {
    html: `${RUNS}<a href="/all">All years</a><h3><button aria-expanded="false" aria-controls="a">2017</button></h3><div id="a"></div><h3><button aria-expanded="false" aria-controls="b">2018</button></h3><div id="b"></div>`,
    left: ["2017", "2018"].flatMap((year) => controls(year)),
  },
  "a sign in a pager, and one elsewhere": {
    html: `${RUNS}<div><button>›</button></div><ul class="pager"><li><button title="Page after this">›</button></ul>`,
    left: controls("Page after this"),
  },
  "a pager at its end": {
    html: `${RUNS}<ul class="pagination"><li class="page-item disabled"><a class="page-link" href="#">1</a><li class="page-item disabled"><a class="page-link">Next</a></ul>
      <button disabled>Next</button><button aria-disabled="true">Load more</button>`,
    left: [],
  },
  "a pager of links": {
    html: `${RUNS}<ul class="pagination"><li><a href="?p=1">1</a><li><a href="?p=2">2</a><li><a href="?p=2">Next</a></ul><button onclick="location='/p/2'">Next</button>`,
    left: [],
  },
  "what turns no pages of a list": {
    html: `${RUNS}<div class="slick-slider"><button class="slick-next">Next</button></div><div class="carousel"><p><a href="#" role="button">Next</a></p></div>
      <table class="ui-datepicker-calendar"><tr><td><a href="#">1</a><td><a href="#">2</a></table><div class="rating"><button>1</button><button>2</button></div>
      <form><button>Next</button><input type="submit" value="Load more"></form>`,
    left: [],
  },
  "more, in several languages": {
    html: `${RUNS}<button>Load more</button><a role="button">Mehr anzeigen</a><input type="button" value="Voir plus"><span role="link" class="x">Cargar más</span>
      <button class="btn-load-more"></button><nav><button>More</button></nav><header><button>Show all</button></header><a href="/all">Show all</a><button>Delete all, show more</button>`,
    left: controls("Load more", "Mehr anzeigen", "Voir plus", "Cargar más"),
  },
  "tabs and accordions": {
    html: `${RUNS}<div role="tablist"><button role="tab" aria-selected="true" aria-controls="a">A</button><button role="tab" aria-controls="b">B</button>
      <button role="tab" aria-selected="false" aria-controls="c">C</button><a role="tab" href="#d" aria-controls="d">D</a><button role="tab">no</button></div>
      <div id="a"></div><div id="b"><p>there</p></div><div id="c">Loading</div>
      <button aria-expanded="false" aria-controls="e">E</button><button aria-expanded="false" aria-controls="b">no</button><button aria-expanded="true" aria-controls="e">no</button>
      <button aria-expanded="false" aria-haspopup="menu" aria-controls="e">no</button><details><summary aria-expanded="false" aria-controls="e">no</summary></details>
      <nav><button aria-expanded="false" aria-controls="e">no</button></nav><a href="/x">x</a>`,
    left: controls("C", "D", "E"),
  },
  "forms by POST that promise a file": {
    html: `<form method="post"><input type="hidden" name="t"><button>Download CSV</button><button>Save</button></form>
      <form METHOD=POST><input type="submit" value="Export"></form><form method="post"><input name="mail"><button>Download PDF</button></form>
      <form><button>Download ZIP</button></form><form method="post"><button formaction="/x">Download XLSX</button></form>
      <form method="post"><button formmethod="get">Download ODS</button></form><form><button formmethod=" Post ">Download JSON</button></form>`,
    left: [["forms", "Download CSV"], ["forms", "Export"], ["forms", "Download XLSX"], ["forms", "Download JSON"]],
  },
  "tabs that say nothing of what they open": {
    html: `${RUNS}<div role="tablist"><button role="tab" aria-selected="true">2024</button><button role="tab" aria-selected="false">2023</button></div><div role="tabpanel">x</div>`,
    left: controls("2023"),
  },
  "tabs that have their panels": {
    html: `${RUNS}<button role="tab" aria-selected="true">2024</button><button role="tab">2023</button><p role="tabpanel">x</p><p role="tabpanel" hidden>y</p>`,
    left: [],
  },
  "a table of contents": {
    html: `${RUNS}<a href="#more">More</a><h2 id="more">More</h2>`,
    left: [],
  },
  "controls of a page without scripts": {
    html: `<button>Load more</button><ul class="pagination"><li><a>1</a><li><a>2</a></ul>`,
    left: [],
  },
};

describe("what a page holds that leads to no request", { skip: missing }, () => {
  const names = Object.keys(CASES);
  const page = (name) => `<!doctype html><meta charset="utf-8"><title>x</title>${CASES[name].html}`;
  const site = new Site(Object.fromEntries(names.map((name, at) => [`/case/${at}`, page(name)])));
  const tabs = useContentScript(site);

  async function fromBrowser(url) {
    const tab = await tabs.browser.newPage();
    await tab.goto(url);
    await tab.addStyleTag({ content: "a, button, span, input { display: inline-block; width: 1em; height: 1em; }" });
    await tab.evaluate(tabs.script);
    const { left } = await tab.evaluate(() => globalThis.tagtrailContent.left());
    await tab.close();
    return left;
  }

  function fromHost(name, url) {
    const file = join(tabs.folder.path, "page.html");
    writeFileSync(file, page(name));
    return runToEnd(["links", file, "--url", url, "--left"]).split("\n").filter(Boolean).map((line) => JSON.parse(line))
      .map(({ what, ...one }) => ({ ...one, what: what.endsWith(` on ${url}`) ? what.slice(0, -` on ${url}`.length) : what }));
  }

  names.forEach((name, at) => {
    it(name, async () => {
      const url = `${site.base}/case/${at}`;
      const told = (list) => list.map(([cause, what]) => sorted({ cause, what: what.replace("PAGE", url).replace("BASE", site.base), count: 1 }));
      const { left, inTab = left } = CASES[name];
      assert.deepEqual(fromHost(name, url).map(sorted), told(left), "host");
      assert.deepEqual((await fromBrowser(url)).map(sorted), told(inTab), "browser");
    });
  });

  const sorted = ({ cause, what, count }) => ({ cause, what, count });
});
