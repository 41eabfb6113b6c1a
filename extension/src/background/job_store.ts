// What a job is known by in storage.local: enough to go on with it after this script, the host or the
// browser has died. Written before it is acted on. One entry a job, so that jobs don't wait for each
// other. Entries may come from an older version, so they are read with care.
import type { ErrorBody } from "../host/errors.ts";
import { readError } from "../host/protocol/envelope.ts";
import type { JobInfo } from "../host/protocol/job_info.ts";
import { readJobInfo } from "../host/protocol/job_info.ts";
import type { JobOptions } from "../host/protocol/job_options.ts";
import { readJobOptions } from "../host/protocol/job_options.ts";
import type { JobProgress } from "../host/protocol/job_progress.ts";
import { readJobProgress } from "../host/protocol/job_progress.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import { readRecipe } from "../host/protocol/recipe.ts";
import type { Feedback } from "../host/protocol/teaching.ts";
import { readFeedback } from "../host/protocol/teaching.ts";
import * as shape from "../host/shape.ts";
import type { CurvePoint, JobKey } from "./shown.ts";

const PREFIX = "job:";
const SHOWN_PREFIX = "jobShown:";
/** Words that wait for a host, and those that a job starts with. */
export const MAX_FEEDBACK = 2000;

const JOB_KINDS = ["collect", "follow", "harvest", "catalogue"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** What the user wants of a job. `end`: nothing more, it has ended or is to. */
const WANTED = ["run", "pause", "end"] as const;

export interface StoredJob {
  key: JobKey;
  /** Jobs are listed in the order in which they were started. */
  startedAt: number;
  kind: JobKind;
  url: string;
  /** With `dir` once it is known, so that it always goes on in the same folder. */
  options: JobOptions;
  recipe: Recipe | null;
  /** Told with job.start. */
  feedback: Feedback[];
  /** How many files were chosen; 0 for jobs that crawl, and for those that an older version stored. */
  chosen: number;
  /** Told since, and not yet heard by a host; the oldest first. */
  untold: Feedback[];
  wanted: (typeof WANTED)[number];
  info: JobInfo | null;
  error: ErrorBody | null;
}

/** What the panel shows of a job while no host tells anything. */
export interface ShownJob {
  progress: JobProgress | null;
  curve: CurvePoint[];
}

function readStoredJob(value: unknown): StoredJob {
  const job = shape.object(value, "job");
  return {
    key: shape.text(job.key, "key", 64),
    startedAt: shape.number(job.startedAt, "startedAt"),
    kind: shape.oneOf(job.kind, "kind", JOB_KINDS),
    url: shape.text(job.url, "url"),
    options: readJobOptions(job.options, "options"),
    recipe: shape.nullable(job.recipe, "recipe", readRecipe),
    feedback: shape.list(job.feedback, "feedback", readFeedback, MAX_FEEDBACK),
    chosen: shape.optional(job.chosen, "chosen", shape.count) ?? 0,
    untold: shape.list(job.untold, "untold", readFeedback, MAX_FEEDBACK),
    wanted: shape.oneOf(job.wanted, "wanted", WANTED),
    info: shape.nullable(job.info, "info", readJobInfo),
    error: shape.nullable(job.error, "error", readError),
  };
}

function readPoint(value: unknown, name: string): CurvePoint {
  const [requests, files] = shape.list(value, name, shape.count, 2);
  return [requests ?? 0, files ?? 0];
}

function readShown(value: unknown): ShownJob {
  const shown = shape.object(value, "shown");
  return {
    progress: shape.nullable(shown.progress, "progress", (item, name) =>
      readJobProgress(shape.object(item, name)),
    ),
    curve: shape.list(shown.curve, "curve", readPoint, 1000),
  };
}

/** All jobs, the one started first first. What can't be read is left out and said on the console. */
export async function loadJobs(): Promise<{ job: StoredJob; shown: ShownJob }[]> {
  const all = await browser.storage.local.get(null);
  const jobs = [];
  for (const [name, value] of Object.entries(all)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      const job = readStoredJob(value);
      jobs.push({ job, shown: shownOf(all[SHOWN_PREFIX + job.key]) });
    } catch (thrown) {
      console.warn(`the stored job ${name} can't be read:`, thrown);
    }
  }
  return jobs.sort((a, b) => a.job.startedAt - b.job.startedAt);
}

function shownOf(stored: unknown): ShownJob {
  try {
    return readShown(stored);
  } catch {
    return { progress: null, curve: [] };
  }
}

export async function saveJob(job: StoredJob): Promise<void> {
  await browser.storage.local.set({ [PREFIX + job.key]: job });
}

export async function saveShown(key: JobKey, shown: ShownJob): Promise<void> {
  await browser.storage.local.set({ [SHOWN_PREFIX + key]: shown });
}

export async function forgetJob(key: JobKey): Promise<void> {
  await browser.storage.local.remove([PREFIX + key, SHOWN_PREFIX + key]);
}
