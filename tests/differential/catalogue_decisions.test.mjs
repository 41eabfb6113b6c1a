// The module asks the catalogue of a portal as the program did that harvested it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, root, run } from "../e2e/support/program.mjs";
import { Portal } from "../sites/portals/portal.mjs";

const built = join(root, "build/wasm/wasm-core/tagtrail.wasm");
const missing = notBuilt || (!existsSync(built) && "no module: ./tagtrail setup");
const MOST = 1 << 28;
const ZSTD = 0x28;
/** Records are packed where that makes them smaller. */
const plain = (record) => (record[0] === ZSTD ? execFileSync("zstd", ["-dc"], { input: record, maxBuffer: MOST }) : record);

describe("native and WebAssembly decisions about catalogues", { skip: missing }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  const filtered = ["--catalogue-filter", "format=CSV,since=2022-01-01"];
  for (const [kind, name, ...more] of [["ckan", "all"], ["geonetwork", "all"], ["opendatasoft", "all"], ["ckan", "filtered", ...filtered],
    ["data-json", "kept to", "--catalogues", "only"], ["pxweb", "by queries, some of halves"]]) {
    it(`are the same on a portal of ${kind}, ${name}`, async () => {
      const portal = new Portal(kind, { datasets: 30, faults: false, options: kind === "pxweb" ? { version: 1, large: true } : {} });
      await portal.start();
      const job = join(folder.path, `${kind} ${name}`);
      try {
        const ended = await run(["harvest", portal.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
          "--scope", "host", "--connections", "1", "--max-requests", "60", "--tables", "off", ...more]);
        assert.ok([0, 4].includes(ended.code), ended.stderr);
      } finally {
        portal.stop();
      }
      const select = (sql) => JSON.parse(execFileSync("sqlite3", ["-readonly", "-json", join(job, "job.db"), sql], { maxBuffer: MOST }));
      const [{ value: config }] = select("SELECT value FROM config WHERE name = 'engine-config'");
      const decisions = select("SELECT url, tag_path, score FROM decision ORDER BY n");
      const records = select("SELECT hex(record) AS record FROM response ORDER BY n").map(({ record }) => plain(Buffer.from(record, "hex")));
      assert.ok(decisions.some(({ tag_path: place }) => place.startsWith("/catalogue/")), "nothing was asked");

      const loader = await import("../../extension/src/core/loader.ts");
      const { Core } = await import("../../extension/src/core/core.ts");
      const core = Core.create(await loader.instantiate(await WebAssembly.compile(readFileSync(built))), JSON.parse(config));
      let { decision } = core.step([], true);
      for (const [at, { url, tag_path: place, score }] of decisions.entries()) {
        const { request } = decision;
        assert.deepEqual([request.url, request.tagPath, request.reason.score], [url, place, score], `decision ${at + 1}`);
        ({ decision } = core.step([new Uint8Array(records[at])], true));
      }
      assert.equal(decision.kind, "finished");
    });
  }
});
