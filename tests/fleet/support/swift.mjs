// OpenStack Swift of Debian's packages with its s3api, in a temporary folder: one disk, no service of the system.
import aws4 from "aws4";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const LAUNCHER = join(import.meta.dirname, "swift_server.py");
/** The one that has Debian's modules. */
const PYTHON = "/usr/bin/python3";
const PROGRAMS = ["swift-proxy-server", "swift-account-server", "swift-container-server", "swift-object-server", "swift-ring-builder"];
const START_MS = 300_000;

export const SWIFT_REGION = "eu-test-2";
export const SWIFT_KEY = { accessKeyId: "test:tester", secretAccessKey: "testing" };

/** Why tests with Swift can't run, or false. */
export const noSwift = PROGRAMS.some((name) => !existsSync(`/usr/bin/${name}`))
  && "Swift is not installed (packages-long.txt: swift-proxy, swift-account, swift-container, swift-object)";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const DEFAULTS = (folder, port) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
workers = 0
user = ${userInfo().username}
`;

const DISKS = (folder, kind) => `devices = ${folder}/disks
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const PROXY = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${SWIFT_REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

export class Swift {
  #folder = mkdtempSync(join(tmpdir(), "tt-swift-"));
  #servers = [];
  output = "";

  async start(bucket) {
    mkdirSync(join(this.#folder, "disks/d1"), { recursive: true });
    writeFileSync(join(this.#folder, "swift.conf"), "[swift-hash]\nswift_hash_path_suffix = tagtrail\n");
    for (const kind of ["account", "container", "object"]) {
      const port = await freePort();
      this.#makeRing(kind, port);
      this.#startServer(kind, DEFAULTS(this.#folder, port) + DISKS(this.#folder, kind));
    }
    const port = await freePort();
    this.#startServer("proxy", DEFAULTS(this.#folder, port) + PROXY);
    this.endpoint = `http://127.0.0.1:${port}`;
    this.variables = { AWS_ACCESS_KEY_ID: SWIFT_KEY.accessKeyId, AWS_SECRET_ACCESS_KEY: SWIFT_KEY.secretAccessKey,
      AWS_REGION: SWIFT_REGION, AWS_ENDPOINT_URL_S3: this.endpoint };
    await this.#makeBucket(port, bucket);
  }

  #makeRing(kind, port) {
    const builder = join(this.#folder, `${kind}.builder`);
    for (const words of [["create", "2", "1", "0"], ["add", `r1z1-127.0.0.1:${port}/d1`, "1"], ["rebalance"]]) {
      const { status, stdout } = spawnSync("swift-ring-builder", [builder, ...words], { encoding: "utf8" });
      // 1: with a warning.
      if (status > 1) throw new Error(`swift-ring-builder: ${stdout}`);
    }
  }

  #startServer(kind, configuration) {
    writeFileSync(join(this.#folder, `${kind}.conf`), configuration);
    const server = spawn(PYTHON, [LAUNCHER, this.#folder, kind], { stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (this.output = (this.output + text).slice(-20_000)));
    this.#servers.push(server);
  }

  async #makeBucket(port, bucket) {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const signed = aws4.sign({ service: "s3", region: SWIFT_REGION, method: "PUT", host: `127.0.0.1:${port}`, path: `/${bucket}`,
        headers: { "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" } }, SWIFT_KEY);
      const status = await new Promise((done) => {
        const asked = request({ host: "127.0.0.1", port, method: "PUT", path: signed.path, headers: signed.headers },
          (answer) => answer.resume().once("end", () => done(answer.statusCode)));
        asked.once("error", () => done(0));
        asked.end();
      });
      if (status === 200) return;
      if (Date.now() > deadline) throw new Error(`Swift does not start (${status}): ${this.output}`);
      await new Promise((wake) => setTimeout(wake, 250));
    }
  }

  async remove() {
    for (const server of this.#servers) {
      const ended = server.exitCode === null && server.signalCode === null ? once(server, "exit") : undefined;
      try {
        process.kill(-server.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
