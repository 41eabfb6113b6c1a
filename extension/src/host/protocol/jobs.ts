// Jobs: how they are started, what the host tells of them.
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import type { Progress, ReasonTerm } from "./engine.ts";
import { readProgress, readShare, readTerm } from "./engine.ts";
import type { JobId } from "./limits.ts";

const MAX_SKIP_KINDS = 200;
const MAX_LEFT_OUT = 50;
const MAX_TERMS = 32;
const MAX_OPTION_TEXT = 2000;

export const JOB_STATES = ["running", "paused", "finished", "stopped", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface JobInfo {
  job: JobId;
  seedUrl: string;
  dir: string;
  state: JobState;
}

export interface FoundFile {
  name: string;
  path: string;
  mime: string;
  bytes: number;
  url: string;
  page: string;
}

export interface CurrentRequest {
  url: string;
  purpose: string;
  /** As people read it. */
  tagPath: string;
  anchor: string;
  sourcePage: string;
  words: string;
  score: number | null;
  /** Probability that it is a file; null when the policy has no word on that. */
  targetProbability: number | null;
  terms: ReasonTerm[];
}

/** Null: without limit. */
export interface JobLimits {
  delayMs: number;
  maxRequests: number | null;
  maxBytes: number | null;
  maxTimeMs: number | null;
}

/** Why a job waits for the user. */
export interface Attention {
  kind: "login_lost" | "login_needed";
  url: string;
}

export interface Resuming {
  answers: number;
  of: number;
}

export const WAITS = ["other_job", "back_off", "crawl_delay", "slow_host"] as const;

/** Why no request is under way. */
export interface Wait {
  by: (typeof WAITS)[number];
  host: string;
  /** Until the next one, as far as is known. */
  seconds: number | null;
}

/** What a job could have had and has not, by cause. */
export interface LeftOut {
  cause: string;
  /** Of what the cause counts: pages, addresses. */
  count: number;
  /** About how many links were lost with these; 0: not known. */
  links: number;
  /** One URL, or empty. */
  example: string;
}

export interface JobProgress {
  job: JobId;
  state: JobState;
  reason: string;
  /** How it ended, in a sentence of the host's; empty while there is none. */
  message: string;
  progress: Progress;
  files: FoundFile[];
  current: CurrentRequest | null;
  seconds: number;
  limits: JobLimits;
  /** How many requests brought nothing, by cause. */
  skips: Record<string, number>;
  /** As of the newest manifest, so of the end once the job has ended. */
  leftOut: LeftOut[];
  attention: Attention | null;
  /** Null while requests go on, or wait for their own pause alone. */
  wait: Wait | null;
  /** How far the engine has been told what the job knows already; null when it knows all. */
  resuming: Resuming | null;
}

export interface JobOptions {
  policy?: string;
  targets?: string;
  scope?: string;
  blocklist?: string;
  seed?: number;
  maxRequests?: number;
  maxBytes?: number;
  maxTimeMs?: number;
  delayMs?: number;
  browser?: "auto" | "always" | "never";
  allowPrivate?: boolean;
  sitemaps?: boolean;
  robots?: boolean;
  session?: "auto" | "never";
  openActing?: "none" | "doubtful" | "all";
  administration?: boolean;
  archive?: "warc" | "none";
  dir?: string;
  /** A mask of file names, as `--name`. */
  name?: string;
  maxFileBytes?: number;
  contact?: string;
  /** A job that has ended looks for what is new, changed or gone. */
  revisit?: boolean;
}

export const JOB_ACTIONS = ["pause", "resume", "stop"] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

export function readJobInfo(value: unknown, name: string): JobInfo {
  const info = shape.object(value, name);
  return {
    job: shape.text(info.job, `${name}.job`, 64),
    seedUrl: shape.text(info.seedUrl, `${name}.seedUrl`),
    dir: shape.text(info.dir, `${name}.dir`),
    state: shape.oneOf(info.state, `${name}.state`, JOB_STATES),
  };
}

export function readFile(value: unknown, name: string): FoundFile {
  const file = shape.object(value, name);
  return {
    name: shape.text(file.name, `${name}.name`),
    path: shape.text(file.path, `${name}.path`),
    mime: shape.text(file.mime, `${name}.mime`),
    bytes: shape.count(file.bytes, `${name}.bytes`),
    url: shape.text(file.url, `${name}.url`),
    page: shape.text(file.page, `${name}.page`),
  };
}

function readCurrent(value: unknown, name: string): CurrentRequest {
  const current = shape.object(value, name);
  return {
    url: shape.text(current.url, `${name}.url`),
    purpose: shape.text(current.purpose, `${name}.purpose`),
    tagPath: shape.text(current.tagPath, `${name}.tagPath`, 200_000),
    anchor: shape.text(current.anchor, `${name}.anchor`),
    sourcePage: shape.text(current.sourcePage, `${name}.sourcePage`),
    words: shape.text(current.words, `${name}.words`),
    score: shape.nullable(current.score, `${name}.score`, shape.number),
    targetProbability: shape.nullable(
      current.targetProbability,
      `${name}.targetProbability`,
      readShare,
    ),
    terms: shape.list(current.terms, `${name}.terms`, readTerm, MAX_TERMS),
  };
}

export function readLimits(value: unknown, name: string): JobLimits {
  const limits = shape.object(value, name);
  const limit = (key: Exclude<keyof JobLimits, "delayMs">) =>
    shape.nullable(limits[key], `${name}.${key}`, shape.count);
  return {
    delayMs: shape.count(limits.delayMs, `${name}.delayMs`),
    maxRequests: limit("maxRequests"),
    maxBytes: limit("maxBytes"),
    maxTimeMs: limit("maxTimeMs"),
  };
}

function readSkips(value: unknown, name: string): Record<string, number> {
  const entries = Object.entries(shape.object(value, name)).slice(0, MAX_SKIP_KINDS);
  return Object.fromEntries(entries.map(([key, count]) => [key, shape.count(count, `${name}.${key}`)]));
}

function readLeftOut(value: unknown, name: string): LeftOut {
  const leftOut = shape.object(value, name);
  return {
    cause: shape.text(leftOut.cause, `${name}.cause`, 64),
    count: shape.count(leftOut.count, `${name}.count`),
    links: shape.count(leftOut.links ?? 0, `${name}.links`),
    example: shape.text(leftOut.example, `${name}.example`),
  };
}

function readAttention(value: unknown, name: string): Attention {
  const attention = shape.object(value, name);
  return {
    kind: shape.oneOf(attention.kind, `${name}.kind`, ["login_lost", "login_needed"] as const),
    url: shape.text(attention.url, `${name}.url`),
  };
}

function readWait(value: unknown, name: string): Wait {
  const wait = shape.object(value, name);
  return {
    by: shape.oneOf(wait.by, `${name}.by`, WAITS),
    host: shape.text(wait.host, `${name}.host`),
    seconds: shape.nullable(wait.seconds, `${name}.seconds`, shape.number),
  };
}

function readResuming(value: unknown, name: string): Resuming {
  const resuming = shape.object(value, name);
  return {
    answers: shape.count(resuming.answers, `${name}.answers`),
    of: shape.count(resuming.of, `${name}.of`),
  };
}

export function readJobProgress(message: JsonObject): JobProgress {
  return {
    job: shape.text(message.job, "job", 64),
    state: shape.oneOf(message.state, "state", JOB_STATES),
    reason: shape.nullable(message.reason, "reason", shape.text) ?? "",
    message: shape.optional(message.message, "message", shape.text) ?? "",
    progress: readProgress(message.progress, "progress"),
    files: shape.list(message.files, "files", readFile, 100),
    current: shape.nullable(message.current, "current", readCurrent),
    seconds: shape.number(message.seconds, "seconds"),
    limits: readLimits(message.limits, "limits"),
    skips: readSkips(message.skips, "skips"),
    leftOut: shape.list(message.leftOut, "leftOut", readLeftOut, MAX_LEFT_OUT),
    attention: shape.nullable(message.attention, "attention", readAttention),
    wait: shape.nullable(message.wait ?? null, "wait", readWait),
    resuming: shape.nullable(message.resuming, "resuming", readResuming),
  };
}

const OPTION_READERS: {
  [Name in keyof JobOptions]-?: (value: unknown, name: string) => NonNullable<JobOptions[Name]>;
} = {
  policy: readOptionText,
  targets: readOptionText,
  scope: readOptionText,
  blocklist: readOptionText,
  seed: shape.count,
  maxRequests: shape.count,
  maxBytes: shape.count,
  maxTimeMs: shape.count,
  delayMs: shape.count,
  browser: (value, name) => shape.oneOf(value, name, ["auto", "always", "never"] as const),
  allowPrivate: shape.bool,
  sitemaps: shape.bool,
  robots: shape.bool,
  session: (value, name) => shape.oneOf(value, name, ["auto", "never"] as const),
  openActing: (value, name) => shape.oneOf(value, name, ["none", "doubtful", "all"] as const),
  administration: shape.bool,
  archive: (value, name) => shape.oneOf(value, name, ["warc", "none"] as const),
  dir: readOptionText,
  name: readOptionText,
  maxFileBytes: shape.count,
  contact: readOptionText,
  revisit: shape.bool,
};

function readOptionText(value: unknown, name: string): string {
  return shape.text(value, name, MAX_OPTION_TEXT);
}

function readInto<Name extends keyof JobOptions>(read: JobOptions, name: Name, value: unknown): void {
  read[name] = OPTION_READERS[name](value, name) as JobOptions[Name];
}

/** Unknown options are left out: the host refuses them, and its word on them is not ours to give. */
export function readJobOptions(value: unknown, name: string): JobOptions {
  const options = shape.object(value, name);
  const read: JobOptions = {};
  for (const key of Object.keys(OPTION_READERS) as (keyof JobOptions)[]) {
    if (options[key] !== undefined) readInto(read, key, options[key]);
  }
  return read;
}
