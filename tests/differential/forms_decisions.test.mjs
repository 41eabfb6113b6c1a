// A crawl that asks forms is the same natively and in WebAssembly, also from a snapshot on. The answers are
// those of a harvest of a portal whose data sets are behind a form alone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { longOnly, run } from "../e2e/support/program.mjs";
import { rowsOf } from "../e2e/support/warcs.mjs";
import { FormsSite } from "../sites/forms/site.mjs";
import { addressed, BothEngines, skip } from "./support/both_engines.mjs";

const POLICIES = longOnly ? ["trail", "sb-classifier"] : ["trail", "bfs", "random", "sb-classifier"];
const FEWEST = 300;  // decisions in each crawl

describe("native and WebAssembly decisions about forms", { skip }, () => {
  const folder = temporaryFolder();
  const records = new Map();
  let base;

  before(async () => {
    const site = new FormsSite("capped");
    await site.start();
    base = site.base;
    const job = join(folder.path, "job");
    await run(["harvest", `${base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--quiet",
      "--sitemaps", "off"]);
    site.stop();
    for (const [url, record] of recordsOf(job)) records.set(url, record);
  });
  after(() => folder.remove());

  /** Answers as the job keeps them, by their addresses. */
  function recordsOf(job) {
    const rows = rowsOf(job, "SELECT n, url, hex(record) AS record FROM response");
    const unpacked = join(folder.path, "records");
    mkdirSync(unpacked);
    for (const { n, record } of rows) writeFileSync(join(unpacked, `${n}.zst`), Buffer.from(record, "hex"));
    spawnSync("zstd", ["-dqr", unpacked]);
    return rows.map(({ n, url }) => [url, new Uint8Array(readFileSync(join(unpacked, String(n))))]);
  }

  for (const policy of POLICIES) {
    it(`are the same with ${policy}`, async (t) => {
      const engines = await BothEngines.create(t, { seedUrl: `${base}/`, scope: "host", forms: true, leaveTraps: true, policy });
      let decisions = 0;
      let queries = 0;
      for (;;) {
        const decision = await engines.next();
        if (decision.kind !== "request") break;
        decisions++;
        const { url, id, tagPath } = decision.request;
        if (tagPath.includes("/form?")) queries++;
        // What this crawl asks and that harvest did not answers as its start page does.
        await engines.call("deliver", 1, addressed(records.get(url) ?? records.get(`${base}/`), id, decisions));
        if (decisions % 100 === 50) await engines.restore([]);
      }
      t.diagnostic(`${decisions} decisions, ${queries} queries`);
      assert.ok(decisions >= FEWEST && queries >= 20, `only ${decisions} decisions and ${queries} queries`);
    });
  }
});
