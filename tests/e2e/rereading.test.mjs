// A page in a tab is read more than once; where nothing has changed since, the last reading stands. So everything that a
// reading shows must count as a change.
// lane: browser
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lackingOrTold, starters, temporaryFolder } from "./support/browsers.mjs";
import { contentScript } from "./support/content_scripts.mjs";
import { Site } from "./support/site.mjs";

const PAGE = `<!doctype html><title>Before</title><p id="p">See <a id="a" href="one" title="t">one</a></p>
  <form action="/search"><input name="q"></form><div id="host"></div><iframe src="/frame"></iframe>`;

/** Each changes something of the page in another way: { change, has }; `has` is what the next reading says then. */
const CHANGES = {
  "a link that was added": {
    change: () => document.body.insertAdjacentHTML("beforeend", '<a href="two">two</a>'),
    has: ({ written }) => written.includes("two"),
  },
  "another address of a link": {
    change: () => document.querySelector("#a").setAttribute("href", "other"),
    has: ({ written }) => written.includes("other"),
  },
  "an attribute that names a file": {
    change: () => document.querySelector("#p").setAttribute("data-file", "/d/table.csv"),
    has: ({ written }) => written.includes("/d/table.csv"),
  },
  "a title and a text": {
    change: () => {
      document.title = "After";
      document.querySelector("#p").firstChild.data = "Look at ";
    },
    has: ({ title, text }) => title === "After" && text.startsWith("Look at"),
  },
  "a field of a form": {
    change: () => document.querySelector("input").setAttribute("name", "query"),
    has: ({ fields }) => fields.includes("query"),
  },
  "a shadow tree": {
    change: () => {
      document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = '<a href="inside">inside</a>';
    },
    has: ({ written }) => written.includes("inside"),
  },
  "a link in a frame": {
    change: () => {
      document.querySelector("iframe").contentDocument.body.innerHTML = '<a href="framed">framed</a>';
    },
    has: ({ written }) => written.includes("framed"),
  },
  "another document in a frame": {
    change: () => new Promise((done) => {
      const frame = document.querySelector("iframe");
      frame.addEventListener("load", () => done(), { once: true });
      frame.contentWindow.location.replace("/next");
    }),
    has: ({ written }) => written.includes("of-next"),
  },
  "another address of the page": {
    change: () => history.pushState(null, "", "/elsewhere/"),
    has: ({ bases }) => bases.some((base) => base.endsWith("/elsewhere/")),
  },
};

for (const name of ["chromium", "firefox"]) {
  describe(`reading a page again in ${name}`, { skip: lackingOrTold(name) }, () => {
    const folder = temporaryFolder();
    const site = new Site({ "/": PAGE, "/frame": '<a href="of-frame">x</a>', "/next": '<a href="of-next">x</a>' });
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

    /** What two readings say; between them the page changes by `change`. */
    async function readings(change) {
      const page = await browser.newPage();
      await page.goto(site.base);
      await page.evaluate(script);
      await page.evaluate(() => {
        globalThis.readings = [];
        globalThis.reading = async (read) => {
          const { page, slices, grew = false } = await read;
          const parts = Array.from({ length: slices }, (_, at) => globalThis.tagtrailContent.slice(at));
          globalThis.readings.push({
            title: page.title, text: page.text, grew, bases: parts.flatMap(({ bases }) => bases),
            written: parts.flatMap(({ links }) => links.map(({ written }) => written)),
            fields: page.forms.flatMap(({ inputs }) => inputs.map((input) => input.name)),
          });
        };
      });
      await page.evaluate(() => globalThis.reading(globalThis.tagtrailContent.read(0, 5000)));
      await page.evaluate(change);
      await page.evaluate(() => globalThis.reading(globalThis.tagtrailContent.reread(0, 5000)));
      const read = await page.evaluate(() => globalThis.readings);
      await page.close();
      return read;
    }

    it("gives the same where nothing has changed", async () => {
      const [first, second] = await readings(() => undefined);
      assert.deepEqual(second, first);
      assert.deepEqual(first.written, ["one", "/frame", "of-frame"]);
    });

    for (const [what, { change, has }] of Object.entries(CHANGES)) {
      it(`sees ${what}`, async () => {
        const [first, second] = await readings(change);
        assert.ok(!has(first), JSON.stringify(first));
        assert.ok(has(second), JSON.stringify(second));
      });
    }
  });
}
