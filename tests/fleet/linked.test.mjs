// Files on hosts that are not the site's (`--files linked`): many sites whose files lie on the same few hosts, and sites
// that want files of each other's. By the servers' logs no host is asked by two at once, and all is found.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";
import { ManySites } from "./support/sites.mjs";

/** Long enough for machines that are busy with other tests. */
const LEASE = ["--lease", "4s", "--checkpoint", "500ms", "--back-off", "3s"];
const SHARED = ["127.0.3.1", "127.0.3.2", "127.0.3.3"];

describe("files on other hosts, in a fleet", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  /** `wanted(host, url)`: addresses that the first page of that site links to; `url(host)` has those hosts' addresses. */
  async function start(count, wanted, setup = {}) {
    const sites = new ManySites({ pages: 2, ms: 20, ...setup, elsewhere: (host) => wanted(host, (other) => `http://${other}:${sites.port}/`) });
    await sites.start();
    fleet.onEnd(() => sites.stop());
    await fleet.init();
    const numbers = Array.from({ length: count }, (_, n) => n);
    await fleet.add(numbers.map((n) => sites.url(n)), "--files", "linked", "--sitemaps", "off");
    sites.expected = numbers.flatMap((n) => [...sites.files(n), ...wanted(sites.host(n), (other) => `http://${other}:${sites.port}/`)]).sort();
    return sites;
  }
  const store = () => ["--store", `file://${fleet.folder}/store`];
  async function assertAllFound(sites) {
    assert.deepEqual(fleet.database.rows("SELECT url, state, reason FROM tagtrail_site WHERE state <> 'done'"), []);
    assert.deepEqual((await fleet.rows()).map(({ url }) => url).sort(), sites.expected);
    assert.deepEqual(sites.askedByTwo(), []);
  }
  const askers = (sites, host) => new Set(sites.log.filter((entry) => entry.host === host).map(({ from }) => from));

  it("a host that several sites' files lie on is asked by one machine at a time, however workers die", async () => {
    const sites = await start(18, (host, url) => SHARED.flatMap((shared) =>
      [1, 2, 3].map((n) => `${url(shared)}${host.split(".").at(-1)}-${n}.csv`)));
    mkdirSync(join(fleet.folder, "store"));
    const work = (n, folder, ...more) => fleet.work(folder, [...LEASE, ...store(), "--jobs", "3", ...more],
      { address: `127.0.0.${110 + n}`, limitMs: 240_000 });
    const workers = [0, 1, 2].map((n) => work(n, `m${n}`));
    for (const [n, after] of [60, 110, 150].entries()) {
      await until(() => sites.log.length >= after, workers[n].ended, 20, 240_000);
      if (n === 1) {
        const frozen = treeOf(workers[n].child.pid);
        signal(frozen, "SIGSTOP");
        // Until others have its sites.
        const held = `SELECT 1 FROM tagtrail_site s JOIN tagtrail_worker w ON w.id = s.worker
          WHERE s.state = 'held' AND w.folder = '${fleet.workFolder(`m${n}`)}'`;
        void until(() => fleet.database.rows(held).length === 0, undefined, 200, 240_000).finally(() => signal(frozen, "SIGCONT"));
        continue;
      }
      signal(n === 0 ? treeOf(workers[n].child.pid) : [workers[n].child.pid], "SIGKILL");
      await workers[n].ended;
      workers[n] = work(n, `m${n}`);
    }
    const last = await work(3, "last", "--until-done").ended;
    assert.equal(last.code, 0, last.stderr);
    await assertAllFound(sites);
    for (const host of SHARED) assert.ok(askers(sites, host).size > 1, `${host} was asked by ${askers(sites, host).size}`);
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    assert.deepEqual(fleet.database.rows("SELECT * FROM tagtrail_claim c JOIN tagtrail_site s ON s.id = c.site AND s.fence = c.fence AND s.state = 'held'"), []);
  });

  it("sites that want files of each other's hosts all come through", async () => {
    const other = (host) => `127.0.1.${((Number(host.split(".").at(-1)) - 1) ^ 1) + 1}`;
    const sites = await start(6, (host, url) => [1, 2].map((n) => `${url(other(host))}for-${host.split(".").at(-1)}-${n}.csv`));
    fleet.clock.run();
    const workers = [0, 1, 2].map((n) => fleet.work(`m${n}`, [...LEASE, "--jobs", "2", "--until-done"],
      { address: `127.0.0.${120 + n}`, limitMs: 240_000 }));
    for (const { ended } of workers) assert.equal((await ended).code, 0, (await ended).stderr);
    await assertAllFound(sites);
  });

  it("a pause that such a host asked for keeps all others from it, also when its asker dies", async () => {
    const PAUSE_S = 30;
    let refused;
    const sites = await start(2, (host, url) => [1, 2].map((n) => `${url(SHARED[0])}${host.split(".").at(-1)}-${n}.csv`), {
      clock: fleet.clock,
      before: (entry, response) => {
        if (refused || entry.host !== SHARED[0] || entry.path === "/robots.txt") return false;
        refused = entry;
        response.writeHead(429, { "retry-after": String(PAUSE_S) }).end();
        return true;
      },
    });
    const work = (n, ...more) => fleet.work(`p${n}`, [...LEASE, "--jobs", "1", ...more], { address: `127.0.0.${130 + n}`, limitMs: 120_000 });
    const workers = [work(0), work(1)];
    const rests = () => fleet.database.rows(`SELECT 1 FROM tagtrail_host WHERE host = '${SHARED[0]}' AND not_before_at > now() + interval '2 s'`);
    await until(() => rests().length > 0, workers[0].ended);
    const dead = Number(refused.from.split(".").at(-1)) - 130;
    signal(treeOf(workers[dead].child.pid), "SIGKILL");
    await workers[dead].ended;
    fleet.clock.run();
    assert.equal((await work(2, "--until-done").ended).code, 0);
    workers[1 - dead].child.kill("SIGTERM");
    await workers[1 - dead].ended;
    await assertAllFound(sites);
    const next = sites.log.find((entry) => entry.host === SHARED[0] && entry.begin > refused.end);
    assert.ok(next.begin - refused.end >= PAUSE_S * 1000, `asked again after ${next.begin - refused.end} ms`);
  });

  it("files on a host that is never to be had are left in the end, and named", async () => {
    const sites = await start(1, (host, url) => [`${url(SHARED[0])}a.csv`]);
    fleet.database.run("UPDATE tagtrail_site SET put_downs = 40");
    fleet.database.run(`INSERT INTO tagtrail_site (id, url, options, host, state, added_at, due_at, fence, tries, losses, files, requests, bytes, seconds, until_at)
      VALUES ('other', 'http://${SHARED[0]}/', '[]', '${SHARED[0]}', 'held', now(), now(), 1, 0, 0, 0, 0, 0, 0, now() + interval '1 hour')`);
    fleet.clock.run();
    const worker = fleet.work("a", LEASE);
    await until(() => fleet.site("WHERE id <> 'other'").state === "done", worker.ended);
    assert.deepEqual((await fleet.rows()).map(({ url }) => url).sort(), sites.files(0));
    assert.deepEqual(sites.log.filter((entry) => entry.host === SHARED[0]), []);
    worker.child.kill("SIGTERM");
    await worker.ended;
  });

  it("a harvest that lacks nothing but such a host is put down, and waits longer each time", async () => {
    await start(1, (host, url) => [`${url(SHARED[0])}a.csv`]);
    fleet.database.run(`INSERT INTO tagtrail_site (id, url, options, host, state, added_at, due_at, fence, tries, losses, files, requests, bytes, seconds, until_at)
      VALUES ('other', 'http://${SHARED[0]}/', '[]', '${SHARED[0]}', 'held', now(), now(), 1, 0, 0, 0, 0, 0, 0, now() + interval '1 hour')`);
    fleet.clock.run();
    const worker = fleet.work("a", LEASE);
    await until(() => fleet.site("WHERE id <> 'other'").put_downs >= 2, worker.ended);
    const { tries, cause } = fleet.site("WHERE id <> 'other'");
    assert.deepEqual([tries, cause], [0, ""]);
    fleet.database.run("UPDATE tagtrail_site SET state = 'done', ended_at = now() WHERE id = 'other'");
    await until(() => fleet.site("WHERE id <> 'other'").state === "done", worker.ended);
    assert.equal(fleet.site("WHERE id <> 'other'").put_downs, 0);
    worker.child.kill("SIGTERM");
    await worker.ended;
  });
});
