// A site that does everything wrong: all good files are found, and nothing worse happens.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { Clock, noClock } from "../e2e/support/clock.mjs";
import { addressesOf, longOnly, manifestOf, notBuilt, start } from "../e2e/support/program.mjs";
import { startServer } from "../sites/starting.mjs";

const MOST_MEMORY_KB = 1024 * 1024;

describe("a hostile site", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  for (const connections of [1, 8]) {
    it(`costs bounded memory, breaks out of no folder, and hides no good file: ${connections} at once`, { skip: connections === 1 && longOnly }, (t) =>
      survives(t, connections));
  }

  async function survives(t, connections) {
    const list = join(folder.path, `list-${connections}.json`);
    const server = await startServer(new URL("../sites/hostile/server.mjs", import.meta.url), ["--write-list", list,
      "--without", "calendar,session,mirror,loop,endless,head,busy"]);
    const parent = join(folder.path, `parent-${connections}`);
    mkdirSync(parent);
    const job = join(parent, "job");
    const { child, ended } = start(["harvest", server.url, "--out", job, "--browser", "never", "--delay", "0",
      "--connections", String(connections), "--allow-private", "--max-requests", "3000", "--max-time", "5m",
      "--max-file-size", "50MB"], { limitMs: 360_000 });
    let peak = 0;
    const watch = setInterval(() => {
      try {
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0));
      } catch {
        // It has ended.
      }
    }, 100);
    const { code, signal, stderr } = await ended;
    clearInterval(watch);
    await server.stop();
    assert.equal(signal, null);
    assert.ok(code === 0 || code === 4, `exit ${code}: ${stderr}`);
    assert.ok(peak > 0 && peak < MOST_MEMORY_KB, `${peak} kB`);
    const addresses = addressesOf(manifestOf(job));
    const found = new Set(addresses.map(({ sources }) => new URL(sources[0].path).pathname));
    const missing = JSON.parse(readFileSync(list, "utf8")).files.filter(({ group }) => group !== "retry")
      .map(({ url }) => url).filter((url) => !found.has(url.split("?")[0]));
    assert.deepEqual(missing, []);
    assert.deepEqual(readdirSync(parent), ["job"]);
    assert.deepEqual(readdirSync(job).filter((name) => !name.startsWith(".")).sort(),
      ["crawl.log", "datapackage.json", "files", "index.html", "job.db", "recipe.json", "search.sqlite"]);
    t.diagnostic(`exit ${code}, ${addresses.length} files, peak ${peak} kB`);
  }

  it("that asks to wait for a year is left, and what came before is kept", { skip: noClock }, async () => {
    const server = await startServer(new URL("../sites/hostile/server.mjs", import.meta.url), ["--only", "busy"]);
    const job = join(folder.path, "busy");
    const clock = new Clock(folder.path);
    clock.run();
    const { code, stderr } = await start(["harvest", server.url, "--out", job, "--browser", "never", "--delay", "0",
      "--allow-private"], { env: { ...clock.env, XDG_RUNTIME_DIR: folder.path } }).ended;
    await server.stop();
    assert.equal(code, 6, stderr);
    assert.match(stderr, /asks to be left alone for 365 days/);
    assert.ok(manifestOf(job).resources.length > 0);
  });
});
