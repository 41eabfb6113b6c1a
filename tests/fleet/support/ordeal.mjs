// A fleet that everything happens to: workers are killed and frozen, machines lost, the database restarts and crashes, a
// proxy in front of it cuts, delays and loses what is said, and one clock is a day wrong. What then must hold is read from
// the logs of the servers.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, run, until } from "../../e2e/support/program.mjs";
import { askedAgain, cameFromHolders } from "./allowance.mjs";
import { CuttingProxy } from "./cutting_proxy.mjs";
import { leaseFor, processesIn, signal, startMachine, treeOf } from "./machines.mjs";
import { Postgres } from "./postgres.mjs";
import { randomly } from "./random.mjs";
import { changesBySite, recordChanges } from "./record.mjs";
import { S3Server, variables } from "./s3.mjs";
import { ManySites } from "./sites.mjs";

const OPTIONS = ["--browser", "never", "--delay", "0", "--allow-private"];
const A_DAY_S = 86_400;
/** S3 refuses whose clock is a quarter of an hour wrong. */
const MOST_OF_S3_S = 600;
/** The part of all requests within which everything happens. */
const MOST = 0.9;
const byHost = (log) => log.reduce((hosts, entry) => hosts.set(entry.host, [...(hosts.get(entry.host) ?? []), entry]), new Map());
const moment = (ms) => new Promise((wake) => setTimeout(wake, ms));

export class Ordeal {
  #setup;
  #folder;
  #random;
  #database = new Postgres();
  #proxy;
  #sites;
  #s3;
  #way;
  #machines = [];
  #addresses = new Map();
  #lost = 0;
  #lostWorkers = [];
  #thaws = [];
  #away = [];
  #over = false;
  happened = {};

  /**
   * `sites`: of them (an object for ManySites, with `count`); `workers`, `jobs`, `leaseMs` (at least), `checkpointMs`; `events`: how
   * often each thing happens; `limitMs`: of the whole; `s3`: whether checkpoints go there, through a proxy of its own, and
   * not into a folder.
   */
  constructor(folder, seed, setup) {
    this.#folder = folder;
    this.#random = randomly(seed);
    this.#setup = { ...setup };
    this.#sites = new ManySites(setup.sites);
    this.#proxy = new CuttingProxy({ to: { path: this.#database.socket }, seed, rate: 0.2, faults: ["cut answer", "cut request", "delay"] });
  }

  async start() {
    await this.#database.start();
    await this.#proxy.start();
    await this.#sites.start();
    mkdirSync(join(this.#folder, "store"));
    if (this.#setup.s3) await this.#startS3();
    this.list = join(this.#folder, "sites.txt");
    writeFileSync(this.list, this.#numbers().map((n) => `${this.#sites.url(n)}\n`).join(""));
    await this.#fleet("init");
    recordChanges(this.#database);
    const begin = performance.now();
    await this.#fleet("add", this.list, ...OPTIONS);
    this.#setup.leaseMs = leaseFor(this.#setup.leaseMs, performance.now() - begin);
    assert.equal((await this.#fleet("add", this.list, ...OPTIONS)).stdout.split(",")[0], "0 sites added");
  }

  async #startS3() {
    this.#s3 = new S3Server(join(this.#folder, "store"));
    await this.#s3.start();
    this.#way = new CuttingProxy({ to: { host: "127.0.0.1", port: this.#s3.port }, seed: this.#random() * 1e9, rate: 0.05 });
    await this.#way.start();
  }

  async remove() {
    this.#over = true;
    for (const { worker } of this.#machines) signal(treeOf(worker.child.pid), "SIGKILL");
    // Harvests whose worker was killed before them hold its output open. What one was just starting is seen the next time.
    for (let left; (left = processesIn(this.#folder)).length > 0; await moment(20)) signal(left, "SIGKILL");
    this.#sites.stop();
    await this.#proxy.stop();
    await this.#way?.stop();
    await this.#s3?.stop();
    await this.#database.remove();
  }

  #numbers() {
    return Array.from({ length: this.#setup.sites.count }, (_, n) => n);
  }

  async #fleet(...words) {
    const ended = await run(["fleet", ...words], { env: { TAGTRAIL_DB: this.#database.url } });
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  }

  #between(low, high) {
    return low + this.#random() * (high - low);
  }

  // --- Machines -------------------------------------------------------------------------------

  /** `at`: the number of its address; the last one's clock is a day ahead. */
  async #startMachine(at, folder, ...more) {
    const { jobs, leaseMs, checkpointMs, workers, limitMs, s3 } = this.#setup;
    const address = `127.0.0.${100 + at}`;
    const worker = startMachine(folder, ["--jobs", String(jobs), "--lease", `${leaseMs}ms`, "--back-off", "100ms",
      "--store", s3 ? "s3://bucket/fleet" : `file://${this.#folder}/store`, "--checkpoint", `${checkpointMs}ms`, ...more],
    { env: { TAGTRAIL_DB: `postgresql://tester@127.0.0.1:${this.#proxy.port}/postgres?connect_timeout=5`,
      ...(s3 ? variables(`http://127.0.0.1:${this.#way.port}`) : {}) }, limitMs, address,
    clockBy: at !== workers - 1 ? 0 : s3 ? MOST_OF_S3_S : A_DAY_S });
    const machine = { folder, worker, address };
    this.#machines[at] = machine;
    // As systemd does: a worker that can't reach the database when it starts is started again.
    void worker.ended.then(({ code }) => {
      if (code === 3 && !machine.isReplaced && !this.#over) return this.#startMachine(at, folder, ...more);
    });
  }

  #note({ folder, address }) {
    try {
      const name = readFileSync(join(folder, "work", "worker"), "utf8").trim();
      this.#addresses.set(name, address);
      return name;
    } catch {
      return null;  // it had not begun
    }
  }

  async #kill(at, { tree, isLost }) {
    const machine = this.#machines[at];
    machine.isReplaced = true;
    signal(tree ? treeOf(machine.worker.child.pid) : [machine.worker.child.pid], "SIGKILL");
    await machine.worker.ended;
    const name = this.#note(machine);
    if (isLost && name) this.#lostWorkers.push(name);
    await this.#startMachine(at, isLost ? join(this.#folder, `machine${at}-${++this.#lost}`) : machine.folder);
  }

  #freeze(at, { tree }) {
    const { leaseMs } = this.#setup;
    const { pid } = this.#machines[at].worker.child;
    const frozen = tree ? treeOf(pid) : [pid];
    signal(frozen, "SIGSTOP");
    this.#thaws.push(moment(this.#between(leaseMs / 2, leaseMs * 2)).then(() => signal(frozen, "SIGCONT")));
  }

  async #restart(immediately) {
    await this.#database.stop({ immediately });
    await moment(this.#between(0, this.#setup.leaseMs));
    await this.#database.start();
  }

  /** Nothing can be written down in that time, nor before workers have tried again, a quarter of a lease later at most. */
  async #without(act) {
    const begin = Date.now();
    await act();
    this.#away.push([begin, Date.now() + this.#setup.leaseMs / 4]);
  }

  #hold(ms) {
    this.#proxy.holdAll(ms);
    this.#away.push([Date.now(), Date.now() + ms]);
  }

  /** For a while the store says that it is full, or nobody is there. */
  async #withoutStore(isThere) {
    if (isThere) this.#s3.breakWith = ({ method }) => (method === "PUT" || method === "POST" ? [507, "QuotaExceeded"] : undefined);
    else this.#way.away = true;
    this.#thaws.push(moment(this.#between(0, this.#setup.leaseMs)).then(() => {
      this.#s3.breakWith = () => undefined;
      this.#way.away = false;
    }));
  }

  // --- What happens ---------------------------------------------------------------------------

  async #happen(kind) {
    const at = Math.floor(this.#random() * this.#setup.workers);
    const acts = {
      "worker killed": () => this.#kill(at, { tree: false, isLost: false }),
      "machine restarted": () => this.#kill(at, { tree: true, isLost: false }),
      "machine lost": () => this.#kill(at, { tree: true, isLost: true }),
      "worker frozen": () => this.#freeze(at, { tree: false }),
      "machine frozen": () => this.#freeze(at, { tree: true }),
      "database restarted": () => this.#without(() => this.#restart(false)),
      "database crashed": () => this.#without(() => this.#restart(true)),
      "connections cut": () => this.#without(() => this.#proxy.cutAll()),
      "answers lost": () => this.#without(() => this.#proxy.loseAnswers(this.#between(10, 500))),
      "store cut": () => this.#way.cutAll(),
      "store full": () => this.#withoutStore(true),
      "store away": () => this.#withoutStore(false),
      "messages held": () => this.#hold(this.#between(100, this.#setup.leaseMs / 2)),
    };
    await acts[kind]();
    this.happened[kind] = (this.happened[kind] ?? 0) + 1;
  }

  /** At random instants of the work, not of the clock: on a slow machine all of it happens too. */
  #plan() {
    const kinds = Object.entries(this.#setup.events).flatMap(([kind, times]) => Array(times).fill(kind));
    const all = this.#numbers().reduce((sum, n) => sum + this.#sites.requests(n), 0) * MOST;
    const instants = kinds.map(() => this.#random() * all).sort((a, b) => a - b);
    return instants.map((after) => ({ after, kind: kinds.splice(Math.floor(this.#random() * kinds.length), 1)[0] }));
  }

  /** A site that a worker has put down is left to it for ten minutes, in which a lost machine does not come back. */
  #waitForNoneLost() {
    const names = this.#lostWorkers.map((name) => `'${name}'`).join(", ");
    if (names === "") return;
    this.#database.run(`UPDATE tagtrail_site SET until_at = now() WHERE state = 'waiting' AND worker IN (${names})`);
  }

  async work() {
    const { workers, limitMs } = this.#setup;
    for (let at = 0; at < workers; ++at) await this.#startMachine(at, join(this.#folder, `machine${at}`));
    for (const { after, kind } of this.#plan()) {
      await until(() => this.#sites.log.length >= after, undefined, 5, limitMs);
      await this.#happen(kind);
    }
    await Promise.all(this.#thaws);
    this.#proxy.rate = 0;
    if (this.#way) this.#way.rate = 0;
    this.#waitForNoneLost();
    await this.#startMachine(workers, join(this.#folder, "last"), "--until-done");
    const last = await this.#machines[workers].worker.ended;
    assert.equal(last.code, 0, last.stderr);
    for (const machine of this.#machines) {
      this.#note(machine);
      machine.worker.child.kill("SIGTERM");
    }
    const ends = await Promise.all(this.#machines.slice(0, workers).map(({ worker }) => worker.ended));
    for (const end of ends) assert.equal(end.code, 5, end.stderr);
  }

  // --- What must hold -------------------------------------------------------------------------

  assertEachDoneOnce() {
    const { count } = this.#setup.sites;
    const states = this.#database.rows("SELECT state, reason, count(*)::int AS sites FROM tagtrail_site WHERE state <> 'done' GROUP BY 1, 2");
    assert.deepEqual(states, []);
    const changes = [...changesBySite(this.#database).entries()];
    assert.equal(changes.length, count);
    assert.deepEqual(changes.filter(([, { ends }]) => ends !== 1).map(([url]) => url), []);
  }

  assertManners() {
    assert.deepEqual(this.#sites.askedByTwo(), []);
    const changes = changesBySite(this.#database);
    const logs = byHost(this.#sites.log);
    const foreign = this.#numbers().filter((n) => !cameFromHolders(logs.get(this.#sites.host(n)),
      changes.get(this.#sites.url(n)).takes, (worker) => this.#addresses.get(worker)));
    assert.deepEqual(foreign.map((n) => this.#sites.host(n)), []);
  }

  /** Returns figures: takes, requests that were sent again, how many would have been allowed. */
  assertLittleAskedAgain() {
    const { checkpointMs, leaseMs, sites: { ms } } = this.#setup;
    const changes = changesBySite(this.#database);
    const logs = byHost(this.#sites.log.filter(({ path }) => path !== "/robots.txt"));
    const faults = [];
    const sum = { takes: 0, again: 0, allowed: 0, mostOfASite: 0 };
    for (const n of this.#numbers()) {
      const { takes } = changes.get(this.#sites.url(n));
      // A checkpoint is begun when its time has come and the worker is through with the one of another site.
      const windowMs = 2 * checkpointMs + leaseMs;
      const { again, allowed, faults: ours } = askedAgain(logs.get(this.#sites.host(n)), takes, { windowMs, answerMs: ms, away: this.#away });
      faults.push(...ours.map((fault) => `${this.#sites.url(n)} ${fault}`));
      sum.takes += takes.length;
      sum.again += again;
      sum.allowed += Math.min(allowed, (takes.length - 1) * this.#sites.requests(n));
      sum.mostOfASite = Math.max(sum.mostOfASite, again);
    }
    assert.deepEqual(faults, []);
    return sum;
  }

  async assertLikeOneMachine() {
    const results = join(this.#folder, "results.jsonl");
    await this.#fleet("results", "--format", "jsonl", "-o", results);
    const rows = readFileSync(results, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const urls = rows.map(({ url }) => url).sort();
    assert.deepEqual(urls, this.#numbers().flatMap((n) => this.#sites.files(n)).sort());
    const out = join(this.#folder, "batch");
    const batch = await run(["batch", this.list, "--out", out, "--jobs", "8", ...OPTIONS], { limitMs: this.#setup.limitMs });
    assert.equal(batch.code, 0, batch.stderr.slice(-2000));
    const jobs = readFileSync(join(out, "batch.jsonl"), "utf8").trim().split("\n").map((line) => join(out, JSON.parse(line).folder));
    const alone = jobs.flatMap((job) => manifestOf(job).resources)
      .map(({ sources: [{ path }], bytes, hash }) => `${path} ${hash.replace("sha256:", "")} ${bytes}`);
    assert.deepEqual(rows.map(({ url, sha256, bytes }) => `${url} ${sha256} ${bytes}`).sort(), alone.sort());
    rmSync(out, { recursive: true });
  }

  get figures() {
    return { sites: this.#setup.sites.count, requests: this.#sites.log.length, happened: this.happened, proxy: this.#proxy.log,
      ...(this.#s3 ? { store: { ...this.#way.log, requests: this.#s3.log.length } } : {}) };
  }
}
