// Harvests of pages that send something as they are shown, in both browsers: what leaves a tab only reads, the crawl goes on,
// and the end names what was stopped.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { fileOf, PAGES } from "../sites/sending/pages.mjs";
import { startServer } from "../sites/starting.mjs";
import { lacking, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, requestsIn, resultOf, run } from "./support/program.mjs";

const READING = ["GET", "HEAD", "OPTIONS"];
const of = (...kinds) => PAGES.filter(({ by }) => kinds.includes(by));
const filesOf = (pages) => pages.map((page) => `/files/${fileOf(page)}.csv`).sort();

for (const kind of ["chromium", "firefox"]) {
  const skip = lacking(kind);
  describe(`nothing but reading leaves a tab of ${kind}`, { skip }, () => {
    let folder;
    let log;
    let job;
    let site;

    beforeEach(async () => {
      folder = temporaryFolder();
      log = join(folder.path, "log");
      job = join(folder.path, "job");
      site = await startServer(new URL("../sites/sending/server.mjs", import.meta.url), ["--log", log]);
    });
    afterEach(async () => {
      await site.stop();
      folder.remove();
    });

    const harvest = async (...args) => {
      const ended = await run(["harvest", site.url, "--out", job, "--browser", "always", "--browser-kind", kind,
        "--delay", "0", "--connections", "4", "--allow-private", "--json", "--quiet", ...args]);
      assert.equal(ended.code, 0, ended.stderr);
      return resultOf(ended);
    };
    const withProfile = (...args) => {
      const profile = join(folder.path, "profile");
      mkdirSync(profile);
      return harvest("--profile", profile, ...args);
    };
    const found = () => addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname).sort();
    const sent = () => requestsIn(log).filter(({ method }) => !READING.includes(method));
    const named = ({ stopped }) => stopped.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

    it("without a login all but POST is stopped, and makes no run incomplete", async () => {
      const pages = [...of("method"), PAGES.find(({ name }) => name === "post")];
      const names = pages.map(({ name }) => name).join("|");
      const result = await harvest("--scope", `regex:/(pages/(${names})|files/.*|frame)?$`);
      assert.deepEqual(sent().map(({ method, url }) => `${method} ${url}`), ["POST /api/sessions"]);
      assert.deepEqual(found(), filesOf(pages));
      assert.equal(result.complete, true, JSON.stringify(result));
      for (const one of ["PUT /kept/put", "PATCH /kept/patch", "DELETE /kept/xhr", "LOCK /kept/own-method", "PUT /kept/worker",
        "DELETE /kept/shared", "PATCH /kept/service", "PUT /kept/frame"]) {
        assert.ok(named(result).includes(one), `${one} is not among ${named(result).join(", ")}`);
      }
      assert.equal(result.stopped.methods.PATCH, 2);
      assert.equal(result.stopped.methods.POST, undefined);
      assert.deepEqual(manifestOf(job).tagtrail.stopped, result.stopped);
    });

    it("with a login POST leaves only where it asks, and every page is read", async () => {
      const result = await withProfile();
      const asked = sent().map(({ method, url, body }) => `${method} ${url} ${/mutation[^"\\]/.test(body)}`);
      assert.deepEqual([...new Set(asked)].sort(), ["POST /api/search false", "POST /graphql false"]);
      assert.deepEqual(found(), filesOf(PAGES));
      for (const one of ["POST /api/sessions", "POST /approve", "POST /approve-2", "POST /graphql", "PUT /kept/put", "WebSocket /live"]) {
        assert.ok(named(result).includes(one), `${one} is not among ${named(result).join(", ")}`);
      }
      // Firefox has no rules for WebTransport, so the one that is started here has none of it.
      const has = requestsIn(log).map(({ url }) => url).find((url) => url.startsWith("/has/"));
      assert.equal(has, kind === "firefox" ? "/has/undefined" : "/has/function");
    });

    it("who allows it lets scripts send by POST, and by nothing else", { skip: kind === "firefox" && "told by the other" }, async () => {
      await withProfile("--allow-posts", "--scope", "regex:/(pages/(put|post|mutation|socket)|files/.*)?$");
      assert.deepEqual(sent().map(({ method, url }) => `${method} ${url}`).sort(), ["POST /api/sessions", "POST /graphql", "WebSocket /live"]);
    });
  });
}
