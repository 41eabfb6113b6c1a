// The user's words, observed pages, budgets and rounds of revisiting bring the same decisions natively and in WebAssembly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { runToEnd } from "../e2e/support/program.mjs";
import { addressed, BothEngines, json, numbers, skip } from "./support/both_engines.mjs";
import { writeGrownSite } from "./support/grown_site.mjs";

const POLICIES = ["trail", "sb-classifier"];
const FEWEST = 900;  // decisions in each crawl
const ROUNDS = 2;

describe("native and WebAssembly decisions with a user's words in between", { skip }, () => {
  const folder = temporaryFolder();
  const records = new Map();
  const paths = [];
  let config;

  before(async () => {
    writeGrownSite(join(folder.path, "grown"));
    const replica = join(folder.path, "grown.replica");
    const trace = join(folder.path, "trace");
    runToEnd(["import", join(folder.path, "grown"), "--base", "https://example.org/", "-o", replica]);
    runToEnd(["replay", replica, "--policy", "bfs", "--scope", "host", "--trace", trace]);
    const [first, ...steps] = readFileSync(trace, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    config = first;
    for (const { request, record } of steps) {
      records.set(request.url, Uint8Array.fromBase64(record));
      if (request.tagPath && !paths.includes(request.tagPath)) paths.push(request.tagPath);
    }
  });
  after(() => folder.remove());

  function disturbance(below) {
    const tagPath = paths[below(paths.length)];
    const url = [...records.keys()][below(records.size)];
    const page = { title: "", language: "", text: "", truncated: false, bases: [url],
      links: Array.from({ length: 4 }, (_, at) => ({ base: 0, written: at ? `/s1/d${below(99)}.html` : `/s1/files/${below(99)}-0.csv`,
        tagPath: at ? tagPath : "/html/body/p/a", element: "a", anchor: `Link ${at}`, heading: "", around: "", rel: "", hints: 0 })) };
    return [
      ["teach", { word: ["neutral", "good", "useless", "only"][below(4)], tagPath }],
      ["teach", { word: "neutral", tagPath }],
      ["teach", { word: "example", tagPath, url }],
      ["teach", { word: "fetch", tagPath: "", url }],
      ["teach", { word: "paid", tagPath, files: below(50), requests: 1 + below(12) }],
      ["observe", { url, status: 200, mime: "text/html", page }],
      ["look", { url, status: 200, mime: "text/html", page }],
      ["set_budget", { requests: 100000 + below(9) }],
    ][below(8)];
  }

  for (const policy of POLICIES) {
    it(`are the same with ${policy}, also from a snapshot on`, async (t) => {
      const engines = await BothEngines.create(t, { ...config, policy });
      const below = numbers(5);
      const gone = records.get([...records.keys()].find((url) => url.includes("/gone-")));
      const others = [...records.values()];
      let decisions = 0;
      let revisits = 0;
      let round = 0;
      for (;;) {
        let decision = await engines.next();
        if (decision.kind !== "request") {
          // All words are taken back, until nothing is left withheld.
          for (const tagPath of paths) await engines.call("teach", 1, json({ word: "neutral", tagPath }));
          decision = await engines.next();
          if (decision.kind !== "request" && round++ < ROUNDS) {
            await engines.call("revisit", 1, json({ requests: 400 }));
            continue;
          }
          if (decision.kind !== "request") break;
        }
        decisions++;
        if (below(12) === 0) {
          const [name, value] = disturbance(below);
          await engines.call(name, 1, json(value));
        }
        let record = records.get(decision.request.url) ?? gone;
        if (decision.request.revisit) {
          revisits++;
          if (below(4) === 0) record = others[below(others.length)];
        }
        await engines.call("deliver", 1, addressed(record, decision.request.id, decision.request.id));
        if (decisions % 300 === 0) {
          await engines.call("groups", 50);
          await engines.restore();
        }
      }
      await engines.call("groups", 1000);
      await engines.call("snapshot", 1);
      assert.ok(decisions - revisits >= FEWEST, `only ${decisions - revisits} decisions`);
      assert.ok(revisits >= 300, `only ${revisits} revisits`);
      t.diagnostic(`${decisions} decisions, ${revisits} of them revisits`);
    });
  }
});
