// A page that sends the events by which our script in its world tells the content script what a press has led to: what it
// names so is worth no more than a link of it, and what it hands in no more than a file that its scripts make.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { startSite } from "./support/batch_sites.mjs";
import { lacking, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, resultOf, run } from "./support/program.mjs";
import { body } from "./support/site.mjs";

const csv = (text) => body("text/csv", `a,b\n${text},1\n`);

/** What is told, of a site at `elsewhere`, too. */
const told = (elsewhere) => ["/files/forged.csv\n", `${elsewhere}other.csv\n`, "/closed/secret.csv\n", "/items/7/delete\n",
  "javascript:document.title='x'\nx.csv", "file:///etc/passwd\npasswd.csv", "chrome-extension://x/manifest.json\n", "\n", "http://[\n",
  `/${"x".repeat(10_000)}.csv\n`, "data:text/csv,a,b%0A7,8\n../../outside.csv", 7, null, { url: "/files/object.csv" }];

/** Forges all that could be told, as soon as and as long as anybody listens. Addresses in its text would be links anyway. */
const page = (elsewhere) => `<!doctype html><html lang="en"><title>forger</title><h1>Data</h1>
<button onclick="1">Download CSV</button>
<script>
const told = JSON.parse(atob("${btoa(JSON.stringify(told(elsewhere)))}"));
setInterval(() => {
  for (const detail of told) document.dispatchEvent(new CustomEvent("tagtrail-caught", { detail }));
  window.postMessage({ message: "job.start", url: atob("${btoa("/pwned")}") }, "*");
}, 20);
addEventListener("tagtrail-asks", () => {
  for (let n = 0; n < 500; n++) document.dispatchEvent(new CustomEvent("tagtrail-asked", { detail: "<img src=x> Do you agree " + n + "x".repeat(5000) }));
});
addEventListener("tagtrail-heeds-", () => {
  for (const element of document.querySelectorAll("h1")) element.dispatchEvent(new CustomEvent("tagtrail-heeds-click", { composed: true }));
});
</script>`;

for (const [kind, last] of [["chromium", 190], ["firefox", 192]]) {
  describe(`events that a page forges, in ${kind}`, { skip: lacking(kind) }, () => {
    const folder = temporaryFolder();
    after(() => folder.remove());

    it("get it nothing that its links and scripts would not", async (t) => {
      const other = await startSite({ routes: { "/other.csv": csv("other") }, expected: [] }, `127.0.0.${last + 1}`);
      const site = await startSite({
        routes: {
          "/": body("text/html", page(other.url)),
          "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /closed/\n"),
          "/files/forged.csv": csv("forged"), "/files/object.csv": csv("object"), "/closed/secret.csv": csv("secret"),
          "/items/7/delete": csv("deleted"), "/pwned": csv("pwned"),
        },
        expected: [],
      }, `127.0.0.${last}`);
      t.after(() => [site, other].forEach((one) => one.stop()));
      const job = join(folder.path, "job");
      const ended = await run(["harvest", site.url, "--out", job, "--browser", "always", "--browser-kind", kind, "--delay", "0",
        "--allow-private", "--json", "--quiet"]);
      assert.equal(ended.code, 0, ended.stderr);
      const asked = new Set(site.hits);
      assert.ok(asked.has("/files/forged.csv"), "as a link it would have been followed");
      for (const path of ["/files/object.csv", "/closed/secret.csv", "/items/7/delete", "/pwned"]) assert.ok(!asked.has(path), path);
      assert.deepEqual(other.hits, []);
      const files = readdirSync(join(job, "files"));
      // That one, and what a script of the page may make at any time.
      assert.deepEqual(addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname).toSorted(), ["/", "/files/forged.csv"]);
      assert.equal(files.length, 2);
      assert.ok(files.every((name) => /^[^/.][^/]*\.csv$/.test(name)), files.join());
      assert.ok(!existsSync(join(folder.path, "outside.csv")));
      assert.doesNotMatch(readFileSync(join(job, "crawl.log"), "utf8"), /passwd|chrome-extension/);
      const questions = resultOf(ended).left_out.filter((one) => JSON.stringify(one).includes("Do you agree"));
      assert.ok(JSON.stringify(questions).length < 100_000, "cut, and not all of them");
    });
  });
}
