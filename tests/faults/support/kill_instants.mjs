// One harvest that is killed at random instants until it is done.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { addressesOf, demoList, faultsOf, manifestOf, run, start, until } from "../../e2e/support/program.mjs";

const CONNECTIONS = 4;
/** Requests that may be in flight for each connection where there are several (docs/durability.md). */
export const AHEAD = 16;

/** Equal contents are one resource, whose other addresses share its bytes. */
function assertTwinsKnown(job, { resources }) {
  assert.equal(new Set(resources.map(({ hash }) => hash)).size, resources.length);
  let twins = 0;
  for (const { path, tagtrail } of resources) {
    for (const other of tagtrail.alsoAt ?? []) {
      assert.equal(statSync(join(job, other.path)).ino, statSync(join(job, path)).ino, `${other.path} shares its bytes`);
      ++twins;
    }
  }
  assert.ok(twins > 0, "the site has equal contents under two URLs");
}

/** URLs of wanted files, with how often the server sent them whole. */
function timesSent(requests) {
  const files = new Set(JSON.parse(readFileSync(demoList, "utf8")).files.map(({ url }) => url));
  const sent = new Map();
  for (const { method, url, status } of requests) {
    if (method === "GET" && status === 200 && files.has(url)) sent.set(url, (sent.get(url) ?? 0) + 1);
  }
  return [...sent.values()];
}

/**
 * Harvests the demo site `site` into `job`, killing it up to `kills` times. After each kill what is there must be
 * whole; in the end all is found, nothing twice. Returns how often it was killed.
 */
export async function assertSurvivesKills(t, site, job, kills, random) {
  const command = ["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
    "--connections", String(CONNECTIONS)];
  const from = site.requests().length;
  // The site needs some 600 requests.
  const perRun = Math.max(2, Math.floor(600 / kills));
  let killed = 0;
  for (let begun = 0; begun < kills; begun++) {
    const before = site.requests().length;
    const harvest = start(command);
    let over = false;
    void harvest.ended.then(() => (over = true));
    // Some instants come before the first request: while the job is opened.
    if (random() < 0.2) {
      await new Promise((wake) => setTimeout(wake, random() * 60));
    } else {
      const wanted = before + 1 + Math.floor(random() * perRun);
      await until(() => over || site.requests().length >= wanted, undefined, 2);
      await new Promise((wake) => setTimeout(wake, random() * 8));
    }
    harvest.child.kill("SIGKILL");
    const { signal, code, stderr } = await harvest.ended;
    if (signal !== "SIGKILL") {
      assert.equal(code, 0, stderr);
      break;
    }
    killed++;
    const verified = await run(["verify", job]);
    // Before the tables are made there is no job.
    const nothing = verified.code === 3 && site.requests().length <= from + CONNECTIONS + 1;
    assert.ok(verified.code === 0 || nothing, `after kill ${killed}: ${verified.stdout}${verified.stderr}`);
  }
  t.diagnostic(`${killed} kills`);
  // A machine that is fast is done sooner.
  assert.ok(killed >= kills / 4, `only ${killed} kills`);
  const last = await run(command);
  assert.equal(last.code, 0, last.stderr);
  assert.deepEqual(faultsOf(job, "plain"), []);
  const manifest = manifestOf(job);
  const addresses = addressesOf(manifest);
  assert.equal(new Set(addresses.map(({ sources }) => sources[0].path)).size, addresses.length);
  assertTwinsKnown(job, manifest);
  const verified = await run(["verify", job]);
  assert.equal(verified.code, 0, verified.stdout);
  const again = timesSent(site.requests().slice(from)).reduce((sum, times) => sum + times - 1, 0);
  t.diagnostic(`${again} files were sent again`);
  assert.ok(again <= killed * CONNECTIONS * AHEAD, `${again} files were sent again after ${killed} kills`);
  return killed;
}
