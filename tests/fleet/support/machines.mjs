// Workers as if each were on a machine of its own.
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { clockShim } from "../../e2e/support/clock.mjs";
import { root, start } from "../../e2e/support/program.mjs";

/** What makes a program's address its own. */
const machineShim = join(root, "build/native/tests/libmachine_shim.so");

/** For a program whose time of day is wrong by so many seconds. */
export const wrongClock = (by) => ({ LD_PRELOAD: clockShim, TAGTRAIL_CLOCK_BY: String(by) });

/**
 * Jobs of one user keep from each other's hosts by locks in HOME; machines have none in common. `address`: of loopback,
 * from which it asks; `clockBy`: seconds by which its clock is wrong; `wrapper`: words before the command.
 */
export function startMachine(folder, options, { env, limitMs, address, clockBy, wrapper }) {
  mkdirSync(folder, { recursive: true });
  const shims = [address && machineShim, clockBy && clockShim, env.LD_PRELOAD].filter(Boolean);
  const own = { LD_PRELOAD: shims.join(":"), TAGTRAIL_FROM: address, ...(clockBy && { TAGTRAIL_CLOCK_BY: String(clockBy) }) };
  return start(["fleet", "work", "--dir", join(folder, "work"), ...options],
    { env: { ...env, ...own, HOME: folder, XDG_RUNTIME_DIR: folder }, limitMs, wrapper });
}

/** A lease that is renewed in time also where a command of the fleet takes so long: `leaseMs`, or twenty times that. */
export const leaseFor = (leaseMs, commandMs) => Math.round(Math.max(leaseMs, 20 * commandMs));

/** A process and all that came from it. */
export function treeOf(id) {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((name) => {
    try {
      return Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1]) === id;
    } catch {
      return false;  // it has ended
    }
  });
  return [id, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** Those whose command lines name something in a folder. */
export function processesIn(folder) {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)
    .filter((id) => id !== process.pid && wordsOf(id).some((word) => word.includes(folder)));
}

/** The command line of a process; none once it has ended. */
export function wordsOf(id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").filter((word) => word.trim());
  } catch {
    return [];
  }
}

export function signal(ids, name) {
  for (const id of ids) {
    try {
      process.kill(id, name);
    } catch {
      // It has ended.
    }
  }
}
