// A fleet for a file of tests: a database that is emptied before each, and its commands.
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import assert from "node:assert/strict";
import { temporaryFolder } from "../../e2e/support/browsers.mjs";
import { run } from "../../e2e/support/program.mjs";
import { signal, startMachine, treeOf } from "./machines.mjs";
import { Postgres } from "./postgres.mjs";

export const OPTIONS = ["--browser", "never", "--delay", "0", "--allow-private"];
/** How often a site was taken, as a column. */
export const TAKES = "fence - (extract(epoch FROM added_at) * 1000)::bigint AS takes";
const TABLES = ["fleet", "site", "host", "worker", "file", "robots", "claim"].map((name) => `tagtrail_${name}`).join(", ");

/** To be called in a `describe`; what it gives is there once tests run. Workers and database go by one `clock`. */
export function useFleet() {
  const folder = temporaryFolder();
  const stops = [];
  const fleet = { onEnd: (stop) => void stops.push(stop) };
  before(async () => {
    fleet.database = new Postgres({ hasClock: true });
    await fleet.database.start();
    fleet.clock = fleet.database.clock;
    fleet.env = { TAGTRAIL_DB: fleet.database.url };
  });
  beforeEach(() => {
    fleet.database.run(`DROP TABLE IF EXISTS ${TABLES}`);
    fleet.folder = mkdtempSync(join(folder.path, "test-"));
    fleet.clock.stop();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  after(async () => {
    await fleet.database.remove();
    folder.remove();
  });

  fleet.run = (...words) => run(["fleet", ...words], { env: fleet.env });
  fleet.init = async () => assert.equal((await fleet.run("init")).code, 0);
  /** Adds the URLs; other words are options. */
  fleet.add = async (urls, ...options) => {
    const list = join(fleet.folder, "sites.txt");
    writeFileSync(list, urls.map((url) => `${url}\n`).join(""));
    const added = await fleet.run("add", list, ...OPTIONS, ...options);
    assert.equal(added.code, 0, added.stderr);
    return added.stdout;
  };
  fleet.work = (name, options, more = {}) => {
    const worker = startMachine(join(fleet.folder, name), options, { env: { ...fleet.env, ...fleet.clock.env }, ...more });
    fleet.onEnd(() => {
      if (worker.child.exitCode === null && worker.child.signalCode === null) signal(treeOf(worker.child.pid), "SIGKILL");
      return worker.ended;
    });
    return worker;
  };
  fleet.workFolder = (name) => join(fleet.folder, name, "work");
  fleet.status = async () => JSON.parse((await fleet.run("status", "--json")).stdout);
  fleet.site = (where = "") => fleet.database.rows(`SELECT *, ${TAKES} FROM tagtrail_site ${where} ORDER BY url`)[0];
  fleet.rows = async (...filter) => (await fleet.run("results", "--format", "jsonl", ...filter)).stdout.trim().split("\n")
    .filter(Boolean).map((line) => JSON.parse(line));
  return fleet;
}
