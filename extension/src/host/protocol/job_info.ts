// A job as its host names it, what may be done with it, and its limits.
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import { MAX_JOB_ID } from "./limits.ts";

export const JOB_STATES = ["running", "paused", "finished", "stopped", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_ACTIONS = ["pause", "resume", "stop"] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** Limits that may be none. */
export const LIMIT_NAMES = ["maxRequests", "maxBytes", "maxTimeMs"] as const;

export type JobInfo = ReturnType<typeof readJobInfo>;
/** Null: without limit. */
export type JobLimits = ReturnType<typeof readLimits>;

export function readJobInfo(value: unknown, name: string) {
  const info = shape.object(value, name);
  return {
    job: shape.text(info.job, `${name}.job`, MAX_JOB_ID),
    seedUrl: shape.text(info.seedUrl, `${name}.seedUrl`),
    dir: shape.text(info.dir, `${name}.dir`),
    state: shape.oneOf(info.state, `${name}.state`, JOB_STATES),
    /** What it looks for, as `--objective`; jobs were kept without it once. */
    objective: shape.optional(info.objective, `${name}.objective`, shape.text) ?? "data-files",
  };
}

export function readLimits(value: unknown, name: string) {
  const limits = shape.object(value, name);
  const limit = (key: (typeof LIMIT_NAMES)[number]) => shape.nullable(limits[key], `${name}.${key}`, shape.count);
  return {
    delayMs: shape.count(limits.delayMs, `${name}.delayMs`),
    maxRequests: limit("maxRequests"),
    maxBytes: limit("maxBytes"),
    maxTimeMs: limit("maxTimeMs"),
  };
}

/** Those that are to be others. */
export function readNewLimits(message: JsonObject): Partial<JobLimits> {
  const read: Partial<JobLimits> = {};
  const delay = shape.optional(message.delayMs, "delayMs", shape.count);
  if (delay !== undefined) read.delayMs = delay;
  for (const name of LIMIT_NAMES) {
    if (message[name] !== undefined) read[name] = shape.nullable(message[name], name, shape.count);
  }
  return read;
}
