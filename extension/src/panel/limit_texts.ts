// Limits of a job as people write them, in seconds, megabytes and minutes, and as jobs take them.
import type { JobLimits } from "../host/protocol/job_info.ts";

const BYTES = 1_000_000;
const MINUTE = 60_000;

/** The texts of the fields; empty means without limit. */
export interface LimitTexts {
  delay: string;
  requests: string;
  megabytes: string;
  minutes: string;
}

function textOf(value: number | null, unit: number): string {
  return value === null ? "" : String(Number((value / unit).toFixed(3)));
}

/** A whole number of units; null when empty or no number of at least `least`. */
function valueOf(text: string, unit: number, least: number): number | null {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value) || value < least) return null;
  return Math.min(Math.round(value * unit), Number.MAX_SAFE_INTEGER);
}

export function limitTexts(limits: JobLimits): LimitTexts {
  return {
    delay: textOf(limits.delayMs, 1000),
    requests: textOf(limits.maxRequests, 1),
    megabytes: textOf(limits.maxBytes, BYTES),
    minutes: textOf(limits.maxTimeMs, MINUTE),
  };
}

/** What a job is to be told. A delay that is no number stays as it is. */
export function limitsOf(texts: LimitTexts): Partial<JobLimits> {
  const delayMs = valueOf(texts.delay, 1000, 0);
  return {
    ...(delayMs === null ? {} : { delayMs }),
    maxRequests: valueOf(texts.requests, 1, 1),
    maxBytes: valueOf(texts.megabytes, BYTES, 0.001),
    maxTimeMs: valueOf(texts.minutes, MINUTE, 0.01),
  };
}
