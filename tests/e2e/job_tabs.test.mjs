// What the tabs of a job cost the browser, and that nothing goes on in them between pages.
// lane: browser
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { FakeOwner } from "./support/fake_owner.mjs";
import { root, until } from "./support/program.mjs";
import { Site } from "./support/site.mjs";

const dist = process.env.TAGTRAIL_DIST ?? join(root, "dist");
const PAGES = 8;

const page = (n) => `<!doctype html><title>Page ${n}</title><a href="/page/${n + 1}">next</a><script>document.title += "!"</script>`;
const routes = {
  "/left": `<a href="/x">x</a><script>addEventListener("pagehide", () => fetch("/gone", { keepalive: true }));</script>`,
  "/gone": "",
};
for (let n = 0; n <= PAGES; n++) routes[`/page/${n}`] = page(n);

for (const name of ["chromium", "firefox"]) {
  const missing = !programs[name]
    ? `${name} is not installed`
    : !existsSync(join(dist, `${name}-batch`)) && "the extension is not built";
  describe(`the tabs of a job in ${name}`, { skip: missing, timeout: 240_000 }, () => {
    const folder = temporaryFolder();
    const owner = new FakeOwner();
    const site = new Site(routes);
    let browser;
    let host;

    const load = (path) => host.call("tab.load", { job: "1", url: site.base + path, timeoutMs: 30_000, quietMs: 50, allowPrivate: true, scrolls: 1 });

    before(async () => {
      await site.start();
      const socket = join(folder.path, "owner");
      await owner.listen(socket);
      browser = await starters[name](folder.path, socket);
      host = await owner.conversation();
    });

    after(async () => {
      await browser?.close();
      owner.close();
      site.stop();
      folder.remove();
    });

    // To start one took a third of the time of a page.
    it("needs no process of its own for each page of a site", { skip: name === "firefox" && "does not tell" }, async () => {
      const session = await browser.target().createCDPSession();
      const seen = new Set();
      for (let n = 0; n < PAGES; n++) {
        assert.equal((await load(`/page/${n}`)).page.title, `Page ${n}!`);
        const { processInfo } = await session.send("SystemInfo.getProcessInfo");
        for (const { type, id } of processInfo) if (type === "renderer") seen.add(id);
      }
      // The extension's, the first empty page's, one in reserve; and the site's.
      assert.ok(seen.size < PAGES, `${seen.size} processes for ${PAGES} pages`);
    });

    it("leaves a page when it has been read", async () => {
      assert.equal((await load("/left")).page.links.length, 1);
      await until(() => site.hits.includes("/gone"));
    });

    it("goes on with the next page whatever the last one was", async () => {
      const paths = ["/page/1", "/missing", "/page/2"];
      const answers = [];
      for (const path of paths) answers.push(await load(path));
      assert.deepEqual(answers.map(({ status }) => status), [200, 404, 200]);
      assert.equal(answers[2].page.title, "Page 2!");
    });
  });
}
