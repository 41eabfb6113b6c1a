// Harvests of a site that is empty without scripts and gives its files only to who presses buttons, in
// both browsers.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { compare } from "../sites/demo/check.mjs";
import { expectedFiles, TOPICS } from "../sites/scripted/list.mjs";
import { startServer } from "../sites/starting.mjs";
import { lackingOrTold, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, requestsIn, run } from "./support/program.mjs";
import { archiveOf, faultsOfRecords, recordsOf } from "./support/warcs.mjs";

for (const kind of ["chromium", "firefox"]) {
  const skip = lackingOrTold(kind);
  describe(`files that scripts give in ${kind}`, { skip }, () => {
    const folder = temporaryFolder();
    const log = join(folder.path, "site.log");
    const job = join(folder.path, "job");
    let site;

    before(async () => {
      site = await startServer(new URL("../sites/scripted/server.mjs", import.meta.url), ["--log", log]);
    });
    after(async () => {
      await site.stop();
      folder.remove();
    });

    it("finds all files, none twice", async () => {
      const ended = await run(["harvest", site.url, "--out", job, "--browser", "auto", "--browser-kind", kind,
        "--delay", "0", "--allow-private", "--json", "--archive", "warc"]);
      assert.equal(ended.code, 0, ended.stderr);
      const result = compare(job, manifestOf(job), { files: expectedFiles() }, "all");
      assert.deepEqual({ ...result, groups: undefined },
        { ok: true, groups: undefined, missing: [], unexpected: [], wrong: [] });
    });

    it("says which button gave a file", () => {
      const { resources } = manifestOf(job);
      const found = (name) => resources.find(({ sources }) => sources[0].path.endsWith(name)).tagtrail;
      for (const topic of TOPICS) {
        assert.match(found(`${topic}-navigation.csv`).tagPath, /button\.by-navigation$/);
        assert.equal(found(`${topic}-window.csv`).anchor, "CSV");
        assert.equal(found(`${topic}-blob.csv`).via, "tab");
      }
    });

    it("archives what the tab showed, and the files that scripts made", async () => {
      const files = archiveOf(job).map((name) => join(job, "archive", name));
      const records = (await Promise.all(files.map(recordsOf))).flat();
      assert.deepEqual(faultsOfRecords(records), []);
      const about = new Map(records.filter(({ type }) => type === "metadata")
        .map((record) => [record.header("WARC-Concurrent-To"), record.block.toString()]));
      const resources = records.filter(({ type }) => type === "resource");
      const documents = resources.filter((record) => record.header("Content-Type") === "text/html; charset=utf-8");
      assert.ok(documents.length > 0);
      for (const record of documents) {
        assert.match(record.block.toString(), /^<!DOCTYPE html>\n<html/);
        assert.match(about.get(record.header("WARC-Record-ID")), /^loadedBy: tab\r\ncontent: the document /m);
      }
      const start = documents.find(({ url }) => url === site.url);
      assert.match(start.block.toString(), /<a href="\/topics">All topics<\/a>/, "the scripts have run");
      const made = resources.filter(({ url }) => url.includes("tagtrail-blob=")).map((record) => record.header("WARC-Payload-Digest"));
      const { resources: found } = manifestOf(job);
      assert.deepEqual(made.sort(), found.filter(({ tagtrail }) => tagtrail.via === "tab").map(({ hash }) => hash).sort());
    });

    // A page of many such files was loaded once more for each.
    it("loads no page again for what its scripts made", () => {
      const shown = requestsIn(log).filter(({ url, agent }) => url.startsWith("/topics/") && !agent.includes("Tagtrail"));
      assert.deepEqual(shown.map(({ url }) => url).sort(), TOPICS.map((topic) => `/topics/${topic}`).sort());
    });

    it("submits no form, deletes nothing, and lets no press through", () => {
      const requests = requestsIn(log);
      assert.deepEqual(requests.filter(({ method }) => method === "POST"), []);
      const pressed = requests.filter(({ url, agent }) => url.startsWith("/files/") && !agent.includes("Tagtrail"));
      assert.deepEqual(pressed.map(({ url }) => url), [], "the browser fetched files by itself");
    });
  });
}
