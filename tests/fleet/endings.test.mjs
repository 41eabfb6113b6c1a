// How complete each site of a fleet is, and the whole: told alike by status, metrics, the list of sites, the catalogue and the
// package that is gathered; nothing of it is assumed of a site whose worker did not say.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Package } from "datapackage";
import { closedSite, plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

/** Two files, and a page that does not work. */
function brokenSite() {
  const { routes, expected } = plainSite(2);
  routes["/page2"] = (_request, response) => response.writeHead(500).end();
  return { routes, expected: expected.slice(0, 2) };
}

describe("how complete the sites of a fleet are", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(description, last) {
    const site = await startSite(description, `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site.url;
  }
  const sitesOf = async (...filter) => Object.fromEntries((await fleet.rows("--sites", ...filter)).map((site) => [site.site, site]));
  const NONE = { complete: 0, about: 0, partial: 0, unknown: 0, failed: 0, waiting: 0, held: 0, not_begun: 0 };

  it("is told of each, with what is missing, and of all", async () => {
    const whole = await serve(plainSite(2), 221);
    const limited = await serve(plainSite(5), 222);
    const stopped = await serve(plainSite(40), 223);
    const broken = await serve(brokenSite(), 224);
    const closed = await serve(closedSite(), 225);
    await fleet.init();
    await fleet.add([whole, `${limited} --max-requests 4`, `${stopped} --stop-at 50%`, broken, closed]);
    const store = join(fleet.folder, "store");
    mkdirSync(store);
    const worked = await fleet.work("a", ["--until-done", "--tries", "1", "--store", `file://${store}`]).ended;
    assert.equal(worked.code, 0, worked.stderr);
    assert.match(worked.stderr, /127\.0\.0\.222:\d+\/: limit \(max_requests\), \d+ files, not complete/);
    const waiting = "http://127.0.0.226/";
    await fleet.add([waiting]);

    const sites = await sitesOf();
    assert.deepEqual(Object.keys(sites).toSorted(), [whole, limited, stopped, broken, closed, waiting].toSorted());
    const short = ({ state, ending, complete, left_out: left }) => [state, ending, complete, left[0]?.cause];
    assert.deepEqual(short(sites[whole]), ["done", "complete", true, undefined]);
    assert.deepEqual(short(sites[limited]), ["limit", "partial", false, "not_asked"]);
    assert.equal(sites[stopped].complete, false);
    assert.equal(sites[stopped].reason, "stop_advice");
    assert.ok(["about", "partial"].includes(sites[stopped].ending), sites[stopped].ending);
    assert.equal(sites[stopped].left_out.at(-1).cause, "not_asked");
    assert.deepEqual(short(sites[broken]), ["done", "partial", false, "server_error"]);
    assert.deepEqual(short(sites[closed]), ["aside", "failed", false, undefined]);
    assert.deepEqual([sites[closed].exit, sites[closed].cause], [6, "refused"]);
    assert.match(sites[closed].words, /^failed: .*robots\.txt/);
    assert.deepEqual(short(sites[waiting]), ["waiting", "not_begun", false, undefined]);
    assert.match(sites[broken].left_out[0].words, /^1 address answered with a server error \(5xx\): .*page2$/);
    assert.equal(sites[broken].remedy, "try again later, in another --out");
    assert.equal(sites[whole].words, "complete: everything this site shows was followed");
    const { met, ...fates } = sites[whole].account;
    assert.deepEqual([fates.saved, fates.unaccounted], [4, 0]);
    assert.equal(met, Object.values(fates).reduce((sum, count) => sum + count));

    const counts = { total: 6, ...NONE, complete: 1, partial: 2, failed: 1, not_begun: 1 };
    ++counts[sites[stopped].ending];
    const status = await fleet.status();
    assert.equal(status.complete, false);
    assert.deepEqual(status.sites, counts);
    assert.deepEqual(status.not_complete.map(({ site }) => site).toSorted(), [limited, stopped, broken, closed].toSorted());
    assert.equal(status.not_complete[0].site, closed, "what failed stands first");
    assert.deepEqual(status.not_complete.find(({ site }) => site === broken), sites[broken]);
    const { stdout } = await fleet.run("status");
    assert.match(stdout, /^1 of 6 sites complete$/m);
    assert.match(stdout, /^ {2}1 failed: http:\/\/127\.0\.0\.225/m);
    assert.match(stdout, /^ {2}1 not begun: http:\/\/127\.0\.0\.226\/$/m);
    assert.match(stdout, /222:\d+\/: not complete \(stopped at the request limit.*\); \d+ links not yet followed when the run ended/);
    assert.match(stdout, /^ {2}to get more: try again later/m);
    const metrics = (await fleet.run("status", "--metrics")).stdout;
    for (const [ending, count] of Object.entries(counts)) {
      if (ending !== "total") assert.ok(metrics.includes(`tagtrail_fleet_endings{ending="${ending}"} ${count}\n`), ending);
    }

    const csv = (await fleet.run("results", "--sites")).stdout.trim().split("\r\n");
    assert.equal(csv.length, 7);
    assert.match(csv[0], /^site,folder,state,ending,complete,/);
    assert.equal((await fleet.run("results", "--sites", "--type", "csv")).code, 2);
    assert.equal((await fleet.run("results", "--sites", "--format", "datapackage")).code, 2);
    assert.deepEqual(Object.keys(await sitesOf("--state", "aside")), [closed]);
    assert.deepEqual([...new Set((await fleet.rows("--site", limited)).map(({ ending }) => ending))], ["partial"]);

    const found = join(fleet.folder, "found");
    const gathered = await fleet.run("gather", found, "--store", `file://${store}`, "--json");
    assert.equal(gathered.code, 0, gathered.stderr);
    const said = JSON.parse(gathered.stdout);
    assert.deepEqual([said.complete, said.sites], [false, counts]);
    assert.match((await fleet.run("gather", found, "--store", `file://${store}`)).stdout, /^1 of 6 sites complete$/m);
    const descriptor = JSON.parse(readFileSync(join(found, "datapackage.json"), "utf8"));
    const { valid, errors } = await Package.load(descriptor, { basePath: found });
    assert.ok(valid, errors.map(({ message }) => message).join("; "));
    const { complete, account, sites: told } = descriptor.tagtrail;
    assert.deepEqual([complete, account, told.length], [false, counts, 6]);
    const one = told.find(({ site }) => site === broken);
    assert.deepEqual([one.complete, one.ending.how, one.leftOut[0].cause, one.account.failed], [false, "partial", "server_error", 1]);
  });

  it("the whole is complete once all sites are, and its package only with all files", async () => {
    const urls = [await serve(plainSite(1), 227), await serve(plainSite(1), 228)];
    await fleet.init();
    assert.equal((await fleet.status()).complete, false, "none is not all");
    await fleet.add(urls);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    const status = await fleet.status();
    assert.deepEqual([status.complete, status.sites.complete, status.not_complete], [true, 2, []]);
    const packageOf = async (...filter) => JSON.parse((await fleet.run("results", "--format", "datapackage", ...filter)).stdout).tagtrail;
    assert.equal((await packageOf()).complete, true);
    assert.deepEqual((await packageOf("--type", "csv")).filter, { type: "csv" });
    const found = join(fleet.folder, "found");
    const gathered = await fleet.run("gather", found, "--from", fleet.folder, "--json");
    assert.equal(gathered.code, 1);
    assert.deepEqual([JSON.parse(gathered.stdout).complete, JSON.parse(gathered.stdout).missing], [false, 4]);
    assert.equal(JSON.parse(readFileSync(join(found, "datapackage.json"), "utf8")).tagtrail.complete, false);
  });

  it("of a site that is harvested again that of the last time counts; what others write is not believed", async () => {
    const url = await serve(plainSite(1), 229);
    await fleet.init();
    await fleet.add([url]);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    const set = (what) => fleet.database.run(`UPDATE tagtrail_site SET ${what}`);
    const ending = async () => (await sitesOf())[url].ending;
    set("state = 'held', catalogued = fence, fence = fence + 1, until_at = now() + interval '1 hour'");
    assert.equal(await ending(), "complete");
    set("state = 'aside', cause = 'lost', reason = 'its worker was not heard of any more'");
    assert.equal(await ending(), "failed");
    set("state = 'done'");
    assert.equal(await ending(), "unknown", "an ending of another fence");
    set("ending_fence = fence, ending = 'certainly'");
    assert.equal(await ending(), "unknown");
    assert.equal((await fleet.status()).complete, false);
    for (const facts of ["nothing", "[]", '{"ending":{"how":"complete","words":"all is well"},"left_out":{},"account":7}',
      '{"left_out":[7,{"cause":1},{"cause":"x","count":-1,"words":"y"}],"account":{"met":"\\u001b[2J"}}']) {
      set(`ending = 'partial', ending_facts = '${facts}'`);
      const site = (await sitesOf())[url];
      assert.deepEqual([site.words, site.left_out], ["not complete", []], facts);
      assert.equal((await fleet.run("status")).code, 0);
      assert.equal((await fleet.run("results", "--sites")).code, 0);
    }
  });
});
