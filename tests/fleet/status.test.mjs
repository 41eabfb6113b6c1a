// How a fleet is doing, for people, programs and Prometheus; its catalogue as a Data Package; its hosts by domain.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Package } from "datapackage";
import { closedSite, plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("what a fleet tells", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(description, last) {
    const site = await startSite(description, `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  }
  /** Values of a metric, by its label's value or "". */
  const metric = (text, name) => Object.fromEntries([...text.matchAll(new RegExp(`^tagtrail_${name}(?:\\{\\w+="([^"]*)"\\})? (\\S+)$`, "gm"))]
    .map(([, label, value]) => [label ?? "", Number(value)]));

  it("rates, bytes and failures while it works, and what remains", async () => {
    const slow = await serve(plainSite(30, { ms: 50 }), 71);
    const quick = await serve(plainSite(2), 72);
    const closed = await serve(closedSite(), 73);
    await fleet.init();
    await fleet.add([quick.url, closed.url, slow.url]);
    const worker = fleet.work("a", ["--lease", "2s", "--metrics", "0", "--jobs", "3", "--back-off", "1h"]);
    let told = "";
    worker.child.stderr.on("data", (text) => (told += text));
    await until(async () => {
      const { states, per_second: rates } = await fleet.status();
      return states.done?.sites === 1 && states.waiting?.sites === 1 && states.held?.files > 4 && states.held.bytes > 0
        && rates.requests > 0 && rates.files > 0;
    }, worker.ended);
    const address = /metrics: (\S+)/.exec(told)[1];
    const own = await (await fetch(address)).text();
    assert.ok(metric(own, "requests_total")[""] > 0, own);
    assert.equal(metric(own, "worker_jobs")[""], 3);

    const status = await fleet.status();
    assert.ok(status.workers[0].requests >= status.workers[0].files);
    assert.ok(status.remaining_seconds > 0);
    assert.deepEqual(status.failures.map(({ cause, state }) => [cause, state]), [["refused", "waiting"]]);
    assert.match((await fleet.run("status")).stdout, /in the last minute \d+\.\d requests and \d+\.\d+ files a second/);
    const { code, stdout } = await fleet.run("status", "--metrics");
    assert.equal(code, 0);
    assert.deepEqual(metric(stdout, "fleet_sites"), { waiting: 1, held: 1, done: 1, limit: 0, aside: 0 });
    assert.deepEqual(metric(stdout, "fleet_failures"), { "refused/waiting": 1 });
    assert.ok(metric(stdout, "fleet_requests_per_second")[""] > 0);
    for (const line of stdout.trim().split("\n")) assert.match(line, /^(# (HELP|TYPE) tagtrail_\w+ .+|tagtrail_\w+(\{\w+="[^"]*"\})? [0-9.e+-]+)$/);

    worker.child.kill("SIGTERM");
    await worker.ended;
    assert.equal((await fleet.status()).per_second.requests, 0, "one that has left does nothing");
  });

  it("the catalogue as a Data Package that others read", async () => {
    const sites = [await serve(plainSite(2), 74), await serve(plainSite(3), 75)];
    await fleet.init();
    await fleet.add(sites.map(({ url }) => url));
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    const file = join(fleet.folder, "datapackage.json");
    const written = await fleet.run("results", "--format", "datapackage", "-o", file);
    assert.equal(written.code, 0, written.stderr);
    const descriptor = JSON.parse(readFileSync(file, "utf8"));
    const { valid, errors } = await Package.load(descriptor, { basePath: fleet.workFolder("a") });
    assert.ok(valid, errors.map(({ message }) => message).join("; "));
    assert.equal(descriptor.resources.length, 10);
    assert.equal(new Set(descriptor.resources.map(({ name }) => name)).size, 10);
    for (const { path, bytes, tagtrail, sources } of descriptor.resources) {
      assert.equal(readFileSync(join(fleet.workFolder("a"), path)).length, bytes);
      assert.ok(sources[0].path.startsWith(tagtrail.site));
    }
    const one = await fleet.run("results", "--format", "datapackage", "--site", sites[0].url);
    assert.equal(JSON.parse(one.stdout).resources.length, 4);
    const none = await fleet.run("results", "--format", "datapackage", "--state", "aside");
    assert.deepEqual(JSON.parse(none.stdout).resources.map(({ name }) => name), ["no-files"]);
    assert.equal((await fleet.rows("--until", "2001-01-01")).length, 0);
    assert.equal((await fleet.rows("--until", "9999-01-01", "--state", "done")).length, 10);
  });

  it("hosts of one domain are one where they may share an address, also with those that came before", async () => {
    await fleet.init();
    const keys = () => Object.fromEntries(fleet.database.rows("SELECT url, host FROM tagtrail_site").map(({ url, host }) => [new URL(url).host, host]));
    await fleet.add(["http://www.a.test/", "http://x.b.test/", "http://127.0.0.1/", "http://localhost/"], "--scope", "host");
    assert.deepEqual(keys(), { "www.a.test": "a.test", "x.b.test": "x.b.test", "127.0.0.1": "127.0.0.1", localhost: "localhost" });
    assert.match(await fleet.add(["http://y.b.test/", "http://c.test/"], "--scope", "host", "--no-resolve"), /1 site there before now taken one at a time/);
    assert.deepEqual([keys()["x.b.test"], keys()["y.b.test"], keys()["c.test"]], ["b.test", "b.test", "c.test"]);
    await fleet.add(["http://z.b.test/"], "--scope", "host");
    assert.equal(keys()["z.b.test"], "b.test");
    assert.match((await fleet.run("retry", "--host", "x.b.test")).stdout, /^0 sites/);
  });
});
