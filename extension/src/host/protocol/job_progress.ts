// What a host tells of a job that runs.
import { TagtrailError } from "../errors.ts";
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import { readProgress } from "./engine.ts";
import { JOB_STATES, readLimits } from "./job_info.ts";
import { MAX_JOB_ID } from "./limits.ts";

const MAX_SKIP_KINDS = 200;
const MAX_LEFT_OUT = 50;
const MAX_HOSTS_NAMED = 10;
const MAX_METHODS = 30;
const MAX_HOST = 300;
const MAX_TERMS = 32;
const MAX_TERM_NAME = 100;

export type FoundFile = ReturnType<typeof readFile>;
/** A part of a score; one named `whole: part` is counted in the term `whole`. */
export type ReasonTerm = ReturnType<typeof readTerm>;
export type CurrentRequest = ReturnType<typeof readCurrent>;
/** What a job could have had and has not, by cause. */
export type LeftOut = ReturnType<typeof readLeftOut>;
/** How complete a job is. */
export type Ending = ReturnType<typeof readEnding>;
export type JobProgress = ReturnType<typeof readJobProgress>;

export function readFile(value: unknown, name: string) {
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

function readTerm(value: unknown, name: string) {
  const term = shape.object(value, name);
  return {
    name: shape.text(term.name, `${name}.name`, MAX_TERM_NAME),
    value: shape.number(term.value, `${name}.value`),
  };
}

function readShare(value: unknown, name: string): number {
  const read = shape.number(value, name);
  if (read < 0 || read > 1) throw new TagtrailError("invalid_argument", `'${name}' must be between 0 and 1`);
  return read;
}

function readCurrent(value: unknown, name: string) {
  const current = shape.object(value, name);
  return {
    url: shape.text(current.url, `${name}.url`),
    purpose: shape.text(current.purpose, `${name}.purpose`),
    /** As people read it. */
    tagPath: shape.text(current.tagPath, `${name}.tagPath`, 200_000),
    anchor: shape.text(current.anchor, `${name}.anchor`),
    sourcePage: shape.text(current.sourcePage, `${name}.sourcePage`),
    words: shape.text(current.words, `${name}.words`),
    score: shape.nullable(current.score, `${name}.score`, shape.number),
    /** Probability that it is a file; null when the policy has no word on that. */
    targetProbability: shape.nullable(current.targetProbability, `${name}.targetProbability`, readShare),
    terms: shape.list(current.terms, `${name}.terms`, readTerm, MAX_TERMS),
  };
}

function readSkips(value: unknown, name: string): Record<string, number> {
  const entries = Object.entries(shape.object(value, name)).slice(0, MAX_SKIP_KINDS);
  return Object.fromEntries(entries.map(([key, count]) => [key, shape.count(count, `${name}.${key}`)]));
}

function readHostFiles(value: unknown, name: string) {
  const host = shape.object(value, name);
  return { host: shape.text(host.host, `${name}.host`, MAX_HOST), files: shape.count(host.files, `${name}.files`) };
}

function readLeftOut(value: unknown, name: string) {
  const leftOut = shape.object(value, name);
  return {
    cause: shape.text(leftOut.cause, `${name}.cause`, 64),
    /** Of what the cause counts: pages, addresses. */
    count: shape.count(leftOut.count, `${name}.count`),
    /** About how many links were lost with these; 0: not known. */
    links: shape.count(leftOut.links ?? 0, `${name}.links`),
    /** One URL, or empty. */
    example: shape.text(leftOut.example, `${name}.example`),
    /** Of files on other hosts: those with most of them, and how many there are. */
    hosts: shape.list(leftOut.hosts ?? [], `${name}.hosts`, readHostFiles, MAX_HOSTS_NAMED),
    hostCount: shape.count(leftOut.hostCount ?? 0, `${name}.hostCount`),
    /** There were more, which nobody counted. */
    atLeast: shape.bool(leftOut.atLeast ?? false, `${name}.atLeast`),
    /** The job takes such files; these are on hosts that sent pages instead. */
    taken: shape.bool(leftOut.taken ?? false, `${name}.taken`),
  };
}

function readCounted(value: unknown, name: string) {
  const { count, example } = shape.object(value, name);
  return { count: shape.count(count, `${name}.count`), example: shape.text(example, `${name}.example`) };
}

/** What scripts of pages wanted to send, and was stopped. */
function readStopped(value: unknown, name: string) {
  const stopped = shape.object(value, name);
  return {
    /** What was sent by POST and may have changed something. */
    sent: shape.optional(stopped.sent, `${name}.sent`, readCounted) ?? null,
    /** What led into the user's own network. */
    ownNetwork: shape.optional(stopped.ownNetwork, `${name}.ownNetwork`, readCounted) ?? null,
    count: shape.count(stopped.count, `${name}.count`),
    methods: Object.keys(shape.object(stopped.methods, `${name}.methods`)).slice(0, MAX_METHODS),
    /** One URL, or empty. */
    example: shape.text(stopped.example, `${name}.example`),
  };
}

function readEnding(value: unknown, name: string) {
  const ending = shape.object(value, name);
  return {
    complete: shape.bool(ending.complete, `${name}.complete`),
    how: shape.oneOf(ending.how, `${name}.how`, ["complete", "about", "partial"]),
    /** Of a job without files: a cause of `leftOut`, `start_page`, `types` or `nothing`; else empty. */
    reason: shape.text(ending.reason ?? "", `${name}.reason`, 64),
  };
}

/** Why a job waits for the user. */
function readAttention(value: unknown, name: string) {
  const attention = shape.object(value, name);
  return {
    kind: shape.oneOf(attention.kind, `${name}.kind`, ["login_lost", "login_needed", "acted"]),
    url: shape.text(attention.url, `${name}.url`),
    /** Of `acted`: how it is known; else empty. */
    what: shape.text(attention.what, `${name}.what`),
  };
}

/** Why no request is under way. */
function readWait(value: unknown, name: string) {
  const wait = shape.object(value, name);
  return {
    by: shape.oneOf(wait.by, `${name}.by`, ["other_job", "away", "back_off", "crawl_delay", "slow_host", "making"]),
    host: shape.text(wait.host, `${name}.host`),
    /** Until the next one, as far as is known. */
    seconds: shape.nullable(wait.seconds, `${name}.seconds`, shape.number),
  };
}

function readResuming(value: unknown, name: string) {
  const resuming = shape.object(value, name);
  return {
    answers: shape.count(resuming.answers, `${name}.answers`),
    of: shape.count(resuming.of, `${name}.of`),
  };
}

export function readJobProgress(message: JsonObject) {
  return {
    job: shape.text(message.job, "job", MAX_JOB_ID),
    state: shape.oneOf(message.state, "state", JOB_STATES),
    reason: shape.nullable(message.reason, "reason", shape.text) ?? "",
    /** How it ended, in a sentence of the host's; empty while there is none. */
    message: shape.optional(message.message, "message", shape.text) ?? "",
    progress: readProgress(message.progress, "progress"),
    files: shape.list(message.files, "files", readFile, 100),
    current: shape.nullable(message.current, "current", readCurrent),
    seconds: shape.number(message.seconds, "seconds"),
    limits: readLimits(message.limits, "limits"),
    /** How many requests brought nothing, by cause. */
    skips: readSkips(message.skips, "skips"),
    /** As of the newest manifest, so of the end once the job has ended. */
    leftOut: shape.list(message.leftOut, "leftOut", readLeftOut, MAX_LEFT_OUT),
    /** As of the newest manifest, too; null where there was nothing. */
    stopped: shape.nullable(message.stopped ?? null, "stopped", readStopped),
    /** Null while it runs, or where the host does not know. */
    ending: shape.nullable(message.ending ?? null, "ending", readEnding),
    attention: shape.nullable(message.attention, "attention", readAttention),
    /** Null while requests go on, or wait for their own pause alone. */
    wait: shape.nullable(message.wait ?? null, "wait", readWait),
    /** How far the engine has been told what the job knows already; null when it knows all. */
    resuming: shape.nullable(message.resuming, "resuming", readResuming),
  };
}
