// Checkpoints in OpenStack Swift, whose s3api checks signatures and digests by itself and puts parts together in its own
// way: a job with a file of three parts goes to another machine, and the store is tidied.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, run, until } from "../e2e/support/program.mjs";
import { signal, startMachine, treeOf } from "../fleet/support/machines.mjs";
import { Postgres, noPostgres } from "../fleet/support/postgres.mjs";
import { Swift, noSwift } from "../fleet/support/swift.mjs";

const OPTIONS = ["--browser", "never", "--delay", "0", "--allow-private"];
const LIMIT_MS = 600_000;

describe("a fleet with its store in Swift", { skip: notBuilt || noPostgres || noSwift }, () => {
  const folder = temporaryFolder();
  const database = new Postgres();
  const swift = new Swift();
  let env;

  before(async () => {
    await database.start();
    await swift.start("bucket");
    env = { TAGTRAIL_DB: database.url, ...swift.variables };
  });
  after(async () => {
    await swift.remove();
    await database.remove();
    folder.remove();
  });

  const fleet = (...words) => run(["fleet", ...words], { env, limitMs: LIMIT_MS });
  const machine = (name, ...options) => startMachine(join(folder.path, name),
    ["--lease", "4s", "--checkpoint", "500ms", "--store", "s3://bucket/fleet", ...options], { env, limitMs: LIMIT_MS });
  const sites = () => database.rows("SELECT url, state, files::int, checkpoint FROM tagtrail_site ORDER BY url");

  it("goes on elsewhere where it was, with a file in parts", async () => {
    const slow = await startSite(plainSite(40, { ms: 100 }), "127.0.0.71");
    const large = randomBytes(40_000_000);
    const server = createServer((request, response) => {
      if (request.url === "/") return response.setHeader("content-type", "text/html").end('<p><a href="/large.csv">x</a></p>');
      if (request.url === "/large.csv") return response.setHeader("content-type", "text/csv").end(large);
      return response.writeHead(404).end();
    }).listen(0, "127.0.0.72");
    await once(server, "listening");
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, `${slow.url}\nhttp://127.0.0.72:${server.address().port}/\n`);
    assert.equal((await fleet("init")).code, 0);
    assert.equal((await fleet("add", list, ...OPTIONS, "--archive", "warc")).code, 0);

    const first = machine("a");
    await until(() => sites().every(({ checkpoint }) => checkpoint), first.ended, 100, LIMIT_MS);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const asked = slow.hits.length;
    assert.ok(asked < 80, "it was not through");
    const second = await machine("b", "--until-done").ended;
    assert.equal(second.code, 0, second.stderr);
    assert.doesNotMatch(second.stderr, /begins anew|no checkpoint|no new checkpoint/);
    assert.deepEqual(sites().map(({ state, files }) => [state, files]).sort(), [["done", 1], ["done", 80]]);

    // From the store alone, with all its parts.
    database.run("UPDATE tagtrail_site SET state = 'waiting', due_at = now(), ended_at = NULL");
    const third = await machine("c", "--until-done").ended;
    assert.equal(third.code, 0, third.stderr);
    assert.doesNotMatch(third.stderr, /begins anew/);

    const tidied = await fleet("tidy", "--store", "s3://bucket/fleet", "--json");
    assert.equal(tidied.code, 0, tidied.stderr);
    const { checkpoints, lost, removed, kept } = JSON.parse(tidied.stdout);
    assert.deepEqual([checkpoints, lost, removed], [2, 0, 0]);
    assert.ok(kept > 80);
    slow.stop();
    server.close();
  });

  it("says whose keys are wrong", async () => {
    const { code, stderr } = await startMachine(join(folder.path, "d"), ["--store", "s3://bucket/fleet"],
      { env: { ...env, AWS_SECRET_ACCESS_KEY: "hidden" }, limitMs: LIMIT_MS }).ended;
    assert.equal(code, 6, stderr);
    assert.match(stderr, /the secret key is wrong/);
    assert.doesNotMatch(stderr, /hidden/);
  });
});
