// The reader of pages in real DOMs, without the extension around it.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { contentScript } from "./support/content_scripts.mjs";
import { Site } from "./support/site.mjs";

/** Each case: the HTML, and for every link the fields that are to be compared. */
const CASES = [
  {
    name: "kinds of links, in document order",
    html: `<map><area href="1"></map><a href="2">x</a><iframe src="/3"></iframe><a name="no">y</a><link href="4">`,
    links: [{ written: "1", element: "area" }, { written: "2", element: "a" }, { written: "/3", element: "iframe" }],
  },
  {
    name: "links to feeds and sitemaps, not to styles, languages and icons",
    html: `<html><head><link rel="stylesheet" href="1"><link rel="alternate" hreflang="eu" href="2">
      <link rel=" Home ALTERNATE" type="application/RSS+xml; charset=utf-8" title="News" href="3">
      <link rel="sitemap" href="4"></head><body><link rel="alternate" type="application/atom+xml" href="5"></body></html>`,
    links: [{ written: "3", element: "link", tagPath: "/html/head/link", anchor: "News" },
      { written: "4", element: "link" }, { written: "5", element: "link", tagPath: "/html/body/link" }],
  },
  {
    name: "what leads on without a link for readers",
    html: `<html><head><meta http-equiv="Refresh" content="9000; URL='1' x"><meta http-equiv="refresh" content="9000">
      <noscript><meta http-equiv="refresh" content="9000;url=no"></noscript></head>
      <body><embed src="2.pdf"><object data="3.PDF?x#y"></object><embed src="no.swf"><object data="page.html"></object>
      <object data="4" type="application/pdf; x"></object></body></html>`,
    links: [{ written: "1", element: "link", tagPath: "/html/head/meta" }, { written: "2.pdf", tagPath: "/html/body/embed" },
      { written: "3.PDF?x#y", element: "link" }, { written: "page.html" }, { written: "4", tagPath: "/html/body/object" }],
  },
  {
    name: "frames of a frameset",
    html: `<html><frameset><frame src="about:blank" id="f" class="x"></frameset></html>`,
    links: [{ written: "about:blank", element: "frame", tagPath: "/html/frameset/frame.x#f" }],
  },
  {
    name: "links in drawings",
    html: `<svg class="s"><a href="1">x</a><a xlink:href="2">x</a><use xlink:href="#no"></use><foreignObject><a href="3">y</a></foreignObject></svg>
      <math><a href="no">x</a></math>`,
    links: [{ written: "1", element: "link", tagPath: "/html/body/svg.s/a", anchor: "x" }, { written: "2", element: "link" },
      { written: "3", element: "a", tagPath: "/html/body/svg.s/foreignobject/a" }],
  },
  {
    name: "anchors: text, else image, else title",
    html: `<a href="1"> two \n words<script>no</script><style>no</style></a><a href="2"><img alt=" An  image "></a>
      <a href="3" title="A title"><img alt=""></a><a href="4"> </a><map><area href="5" alt="Area"></map>
      <a href="6"><b>bo</b>ld</a>`,
    links: ["two words", "An image", "A title", "", "Area", "bold"].map((anchor) => ({ anchor })),
  },
  {
    name: "headings: the nearest before, or around, the link",
    html: `<a href="0">x</a><h2>One <a href="1">x</a> more</h2><p><a href="2">x</a></p>
      <table><caption>Cap</caption><tr><th>Head</th><td><a href="3">x</a></td></tr></table>
      <dl><dt>Term<dd><a href="4">x</a></dl><fieldset><legend>Legend</legend><a href="5">x</a></fieldset>`,
    links: ["", "One x more", "One x more", "Head", "Term", "Legend"].map((heading) => ({ heading })),
  },
  {
    name: "surrounding text: of the nearest block",
    html: `Body <a href="1">one</a><div>Div <span>and <a href="2">two</a> span</span></div>
      <ul><li>Item <a href="3">three</a> <script>hidden</script>end</ul>`,
    links: [
      { around: "Body oneDiv and two span Item three end" }, { around: "Div and two span" },
      { around: "Item three end" },
    ],
  },
  {
    name: "base element",
    html: `<base href="/deeper/"><a href="x" rel="  next   nofollow ">x</a>`,
    links: [{ written: "x", base: 0, rel: "next nofollow" }],
    bases: (site) => [`${site}/deeper/`],
  },
  {
    name: "templates are not read, noscript is",
    html: `<noscript><link href="0"></noscript><p></p><template><a href="1">x</a></template>
      <noscript id="n"><ul><li><a href="2" title="T">x</a></ul></noscript><a href="4">y</a>`,
    links: [
      { written: "2", tagPath: "/html/body/noscript#n/ul/li/a", anchor: "T" },
      { written: "4", tagPath: "/html/body/a", anchor: "y" },
    ],
  },
  {
    name: "shadow trees, nested, before the host's own children",
    html: `<x-a id="h"><a href="light" slot="s">light</a></x-a><script>
      const root = document.querySelector("x-a").attachShadow({mode: "open"});
      root.innerHTML = '<p class="in"><x-b></x-b><slot name="s"></slot></p>';
      root.querySelector("x-b").attachShadow({mode: "open"}).innerHTML = '<a href="inner">inner</a>';
      </script>`,
    links: [
      { written: "inner", tagPath: "/html/body/x-a#h/p.in/x-b/a", anchor: "inner" },
      { written: "light", tagPath: "/html/body/x-a#h/a", anchor: "light" },
    ],
  },
  {
    name: "frames inside frames, each with texts of its own",
    html: `<h1>Outer</h1><div class="d"><iframe id="i" srcdoc="<h2>Inner</h2><p>Near <a href='1'>one</a>"></iframe>
      around <a href="2">two</a></div>`,
    links: [
      { tagPath: "/html/body/div.d/iframe#i/html/body/p/a", heading: "Inner", around: "Near one" },
      { tagPath: "/html/body/div.d/a", heading: "Outer", around: "around two" },
    ],
  },
  {
    name: "pages of other hosts in an <object> or <embed> are as in a frame",
    html: `<object type="text/html" data="http://elsewhere.invalid/w"></object><embed src="//elsewhere.invalid/e">
      <object data="http://elsewhere.invalid/t.pdf"></object><object type="text/html" data="/own"></object>`,
    links: [{ written: "http://elsewhere.invalid/w", element: "iframe" }, { written: "//elsewhere.invalid/e", element: "iframe" },
      { written: "http://elsewhere.invalid/t.pdf", element: "link" }, { written: "/own", element: "link" }],
  },
  {
    name: "form fields named like DOM properties change nothing",
    html: `<form class="c" id="f"><input name="firstChild"><input name="nextSibling"><input name="localName">
      <input name="getAttribute"><input name="nodeType"><input name="shadowRoot"><input name="className">
      <p><a href="1">in</a></p></form><img name="body"><img name="baseURI"><a href="2">after</a>`,
    links: [{ written: "1", tagPath: "/html/body/form.c#f/p/a" }, { written: "2" }],
  },
  {
    name: "over-long values are cut, over-long URLs left out and counted",
    html: `<h3>${"h".repeat(500)}</h3><p>${"€".repeat(200)}<a href="1" rel="${"r".repeat(90)}">${"ä".repeat(400)}</a>
      <a href="${"u".repeat(9000)}">x</a><a href="2" title="${"😀".repeat(100)}"></a>`,
    links: [
      {
        written: "1", heading: "h".repeat(200), around: "€".repeat(66), anchor: "ä".repeat(150),
        rel: "r".repeat(64),
      },
      { written: "2", anchor: "😀".repeat(75) },
    ],
    linksCut: 1,
  },
  {
    name: "what links say about following them",
    html: `<a href="1" data-confirm>a</a><a href="2" onclick="return confirm('x')">b</a><a href="3" data-method=" DELETE ">c</a>
      <a href="4" data-method="get" onclick="go()">d</a><a href="5" hx-post="/p" hx-confirm="?">e</a>
      <a href="6" data-hx-patch="/p">f</a><a href="7" data-turbo-method="put" @click.prevent="x">g</a>
      <a href="8" data-shipping-method="post office" data-action="open->menu">h</a>
      <a href="9" data-module="confirm-action">i</a><a href="10" hx-get="/p" hx-swap="none">j</a>
      <a href="11" data-post-url="/p">k</a><a href="12" data-post-id="4">l</a><a href="13" data-callback="go">m</a>
      <a href="14" data-title="Confirmed and confirmed cases">n</a><a href="15" data-id="confirmed">o</a>
      <a href="16" data-post="17">p</a><a href="17" data-post="table=a">q</a>`,
    links: [{ hints: 1 }, { hints: 5 }, { hints: 2 }, { hints: 4 }, { hints: 3 }, { hints: 2 }, { hints: 6 }, { hints: 4 },
      { hints: 1 }, { hints: 2 }, { hints: 2 }, { hints: 0 }, { hints: 4 }, { hints: 0 }, { hints: 0 }, { hints: 0 }, { hints: 2 }],
  },
  {
    name: "what signs say about following links",
    html: `<i class="fa fa-trash"></i><a href="1"><i class="fa fa-trash"></i></a>
      <a href="2"><span class="fa fa-download"></span> Sil</a><a href="3" aria-label="Delete">x</a>
      <a href="4" title="Supprimer">x</a><a href="5"><img alt="Delete entry" src="i.png"></a>
      <a href="6"><svg class="i"><use href="#icon-trash"></use></svg></a>
      <a href="7" class="fa-trash" onclick="go()">x</a><a href="8">x</a><i title="Delete"></i>`,
    links: [{ hints: 8 }, { hints: 0 }, { hints: 8 }, { hints: 8 }, { hints: 8 }, { hints: 8 }, { hints: 12 }, { hints: 0 }],
  },
  {
    name: "paths stop at 512 elements",
    html: `<script>
      let at = document.documentElement.appendChild(document.createElement("x"));
      for (let i = 0; i < 3000; i++) at = at.appendChild(document.createElement("y"));
      at.innerHTML = "<a href=1>deep</a>";
      </script>`,
    links: [{ written: "1", tagPath: `/html/x${"/y".repeat(510)}`, anchor: "deep" }],
  },
];

for (const name of ["chromium", "firefox"]) {
  describe(`reading pages in ${name}`, { skip: !programs[name] && "not installed" }, () => {
    const folder = temporaryFolder();
    const routes = Object.fromEntries(CASES.map(({ html }, index) => [`/case/${index}`, html]));
    const site = new Site(routes);
    let browser;
    let script;

    before(async () => {
      await site.start();
      script = await contentScript("content");
      browser = await starters[name](folder.path);
    });

    after(async () => {
      await browser?.close();
      site.stop();
      folder.remove();
    });

    /** Opens a page, lets `prepare` change it, and reads it. */
    async function read(path, prepare = () => undefined) {
      const page = await browser.newPage();
      await page.goto(site.base + path);
      await page.evaluate(prepare);
      await page.evaluate(script);
      const result = await page.evaluate(async () => {
        const summary = await globalThis.tagtrailContent.read(100, 5000);
        const slices = [];
        for (let i = 0; i < summary.slices; i++) slices.push(globalThis.tagtrailContent.slice(i));
        return {
          ...summary.page,
          slices: slices.length,
          bases: slices.flatMap((slice) => slice.bases),
          links: slices.flatMap((slice) => slice.links),
        };
      });
      await page.close();
      return result;
    }

    CASES.forEach((example, index) => {
      it(example.name, async () => {
        const page = await read(`/case/${index}`);
        const seen = page.links.map((link, i) =>
          Object.fromEntries(Object.keys(example.links[i] ?? { written: 0 }).map((key) => [key, link[key]])),
        );
        assert.deepEqual(seen, example.links);
        if (example.bases) assert.deepEqual(page.bases, example.bases(site.base));
        assert.equal(page.linksCut, example.linksCut ?? 0);
        assert.equal(page.truncated, page.linksCut > 0);
      });
    });

    it("reads title, language and the first words", async () => {
      const page = await read("/case/0", () => {
        document.documentElement.lang = " fr ";
        document.title = "  Les   données ";
        document.body.innerHTML = `<h1>Un</h1><p>deux<b>trois</b></p><noscript>no</noscript>${"mot ".repeat(400)}`;
      });
      assert.equal(page.title, "Les données");
      assert.equal(page.language, "fr");
      assert.equal(page.text.split(" ").length, 300);
      assert.equal(page.text, `Un deuxtrois ${"mot ".repeat(298)}`.trim());
    });

    // A press on a link to "#" changed the address of the page, and all its links counted as new.
    it("takes a page for the same one whatever its fragment", async () => {
      const page = await read("/case/0", () => {
        document.body.innerHTML = '<a href="x">x</a>';
        location.hash = "#part";
      });
      assert.deepEqual(page.bases, [`${site.base}/case/0`]);
    });

    // Each was pressed on every page, and waited for.
    it("takes no link to a part of the page for a button that promises a file", async () => {
      const page = await browser.newPage();
      await page.goto(`${site.base}/case/0`);
      await page.evaluate(script);
      const { buttons } = await page.evaluate(() => {
        document.body.innerHTML = `<a href="#csv">CSV</a><a href="#p%20q">PDF</a><a href="#none">XLSX</a><a href="#">JSON</a>
          <a href="#csv" onclick="save()">CSV of all</a><h2 id="csv">CSV</h2><h2 id="p q">PDF</h2>`;
        return globalThis.tagtrailContent.buttons(20);
      });
      await page.close();
      assert.deepEqual(buttons.map(({ anchor }) => anchor), ["XLSX", "JSON", "CSV of all"]);
    });

    // Who looked at a page while a job read it put the script in once more: the job got a page without links.
    it("keeps what a job has read while others look, though the script is put in again", async () => {
      const page = await browser.newPage();
      await page.goto(`${site.base}/case/0`);
      await page.evaluate(script);
      const numbers = await page.evaluate(async () => {
        document.body.innerHTML = '<a href="x">link</a>';
        return [(await tagtrailContent.read(0, 1000)).slices];
      });
      await page.evaluate(script);
      numbers.push(...await page.evaluate(async () => {
        document.body.innerHTML += '<a href="y">another</a>';
        await tagtrailContent.look(0, 1000);
        return [tagtrailContent.slice(0), tagtrailContent.lookedSlice(0)].map(({ links }) => links.length);
      }));
      await page.close();
      assert.deepEqual(numbers, [1, 1, 2]);
    });

    it("stops at 100,000 links and says so", async () => {
      const tab = await browser.newPage();
      await tab.goto(`${site.base}/case/0`);
      await tab.evaluate(script);
      // Counted there: to hand them all over takes Firefox a minute.
      const told = await tab.evaluate(async () => {
        document.body.innerHTML = '<p><a href="x">link</a></p>'.repeat(100_010);
        const { slices, page: { truncated } } = await tagtrailContent.read(100, 5000);
        let links = 0;
        for (let at = 0; at < slices; at++) links += tagtrailContent.slice(at).links.length;
        return { links, truncated, isCut: slices > 1 };
      });
      await tab.close();
      assert.deepEqual(told, { links: 100_000, truncated: true, isCut: true });
    });

    it("lets other tasks run while it reads a long page", async () => {
      const page = await browser.newPage();
      await page.goto(`${site.base}/case/0`);
      await page.evaluate(script);
      const turns = await page.evaluate(async () => {
        document.body.innerHTML = '<ul class="l"><li><a href="x">a link</a></ul>'.repeat(40_000);
        let count = 0;
        let done = false;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          count++;
          if (!done) port2.postMessage(null);
        };
        const reading = globalThis.tagtrailContent.read(0, 0);
        port2.postMessage(null);
        await reading;
        done = true;
        return count;
      });
      await page.close();
      assert.ok(turns >= 2, `other tasks ran ${turns} times`);
    });

    it("waits until scripts have stopped changing the page, in shadow trees too", async () => {
      const page = await read("/case/0", () => {
        document.body.innerHTML = "<p></p>";
        const root = document.querySelector("p").attachShadow({ mode: "open" });
        let made = 0;
        const timer = setInterval(() => {
          root.append(Object.assign(document.createElement("a"), { href: `/${made}` }));
          if (++made === 8) clearInterval(timer);
        }, 40);
      });
      assert.equal(page.links.length, 8);
    });
  });
}
