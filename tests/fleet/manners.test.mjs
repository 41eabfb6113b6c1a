// What workers owe to hosts, from the servers' logs: pauses, robots.txt and hosts themselves go with the lease.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf } from "./support/machines.mjs";
import { Namespaces, noNamespaces } from "./support/namespaces.mjs";
import { noPostgres } from "./support/postgres.mjs";

const links = (...paths) => `<!DOCTYPE html><html lang="en"><head><title>site</title></head><body>${
  paths.map((path) => `<p><a href="${path}">${path}</a></p>`).join("")}</body></html>`;

/** Any number of sites of one server: a start page, `files` files, and robots.txt with `robots`. */
async function serve({ address, files = 4, robots = "", ms = 0, clock = performance, before = () => false }) {
  const log = [];
  const server = createServer((request, response) => {
    const entry = { host: request.socket.localAddress, from: request.socket.remoteAddress, path: request.url, begin: clock.now() };
    log.push(entry);
    response.once("close", () => (entry.end ??= clock.now()));
    const send = (type, text) => response.writeHead(200, { "content-type": type }).end(text);
    setTimeout(() => {
      entry.end = clock.now();
      if (before(entry, response)) return;
      if (request.url === "/robots.txt") send("text/plain", robots);
      else if (request.url === "/") send("text/html", links(...Array.from({ length: files }, (_, at) => `/${at}.csv`)));
      else send("text/csv", `path\n${request.url}\n`);
    }, ms);
  });
  server.listen(0, address);
  await once(server, "listening");
  return { log, port: server.address().port, stop: () => (server.closeAllConnections(), server.close()) };
}

describe("manners of a fleet", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  it("a pause that a server asked for outlives the worker that was told", async () => {
    const PAUSE_S = 30;
    let refused;
    const site = await serve({ address: "127.0.0.61", clock: fleet.clock, before: (entry, response) => {
      if (refused || entry.path !== "/1.csv") return false;
      refused = entry;
      response.writeHead(429, { "retry-after": String(PAUSE_S) }).end();
      return true;
    } });
    fleet.onEnd(site.stop);
    await fleet.init();
    await fleet.add([`http://127.0.0.61:${site.port}/`]);
    const first = fleet.work("a", ["--lease", "2s"]);
    await until(() => fleet.database.rows("SELECT 1 FROM tagtrail_host WHERE host = '127.0.0.61' AND not_before_at > now() + interval '2 s'").length > 0, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const asked = site.log.length;
    fleet.clock.run();
    const second = await fleet.work("b", ["--lease", "2s", "--until-done"]).ended;
    assert.equal(second.code, 0, second.stderr);
    assert.equal(fleet.site().state, "done");
    const pause = site.log[asked].begin - refused.end;
    assert.ok(pause >= PAUSE_S * 1000, `asked again after ${pause} ms`);
  });

  it("robots.txt goes along: it is not asked for again, and its Crawl-delay holds from the first request", async () => {
    const DELAY_MS = 10_000;
    const site = await serve({ address: "127.0.0.62", clock: fleet.clock, robots: "User-agent: *\nCrawl-delay: 10\nDisallow: /0.csv\n" });
    fleet.onEnd(site.stop);
    await fleet.init();
    await fleet.add([`http://127.0.0.62:${site.port}/`]);
    const first = fleet.work("a", ["--lease", "2s"]);
    await until(() => fleet.database.rows("SELECT 1 FROM tagtrail_robots").length > 0, first.ended);
    first.child.kill("SIGTERM");
    await first.ended;
    const asked = site.log.length;
    // As if its worker had not come back for it in time.
    fleet.database.run("UPDATE tagtrail_site SET until_at = now()");
    fleet.clock.run();
    assert.equal((await fleet.work("b", ["--until-done"]).ended).code, 0);
    assert.deepEqual(site.log.filter(({ path }) => path === "/robots.txt").length, 1);
    assert.equal(site.log[asked].path, "/", "another folder begins anew");
    assert.ok(site.log.every(({ path }) => path !== "/0.csv"), "and keeps to what it forbids");
    site.log.slice(1).forEach(({ begin }, at) => assert.ok(begin - site.log[at].end >= DELAY_MS, `request ${at + 2}`));
  });

  it("one robots.txt that is a day old is asked for again", async () => {
    const site = await serve({ address: "127.0.0.63" });
    fleet.onEnd(site.stop);
    await fleet.init();
    const url = `http://127.0.0.63:${site.port}/`;
    await fleet.add([url]);
    fleet.database.run(`INSERT INTO tagtrail_robots VALUES ('127.0.0.63', '${url.slice(0, -1)}', 200, E'User-agent: *\\nDisallow: /\\n', now() - interval '25 h')`);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal(fleet.site().state, "done");
    assert.equal(site.log[0].path, "/robots.txt");
  });

  it("workers on several addresses never ask one host at once, nor in turns", { skip: noNamespaces }, async () => {
    const hosts = Array.from({ length: 10 }, (_, at) => `10.213.200.${at + 1}`);
    const net = new Namespaces(2, hosts);
    fleet.onEnd(() => net.remove());
    const site = await serve({ address: "0.0.0.0", files: 6, ms: 30 });
    fleet.onEnd(site.stop);
    await fleet.init();
    await fleet.add(hosts.map((host) => `http://${host}:${site.port}/`), "--sitemaps", "off");
    const workers = [0, 1].map((n) => fleet.work(`m${n}`, ["--jobs", "2", "--until-done"], { wrapper: net.wrapper(n) }));
    for (const { ended } of workers) assert.equal((await ended).code, 0, (await ended).stderr);
    const from = (host) => [...new Set(site.log.filter((entry) => entry.host === host).map((entry) => entry.from))];
    assert.deepEqual([...new Set(site.log.map((entry) => entry.from))].sort(), [net.address(0), net.address(1)], "both worked");
    for (const host of hosts) {
      assert.equal(from(host).length, 1, host);
      const asked = site.log.filter((entry) => entry.host === host);
      assert.equal(asked.length, 8, `${host}: robots.txt, the page, each file once`);
      asked.slice(1).forEach(({ begin }, at) => assert.ok(begin >= asked[at].end, host));
    }
  });
});
