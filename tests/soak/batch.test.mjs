// Twenty sites of many kinds in one batch with headless Chromium, killed twice and resumed.
// lane: quiet
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  closedSite, loginSite, overloadedSite, plainSite, scriptedSite, startSite,
} from "../e2e/support/batch_sites.mjs";
import { programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { addressesOf, faultsOf, manifestOf, notBuilt, resultOf, run, start, startDemoSite, until } from "../e2e/support/program.mjs";

/** For each of its steps. */
const LIMIT_MS = 600_000;
const FIRST_ADDRESS = 101;
const MOMENT = 15;
const ALWAYS = "--browser always";
/** `exit`: what a site's harvest must end with. */
const SITES = [
  ...[3, 8, 12, 20, 5, 9, 30].map((pages) => ({ make: () => plainSite(pages, { ms: MOMENT }), exit: 0 })),
  ...[4, 7, 10, 6].map((pages) => ({ make: () => scriptedSite(pages), options: ALWAYS, exit: 0 })),
  ...[4, 6].map((pages) => ({ make: () => plainSite(pages, { ms: MOMENT }), options: "--browser never", exit: 0 })),
  ...[1, 2].map(() => ({ make: loginSite, options: ALWAYS, exit: 6 })),
  ...[1, 2].map(() => ({ make: overloadedSite, exit: 6 })),
  ...[1, 2].map(() => ({ make: closedSite, exit: 6 })),
];

describe("a batch of twenty sites", { skip: notBuilt || (!programs.chromium && "Chromium is not installed") }, () => {
  const folder = temporaryFolder();
  const out = join(folder.path, "batch");
  const file = join(folder.path, "sites.txt");
  const command = ["batch", file, "--out", out, "--jobs", "3", "--delay", "0", "--allow-private", "--json"];
  let sites;
  let demo;

  before(async () => {
    sites = await Promise.all(SITES.map(async ({ make, options = "", exit }, at) =>
      Object.assign(await startSite(make(), `127.0.0.${FIRST_ADDRESS + at}`), { options, exit })));
    demo = await startDemoSite(join(folder.path, "demo.log"), { address: `127.0.0.${FIRST_ADDRESS + SITES.length}` });
    // The demo site first: it is long enough to be cut off by both kills.
    const lines = [demo.url, ...sites.map(({ url, options }) => `${url} ${options}`)];
    writeFileSync(file, `${lines.join("\n")}\n`);
  });
  after(async () => {
    for (const site of sites) site.stop();
    await demo.stop();
    folder.remove();
  });

  const text = () => readFileSync(join(out, "batch.jsonl"), "utf8");
  const records = () => (existsSync(join(out, "batch.jsonl")) ? text().trim().split("\n").map((line) => JSON.parse(line)) : []);
  const through = () => records().filter(({ exit }) => exit === 0).length;

  async function killAfter(sitesThrough) {
    const batch = start(command, { limitMs: LIMIT_MS });
    await until(() => through() >= sitesThrough, batch.ended, 20, LIMIT_MS);
    batch.child.kill("SIGKILL");
    assert.equal((await batch.ended).signal, "SIGKILL");
  }

  it("completes what can be had, nothing twice, and says what could not", async () => {
    await killAfter(3);
    await killAfter(8);
    const ended = await run(command, { limitMs: LIMIT_MS });
    console.log(text().trimEnd());
    console.log(JSON.stringify(resultOf(ended)));
    assert.equal(ended.code, 1, ended.stderr);
    assert.deepEqual(records().map(({ url, exit }) => [url, exit]),
      [[demo.url, 0], ...sites.map(({ url, exit }) => [url, exit])]);
    const [first, ...others] = records().map((record) => join(out, record.folder));
    assert.deepEqual(faultsOf(first, "all"), []);
    for (const [at, site] of sites.entries()) {
      if (site.exit !== 0) continue;
      const got = addressesOf(manifestOf(others[at])).map(({ sources }) => new URL(sources[0].path).pathname);
      assert.deepEqual(got.toSorted(), site.expected.toSorted(), site.url);
      assert.equal(readdirSync(join(others[at], "files")).length, site.expected.length, site.url);
    }
  });
});
