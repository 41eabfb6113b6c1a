// docs/fleet.md as a new operator goes through it: a database behind TLS with an authority of one's own and passwords, and
// two workers on machines (network namespaces) with addresses and folders of their own.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { longOnly, notBuilt, run, start, until } from "../e2e/support/program.mjs";
import { noNamespaces } from "./support/namespaces.mjs";
import { SmallNetwork } from "./support/small_network.mjs";
import { Postgres, noPostgres } from "./support/postgres.mjs";
import { BUCKET, variables } from "./support/s3.mjs";

const NOBODY = 65534;
const OPERATOR = 61_001;
const SITES = 12;
const NAME = "db.example.org";
const PASSWORD = "correct horse: battery";
const ADDRESSES = { db: "0.2", a: "0.3", b: "0.4", elsewhere: "0.5" };
const SETUP = { pages: 5, ms: 60 };

function command(name, ...words) {
  const { status, stderr } = spawnSync(name, words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

/** An authority, and a server's certificate by it. */
function makeCertificates(folder) {
  const at = (name) => join(folder, name);
  command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", at("ca.key"), "-out", at("ca.crt"), "-subj", "/CN=our authority", "-days", "2");
  command("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", at("server.key"), "-out", at("server.csr"), "-subj", `/CN=${NAME}`);
  writeFileSync(at("names"), `subjectAltName=DNS:${NAME}\n`);
  command("openssl", "x509", "-req", "-in", at("server.csr"), "-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial",
    "-out", at("server.crt"), "-days", "2", "-extfile", at("names"));
}

for (const kind of ["a shared folder", "S3"]) describe(`two machines with a store in ${kind}`, {
  skip: (kind === "S3" && longOnly) || notBuilt || noPostgres || noNamespaces,
}, () => {
  const folder = temporaryFolder();
  const store = join(folder.path, "store");
  let network;
  const url = `postgres://tagtrail@${NAME}/fleet?hostaddr=10.211.${ADDRESSES.db}&sslmode=verify-full`;
  let database;
  let web;
  let heard;
  let s3;

  before(async () => {
    network = new SmallNetwork();
    for (const [machine, host] of Object.entries(ADDRESSES)) network.addMachine(machine, host);
    network.addMachine("web", ...Array.from({ length: SITES }, (_, n) => `1.${1 + n}`));
    makeCertificates(folder.path);
    database = new Postgres();
    for (const name of ["server.crt", "server.key"]) {
      copyFileSync(join(folder.path, name), join(database.data, name));
      chownSync(join(database.data, name), NOBODY, NOBODY);
    }
    chmodSync(join(database.data, "server.key"), 0o600);
    writeFileSync(join(database.data, "pg_hba.conf"), "local all all trust\nhostssl fleet tagtrail 10.211.0.0/16 scram-sha-256\n");
    await database.start({ settings: [`listen_addresses=10.211.${ADDRESSES.db}`, "ssl=on", "password_encryption=scram-sha-256"],
      wrapper: network.on("db") });
    database.run(`CREATE USER tagtrail PASSWORD '${PASSWORD}'`);
    database.run("CREATE DATABASE fleet OWNER tagtrail");
    chmodSync(folder.path, 0o755);
    mkdirSync(store);
    chownSync(store, OPERATOR, OPERATOR);
    const [first, ...rest] = [...network.on("web"), process.execPath, join(import.meta.dirname, "support/many_sites_server.mjs"),
      "10.211", JSON.stringify(SETUP)];
    web = spawn(first, rest, { stdio: ["pipe", "pipe", "inherit"] });
    heard = createInterface({ input: web.stdout });
    web.port = JSON.parse((await once(heard, "line"))[0]).port;
    if (kind === "S3") await startS3();
  });
  after(async () => {
    web.kill();
    s3?.kill();
    await database.remove();
    await network.remove();
    folder.remove();
  });

  /** Beside the database. */
  async function startS3() {
    const [first, ...rest] = [...network.on("db"), process.execPath, join(import.meta.dirname, "support/s3_server.mjs"), store,
      `10.211.${ADDRESSES.db}`];
    s3 = spawn(first, rest, { stdio: ["pipe", "pipe", "inherit"] });
    s3.heard = createInterface({ input: s3.stdout });
    s3.endpoint = JSON.parse((await once(s3.heard, "line"))[0]).endpoint;
  }

  /** HOME of the operator on a machine, with what docs/fleet.md puts there. */
  function home(machine, { password = PASSWORD, authority = true } = {}) {
    const path = join(folder.path, machine);
    mkdirSync(join(path, ".postgresql"), { recursive: true });
    // A colon in it is escaped.
    writeFileSync(join(path, ".pgpass"), `${NAME}:5432:fleet:tagtrail:${password.replaceAll(":", "\\:")}\n`, { mode: 0o600 });
    if (authority) copyFileSync(join(folder.path, "ca.crt"), join(path, ".postgresql/root.crt"));
    command("chown", "-R", `${OPERATOR}:${OPERATOR}`, path);
    return path;
  }
  const on = (machine, path) => ({ wrapper: network.on(machine, { user: OPERATOR }),
    env: { TAGTRAIL_DB: url, HOME: path, XDG_RUNTIME_DIR: path }, limitMs: 300_000 });

  it("lets nobody in without the password, and trusts no other server", async () => {
    const wrong = await run(["fleet", "init"], on("elsewhere", home("stranger", { password: "guess" })));
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.stderr, /password authentication failed/);
    assert.doesNotMatch(wrong.stderr, /guess/);
    const unknown = await run(["fleet", "init"], on("elsewhere", home("trusting", { authority: false })));
    assert.match(unknown.stderr, /root certificate|certificate verify failed/);
    const imposter = on("elsewhere", home("careful"));
    imposter.env.TAGTRAIL_DB = url.replace(NAME, "other.example.org");
    assert.match((await run(["fleet", "init"], imposter)).stderr, /does not match host name|password/);
  });

  it("do one list together, and one goes on where the other was cut off", async () => {
    const admin = on("elsewhere", home("admin"));
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, Array.from({ length: SITES }, (_, n) => `http://10.211.1.${1 + n}:${web.port}/\n`).join(""));
    for (const words of [["init"], ["add", list, "--browser", "never", "--delay", "0", "--allow-private"]]) {
      const ended = await run(["fleet", ...words], admin);
      assert.equal(ended.code, 0, ended.stderr);
    }
    const work = (machine, ...more) => {
      const path = home(machine);
      const there = on(machine, path);
      const place = s3 ? ["--store", `s3://${BUCKET}/fleet`, "--store-endpoint", s3.endpoint] : ["--store", `file://${store}`];
      if (s3) Object.assign(there.env, variables(s3.endpoint), { AWS_ENDPOINT_URL_S3: "" });
      return start(["fleet", "work", "--dir", join(path, "fleet"), "--jobs", "2", "--lease", "3s", "--checkpoint", "500ms",
        ...place, ...more], there);
    };
    const a = work("a");
    const status = async () => JSON.parse((await run(["fleet", "status", "--json"], admin)).stdout);
    await until(async () => (await status()).states.done?.sites > 0, a.ended);
    const b = work("b", "--until-done");
    await until(async () => (await status()).workers.filter(({ running }) => running > 0).length === 2, b.ended);
    assert.deepEqual(database.rows("SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'tagtrail'"), [{ ssl: true }]);
    network.disconnect("a");
    const ended = await b.ended;
    assert.equal(ended.code, 0, ended.stderr);
    a.child.kill("SIGKILL");

    assert.equal((await status()).states.done.sites, SITES);
    if (s3) {
      s3.stdin.end();
      const { requests, faults } = JSON.parse((await once(s3.heard, "line"))[0]);
      assert.ok(requests > SITES);
      assert.deepEqual(faults, []);
    }
    web.stdin.end();
    const { log, askedByTwo } = JSON.parse((await once(heard, "line"))[0]);
    assert.deepEqual(new Set(log.map(({ from }) => from)), new Set(["a", "b"].map((machine) => `10.211.${ADDRESSES[machine]}`)));
    assert.deepEqual(askedByTwo, []);
    const rows = (await run(["fleet", "results", "--format", "jsonl"], admin)).stdout.trim().split("\n");
    const files = Array.from({ length: SITES }, (_, n) => 2 * (1 + (n % SETUP.pages))).reduce((sum, count) => sum + count);
    assert.equal(rows.length, files);
  });
});
