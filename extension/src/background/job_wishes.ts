// What is stored of a job, as its life changes it.
import type { JobInfo, JobLimits } from "../host/protocol/job_info.ts";
import { LIMIT_NAMES } from "../host/protocol/job_info.ts";
import type { JobOptions } from "../host/protocol/job_options.ts";
import { isEnded } from "./job_base.ts";
import type { StoredJob } from "./job_store.ts";
import type { Again } from "./messages.ts";

/** What a job that no host runs at the moment is to its reader. */
export function infoAtRest({ info, wanted }: StoredJob): JobInfo | null {
  if (info === null) return null;
  if (wanted === "pause") return { ...info, state: "paused" };
  // It was told to stop, and the script died before the host could say that it had.
  if (wanted === "end" && !isEnded(info.state)) return { ...info, state: "stopped" };
  return info;
}

/** A host runs it: from now on it goes on in the folder that it was given. */
export function begunAs({ options }: StoredJob, info: JobInfo): Partial<StoredJob> {
  const dir = info.dir.split("/").findLast((part) => part !== "") ?? "";
  return { info, options: { ...options, dir }, error: null };
}

export function withLimits(options: JobOptions, limits: Partial<JobLimits>): JobOptions {
  const changed = { ...options };
  if (limits.delayMs !== undefined) changed.delayMs = limits.delayMs;
  for (const name of LIMIT_NAMES) {
    const limit = limits[name];
    if (limit === null) delete changed[name];
    else if (limit !== undefined) changed[name] = limit;
  }
  return changed;
}

/** The same job, to be started again; limits that are raised become twice what they were. */
export function onceMore(stored: StoredJob, how: Again): StoredJob {
  const { revisit, ...options } = stored.options;
  for (const name of LIMIT_NAMES) {
    const limit = options[name];
    if (how === "raise" && limit !== undefined) options[name] = 2 * limit;
    // A limit was that of the crawl; a look for changes goes over all that is there.
    if (how === "revisit") delete options[name];
  }
  return {
    ...stored,
    options: { ...options, ...(how === "revisit" ? { revisit: true } : {}), ...(how === "linked" ? { files: "linked" as const } : {}) },
    startedAt: Date.now(), wanted: "run", info: null, error: null,
  };
}
