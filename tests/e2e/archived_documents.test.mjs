// What tabs show is archived however large it is, up to a limit, and whatever its characters.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lackingOrTold, temporaryFolder } from "./support/browsers.mjs";
import { run, WAIT_MS } from "./support/program.mjs";
import { redirect, Site } from "./support/site.mjs";
import { archiveOf, faultsOfRecords, recordsOf } from "./support/warcs.mjs";

const LIMIT = 16 * 1024 * 1024;
// Hidden: a browser takes most of a minute to lay out a line of sixteen million characters.
const grown = (text, times) => `<title>Grown</title><body hidden><script>
  document.body.append(${JSON.stringify(text)}.repeat(${times}), "the end");
</script>`;

const ROUTES = {
  "/": `<title>Start</title><ul>${["/large", "/huge", "/odd", "/moved"].map((path) => `<li><a href="${path}">${path}</a></li>`).join("")}</ul>
    <script>document.body.append("by script")</script>`,
  "/large": grown("0123456789", 500_000),
  "/huge": grown("äöüß 0123456789 ", LIMIT / 20 + 1000),
  "/odd": grown('"\\\u0001\u{1f600}', 600_000),
  "/moved": redirect(302, "/large"),
};

for (const kind of ["chromium", "firefox"]) {
  const skip = lackingOrTold(kind);
  describe(`documents of ${kind} in an archive`, { skip }, () => {
    const folder = temporaryFolder();
    const job = join(folder.path, "job");
    const site = new Site(ROUTES);
    let records;

    before(async () => {
      await site.start();
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "always", "--browser-kind", kind,
        "--page-time", "5m", "--delay", "0", "--allow-private", "--sitemaps", "off", "--archive", "warc"], { limitMs: 5 * WAIT_MS });
      assert.equal(ended.code, 0, ended.stderr);
      records = (await Promise.all(archiveOf(job).map((name) => recordsOf(join(job, "archive", name))))).flat();
    });
    after(() => {
      site.stop();
      folder.remove();
    });

    const documentOf = (path) => records.find(({ type, url }) => type === "resource" && url === site.base + path);

    it("are whole up to the limit", () => {
      assert.deepEqual(faultsOfRecords(records), []);
      assert.match(documentOf("/").block.toString(), /by script/);
      const large = documentOf("/large");
      assert.ok(large.block.toString().includes(`${"0123456789".repeat(500_000)}the end`), `${large.block.length} bytes`);
      assert.equal(large.header("WARC-Truncated") ?? null, null);
      const odd = documentOf("/odd").block.toString();
      assert.ok(odd.includes(`${'"\\\u0001\u{1f600}'.repeat(600_000)}the end`), `${odd.length} characters`);
    });

    it("are cut there, and say so", () => {
      const huge = documentOf("/huge");
      assert.equal(huge.header("WARC-Truncated"), "length");
      assert.ok(huge.block.length <= LIMIT && huge.block.length > LIMIT - 4, `${huge.block.length} bytes`);
      assert.ok(!huge.block.toString().includes("\ufffd"), "no character is cut");
    });

    it("come with the redirects on their way", () => {
      const hop = records.find(({ type, url }) => type === "response" && url === `${site.base}/moved`);
      assert.match(hop.block.toString(), new RegExp(`^HTTP/1.1 302 Found\r\nLocation: ${site.base}/large\r\n`));
    });
  });
}
