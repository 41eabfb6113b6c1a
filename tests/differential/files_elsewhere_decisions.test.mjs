// A site whose files are on other hosts: left, taken from the start, and taken after the end; the same natively and in
// WebAssembly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { runToEnd } from "../e2e/support/program.mjs";
import { addressed, BothEngines, json, skip } from "./support/both_engines.mjs";
import { writeGrownSite } from "./support/grown_site.mjs";

const FEWEST = 300;  // files elsewhere in each crawl
/** The files of each section are on a host of its own: its name is as long, so that records stay whole. */
const moved = (text) => text.replaceAll(/https:\/\/example\.org\/s(\d)(\d?)\/files\//g, "https://exampl$1.org/s$1$2/files/");

describe("native and WebAssembly decisions about files on other hosts", { skip }, () => {
  const folder = temporaryFolder();
  const records = new Map();
  let config;

  before(() => {
    writeGrownSite(join(folder.path, "grown"));
    const replica = join(folder.path, "grown.replica");
    const trace = join(folder.path, "trace");
    runToEnd(["import", join(folder.path, "grown"), "--base", "https://example.org/", "-o", replica]);
    runToEnd(["replay", replica, "--policy", "bfs", "--scope", "host", "--trace", trace]);
    const [first, ...steps] = readFileSync(trace, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    config = first;
    for (const { request, record } of steps) {
      const bytes = Buffer.from(moved(Buffer.from(record, "base64").toString("latin1")), "latin1");
      records.set(moved(request.url), Uint8Array.from(bytes));
    }
  });
  after(() => folder.remove());

  for (const policy of ["trail", "sb-classifier", "bfs"]) {
    for (const files of ["site", "linked"]) {
      it(`are the same with ${policy}, begun with ${files}, also from a snapshot on`, async (t) => {
        const many = files === "linked" && policy !== "sb-classifier";
        const engines = await BothEngines.create(t, { ...config, policy, files, ...(many ? { inFlight: 16, perHost: 1 } : {}) });
        const out = [];
        const asked = { here: 0, elsewhere: 0 };
        const gone = records.get([...records.keys()].find((url) => url.includes("/gone-")));
        let told = files === "linked";
        for (let decisions = 0;;) {
          const decision = await engines.next();
          if (decision.kind === "request") {
            const { request } = decision;
            decisions++;
            const isHere = new URL(request.url).host === "example.org";
            assert.equal(request.onlyFile, !isHere, request.url);
            assert.ok(isHere || told, request.url);
            asked[isHere ? "here" : "elsewhere"]++;
            out.push(request);
            if (decisions % 400 === 0) await engines.restore(out);
            continue;
          }
          if (out.length === 0) {
            if (told) break;
            told = true;
            await engines.call("teach", 1, json({ word: "linked" }));
            continue;
          }
          const [{ url, id }] = out.splice(out.length >> 1, 1);
          await engines.call("deliver", 1, addressed(records.get(url) ?? gone, id, decisions));
        }
        await engines.call("snapshot", 1);
        assert.ok(asked.elsewhere >= FEWEST, `only ${asked.elsewhere}`);
        t.diagnostic(`${asked.here} requests to the site, ${asked.elsewhere} to other hosts`);
      });
    }
  }
});
