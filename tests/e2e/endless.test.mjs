// Harvests of lists that grow as a reader scrolls or presses "load more", in both browsers.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { startServer } from "../sites/starting.mjs";
import { expectedFiles } from "../sites/endless/list.mjs";
import { compare } from "../sites/demo/check.mjs";
import { lackingOrTold, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, requestsIn, run } from "./support/program.mjs";

/** Longer than a page is watched for changes: the requests under way have to be waited for. */
const LATENCY_MS = 700;

for (const kind of ["chromium", "firefox"]) {
  const skip = lackingOrTold(kind);
  describe(`endless lists in ${kind}`, { skip }, () => {
    const folder = temporaryFolder();
    const log = join(folder.path, "site.log");
    let site;

    before(async () => {
      site = await startServer(new URL("../sites/endless/server.mjs", import.meta.url),
        ["--log", log, "--latency", String(LATENCY_MS)]);
    });
    after(async () => {
      await site.stop();
      folder.remove();
    });

    it("finds all files, none twice", async () => {
      const job = join(folder.path, "job");
      const ended = await run(["harvest", site.url, "--out", job, "--browser", "auto", "--browser-kind", kind,
        "--delay", "0", "--allow-private", "--json"]);
      assert.equal(ended.code, 0, ended.stderr);
      const result = compare(job, manifestOf(job), { files: expectedFiles() }, "all");
      assert.deepEqual({ ...result, groups: undefined },
        { ok: true, groups: undefined, missing: [], unexpected: [], wrong: [] }, ended.stdout);
      const files = requestsIn(log).filter(({ method, url }) => method === "GET" && url.startsWith("/files/"));
      assert.equal(new Set(files.map(({ url }) => url)).size, files.length, "a file was asked for twice");
    });
  });
}
