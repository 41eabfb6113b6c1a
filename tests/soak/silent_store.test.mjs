// A store that thinks for longer than a minute, as S3 may when a large upload is complete: it is waited for, and asked once.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt } from "../e2e/support/program.mjs";
import { useFleet } from "../fleet/support/fleet.mjs";
import { noPostgres } from "../fleet/support/postgres.mjs";
import { BUCKET, S3Server, variables } from "../fleet/support/s3.mjs";

const SILENT_MS = 70_000;

describe("a store that is silent for long", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  let s3;
  after(() => s3?.stop());

  it("is asked once", async () => {
    const folder = join(fleet.folder, "s3");
    mkdirSync(folder);
    s3 = new S3Server(folder);
    await s3.start();
    const site = await startSite(plainSite(2), "127.0.0.91");
    fleet.onEnd(() => site.stop());
    await fleet.init();
    await fleet.add([site.url]);
    let silent;
    // The first request of the site's own.
    s3.breakWith = async ({ method, url }) => {
      if (method !== "PUT" || silent || fleet.site().state !== "held") return;
      silent = url;
      await new Promise((wake) => setTimeout(wake, SILENT_MS));
    };
    const worker = fleet.work("a", ["--until-done", "--store", `s3://${BUCKET}/fleet`], { env: { ...fleet.env, ...variables(s3.endpoint) } });
    const { code, stderr } = await worker.ended;
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /no checkpoint can be made/);
    assert.equal(s3.log.filter(({ method, url }) => method === "PUT" && url === silent).length, 1);
    assert.deepEqual([fleet.site().state, fleet.site().files], ["done", 4]);
  });
});
