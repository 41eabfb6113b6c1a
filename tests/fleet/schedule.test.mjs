// Sites that come due again: rounds of conditional requests, at intervals that follow how often the site changes.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { ChangingSite } from "../sites/changing/site.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

const DAY_MS = 86_400_000;

describe("a fleet with a schedule", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function start() {
    const site = new ChangingSite();
    await site.start();
    fleet.onEnd(() => site.stop());
    await fleet.init();
    return site;
  }
  const interval = () => Number(fleet.site().interval_ms);
  const round = async (name = "a") => {
    fleet.database.run("UPDATE tagtrail_site SET next_at = now()");
    const ended = await fleet.work(name, ["--until-done"]).ended;
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(fleet.site().state, "done", fleet.site().reason);
    return ended;
  };
  const byPath = (rows) => new Map(rows.map(({ url, sha256 }) => [new URL(url).pathname, sha256]));

  it("revisits with conditional requests, sooner after a change and later without", async () => {
    const site = await start();
    await fleet.add([`${site.base}/`], "--every", "8d", "--sitemaps", "off");
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal(interval(), 8 * DAY_MS, "nothing is known of its changes yet");
    const before = byPath(await fleet.rows());
    assert.equal((await fleet.status()).scheduled.sites, 1);
    assert.match((await fleet.run("status")).stdout, /1 site again on a schedule: 0 due, the next in 19\d h/);

    site.advance();
    const changes = site.changes();
    await round();
    assert.equal(interval(), 4 * DAY_MS);
    assert.ok(site.hits.filter(({ status }) => status === 304).length > 0, "nothing was asked conditionally");
    const now = byPath(await fleet.rows());
    for (const path of changes.new) assert.ok(now.has(path) && !before.has(path), path);
    for (const path of changes.changed) assert.notEqual(now.get(path), before.get(path), path);

    site.hits.length = 0;
    await round();
    assert.equal(interval(), 6 * DAY_MS);
    const asked = site.hits.filter(({ path }) => !path.endsWith("robots.txt"));
    assert.ok(asked.filter(({ status }) => status === 304).length >= asked.length / 2, "most of it had not changed");
    assert.ok(fleet.site().next_at > fleet.site().ended_at);
  });

  it("keeps the newest rows that are whole while the site is harvested again", async () => {
    const site = await start();
    await fleet.add([`${site.base}/`], "--every", "1h", "--sitemaps", "off");
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    const before = byPath(await fleet.rows());
    site.advance();
    site.latency = 30;
    fleet.database.run("UPDATE tagtrail_site SET next_at = now()");
    const worker = fleet.work("a", ["--until-done"]);
    await until(() => fleet.site().state === "held" && site.hits.length > 3, worker.ended);
    assert.deepEqual(byPath(await fleet.rows()), before);
    assert.equal((await worker.ended).code, 0);
    const rows = await fleet.rows();
    assert.notDeepEqual(byPath(rows), before);
    assert.equal(fleet.database.rows("SELECT DISTINCT fence FROM tagtrail_file").length, 1, "earlier rows are gone");
  });

  it("begins anew, and says so, where the job of before is on another machine", async () => {
    const site = await start();
    await fleet.add([`${site.base}/`], "--every", "1h", "--sitemaps", "off");
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    fleet.database.run("UPDATE tagtrail_site SET next_at = now() - interval '1 minute'");
    const again = fleet.work("b", ["--until-done"]);
    await fleet.clock.pass(10_000);
    assert.equal(fleet.site().takes, 1, "it is left to the worker that has its job for a while");
    fleet.database.run("UPDATE tagtrail_site SET next_at = now() - interval '11 minutes'");
    const ended = await again.ended;
    assert.equal(ended.code, 0);
    assert.match(ended.stderr, /is due again and begins anew: its job is not here/);
    assert.deepEqual([fleet.site().takes, fleet.site().state, interval()], [2, "done", 3_600_000]);
  });

  it("changes when it is added again, and ends with never", async () => {
    const site = await start();
    const url = `${site.base}/`;
    await fleet.add([url], "--sitemaps", "off");
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal(fleet.site().next_at, null);
    assert.match(await fleet.add([url], "--sitemaps", "off", "--every", "7d"), /0 sites added, 1 there before\n1 of these come due at other times now/);
    assert.equal(Number(fleet.site().every_ms), 7 * DAY_MS);
    assert.equal(Date.parse(fleet.site().next_at) - Date.parse(fleet.site().ended_at), 7 * DAY_MS);
    assert.doesNotMatch(await fleet.add([url], "--sitemaps", "off"), /other times/, "without --every it stays");
    await fleet.add([url], "--sitemaps", "off", "--every", "never");
    assert.deepEqual([fleet.site().every_ms, fleet.site().next_at], [null, null]);
    assert.equal((await fleet.run("add", "-", "--every", "soon")).code, 2);
  });
});
