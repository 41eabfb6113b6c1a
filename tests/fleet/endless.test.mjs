// A store in S3 that sends without end fills neither memory nor disk: what comes is bounded by what is expected.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";
import { BUCKET, S3Server, variables } from "./support/s3.mjs";

describe("a store that sends without end", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const place = ["--store", `s3://${BUCKET}/fleet`];

  async function serve(last, pages, ms) {
    const s3 = new S3Server(join(fleet.folder, "s3"));
    await s3.start();
    fleet.onEnd(() => s3.stop());
    const env = fleet.env;
    fleet.env = { ...env, ...variables(s3.endpoint) };
    fleet.onEnd(() => (fleet.env = env));
    const site = await startSite(plainSite(pages, { ms }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    await fleet.init();
    await fleet.add([site.url]);
    return { s3, site };
  }

  it("has a file that does not end: it counts as damaged", async () => {
    const { s3 } = await serve(201, 2);
    assert.equal((await fleet.work("a", ["--until-done", ...place]).ended).code, 0);
    const [{ sha256 }] = await fleet.rows();
    s3.breakWith = ({ method, url }) => (method === "GET" && url.includes(sha256) ? { endless: 200 } : undefined);
    const out = join(fleet.folder, "out");
    const { code, stdout, stderr } = await fleet.run("gather", out, "--json", ...place);
    assert.equal(code, 1, stderr);
    const { files, lacking } = JSON.parse(stdout);
    assert.deepEqual([files, lacking[0].damaged, s3.sentAll], [3, 1, false]);
    assert.deepEqual(readdirSync(join(out, ".gathering")), [".lock"]);
  });

  it("has answers that do not end: lists and refusals", async () => {
    const { s3 } = await serve(202, 1);
    assert.equal((await fleet.work("a", ["--until-done", ...place]).ended).code, 0);
    s3.breakWith = ({ url }) => (url.includes("list-type=2") ? { endless: 200 } : undefined);
    const list = await fleet.run("tidy", "--dry-run", ...place);
    assert.notEqual(list.code, 0);
    assert.match(list.stderr, /the store's answer is too large/);
    s3.breakWith = () => ({ endless: 403 });
    const refusal = await fleet.run("gather", join(fleet.folder, "out"), ...place);
    assert.notEqual(refusal.code, 0);
    assert.match(refusal.stderr, /the store's answer is too large/);
    assert.equal(s3.sentAll, false);
  });

  it("has a checkpoint's file that does not end: the site begins anew", async () => {
    const { s3, site } = await serve(203, 20, 30);
    const options = ["--lease", "2s", "--checkpoint", "200ms", ...place];
    const first = fleet.work("a", options);
    await until(() => fleet.site().checkpoint && site.hits.length > 20, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    let asked = 0;
    // Not its own text nor the mark, and not what the worker puts there to see whether the store works: a pack.
    const { checkpoint } = fleet.site();
    const [{ store_mark: mark }] = fleet.database.rows("SELECT store_mark FROM tagtrail_fleet");
    s3.log.length = 0;
    s3.breakWith = ({ method, url }) => {
      const isPack = method === "GET" && !url.includes(mark) && !url.includes(checkpoint) &&
        !s3.log.some((entry) => entry.method === "PUT" && entry.url === url);
      if (!isPack || asked > 0) return undefined;
      asked += 1;
      return { endless: 200 };
    };
    const { code, stderr } = await fleet.work("b", [...options, "--until-done"]).ended;
    assert.equal(code, 0, stderr);
    assert.equal(asked, 1);
    assert.match(stderr, /begins anew: the store sends more than/);
    assert.equal(s3.sentAll, false);
    assert.deepEqual([fleet.site().state, fleet.site().files], ["done", 40]);
  });
});
