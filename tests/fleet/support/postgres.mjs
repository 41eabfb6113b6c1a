// A PostgreSQL server of Debian's package in a folder of its own, on a socket in it: no port, no service of the system.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Clock, clockShim, noClock } from "../../e2e/support/clock.mjs";
import { root } from "../../e2e/support/program.mjs";

const VERSIONS = "/usr/lib/postgresql";
const binaries = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : []).map((version) => join(VERSIONS, version, "bin"))
  .find((folder) => existsSync(join(folder, "initdb")));
/** The server refuses to run as root. */
const isRoot = process.getuid() === 0;
const NOBODY = 65534;

/** Why tests with a database can't run, or false. */
export const noPostgres = (!binaries && "PostgreSQL is not installed (package postgresql)")
  || (isRoot && spawnSync("setpriv", ["--version"]).status !== 0 && "setpriv is not installed") || noClock;

function unprivileged(command, args) {
  return isRoot ? ["setpriv", [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", command, ...args]] : [command, args];
}

function mustRun(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8", cwd: "/" });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/** One that was just made, for all later tests: to copy it takes a seventh of the time. */
const kept = join(root, "build", `new-postgres-${binaries?.split("/").at(-2)}-${isRoot ? NOBODY : process.getuid()}`);

/** Makes a database of nothing in `data`, an empty folder. */
function makeCluster(data) {
  if (existsSync(kept)) return mustRun("cp", ["-a", "--", `${kept}/.`, data]);
  mustRun(...unprivileged(join(binaries, "initdb"),
    ["--pgdata", data, "--username", "tester", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]));
  const copy = mkdtempSync(`${kept}-`);
  mustRun("cp", ["-a", "--", `${data}/.`, copy]);
  try {
    renameSync(copy, kept);
  } catch {
    // Another test was faster.
    rmSync(copy, { recursive: true });
  }
}

/** The rows of a CSV (RFC 4180). */
function csv(text) {
  return text.split("\n").filter(Boolean).map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));
}

export class Postgres {
  #folder;
  #data;
  #server;
  #clock;

  /** `hasClock`: its time is `clock`'s, which others can share. */
  constructor({ hasClock = false } = {}) {
    // A socket's path has at most 107 bytes.
    this.#folder = mkdtempSync(join(tmpdir(), "tt-pg-"));
    this.#data = join(this.#folder, "data");
    mkdirSync(this.#data, { mode: 0o700 });
    chmodSync(this.#folder, 0o711);
    if (isRoot) for (const path of [this.#folder, this.#data]) chownSync(path, NOBODY, NOBODY);
    makeCluster(this.#data);
    if (!hasClock) return;
    this.#clock = new Clock(this.#folder);
    // The user that it runs as need not have a way to a checkout.
    copyFileSync(clockShim, join(this.#folder, "clock.so"));
  }

  get clock() {
    return this.#clock;
  }

  get url() {
    return `postgresql://tester@/postgres?host=${encodeURIComponent(this.#folder)}`;
  }

  /** Where its socket is, for a proxy in front of it. */
  get socket() {
    return join(this.#folder, ".s.PGSQL.5432");
  }

  /** Where its own files are. */
  get data() {
    return this.#data;
  }

  /** `settings`: more of them, `NAME=VALUE`; `wrapper`: words before its command. */
  async start({ settings = [], wrapper = [] } = {}) {
    const [command, args] = unprivileged(join(binaries, "postgres"),
      ["-D", this.#data, "-k", this.#folder, ...["listen_addresses=", "fsync=off", ...settings].flatMap((setting) => ["-c", setting])]);
    const [first, ...rest] = [...wrapper, command, ...args];
    const clock = this.#clock && { ...this.#clock.env, LD_PRELOAD: join(this.#folder, "clock.so"), TAGTRAIL_CLOCK_ONLY_READ: "1" };
    this.#server = spawn(first, rest, { stdio: "ignore", cwd: "/", env: { ...process.env, ...clock } });
    for (let tries = 0; tries < 600; ++tries) {
      if (this.#psql("SELECT 1").status === 0) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error("PostgreSQL does not start");
  }

  /** `immediately`: as after a power failure. */
  async stop({ immediately = false } = {}) {
    const ended = new Promise((done) => this.#server.once("exit", done));
    this.#server.kill(immediately ? "SIGQUIT" : "SIGINT");
    await ended;
  }

  #psql(sql) {
    return spawnSync(join(binaries, "psql"), ["-X", "-q", "-A", "-t", "-d", this.url, "-c", `SELECT json_agg(t) FROM (${sql}) t`],
      { encoding: "utf8", maxBuffer: 1 << 28 });
  }

  /** The rows of a SELECT. */
  rows(sql) {
    const { status, stdout, stderr } = this.#psql(sql);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout.trim() || "null") ?? [];
  }

  /** The rows that what has a RETURNING gives, of texts. */
  all(sql) {
    const { status, stdout, stderr } = spawnSync(join(binaries, "psql"), ["-X", "-q", "--csv", "-d", this.url, "-c", sql], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const [names, ...lines] = csv(stdout);
    return lines.map((values) => Object.fromEntries(values.map((value, at) => [names[at], value])));
  }

  run(sql) {
    const { status, stderr } = spawnSync(join(binaries, "psql"), ["-X", "-q", "-d", this.url, "-v", "ON_ERROR_STOP=1", "-c", sql], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }

  async remove() {
    if (this.#server.exitCode === null && this.#server.signalCode === null) await this.stop({ immediately: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
