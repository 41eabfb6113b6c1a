// What only a page's scripts follow (jump menus, handlers, data- attributes, scripts, drawings): the
// live DOM and libgumbo see the same. Expected are, in their order, what is written and where it is.
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

const OPTIONS = `<option value="">Year<option value="/a.csv">2020<optgroup label="x"><option value="b.pdf">2021</optgroup>
  <option value="2020">3<option value="http://example.org/c">4<option value="/no" disabled>5<option>/no<option value="#no">6`;
const attributed = (values) => values.map((value) => `<i onclick="${value.replaceAll('"', "&quot;")}">x</i>`).join("");

const CASES = {
  "jump menus": {
    html: `<h2>Years</h2><p>Choose <select>${OPTIONS}</select><form><div><select name="y">${OPTIONS}</select></div>
      <select name="z" class="c" onchange="Window.Location=this.value">${OPTIONS}</select></form><select form="f" name="no">${OPTIONS}</select>`,
    links: ["/select/option", "/form/select.c/option"].flatMap((path) => [
      ["/a.csv", path], ["b.pdf", path.replace("/option", "/optgroup/option")], ["http://example.org/c", path],
    ]).map(([written, path]) => [written, `/html/body${path.startsWith("/form") ? path : `/p${path}`}`]),
  },
  "menus whose handlers make addresses": {
    html: `<form><select name="y" onchange="location='l?y='+encodeURIComponent(this.value)"><option value="">x<option value="1">y<option>2</select>
      <select name="z" id="z"><option>3<option data-url="no">4</select><button onclick="location = '/f/' + document.getElementById('z').value + '.csv'">x</button></form>
      <select onchange="location=this.options[this.selectedIndex].dataset.url"><option data-url="a/b">x</select><input type="radio" value="v" onclick="location=this.value">
      <select name="n" form="f" onchange="location = base + this.value"><option>5</select>`,
    links: [["l?y=1", "/form/select/option"], ["l?y=2", "/form/select/option"], ["/f/3.csv", "/form/select#z/option"], ["/f/4.csv", "/form/select#z/option"],
      ["a/b", "/select/option/@data-url"], ["v", "/input/@onclick"]].map(([written, path]) => [written, `/html/body${path}`]),
  },
  "what opens and what describes": {
    html: `<a href="#" onclick="openWin('d.php?id=7', 3)">x</a><p ondblclick="gotoPage('/n')">x</p><a href="javascript:popup('/o.html')">x</a><b onclick="save('/no')">x</b>
      <q cite="/a.csv"></q><img longdesc="/l"><object><param name="src" value="b.csv"></object><x-t src="/c.csv"></x-t><i resource="/d.csv"></i><input value="/no.csv">`,
    links: [["d.php?id=7", "/a/@onclick"], ["/n", "/p/@ondblclick"], ["/o.html", "/a"], ["/a.csv", "/q/@cite"], ["/l", "/img/@longdesc"],
      ["b.csv", "/object/param/@value"], ["/c.csv", "/x-t/@src"], ["/d.csv", "/i/@resource"]].map(([written, path]) => [written, `/html/body${path}`]),
  },
  handlers: {
    html: attributed(["location='/a'", 'window.location.href = "b.csv";return false', "top.location.replace( 'c/' )",
      "window.open('d.pdf','_blank')", "open('./e')", "location.href='contact'", "get('/f.csv');get('g/h.zip')", "location='x' + y; location='/i'",
      // none
      "location.href='/j/' + id", "location.href == '/k'", "mylocation='/l'", "request.open('GET', '/n')", "request.open('/n')",
      "data.location='Bern'", "open('menu')", "location='#p'", "location='javascript:q()'", "location='/s\\'t'", "location='/u", "location='/{id}'",
      "save('x.csv')", "get('/x/' + a + '.csv')"]),
    links: ["/a", "b.csv", "c/", "d.pdf", "./e", "contact", "/f.csv", "g/h.zip", "/i"].map((written) => [written, "/html/body/i/@onclick"]),
  },
  "addresses javascript:": {
    html: `<a href=" JavaScript:window.open(%27/a%20b.pdf%27)">x</a><a href="javascript:void(0)">x</a>
      <a href="javascript:location='/100%'">x</a><a href="javascript:get('/ü.csv')">x</a>`,
    links: ["/a b.pdf", "/100%", "/ü.csv"].map((written) => [written, "/html/body/a"]),
  },
  "data- attributes": {
    html: `<div data-href="a">x</div><div data-href="a b" data-url="/no" data-options='{"a":"/o.csv"}'>x</div>
      <p data-url=" /b " role="link">x</p><button data-url="/no">x</button><li data-download="no.csv" data-pdf="c.pdf" data-any="d/e.CSV" data-x="http://example.org/f.zip?g">x</li>
      <a href="/h.pdf" data-pdf="/h.pdf" data-view="/i.pdf"><img alt="Two"></a><template data-href="/no"><b data-href="/no"></b></template>`,
    links: [["a", "/div/@data-href"], ["/o.csv", "/div/@data-options"], ["/b", "/p/@data-url"], ["c.pdf", "/li/@data-pdf"], ["d/e.CSV", "/li/@data-any"],
      ["http://example.org/f.zip?g", "/li/@data-x"], ["/i.pdf", "/a/@data-view"]].map(([written, path]) => [written, `/html/body${path}`]),
  },
  viewers: {
    html: `<a href="/js/web/viewer.html?file=../../docs/a.pdf#page=2">x</a><a href="view?x=1&amp;src=%2Fb%20c.pdf">x</a>
      <a href="http://example.org/gview?url=http%3A%2F%2Fexample.org%2Fd.xlsx&amp;embedded=true">x</a>
      <a href="//example.org/v?doc=/e.csv">x</a><a href="http://example.org/v/w?pdf=100%.pdf">x</a><iframe src="/v?document=ü.zip"></iframe>
      <a href="/v?file=picture.png">x</a><a href="/v?q=no.csv">x</a><a href="/v?file=%FF.csv">x</a><a href="/v?file=">x</a><img src="/v?src=/no.pdf">
      <a href="http://example.org?file=no.csv">x</a><a href="/v#?file=/f.csv">x</a>
      <a href="/v#page=2&amp;file=g.pdf">x</a><a href="/ViewerJS/#../h.ods">x</a><a href="/v#no.csv">x</a><a href="/v#q=/no.csv">x</a>
      <object data="/js/web/viewer.html?file=../../docs/k.pdf"></object>`,
    links: [["/js/web/../../docs/a.pdf", "a"], ["/b c.pdf", "a"], ["http://example.org/d.xlsx", "a"], ["//example.org/e.csv", "a"],
      ["http://example.org/v/100%.pdf", "a"], ["/ü.zip", "iframe"], ["/f.csv", "a"], ["/g.pdf", "a"], ["/ViewerJS/../h.ods", "a"],
      ["/js/web/../../docs/k.pdf", "object"]].map(([written, name]) => [written, `/html/body/${name}/@viewer`])
      .toSpliced(-1, 0, ["/js/web/viewer.html?file=../../docs/k.pdf", "/html/body/object"]),
  },
  scripts: {
    html: `<script>var no = 1; // don't
      var x = ["/a.csv", 'b/c.XLSX', \`./d.pdf?x=1#y\`, "/a.csv", "no.csv", "/no.png", "12px/1.5px", "/no/:id/x.csv"];
      var y = "http:\\/\\/example.org\\/e.csv", z = "\\u002Ff\\x2fg.zip", no = "/no/" + 1 + ".csv" + "/no.csv";
      (self.f = self.f || []).push([1, "{\\"u\\":\\"/h.csv\\",\\"/no.csv\\":1}"])</script>
      <script id="__NEXT_DATA__" type="application/json">{"u": "/i.pdf", "v": "/a.csv", "/no.csv": 2}</script>
      <script type="application/ld+json">{"contentUrl": "/j.csv"}</script><script type="text/template">"/no.csv"</script>`,
    links: [...["/a.csv", "b/c.XLSX", "./d.pdf?x=1#y", "http://example.org/e.csv", "/f/g.zip", "/h.csv"].map((written) => [written, "/html/head/script"]),
      ["/i.pdf", "/html/head/script#__NEXT_DATA__"], ["/j.csv", "/html/head/script"]],
  },
  "scripts that load a name alone": {
    html: `<script type="text/x">no("a.csv")</script><script>function f() { d3.csv("a.csv"); fetch( 'b.json' ); x.open("GET", "c.csv"); saveAs(blob, "no.csv"); }
      var o = {url: "d.csv", "file" : 'e.xlsx', name: "no.csv"}; var no = file == "no.csv" || a.download == "no.csv";</script>`,
    links: ["a.csv", "b.json", "c.csv", "d.csv", "e.xlsx"].map((written) => [written, "/html/head/script"]),
  },
  "scripts that send the browser": {
    html: `<p>x</p><script>function f() { if (x) location.href = "/a"
      else location = "b.html";
      go(() => { window.open('/c'); location = '/no/' + id; location = '/no'
        + id; request.open("GET", "/no") }) }</script><script type="application/json">{"x": "location='/no'"}</script>`,
    links: ["/a", "b.html", "/c"].map((written) => [written, "/html/body/script/@sends"]),
  },
  "addresses in texts": {
    html: `<p>See https://h/a.csv, and (HTTP://h/b/c.pdf?x=1). <b>https://h/d.zip</b><a href=/e>https://h/no.csv</a>
      <p>https://h/page https://h.nt s3://h/no.csv 'https://h/f.csv'<textarea>https://h/g.csv</textarea>`,
    links: [["https://h/a.csv", "p/@text"], ["HTTP://h/b/c.pdf?x=1", "p/@text"], ["https://h/d.zip", "p/b/@text"],
      ["https://h/f.csv", "p/@text"], ["https://h/g.csv", "p/textarea/@text"]].map(([written, path]) => [written, `/html/body/${path}`]),
  },
  "what comes next": {
    html: `<link rel=prefetch href=/a.csv><link rel="x Prerender" href=b.json><link rel=preload as=fetch href=/c.csv>
      <link rel=preload as=script href=/no.json><link rel=prefetch href=/no.js>`,
    links: ["/a.csv", "b.json", "/c.csv"].map((written) => [written, "/html/head/link"]),
  },
  drawings: {
    html: `<svg class="s"><a href="/a"><text>one</text></a><a xlink:href="/b">two</a><use xlink:href="#no"></use>
      <path onclick="location='/c'" /></svg><math><a href="/no">x</a></math>`,
    links: [["/a", "/a"], ["/b", "/a"], ["/c", "/path/@onclick"]].map(([written, path]) => [written, `/html/body/svg.s${path}`]),
  },
};

describe("links that only scripts follow", { skip: missing }, () => {
  const names = Object.keys(CASES);
  const page = (name) => `<!doctype html><meta charset="utf-8"><title>x</title>${CASES[name].html}`;
  const site = new Site(Object.fromEntries(names.map((name, at) => [`/case/${at}`, page(name)])));
  const tabs = useContentScript(site);

  async function fromBrowser(url) {
    const tab = await tabs.browser.newPage();
    await tab.goto(url);
    await tab.evaluate(tabs.script);
    const { links } = await tab.evaluate(async () => {
      await globalThis.tagtrailContent.read(0, 0);
      return globalThis.tagtrailContent.slice(0);
    });
    await tab.close();
    return links.map(({ base, ...link }) => link);
  }

  function fromHost(name, url) {
    const file = join(tabs.folder.path, "page.html");
    writeFileSync(file, page(name));
    return runToEnd(["links", file, "--url", url, "--json"]).split("\n").filter(Boolean).map((line) => JSON.parse(line))
      .map(({ url: resolved, ...link }) => link);
  }

  names.forEach((name, at) => {
    it(name, async () => {
      const url = `${site.base}/case/${at}`;
      const host = fromHost(name, url);
      const seen = host.filter(({ element }) => element === "link").map(({ written, tagPath }) => [written, tagPath]);
      assert.deepEqual(seen, CASES[name].links);
      // What canonical_url() refuses is sent by the browser, and left out by who reads its answer.
      const live = (await fromBrowser(url)).filter(({ element, written }) => element === "link" || !/^\s*javascript:/i.test(written));
      assert.deepEqual(live, host.map((link) => ({ ...link })));
    });
  });
});
