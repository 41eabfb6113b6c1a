// The messages of docs/protocol.md as types, and the readers that check what arrives.
import type { ErrorBody } from "./errors.ts";
import { ERROR_CODES, TagtrailError } from "./errors.ts";
import { readRecipe } from "./recipe.ts";
import type { JsonObject } from "./shape.ts";
import * as shape from "./shape.ts";

export const PROTOCOL_VERSION = 2;
/** JSON longer than this travels in parts of as many bytes. */
export const WHOLE_BYTES = 512 * 1024;
export const MESSAGE_BYTES = 64 * 1024 * 1024;
export const PART_WINDOW = 8;
export const JSON_DEPTH = 32;
export const MAX_URL_LENGTH = 8192;
const MAX_TAB_MS = 600_000;
/** Presses and scrolls in one page load. */
const MAX_GESTURES = 200;
const MAX_GROUPS = 200;
const MAX_TAG_PATH = 200_000;
const MAX_SKIP_KINDS = 200;
const MAX_TERMS = 32;
const MAX_TERM_NAME = 100;

export type JobId = string;

// Engine -----------------------------------------------------------------------------------------

export interface Reason {
  words: string;
  action: number;
  score: number;
  targetProbability: number;
  terms: ReasonTerm[];
}

export interface EngineRequest {
  id: number;
  url: string;
  method: "GET" | "HEAD";
  purpose: "page" | "target" | "type_check";
  sourcePage: string;
  tagPath: string;
  anchor: string;
  depth: number;
  reason: Reason;
}

export type Decision =
  | { kind: "request"; request: EngineRequest }
  | { kind: "wait" }
  | { kind: "finished"; reason: string };

export interface Judgement {
  urlClass: string;
  newTarget: boolean;
  redirect: boolean;
}

/** Which share of the files within reach has been found, and the bounds of four in five such guesses. */
export interface StopAdvice {
  share: number;
  low: number;
  high: number;
}

export interface Progress {
  requests: number;
  gets: number;
  heads: number;
  pages: number;
  targets: number;
  targetBytes: number;
  otherBytes: number;
  knownUrls: number;
  frontier: number;
  issued: number;
  inFlight: number;
  /** Null while it is too early to tell. */
  advice: StopAdvice | null;
}

export interface StepAnswer {
  judgements: Judgement[];
  decision?: Decision;
  progress: Progress;
}

// Teaching ---------------------------------------------------------------------------------------

export const GROUP_WORDS = ["neutral", "good", "useless", "only"] as const;
export type GroupWord = (typeof GROUP_WORDS)[number];

/** feedback.hpp. `url` only with `example` and `fetch`, `files` and `requests` only with `paid`. */
export interface Feedback {
  word: GroupWord | "example" | "fetch" | "paid";
  tagPath: string;
  url?: string;
  anchor?: string;
  page?: string;
  files?: number;
  requests?: number;
}

export interface LinkGroup {
  id: number;
  tagPath: string;
  /** As people read it. */
  readable: string;
  word: GroupWord;
  anchors: string[];
  open: number;
  withheld: number;
  requests: number;
  files: number;
  /** Mean of the files that the policy expects of an open link. */
  expected: number | null;
}

export interface RecipeGroup {
  tagPath: string;
  word: GroupWord;
  requests: number;
  files: number;
  anchors: string[];
}

/** What was learned of a site, without any address in it. */
export interface Recipe {
  tagtrail: "recipe";
  version: 1;
  site: string;
  settings: JobOptions;
  groups: RecipeGroup[];
}

// Tabs -------------------------------------------------------------------------------------------

export type TabError = "timeout" | "network" | "browser" | "tls" | "refused_address" | "out_of_scope";

export interface Hop {
  url: string;
  status: number;
}

export interface TabLink {
  base: number;
  written: string;
  tagPath: string;
  element: "a" | "area" | "frame" | "iframe" | "link";
  anchor: string;
  heading: string;
  around: string;
  rel: string;
}

export interface TabPage {
  title: string;
  language: string;
  text: string;
  truncated: boolean;
  bases: string[];
  links: TabLink[];
}

export interface TabAnswer {
  status: number;
  mime: string;
  finalUrl: string;
  hops: Hop[];
  subRequests: number;
  bodyBytes: number;
  /** Whether the page shows a field for a password. */
  loginForm: boolean;
  error?: TabError;
  page?: TabPage;
}

/** What came back for `fetch.load` and `blob.load`; the body went before, in `fetch.data`. */
export interface FetchAnswer {
  status: number;
  contentType: string;
  disposition: string;
  finalUrl: string;
  hops: Hop[];
  bodyBytes: number;
  loginForm: boolean;
  error?: TabError;
}

// Jobs -------------------------------------------------------------------------------------------

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

/** A part of a score; one named `whole: part` is counted in the term `whole`. */
export interface ReasonTerm {
  name: string;
  value: number;
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

export interface JobProgress {
  job: JobId;
  state: JobState;
  reason: string;
  progress: Progress;
  files: FoundFile[];
  current: CurrentRequest | null;
  seconds: number;
  limits: JobLimits;
  /** How many requests brought nothing, by cause. */
  skips: Record<string, number>;
  attention: Attention | null;
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
  dir?: string;
}

export type JobAction = "pause" | "resume" | "stop";

// Calls ------------------------------------------------------------------------------------------

/** Extension to host: the fields of each call and what its reply carries. */
export interface HostCalls {
  hello: {
    fields: { protocol: number; version: string; browser: string; build: string };
    reply: { protocol: number; version: string; job: JobInfo | null; root: string | null };
  };
  "job.start": {
    fields: { url: string; options: JobOptions; recipe?: Recipe; feedback?: Feedback[] };
    reply: { job: JobInfo };
  };
  "job.control": { fields: { job: JobId; action: JobAction }; reply: { state: JobState } };
  "job.status": { fields: { job: JobId }; reply: JobProgress };
  "job.set": { fields: { job: JobId } & Partial<JobLimits>; reply: { limits: JobLimits } };
  "job.teach": { fields: { job: JobId; feedback: Feedback }; reply: { groups: LinkGroup[] } };
  "job.groups": { fields: { job: JobId }; reply: { groups: LinkGroup[] } };
  "job.files": {
    fields: { job: JobId; offset: number; limit: number };
    reply: { total: number; files: FoundFile[] };
  };
  "job.show": { fields: { job: JobId; path: string; as: "file" | "folder" }; reply: object };
  "job.recipe": { fields: { job: JobId }; reply: { recipe: Recipe } };
  "fetch.head": { fields: { job: JobId; load: number } & FetchHead; reply: { take: boolean } };
  "fetch.data": { fields: { job: JobId; load: number; data: string }; reply: object };
}

export interface FetchHead {
  status: number;
  contentType: string;
  disposition: string;
  /** Bytes announced; 0 when unknown. */
  length: number;
  /** That answered. */
  url: string;
}

/** Host to extension. */
export type ServedCall =
  | { call: "engine.create"; job: JobId; config: JsonObject }
  | { call: "engine.restore"; job: JobId; snapshot: Uint8Array }
  | { call: "engine.step"; job: JobId; records: Uint8Array[]; decide: boolean }
  | { call: "engine.snapshot"; job: JobId }
  | { call: "engine.close"; job: JobId }
  | { call: "engine.teach"; job: JobId; feedback: JsonObject }
  | { call: "engine.groups"; job: JobId; limit: number }
  | { call: "engine.budget"; job: JobId; budget: JsonObject }
  | ({ call: "tab.load" } & TabLoad)
  | { call: "tab.close"; job: JobId }
  | ({ call: "fetch.load" } & FetchLoad)
  | { call: "fetch.cancel"; job: JobId; load: number }
  | { call: "blob.load"; job: JobId; load: number; url: string; timeoutMs: number };

export interface TabLoad {
  job: JobId;
  url: string;
  timeoutMs: number;
  quietMs: number;
  /** How often at most the page is scrolled to its end, or "load more" pressed. */
  scrolls: number;
  /** How many buttons at most are pressed that promise a download. */
  clicks: number;
}

export interface FetchLoad {
  job: JobId;
  load: number;
  url: string;
  method: "GET" | "HEAD";
  referer: string;
  timeoutMs: number;
}

/** An http or https URL, which is all that a host may ask a tab to open. */
function httpUrl(value: unknown, name: string): string {
  const written = shape.text(value, name, MAX_URL_LENGTH);
  const parsed = URL.canParse(written) ? new URL(written) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TagtrailError("invalid_url", `'${name}' is not an http or https URL`);
  }
  return written;
}

function timeoutOf(message: JsonObject): number {
  return Math.min(shape.optional(message.timeoutMs, "timeoutMs", shape.count) ?? 30_000, MAX_TAB_MS);
}

function readTabLoad(message: JsonObject): TabLoad {
  const few = (name: "scrolls" | "clicks") =>
    Math.min(shape.optional(message[name], name, shape.count) ?? 0, MAX_GESTURES);
  return {
    job: shape.text(message.job, "job", 64),
    url: httpUrl(message.url, "url"),
    timeoutMs: timeoutOf(message),
    quietMs: shape.optional(message.quietMs, "quietMs", shape.count) ?? 500,
    scrolls: few("scrolls"),
    clicks: few("clicks"),
  };
}

function readFetchLoad(message: JsonObject): FetchLoad {
  return {
    job: shape.text(message.job, "job", 64),
    load: shape.count(message.load, "load"),
    url: httpUrl(message.url, "url"),
    method: shape.oneOf(message.method, "method", ["GET", "HEAD"] as const),
    referer: shape.text(message.referer, "referer", MAX_URL_LENGTH),
    timeoutMs: timeoutOf(message),
  };
}

/** Checks a call of the host. Errors: unknown_command, invalid_argument, invalid_url. */
export function readServedCall(call: string, message: JsonObject): ServedCall {
  const job = () => shape.text(message.job, "job", 64);
  switch (call) {
    case "engine.create":
      return { call, job: job(), config: shape.object(message.config, "config") };
    case "engine.restore":
      return { call, job: job(), snapshot: shape.bytes(message.snapshot, "snapshot") };
    case "engine.step":
      return {
        call,
        job: job(),
        records: shape.list(message.records, "records", shape.bytes),
        decide: shape.bool(message.decide, "decide"),
      };
    case "engine.snapshot":
    case "engine.close":
    case "tab.close":
      return { call, job: job() };
    case "engine.teach":
      return { call, job: job(), feedback: shape.object(message.feedback, "feedback") };
    case "engine.groups":
      return { call, job: job(), limit: shape.count(message.limit, "limit") };
    case "engine.budget":
      return { call, job: job(), budget: shape.object(message.budget, "budget") };
    case "tab.load":
      return { call, ...readTabLoad(message) };
    case "fetch.load":
      return { call, ...readFetchLoad(message) };
    case "fetch.cancel":
      return { call, job: job(), load: shape.count(message.load, "load") };
    case "blob.load":
      return {
        call,
        job: job(),
        load: shape.count(message.load, "load"),
        url: httpUrl(message.url, "url"),
        timeoutMs: timeoutOf(message),
      };
    default:
      throw new TagtrailError("unknown_command", `there is no call '${call.slice(0, 64)}'`);
  }
}

export function readJobInfo(value: unknown, name: string): JobInfo {
  const info = shape.object(value, name);
  return {
    job: shape.text(info.job, `${name}.job`, 64),
    seedUrl: shape.text(info.seedUrl, `${name}.seedUrl`),
    dir: shape.text(info.dir, `${name}.dir`),
    state: shape.oneOf(info.state, `${name}.state`, JOB_STATES),
  };
}

function readShare(value: unknown, name: string): number {
  const read = shape.number(value, name);
  if (read < 0 || read > 1) {
    throw new TagtrailError("invalid_argument", `'${name}' must be between 0 and 1`);
  }
  return read;
}

function readAdvice(value: unknown, name: string): StopAdvice {
  const advice = shape.object(value, name);
  const share = (key: keyof StopAdvice) => readShare(advice[key], `${name}.${key}`);
  return { share: share("share"), low: share("low"), high: share("high") };
}

export function readProgress(value: unknown, name: string): Progress {
  const fields = shape.object(value, name);
  const at = (key: Exclude<keyof Progress, "advice">) => shape.count(fields[key], `${name}.${key}`);
  return {
    requests: at("requests"),
    gets: at("gets"),
    heads: at("heads"),
    pages: at("pages"),
    targets: at("targets"),
    targetBytes: at("targetBytes"),
    otherBytes: at("otherBytes"),
    knownUrls: at("knownUrls"),
    frontier: at("frontier"),
    issued: at("issued"),
    inFlight: at("inFlight"),
    advice: shape.nullable(fields.advice, `${name}.advice`, readAdvice),
  };
}

function readFile(value: unknown, name: string): FoundFile {
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

function readTerm(value: unknown, name: string): ReasonTerm {
  const term = shape.object(value, name);
  return {
    name: shape.text(term.name, `${name}.name`, MAX_TERM_NAME),
    value: shape.number(term.value, `${name}.value`),
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

export function readLinkGroup(value: unknown, name: string): LinkGroup {
  const group = shape.object(value, name);
  const at = (key: "id" | "open" | "withheld" | "requests" | "files") =>
    shape.count(group[key], `${name}.${key}`);
  return {
    id: at("id"),
    tagPath: shape.text(group.tagPath, `${name}.tagPath`, MAX_TAG_PATH),
    readable: shape.text(group.readable, `${name}.readable`, MAX_TAG_PATH),
    word: shape.oneOf(group.word, `${name}.word`, GROUP_WORDS),
    anchors: shape.list(group.anchors, `${name}.anchors`, shape.text, 10),
    open: at("open"),
    withheld: at("withheld"),
    requests: at("requests"),
    files: at("files"),
    expected: shape.nullable(group.expected, `${name}.expected`, shape.number),
  };
}

function readGroups(message: JsonObject): { groups: LinkGroup[] } {
  return { groups: shape.list(message.groups, "groups", readLinkGroup, MAX_GROUPS) };
}

function readLimits(value: unknown, name: string): JobLimits {
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

function readAttention(value: unknown, name: string): Attention {
  const attention = shape.object(value, name);
  return {
    kind: shape.oneOf(attention.kind, `${name}.kind`, ["login_lost", "login_needed"] as const),
    url: shape.text(attention.url, `${name}.url`),
  };
}

export function readJobProgress(message: JsonObject): JobProgress {
  return {
    job: shape.text(message.job, "job", 64),
    state: shape.oneOf(message.state, "state", JOB_STATES),
    reason: shape.nullable(message.reason, "reason", shape.text) ?? "",
    progress: readProgress(message.progress, "progress"),
    files: shape.list(message.files, "files", readFile, 100),
    current: shape.nullable(message.current, "current", readCurrent),
    seconds: shape.number(message.seconds, "seconds"),
    limits: readLimits(message.limits, "limits"),
    skips: readSkips(message.skips, "skips"),
    attention: shape.nullable(message.attention, "attention", readAttention),
  };
}

/** The readers of the replies to our calls. */
export const REPLY_READERS: {
  [Name in keyof HostCalls]: (message: JsonObject) => HostCalls[Name]["reply"];
} = {
  hello: (message) => ({
    protocol: shape.count(message.protocol, "protocol"),
    version: shape.text(message.version, "version", 64),
    job: shape.nullable(message.job, "job", readJobInfo),
    root: shape.nullable(message.root, "root", shape.text),
  }),
  "job.start": (message) => ({ job: readJobInfo(message.job, "job") }),
  "job.control": (message) => ({ state: shape.oneOf(message.state, "state", JOB_STATES) }),
  "job.status": readJobProgress,
  "job.set": (message) => ({ limits: readLimits(message.limits, "limits") }),
  "job.teach": readGroups,
  "job.groups": readGroups,
  "job.files": (message) => ({
    total: shape.count(message.total, "total"),
    files: shape.list(message.files, "files", readFile, 200),
  }),
  "job.show": () => ({}),
  "job.recipe": (message) => ({ recipe: readRecipe(message.recipe) }),
  "fetch.head": (message) => ({ take: shape.bool(message.take, "take") }),
  "fetch.data": () => ({}),
};

// Envelopes --------------------------------------------------------------------------------------

export type Incoming =
  | { kind: "call"; id: number; call: string; message: JsonObject }
  | { kind: "reply"; id: number; message: JsonObject; error: ErrorBody | null }
  | { kind: "notice"; notice: string; message: JsonObject };

function readError(value: unknown): ErrorBody {
  const error = shape.object(value, "error");
  return {
    code: ERROR_CODES.find((code) => code === error.code) ?? "internal",
    message: shape.text(error.message, "error.message"),
  };
}

/** Sorts a whole message. Errors: invalid_data when it is none of the kinds. */
export function readIncoming(value: unknown): Incoming {
  if (!shape.isObject(value)) throw new TagtrailError("invalid_data", "not a JSON object");
  if (!shape.withinDepth(value, JSON_DEPTH)) {
    throw new TagtrailError("invalid_data", `JSON nested deeper than ${JSON_DEPTH}`);
  }
  if (typeof value.notice === "string") {
    return { kind: "notice", notice: value.notice, message: value };
  }
  const id = shape.count(value.id, "id");
  if (value.reply === true) {
    const error = value.error === undefined ? null : readError(value.error);
    return { kind: "reply", id, message: value, error };
  }
  if (typeof value.call === "string") return { kind: "call", id, call: value.call, message: value };
  throw new TagtrailError("invalid_data", "neither call, reply nor notice");
}
