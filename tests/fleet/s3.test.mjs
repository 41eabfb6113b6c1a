// A fleet with its checkpoints in S3: signatures that another implementation checks, large files in parts, a network that
// cuts, a store that is full or away, keys that are wrong.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, run, until } from "../e2e/support/program.mjs";
import { CuttingProxy } from "./support/cutting_proxy.mjs";
import { TAKES } from "./support/fleet.mjs";
import { signal, startMachine, treeOf } from "./support/machines.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { BUCKET, KEY, S3Server, variables } from "./support/s3.mjs";

const OPTIONS = ["--browser", "never", "--delay", "0", "--allow-private"];
const seed = Number(process.env.TAGTRAIL_TEST_SEED ?? Date.now() % 1_000_000);

const environmentOf = (id) => {
  try {
    return readFileSync(`/proc/${id}/environ`, "utf8");
  } catch {
    return "";  // it has ended
  }
};

describe("a fleet with a store in S3", { skip: notBuilt || noPostgres }, () => {
  const folder = temporaryFolder();
  let database;
  let s3;
  let env;
  let count = 0;
  let stops = [];

  before(async () => {
    database = new Postgres({ hasClock: true });
    await database.start();
    s3 = new S3Server(join(folder.path, "s3"));
    s3.clock = database.clock;
    await s3.start();
  });
  beforeEach(() => {
    database.run("DROP TABLE IF EXISTS tagtrail_fleet, tagtrail_site, tagtrail_host, tagtrail_worker, tagtrail_file");
    count += 1;
    s3.breakWith = () => undefined;
    s3.pageSize = 1000;
    s3.log.length = 0;
    database.clock.stop();
    env = { TAGTRAIL_DB: database.url, ...variables(s3.endpoint) };
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    stops = [];
  });
  after(async () => {
    await s3.stop();
    await database.remove();
    folder.remove();
  });

  const store = () => ["--store", `s3://${BUCKET}/${count}/fleet`];
  const fleet = (...words) => run(["fleet", ...words], { env });
  const machine = (name, ...options) => startMachine(join(folder.path, `${count}-${name}`),
    [...(options.includes("--lease") ? [] : ["--lease", "2s"]), "--checkpoint", "300ms", "--back-off", "100ms", ...(options.includes("--store") ? [] : store()), ...options],
    { env: { ...env, ...database.clock.env } });
  const site = () => database.rows(`SELECT *, ${TAKES} FROM tagtrail_site`)[0];
  const jobOf = (name) => {
    const work = join(folder.path, `${count}-${name}`, "work");
    return readdirSync(work).map((entry) => join(work, entry)).find((path) => existsSync(join(path, "job.db")));
  };

  async function serve(description, last) {
    const started = await startSite(description, `127.0.0.${last}`);
    stops.push(() => started.stop());
    return started;
  }
  async function add(url, ...more) {
    const list = join(folder.path, `${count}.txt`);
    writeFileSync(list, `${url}\n`);
    assert.equal((await fleet("init")).code, 0);
    const added = await fleet("add", list, ...OPTIONS, ...more);
    assert.equal(added.code, 0, added.stderr);
  }
  async function verify(job, ...more) {
    const verified = await run(["verify", job, ...more]);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  }
  /** Kills the first worker in the middle, lets a second one finish; what the first had asked for is in `before`. */
  async function handOver(slow, ...options) {
    const first = machine("a", ...options);
    await until(() => site().checkpoint && slow.hits.length > 30, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const before = slow.hits.length;
    const { checkpoint } = site();
    const second = await machine("b", "--until-done", ...options).ended;
    assert.equal(second.code, 0, second.stderr);
    return { before, checkpoint, second };
  }

  it("goes on elsewhere where it was, and every request is signed", async () => {
    const slow = await serve(plainSite(30, { ms: 40 }), 41);
    await add(slow.url);
    const { before, second } = await handOver(slow, "--store-sse", "AES256");
    assert.deepEqual([site().state, Number(site().files)], ["done", 60]);
    assert.doesNotMatch(second.stderr, /begins anew/);
    const job = jobOf("b");
    await verify(job);
    // The second asked for nothing that it had from the first.
    const asked = slow.hits.slice(before).filter((path) => path !== "/robots.txt");
    assert.ok(asked.length < 60 + 30, `${asked.length} of ${slow.hits.length} requests are the second's`);
    assert.equal(new Set(asked).size, asked.length);
    const restored = manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname);
    assert.equal(new Set(restored).size, 60);
    assert.deepEqual(s3.log.filter(({ fault }) => fault), []);
    assert.ok(s3.log.some(({ method }) => method === "PUT"));
    assert.ok(s3.log.filter(({ method }) => method === "PUT").every(({ headers }) => headers["x-amz-server-side-encryption"] === "AES256"));
  });

  it("takes the same next decisions as a harvest that was not interrupted", async () => {
    const decisions = (job) => readFileSync(join(job, "crawl.log"), "utf8").trim().split("\n")
      .map((line) => new URL(/https?:\S+/.exec(line)[0]).pathname).filter((path) => path !== "/robots.txt");
    const slow = await serve(plainSite(30, { ms: 30 }), 42);
    await add(slow.url, "--connections", "1");
    await handOver(slow);
    const quick = await serve(plainSite(30), 43);
    const alone = join(folder.path, `${count}-alone`);
    assert.equal((await run(["harvest", quick.url, "--out", alone, ...OPTIONS, "--connections", "1"])).code, 0);
    assert.deepEqual(decisions(jobOf("b")), decisions(alone));
  });

  it("sends large files in parts, and those of an archived job whole once they are closed", async () => {
    // Not to be compressed: 40 MB, three parts.
    let state = seed | 1;
    const large = Buffer.alloc(40_000_000);
    for (let at = 0; at < large.length; at += 4) large.writeInt32LE(state = Math.imul(state, 1664525) + 1013904223 | 0, at);
    const server = createServer((request, response) => {
      if (request.url === "/") return response.setHeader("content-type", "text/html").end('<p><a href="/large.bin.csv">x</a></p>');
      if (request.url === "/large.bin.csv") return response.setHeader("content-type", "text/csv").end(large);
      return response.writeHead(404).end();
    }).listen(0, "127.0.0.44");
    await once(server, "listening");
    stops.push(() => server.close());
    await add(`http://127.0.0.44:${server.address().port}/`, "--archive", "warc");
    const worked = await machine("a", "--until-done").ended;
    assert.equal(worked.code, 0, worked.stderr);
    assert.equal(site().state, "done");
    assert.doesNotMatch(worked.stderr, /no checkpoint|no new checkpoint/);
    const parts = s3.log.filter(({ url }) => url.includes("partNumber="));
    assert.ok(parts.length >= 6, "three of the file, three of its WARC");
    assert.equal(s3.log.filter(({ method, url }) => method === "POST" && url.includes("uploads=")).length, 2);
    assert.equal(s3.log.filter(({ method, url }) => method === "DELETE" && url.includes("uploadId=")).length, 0);

    // As another machine would: from the store alone.
    database.run("UPDATE tagtrail_site SET state = 'waiting', due_at = now(), ended_at = NULL");
    const again = await machine("b", "--until-done").ended;
    assert.equal(again.code, 0, again.stderr);
    assert.doesNotMatch(again.stderr, /begins anew/);
    await verify(jobOf("b"));
    assert.ok(readdirSync(join(jobOf("b"), "archive")).length >= 1);
  });

  it("goes on with a job that is archived, whose WARC files fit its index", async () => {
    const slow = await serve(plainSite(30, { ms: 40 }), 45);
    await add(slow.url, "--archive", "warc");
    const { before, second } = await handOver(slow);
    assert.doesNotMatch(second.stderr, /begins anew/);
    assert.deepEqual([site().state, Number(site().files)], ["done", 60]);
    await verify(jobOf("b"));
    const asked = slow.hits.slice(before).filter((path) => path.endsWith(".csv"));
    assert.ok(asked.length < 60);
    assert.ok(readdirSync(join(jobOf("b"), "archive")).length >= 2, "what the first wrote, and what the second did");
  });

  it(`bears a network that cuts, between worker and store (seed ${seed})`, async () => {
    const proxy = new CuttingProxy({ to: { host: "127.0.0.1", port: s3.port }, seed, rate: 0.25 });
    await proxy.start();
    stops.push(() => proxy.stop());
    env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${proxy.port}`;
    const slow = await serve(plainSite(20, { ms: 40 }), 46);
    await add(slow.url);
    const first = machine("a");
    await until(() => site()?.checkpoint && slow.hits.length > 20, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const { code, stderr } = await machine("b", "--until-done").ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual([site().state, Number(site().files)], ["done", 40]);
    await verify(jobOf("b"));
    console.log(JSON.stringify({ seed, connections: proxy.log, requests: s3.log.length }));
  });

  it("asks again where an answer was cut within its head", async () => {
    const slow = await serve(plainSite(5), 55);
    await add(slow.url);
    // Each kind of request to each object, the first time.
    const met = new Set();
    s3.breakWith = ({ method, url }) => {
      const request = `${method} ${url}`;
      return met.has(request) ? undefined : (met.add(request), "cut head");
    };
    const { code, stderr } = await machine("a", "--until-done").ended;
    assert.equal(code, 0, stderr);
    assert.ok(["GET", "HEAD", "PUT"].every((method) => [...met].some((request) => request.startsWith(method))), [...met].join("\n"));
    assert.deepEqual([site().state, Number(site().files), site().takes], ["done", 10, 1]);
    await verify(jobOf("a"));
  });

  it("takes no site while the store is full or away, loses nothing, and goes on when it is back", async () => {
    const slow = await serve(plainSite(15, { ms: 30 }), 47);
    await add(slow.url);
    let full = false;
    s3.breakWith = ({ method }) => (full && method === "PUT" ? [507, "InsufficientStorage"] : undefined);
    const worker = machine("a", "--until-done");
    await until(() => site().checkpoint, worker.ended);
    full = true;
    database.clock.run();
    await until(() => slow.hits.filter((path) => path.endsWith(".csv")).length === 30, worker.ended);
    // It has all files, and does not say so before they are in the store.
    const refusals = () => s3.log.filter(({ fault }) => fault === "InsufficientStorage").length;
    await until(() => refusals() > 2, worker.ended);
    const other = await serve(plainSite(1), 48);
    const list = join(folder.path, `${count}-other.txt`);
    writeFileSync(list, `${other.url}\n`);
    assert.equal((await fleet("add", list, ...OPTIONS)).code, 0);
    const before = refusals();
    await until(() => refusals() > before + 2, worker.ended);
    const held = () => database.rows(`SELECT url, state, ${TAKES} FROM tagtrail_site ORDER BY added_at`);
    assert.deepEqual(held().map(({ state, takes }) => [state, takes]), [["held", 1], ["waiting", 0]]);
    assert.equal(other.hits.length, 0);
    full = false;
    const { code, stderr } = await worker.ended;
    assert.equal(code, 0, stderr);
    assert.equal(stderr.match(/no checkpoint can be made: the store is full/g)?.length, 1, stderr);
    assert.match(stderr, /the store is there again/);
    assert.deepEqual(held().map(({ state, takes }) => [state, takes]), [["done", 1], ["done", 1]]);
    assert.equal(slow.hits.filter((path) => path.endsWith(".csv")).length, 30);
  });

  it("goes on where it was when the store was away while the job came from it", async () => {
    const slow = await serve(plainSite(15, { ms: 30 }), 53);
    await add(slow.url);
    const first = machine("a");
    await until(() => site().checkpoint && slow.hits.length > 15, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    // From the moment that the job is asked for, for longer than requests are sent again.
    const { checkpoint } = site();
    let back = Infinity;
    s3.breakWith = ({ url }) => {
      if (url.includes(checkpoint)) back = Math.min(back, database.clock.now() + 10_000);
      return back !== Infinity && database.clock.now() < back ? [503, "ServiceUnavailable"] : undefined;
    };
    database.clock.run();
    const { code, stderr } = await machine("b", "--until-done", "--lease", "10m").ended;
    assert.equal(code, 0, stderr);
    assert.ok(back < database.clock.now());
    assert.doesNotMatch(stderr, /begins anew/);
    assert.match(stderr, /the store is there again/);
    assert.equal(slow.hits.filter((path) => path === "/").length, 1);
    assert.deepEqual([site().state, Number(site().files), site().takes], ["done", 30, 2]);
  });

  it("leaves a site to another worker when the store is away for it alone", async () => {
    const slow = await serve(plainSite(15, { ms: 30 }), 54);
    await add(slow.url);
    const first = machine("a");
    await until(() => site().checkpoint && slow.hits.length > 15, first.ended);
    signal(treeOf(first.child.pid), "SIGKILL");
    await first.ended;
    const way = new CuttingProxy({ to: { host: "127.0.0.1", port: s3.port }, rate: 0 });
    await way.start();
    stops.push(() => way.stop());
    const { checkpoint } = site();
    s3.breakWith = ({ url }) => {
      if (!url.includes(checkpoint)) return undefined;
      way.away = true;
      s3.breakWith = () => undefined;
      return "cut";
    };
    const direct = env;
    env = { ...env, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${way.port}` };
    const second = machine("b");
    await until(() => way.away, second.ended);
    env = direct;
    const third = await machine("c", "--until-done").ended;
    assert.equal(third.code, 0, third.stderr);
    assert.doesNotMatch(third.stderr, /begins anew/);
    assert.deepEqual([site().state, Number(site().files), site().takes], ["done", 30, 3]);
    second.child.kill("SIGTERM");
    assert.equal((await second.ended).code, 5);
  });

  it("keeps its leases while the store is slow", async () => {
    const slow = await serve(plainSite(15, { ms: 30 }), 49);
    await add(slow.url);
    const proxy = new CuttingProxy({ to: { host: "127.0.0.1", port: s3.port }, seed, rate: 1, faults: ["delay"], mostDelayMs: 400 });
    await proxy.start();
    stops.push(() => proxy.stop());
    env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${proxy.port}`;
    const { code, stderr } = await machine("a", "--until-done", "--lease", "6s").ended;
    assert.equal(code, 0, stderr);
    // All that the store had to take took longer than a lease.
    assert.ok(s3.log.length > 60);
    assert.deepEqual([site().state, site().takes, Number(site().files)], ["done", 1, 30]);
    assert.doesNotMatch(stderr, /lease/);
  });

  it("says what is wrong and what helps, without a key in it", async () => {
    await add("http://127.0.0.50:1/");
    const refused = async (changes, code, words, ...options) => {
      env = { ...env, ...variables(s3.endpoint), ...changes };
      const ended = await machine("a", ...options).ended;
      assert.match(ended.stderr, words);
      assert.equal(ended.code, code, ended.stderr);
      assert.doesNotMatch(ended.stdout + ended.stderr, /hidden/);
    };
    await refused({ AWS_SECRET_ACCESS_KEY: "hidden" }, 6, /refuses the signature: the secret key is wrong/);
    await refused({ AWS_ACCESS_KEY_ID: "hidden" }, 6, /does not know the access key/);
    await refused({ AWS_REGION: "us-west-7" }, 2, /set AWS_REGION to eu-test-1/);
    await refused({ AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" }, 3, /no keys for the store: neither AWS_ACCESS_KEY_ID/);
    await refused({}, 3, /no bucket nobody: make it first/, "--store", "s3://nobody/x");
    await refused({}, 2, /s3:\/\/BUCKET\/PREFIX/, "--store", "s3://user:hidden@bucket/x");
    await refused({}, 2, /without a login/, "--store-endpoint", "http://user:hidden@127.0.0.1:1");
    await refused({}, 2, /libcurl before 8.10/, "--store-sse", "aws:kms:hidden");
    s3.breakWith = () => [403, "RequestTimeTooSkewed"];
    await refused({}, 6, /clock is .* set it/);
  });

  it("reads its keys from a file, keeps them from harvests, and out of database and store", async () => {
    const slow = await serve(plainSite(10, { ms: 40 }), 51);
    await add(slow.url);
    mkdirSync(join(folder.path, `${count}-a`, ".aws"), { recursive: true });
    writeFileSync(join(folder.path, `${count}-a`, ".aws/credentials"), `[fleet]\naws_access_key_id = ${KEY.accessKeyId}\naws_secret_access_key = ${KEY.secretAccessKey}\n`);
    const keys = { ...env };
    env = { ...env, AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_PROFILE: "fleet" };
    const first = machine("a");
    await until(() => site().checkpoint, first.ended);
    first.child.kill("SIGTERM");
    await first.ended;
    env = keys;
    const second = machine("b");
    await until(() => treeOf(second.child.pid).length > 1, second.ended);
    // Harvests are forks of such a process, and have its environment.
    let environment = "";
    await until(() => {
      environment = treeOf(second.child.pid).slice(1).map(environmentOf).find((text) => text.includes("PATH=")) ?? "";
      return environment !== "";
    }, second.ended);
    assert.doesNotMatch(environment, /AWS_(ACCESS|SECRET|SESSION)/);
    second.child.kill("SIGTERM");
    await second.ended;
    assert.doesNotMatch(JSON.stringify(database.rows("SELECT * FROM tagtrail_site")) + JSON.stringify(database.rows("SELECT * FROM tagtrail_worker")), /S3RVER/);
  });

  it("tidies what no site names, page by page, and nothing else", async () => {
    const slow = await serve(plainSite(10, { ms: 40 }), 52);
    await add(slow.url);
    await handOver(slow);
    s3.pageSize = 3;
    const tidy = async (...more) => {
      const { code, stdout, stderr } = await fleet("tidy", ...store(), "--json", ...more);
      return code === 0 ? JSON.parse(stdout) : { code, stderr };
    };
    const lists = () => s3.log.filter(({ url }) => url.includes("list-type=2")).length;
    const fresh = await tidy();
    assert.deepEqual([fresh.checkpoints, fresh.lost, fresh.removed], [1, 0, 0], fresh.stderr);
    assert.ok(fresh.kept >= 20 + 2, "files, text and packs");
    assert.ok(lists() >= fresh.kept / 3);
    assert.equal((await tidy("--older-than", "5m")).code, 2);

    // As if a day had passed: the server's files are older, and so is what a dead worker left.
    const data = join(folder.path, "s3", BUCKET, String(count));
    const { createHash } = await import("node:crypto");
    const left = createHash("sha256").update("left").digest("hex");
    mkdirSync(join(data, "fleet", left.slice(0, 2)), { recursive: true });
    writeFileSync(join(data, "fleet", left.slice(0, 2), `${left}._S3rver_object`), "left");
    writeFileSync(join(data, "fleet", left.slice(0, 2), `${left}._S3rver_metadata.json`), "{}");
    execFileSync("find", [data, "-type", "f", "-exec", "touch", "-d", "2 days ago", "{}", "+"]);
    const dry = await tidy("--dry-run");
    assert.ok(dry.removed >= 1);
    const real = await tidy();
    assert.deepEqual([real.removed, real.kept, real.young], [dry.removed, fresh.kept, 0]);
    assert.equal((await tidy()).removed, 0);
    assert.match((await fleet("tidy", ...store())).stdout, /named by 1 checkpoint/);

    // What a worker renews once it was listed stays.
    const renewed = createHash("sha256").update("renewed").digest("hex");
    const object = join(data, "fleet", renewed.slice(0, 2), `${renewed}._S3rver_object`);
    mkdirSync(join(data, "fleet", renewed.slice(0, 2)), { recursive: true });
    writeFileSync(object, "renewed");
    writeFileSync(object.replace("_object", "_metadata.json"), "{}");
    execFileSync("touch", ["-d", "2 days ago", object]);
    s3.breakWith = ({ method, url }) => {
      if (method !== "GET" && url.includes(renewed)) execFileSync("touch", [object]);
    };
    const beside = await tidy();
    assert.deepEqual([beside.removed, beside.young, existsSync(object)], [0, 1, true]);
    s3.breakWith = () => undefined;

    // All that the site needs is still there.
    database.run("UPDATE tagtrail_site SET state = 'waiting', due_at = now(), ended_at = NULL, worker = 'another'");
    const { code, stderr } = await machine("c", "--until-done").ended;
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /begins anew/);
    assert.equal((await fleet("tidy", "--store", `s3://${BUCKET}/elsewhere`)).code, 3, "a store of another fleet is left alone");
  });
});
