// The live DOM and libgumbo see the same links on the pages of the demo site: on one of five, with --long on every one.
// lane: browser
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, startChromium, temporaryFolder } from "../e2e/support/browsers.mjs";
import { contentScript } from "../e2e/support/content_scripts.mjs";
import { demoList, demoSite, longOnly, notBuilt, runToEnd, startDemoSite } from "../e2e/support/program.mjs";

const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

describe("links of the demo site's pages", { skip: missing }, () => {
  const folder = temporaryFolder();
  let site;
  let browser;
  let script;

  before(async () => {
    site = await startDemoSite(join(folder.path, "site.log"));
    script = await contentScript("content");
    browser = await startChromium(folder.path);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    folder.remove();
  });

  /** The links of HTTP that the extension's reader finds, without fragments. */
  async function fromBrowser(page, url) {
    await page.goto(new URL(url, site.url).href, { waitUntil: "domcontentloaded" });
    await page.evaluate(script);
    const { bases, links } = await page.evaluate(async () => {
      const { slices } = await globalThis.tagtrailContent.read(0, 0);
      const parts = Array.from({ length: slices }, (_, at) => globalThis.tagtrailContent.slice(at));
      return { bases: parts.flatMap((part) => part.bases), links: parts.flatMap((part) => part.links) };
    });
    return links.map(({ base, written, ...rest }) => ({ url: new URL(written, bases[base]).href, written, ...rest }))
      .filter((link) => link.url.startsWith("http"))
      .map((link) => ({ ...link, url: link.url.replace(/#.*$/, "") }));
  }

  function fromHost({ url, path, contentType }) {
    return runToEnd(["links", join(demoSite, path), "--url", new URL(url, site.url).href,
      "--content-type", contentType, "--json"]).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  // Only the document itself is loaded, no script files and no frames: what they would add is not a
  // matter of parsing. The site has no inline scripts that make links. Nothing else is left out.
  it("are the same", async (t) => {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const wanted = request.resourceType() === "document" && request.frame() === page.mainFrame();
      void (wanted ? request.continue() : request.abort());
    });
    const every = longOnly ? 5 : 1;
    const pages = JSON.parse(readFileSync(demoList, "utf8")).pages.filter(({ contentType }) => contentType.startsWith("text/html"))
      .filter((_, at) => at % every === 0);
    let links = 0;
    for (const one of pages) {
      const host = fromHost(one);
      assert.deepEqual((await fromBrowser(page, one.url)).map(sorted), host.map(sorted), one.url);
      links += host.length;
    }
    assert.ok(pages.length > 300 / every && links > 3000 / every, `${pages.length} pages, ${links} links`);
    t.diagnostic(`${pages.length} pages, ${links} links`);
  });

  function sorted(link) {
    return Object.fromEntries(Object.entries(link).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
});
