// A crawl over many hosts with many requests out, answered in any order, is the same natively and in WebAssembly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { runToEnd } from "../e2e/support/program.mjs";
import { addressed, BothEngines, numbers, skip } from "./support/both_engines.mjs";

// Those that choose among hosts (docs/architecture.md, "Many hosts").
const POLICIES = ["trail", "bfs", "dfs", "random", "anthelion", "ache"];
const FEWEST = 1000;  // decisions in each crawl
const IN_FLIGHT = 40;

describe("native and WebAssembly decisions over many hosts", { skip }, () => {
  const folder = temporaryFolder();
  const records = new Map();
  let config;

  before(() => {
    const replica = join(folder.path, "web.replica");
    const trace = join(folder.path, "trace");
    runToEnd(["generate", "--family", "web", "--pages", "1500", "--hosts", "60", "--seed", "3", "-o", replica]);
    runToEnd(["replay", replica, "--policy", "bfs", "--scope", "web", "--objective", "markup", "--trace", trace]);
    const [first, ...steps] = readFileSync(trace, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    config = { ...first, inFlight: IN_FLIGHT, perHost: 1 };
    for (const { request, record } of steps) records.set(request.url, Uint8Array.fromBase64(record));
  });
  after(() => folder.remove());

  /** The whole crawl; how many decisions there were, and requests out at once. */
  async function crawl(t, changed) {
    const engines = await BothEngines.create(t, { ...config, ...changed });
    const below = numbers(7);
    const out = [];
    let decisions = 0;
    let most = 0;
    for (;;) {
      const decision = await engines.next();
      if (decision.kind === "request") {
        decisions++;
        assert.ok(!out.some(({ url }) => new URL(url).host === new URL(decision.request.url).host), "a host asked twice at once");
        out.push(decision.request);
        most = Math.max(most, out.length);
        continue;
      }
      if (out.length === 0) return { decisions, most };
      const [{ url, id }] = out.splice(below(out.length), 1);
      await engines.call("deliver", 1, addressed(records.get(url) ?? records.values().next().value, id, decisions));
      if (decisions % 400 < 2) await engines.restore(out);
    }
  }

  for (const policy of ["trail", "bfs"]) {
    it(`are the same with ${policy} where memory is for some of the links`, async (t) => {
      const { decisions } = await crawl(t, { policy, budget: { memory: 300_000 } });
      t.diagnostic(`${decisions} decisions`);
      assert.ok(decisions > 100 && decisions < FEWEST, `${decisions} decisions`);
    });
  }

  for (const policy of POLICIES) {
    it(`are the same with ${policy}, also from a snapshot on`, async (t) => {
      const { decisions, most } = await crawl(t, { policy });
      assert.ok(decisions >= FEWEST, `only ${decisions} decisions`);
      assert.ok(most > IN_FLIGHT / 4, `only ${most} requests out`);
      t.diagnostic(`${decisions} decisions, up to ${most} requests out`);
    });
  }
});
