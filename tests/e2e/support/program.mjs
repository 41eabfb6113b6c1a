// Runs the built program against the test sites, and looks at what it left.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { addressesOf, compare } from "../../sites/demo/check.mjs";
import { takeEnvironmentOfTests } from "../../run/process.mjs";
import { startServer } from "../../sites/starting.mjs";

export const root = resolve(import.meta.dirname, "../../..");
export const program = process.env.TAGTRAIL_PROGRAM ?? join(root, "build/native/native-host/tagtrail");
export const demoSite = join(root, "build/demo-site");
export const demoList = `${demoSite}.json`;
/** Why tests that need a build can't run, or false. */
export const notBuilt = [program, demoList].some((path) => !existsSync(path)) && "not built: ./tagtrail setup";
/** Why what is told elsewhere, too, or repeats, is left out of a usual run; false with --long. */
export const longOnly = process.env.TAGTRAIL_LONG !== "1" && "with --long only";

takeEnvironmentOfTests();
const environment = { ...process.env, TAGTRAIL_HOME: root };

/** What a test waits for comes within it; a program that hangs is stopped after five times that, unless a test says otherwise. */
export const WAIT_MS = 120_000;
/** Of what a program that failed has said, in the message of a test. */
const LAST_WORDS = 1000;
/** How long a program that is told to stop has for it. */
const STOP_MS = 10_000;

/**
 * A started program: `{ child, ended }`; `ended` gives `{ code, signal, stdout, stderr }`. One that takes
 * longer than `limitMs` is stopped, and its code is null.
 */
export function start(args, { env = {}, wrapper = [], limitMs = 5 * WAIT_MS } = {}) {
  const [command, ...rest] = [...wrapper, program, ...args];
  const child = spawn(command, rest, {
    stdio: ["ignore", "pipe", "pipe"], env: { ...environment, ...env },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  }
  let late = false;
  const stop = () => {
    late = true;
    output.stderr += `\nstopped by the test after ${limitMs / 1000} s\n`;
    child.kill("SIGINT");
    kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  };
  const limit = setTimeout(stop, limitMs);
  let kill;
  const ended = new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code, signal) => done({ code: late ? null : code, signal, ...output }));
  }).finally(() => {
    clearTimeout(limit);
    clearTimeout(kill);
  });
  return { child, ended };
}

export function run(args, options) {
  return start(args, options).ended;
}

/** For short commands; throws when the program fails. */
export function runToEnd(args) {
  const result = spawnSync(program, args, { env: environment, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`tagtrail ${args[0]} ended with ${result.status}: ${result.stderr}`);
  return result.stdout;
}

/** The demo site, on a port of its own; `requests()` reads its log. */
export async function startDemoSite(log, { latency = 0, address = "127.0.0.1" } = {}) {
  const server = await startServer(new URL("../../sites/demo/server.mjs", import.meta.url),
    ["--dir", demoSite, "--log", log, "--latency", String(latency), "--address", address]);
  return { ...server, requests: () => requestsIn(log) };
}

export function requestsIn(log) {
  // A server opens its log in its own time.
  if (!existsSync(log)) return [];
  // It may be in the middle of its last line.
  return readFileSync(log, "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

/** How many of the requests of a log were under way at the same time, at most. */
export function mostAtOnce(requests) {
  // Where one ends and another begins in the same instant, the end comes first.
  const steps = requests.flatMap(({ begin, end }) => [[begin, 1], [end, -1]])
    .sort(([a, up], [b, down]) => a - b || up - down);
  let now = 0;
  return steps.reduce((most, [, step]) => Math.max(most, (now += step)), 0);
}

/** The manifest of a job. What it has as a resource where nothing has come in is left out. */
export function manifestOf(job) {
  const manifest = JSON.parse(readFileSync(join(job, "datapackage.json"), "utf8"));
  return { ...manifest, resources: manifest.resources.filter(({ path }) => path !== undefined) };
}

export { addressesOf };

/** What is wrong with a harvest of the demo site; empty when nothing is. */
export function faultsOf(job, expect, list = demoList) {
  const result = compare(job, manifestOf(job), JSON.parse(readFileSync(list, "utf8")), expect);
  return [...result.missing.map((url) => `missing ${url}`), ...result.wrong,
    ...result.unexpected.map((url) => `unexpected ${url}`)];
}

/** The one JSON object that `--json` prints last. */
export function resultOf({ stdout }) {
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/** Resolves when `condition` holds; rejects when the program ended before, or after `limitMs`. */
export async function until(condition, ended, everyMs = 20, limitMs = WAIT_MS) {
  let over;
  void ended?.then((how) => (over = how ?? {}));
  const deadline = Date.now() + limitMs;
  for (;;) {
    if (await condition()) return;
    if (over) throw new Error(`the program ended (${over.code ?? over.signal}) before what the test waited for: ${(over.stderr ?? "").slice(-LAST_WORDS)}`);
    if (Date.now() > deadline) throw new Error(`what the test waited for did not come in ${limitMs / 1000} s`);
    await new Promise((wake) => setTimeout(wake, everyMs));
  }
}

/** The hosts that browsers with this folder for their jobs have started; other tests have hosts of their own. */
export function hostsOf(jobs) {
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id)).map(Number).filter((id) => {
    try {
      const read = (what) => readFileSync(`/proc/${id}/${what}`, "utf8").split("\0");
      return read("cmdline").slice(0, 2).join(" ") === `${program} host` && read("environ").includes(`TAGTRAIL_JOBS=${jobs}`);
    } catch {
      return false;  // it has ended
    }
  });
}
