// `tagtrail bench` on a small site: the table and its rows, natively and in WebAssembly.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { notBuilt, root, run } from "./support/program.mjs";

const noModule = !existsSync(join(root, "build/wasm/wasm-core/tagtrail.wasm")) && "the module is not built";

describe("bench", { skip: notBuilt }, () => {
  const bench = (...args) => run(["bench", "--pages", "300", ...args]);

  it("prints one table, both engines in it", { skip: noModule }, async () => {
    const { code, stdout, stderr } = await bench("--policies", "bfs,sb-classifier");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
    const rows = stdout.trim().split("\n").slice(3).map((line) => line.trim().split(/\s+/));
    assert.deepEqual(rows.map((row) => row.slice(0, 3).join(" ")), ["native", "wasm"].flatMap((engine) =>
      ["bfs", "sb-classifier"].flatMap((policy) => [`${engine} ${policy} hundreds`, `${engine} ${policy} unique`])));
    for (const row of rows) assert.match(row.slice(3).join(" "), /^[1-9]\d*\.\d \(\d+\) -$/);
  });

  it("counts the same requests in both engines", { skip: noModule }, async () => {
    const { code, stdout, stderr } = await bench("--policies", "sb-classifier", "--json");
    assert.equal(code, 0, stderr);
    const rows = stdout.trim().split("\n").map((line) => JSON.parse(line));
    const requests = (engine) => rows.filter((row) => row.engine === engine).map(({ points }) => points.at(-1).requests);
    assert.equal(rows.length, 4);
    assert.ok(rows.every(({ points }) => points.length === 1 && points[0].pages === 300));
    assert.deepEqual(requests("wasm"), requests("native"));
    assert.ok(requests("native").every((count) => count >= 300));
  });

  it("measures at numbers of known URLs", async () => {
    const { code, stdout, stderr } = await run(
      ["bench", "--urls", "2000,1000", "--policies", "trail,sb-classifier", "--no-wasm"]);
    assert.equal(code, 0, stderr);
    const lines = stdout.trim().split("\n");
    assert.match(lines[0], /at this many known URLs$/);
    assert.match(lines[2], /1 k +2 k +growth$/);
    assert.equal(lines.length, 3 + 4);
    for (const row of lines.slice(3)) assert.equal(row.match(/\d+\.\d \(\d+\)/g).length, 2);
  });

  it("says what it can't measure", async () => {
    assert.equal((await bench("--policies", "nonsense")).code, 2);
    assert.equal((await run(["bench", "--pages", "0"])).code, 2);
  });
});
