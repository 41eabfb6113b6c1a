// A store in S3 that lies, and keys that are for a session and end before the work does.
import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, run, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";
import { BUCKET, KEY, S3Server, variables } from "./support/s3.mjs";

/** Ways in which contents are not those that were stored. */
const LIES = {
  "another bit": (body) => Buffer.concat([body.subarray(0, -1), Buffer.from([body.at(-1) ^ 1])]),
  "half of it": (body) => body.subarray(0, body.length >> 1),
  "nothing": () => Buffer.alloc(0),
  "more": (body) => Buffer.concat([body, Buffer.from("more")]),
  "something else": () => Buffer.from("<html>Sign in to the network</html>"),
};

describe("a store in S3 that is not to be relied on", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const folder = temporaryFolder();
  let s3;
  before(async () => {
    s3 = new S3Server(join(folder.path, "s3"));
    s3.clock = fleet.clock;
    await s3.start();
  });
  beforeEach(() => {
    s3.breakWith = () => undefined;
    s3.log.length = 0;
    Object.assign(fleet.env, variables(s3.endpoint));
  });
  after(async () => {
    await s3.stop();
    folder.remove();
  });

  const store = () => ["--store", `s3://${BUCKET}/${fleet.folder.slice(-6)}`, "--lease", "2s", "--checkpoint", "300ms", "--back-off", "100ms"];
  const jobOf = (name) => readdirSync(fleet.workFolder(name)).map((entry) => join(fleet.workFolder(name), entry))
    .find((path) => existsSync(join(path, "job.db")));
  /** Of a site whose first worker was killed on its way. */
  async function halfDone(address) {
    const site = await startSite(plainSite(15, { ms: 30 }), address);
    fleet.onEnd(() => site.stop());
    await fleet.init();
    await fleet.add([site.url]);
    const first = fleet.work("a", store());
    await until(() => fleet.site().checkpoint && site.hits.length > 15, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    return site;
  }
  async function assertWhole(name, site) {
    assert.deepEqual([fleet.site().state, Number(fleet.site().files)], ["done", 30]);
    const verified = await run(["verify", jobOf(name)]);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const found = manifestOf(jobOf(name)).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort();
    assert.deepEqual(found, [...site.expected].sort());
  }

  for (const [words, change] of Object.entries(LIES)) {
    it(`takes no contents that are not those it stored: ${words}, the first time`, async () => {
      const site = await halfDone("127.0.0.61");
      const stored = new Set(s3.log.filter(({ method }) => method === "PUT").map(({ url }) => url));
      const asked = new Set();
      s3.breakWith = ({ method, url }) => {
        if (method !== "GET" || !stored.has(url) || asked.has(url)) return undefined;
        asked.add(url);
        return { change };
      };
      const { code, stderr } = await fleet.work("b", [...store(), "--until-done"]).ended;
      assert.equal(code, 0, stderr);
      assert.ok(asked.size > 1, "its mark and a checkpoint");
      await assertWhole("b", site);
    });
  }

  it("begins a site anew, and says so, where its checkpoint is no longer what was stored", async () => {
    const site = await halfDone("127.0.0.62");
    const { checkpoint } = fleet.site();
    s3.breakWith = ({ method, url }) => (method === "GET" && url.includes(checkpoint) ? { change: LIES["another bit"] } : undefined);
    const { code, stderr } = await fleet.work("b", [...store(), "--until-done"]).ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /begins anew/);
    await assertWhole("b", site);
  });

  // S3 answers with 400, others with 403, which HEAD can't explain: it may also be a right that keys lack.
  for (const [status, isLate] of [[400, true], [403, false]]) {
    it(`goes on with the keys that its file has by then, once those of a session have ended (${status})`, async () => {
      const site = await startSite(plainSite(15, { ms: 30 }), "127.0.0.63");
      fleet.onEnd(() => site.stop());
      await fleet.init();
      await fleet.add([site.url]);
      const file = join(fleet.folder, "credentials");
      const keep = (token) => writeFileSync(file,
        `[default]\naws_access_key_id = ${KEY.accessKeyId}\naws_secret_access_key = ${KEY.secretAccessKey}\naws_session_token = ${token}\n`);
      keep("one");
      let valid = "one";
      s3.breakWith = ({ method, headers }) =>
        (headers["x-amz-security-token"] === valid ? undefined : [status, method === "HEAD" ? "" : "ExpiredToken"]);
      Object.assign(fleet.env, { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_SHARED_CREDENTIALS_FILE: file });
      const worker = fleet.work("a", [...store(), "--until-done"]);
      await until(() => fleet.site().checkpoint && site.hits.length > 15, worker.ended);
      const refused = () => s3.log.filter(({ fault }) => fault === "ExpiredToken" || fault === "").length;
      valid = "two";
      if (isLate) await until(() => refused() > 3, worker.ended);
      keep("two");
      const { code, stderr } = await worker.ended;
      assert.equal(code, 0, stderr);
      assert.ok(refused() > 0);
      assert.equal(s3.log.at(-1).headers["x-amz-security-token"], "two");
      await assertWhole("a", site);
    });
  }
});
