// Harvests made sites (tests/sites/made/) and judges what the runs say of themselves.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MadeSite } from "../../sites/made/site.mjs";
import { judge } from "../../sites/made/judge.mjs";
import { manifestOf, resultOf, run } from "./program.mjs";

/** Done, stopped by a limit, or not begun, for a start page that is none, can't be had or is refused. */
const TOLD = [0, 2, 3, 4, 6];
/** A made site that nothing bounds has at most some hundred addresses. */
const MOST_REQUESTS = "2000";

/**
 * What judge() says, and `seed`, `features`, `options`, `browser`. The job's folder is in `folder`, and goes again. `stops`:
 * after so many requests each time the run is stopped, and then goes on; `more`: options of harvest.
 */
export async function harvestMade(folder, { seed, features, browser = "never", stops = [], more = [] }) {
  const site = new MadeSite({ seed, features, browser });
  await site.start();
  const job = join(folder, `job-${seed}-${site.features.join("-").replaceAll(":", "")}-${browser}`.slice(0, 200));
  const bound = site.options.includes("--max-requests") ? [] : ["--max-requests", MOST_REQUESTS];
  const args = ["harvest", site.url, "--out", job, "--browser", browser, "--delay", "0", "--quiet", "--allow-private", "--json",
    ...site.options, ...more];
  // A port that another site had is nobody's host: what jobs note of hosts is for this one alone.
  const runtime = mkdtempSync(join(tmpdir(), "made-runtime-"));
  const harvest = (bounds) => run([...args, ...bounds], { env: { XDG_RUNTIME_DIR: runtime } });
  const told = { seed, features: site.features, options: [...site.options, ...more], browser, stops };
  try {
    for (const stop of stops) await harvest(["--max-requests", String(stop)]);
    const ended = await harvest(bound);
    if (!TOLD.includes(ended.code) || !ended.stdout) {
      return { ...told, faults: [`exit ${ended.code}: ${ended.stderr}`], missing: [], wolf: [], whole: false };
    }
    const result = resultOf(ended);
    const manifest = existsSync(join(job, "datapackage.json")) ? manifestOf(job) : undefined;
    const judged = judge(site, result, manifest, browser);
    if (manifest === undefined && judged.faults.length > 0) judged.faults.push(`exit ${ended.code}: ${ended.stderr}${ended.stdout}`);
    return { ...told, result, ...judged };
  } finally {
    site.stop();
    for (const one of [job, runtime]) rmSync(one, { recursive: true, force: true });
  }
}

/** Of three combinations one is stopped twice before it ends, and one asks for several things at once. */
export function variantOf(seed) {
  return [{}, { stops: [4, 9] }, { more: ["--connections", "4"] }][seed % 3];
}

/** How to see the site of a run, and to run it alone. */
export function againWith({ seed, features, options, browser, stops }) {
  const stopped = stops.length > 0 ? ` (first with --max-requests ${stops.join(", then ")})` : "";
  return `node tests/sites/made/serve.mjs ${seed} ${features.join(" ")}; tagtrail harvest ITS-URL --browser ${browser} --delay 0 `
    + `--allow-private --json ${options.join(" ")}`.trim() + stopped;
}

/** All that is wrong with a run, as text, with how to run it again; empty when nothing is. A cry of wolf counts if `strict`. */
export function wrongIn(run, strict) {
  const cries = strict && run.wolf.length > 0 ? [`everything came, and the run says that it may lack something: ${run.wolf.join(", ")}`] : [];
  const faults = [...run.faults, ...cries];
  return faults.length === 0 ? "" : `${faults.join("\n  ")}\n  again: ${againWith(run)}`;
}

/** Runs `work` on all of `list`, some at a time; the results in order. */
export async function sideBySide(list, atOnce, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const at = next;
      next += 1;
      results[at] = await work(list[at]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
