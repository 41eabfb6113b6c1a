// `fleet gather`: the files of all sites in one folder, from the store or from the folders of workers.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Package } from "datapackage";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, start, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";
import { BUCKET, S3Server, variables } from "./support/s3.mjs";

const noMounts = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status !== 0 && "nothing can be mounted here";
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

describe("the files of a fleet in one folder", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const store = () => join(fleet.folder, "store");
  const inStore = () => ["--store", `file://${store()}`];
  const out = () => join(fleet.folder, "out");
  const gather = async (...words) => {
    const ended = await fleet.run("gather", out(), "--json", ...words);
    return { ...ended, said: ended.stdout ? JSON.parse(ended.stdout) : undefined };
  };
  const contentOf = (sum) => join(store(), sum.slice(0, 2), sum);

  /** Two sites, harvested. */
  async function harvest(last, ...options) {
    const sites = [];
    for (const [at, pages] of [2, 3].entries()) sites.push(await startSite(plainSite(pages), `127.0.0.${last + at}`));
    for (const site of sites) fleet.onEnd(() => site.stop());
    mkdirSync(store());
    await fleet.init();
    await fleet.add(sites.map(({ url }) => url));
    const { code, stderr } = await fleet.work("a", ["--until-done", ...options]).ended;
    assert.equal(code, 0, stderr);
    return sites;
  }

  /** What it says is there, is; and nothing else. */
  async function assertWhole(count) {
    const descriptor = JSON.parse(readFileSync(join(out(), "datapackage.json"), "utf8"));
    const { valid, errors } = await Package.load(descriptor, { basePath: out() });
    assert.ok(valid, errors.map(({ message }) => message).join("; "));
    for (const { path, bytes, hash } of descriptor.resources) {
      const contents = readFileSync(join(out(), path));
      assert.deepEqual([contents.length, `sha256:${sha256(contents)}`], [bytes, hash]);
    }
    assert.equal(descriptor.resources.length, count);
    const files = readdirSync(out(), { recursive: true }).filter((name) => statSync(join(out(), name)).isFile());
    assert.deepEqual(new Set(files), new Set([...descriptor.resources.map(({ path }) => path), "datapackage.json", ".gathering/.lock"]));
    return descriptor;
  }

  it("come from the store, once, by the filters of results", async () => {
    const [first] = await harvest(181, ...inStore());
    const { code, said, stderr } = await gather(...inStore(), "--site", first.url);
    assert.equal(code, 0, stderr);
    assert.deepEqual([said.files, said.fetched, said.missing], [4, 4, 0]);
    await assertWhole(4);
    assert.deepEqual((({ files, fetched }) => [files, fetched])((await gather(...inStore())).said), [10, 6]);
    const { resources: [one, other] } = await assertWhole(10);
    rmSync(join(out(), one.path));
    writeFileSync(join(out(), other.path), "x".repeat(other.bytes));
    assert.equal((await gather(...inStore())).said.fetched, 2, "what is gone or has other contents");
    await assertWhole(10);
  });

  it("come from folders of workers, where the store lacks them or there is none", async () => {
    await harvest(183);
    const nothing = await gather(...inStore());
    assert.equal(nothing.code, 3);
    assert.match(nothing.stderr, /no worker of this fleet had a store/);
    assert.equal((await gather()).code, 2);
    const from = ["--from", fleet.workFolder("b"), "--from", fleet.workFolder("a")];
    assert.equal((await fleet.run("gather", ...from, out())).code, 0, "a folder behind the options");
    assert.equal((await gather(...from)).said.files, 10);
    await assertWhole(10);
  });

  it("are told where they are not to be had, with the folder that has them", async () => {
    const [first, second] = await harvest(185, ...inStore());
    const [lost] = await fleet.rows("--site", first.url);
    // Both sites have the one, and only the second this.
    const damaged = (await fleet.rows("--site", second.url)).find(({ path }) => path.endsWith("3-1.csv"));
    rmSync(contentOf(lost.sha256));
    chmodSync(contentOf(damaged.sha256), 0o600);
    writeFileSync(contentOf(damaged.sha256), "x".repeat(damaged.bytes));
    const { code, said, stderr } = await gather(...inStore());
    assert.equal(code, 1);
    assert.deepEqual([said.files, said.missing], [7, 3]);
    const told = Object.fromEntries(said.lacking.map(({ site, ...more }) => [site, more]));
    assert.deepEqual([told[first.url].missing, told[first.url].damaged], [1, 0]);
    assert.deepEqual([told[second.url].missing, told[second.url].damaged], [1, 1]);
    assert.equal(told[first.url].folder, join(fleet.workFolder("a"), lost.folder));
    assert.match(stderr, /3 files missing: bring these folders here/);
    const { missing, complete } = (await assertWhole(7)).tagtrail;
    assert.deepEqual([missing, complete], [3, false]);
    const mended = await gather(...inStore(), "--from", fleet.workFolder("a"));
    assert.deepEqual([mended.code, mended.said.fetched], [0, 3]);
    assert.equal((await assertWhole(10)).tagtrail.missing, undefined);
  });

  it("stay where they came when the disk is full, and the rest comes when it is not", { skip: noMounts }, async () => {
    await harvest(195, ...inStore());
    mkdirSync(out());
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24k", "tmpfs", out()]);
    fleet.onEnd(() => execFileSync("umount", [out()]));
    const full = await gather(...inStore());
    assert.equal(full.code, 7, full.stderr);
    assert.match(full.stderr, /No space left|full/);
    assert.ok(!existsSync(join(out(), "datapackage.json")));
    execFileSync("mount", ["-o", "remount,size=1m", out()]);
    const { code, said } = await gather(...inStore());
    assert.deepEqual([code, said.files], [0, 10]);
    assert.ok(said.fetched < 10, "some had come");
    await assertWhole(10);
  });

  it("do not count as lost where the store is not mounted", async () => {
    await harvest(187, ...inStore());
    renameSync(store(), `${store()}-elsewhere`);
    mkdirSync(store());
    const { code, stderr } = await gather(...inStore());
    assert.equal(code, 3);
    assert.match(stderr, /is not mounted/);
    assert.ok(!existsSync(join(out(), "datapackage.json")));
  });

  it("go into no folder that has something else", async () => {
    await harvest(189, ...inStore());
    const other = await fleet.run("gather", fleet.workFolder("a"), ...inStore());
    assert.equal(other.code, 2);
    assert.match(other.stderr, /has something else in it/);
    const job = join(fleet.workFolder("a"), (await fleet.rows())[0].folder);
    assert.equal((await fleet.run("gather", job, ...inStore())).code, 2);
    assert.ok(!existsSync(join(job, ".gathering")));
  });

  it("are never named outside of it, nor two by one name, whatever the catalogue says", async () => {
    await harvest(191, ...inStore());
    const original = fleet.database.rows("SELECT site, n, facts FROM tagtrail_file ORDER BY site, n");
    const [{ site, n, facts }, { facts: second }] = original;
    const put = (path) => fleet.database.run(`UPDATE tagtrail_file SET facts = '${JSON.stringify({ ...JSON.parse(facts), path }).replaceAll("'", "''")}'
      WHERE site = '${site}' AND n = ${n}`);
    for (const path of ["files/../../escaped", "/escaped", "files/", "files//x", "files/./x", "job.db", "files/\u0000x"]) {
      put(path);
      const { code, stderr } = await gather(...inStore());
      assert.notEqual(code, 0, path);
      assert.match(stderr, /names no file of its job/, path);
    }
    put(JSON.parse(second).path.toUpperCase().replace("FILES/", "files/"));
    assert.match((await gather(...inStore())).stderr, /names two files/);
    put("files/\u001b]0;x");
    const told = await gather(...inStore());
    assert.ok(!told.stderr.includes("\u001b") && told.code === 0);
  });

  it("are whole or not there, when it is killed, by one process at a time, and come from S3 as well", async () => {
    const s3 = new S3Server(join(fleet.folder, "s3"));
    await s3.start();
    let serves = true;
    const stop = async () => serves && ((serves = false), s3.stop());
    fleet.onEnd(stop);
    const place = ["--store", `s3://${BUCKET}/fleet`];
    const before = fleet.env;
    fleet.env = { ...before, ...variables(s3.endpoint) };
    fleet.onEnd(() => (fleet.env = before));
    await harvest(193, ...place);
    // The mark, and then four files: what comes after waits.
    let asked = 0;
    let held = true;
    s3.breakWith = ({ method }) => (held && method === "GET" && ++asked > 5 ? new Promise(() => {}) : undefined);
    const killed = start(["fleet", "gather", out(), ...place], { env: fleet.env });
    const there = () => existsSync(out()) ? readdirSync(out(), { recursive: true }).filter((name) => name.endsWith(".csv")) : [];
    await until(() => there().length === 4, killed.ended);
    const busy = await gather("--from", fleet.workFolder("a"));
    assert.notEqual(busy.code, 0);
    assert.match(busy.stderr, /in use by another Tagtrail/);
    killed.child.kill("SIGKILL");
    await killed.ended;
    assert.ok(!existsSync(join(out(), "datapackage.json")));
    const sums = new Map((await fleet.rows()).map(({ folder, path, sha256: sum }) => [join(folder, path), sum]));
    for (const name of there()) assert.equal(sha256(readFileSync(join(out(), name))), sums.get(name));
    held = false;
    writeFileSync(join(out(), ".gathering", "1"), "half of a fi");
    const { code, said, stderr } = await gather(...place);
    assert.deepEqual([code, said?.files, said?.fetched], [0, 10, 6], stderr);
    const { resources: [one] } = await assertWhole(10);
    truncateSync(join(out(), one.path), 1);
    await stop();
    const away = await gather(...place);
    assert.equal(away.code, 3);
    assert.equal(statSync(join(out(), one.path)).size, 1);
  });
});
