// The calls between extension and host: their fields, their replies, and the readers of both.
import { TagtrailError } from "../errors.ts";
import { readRecipe } from "../recipe.ts";
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import type {
  FoundFile, JobAction, JobInfo, JobLimits, JobOptions, JobProgress, JobState,
} from "./jobs.ts";
import { JOB_STATES, readFile, readJobInfo, readJobProgress, readLimits } from "./jobs.ts";
import type { JobId } from "./limits.ts";
import type { BlobLoad, FetchHead, FetchLoad, TabLoad } from "./tabs.ts";
import { readFetchLoad, readTabLoad } from "./tabs.ts";
import type { Feedback, LinkGroup, Recipe } from "./teaching.ts";
import { readGroups } from "./teaching.ts";

/** How to log in to the proxy of a run from the command line. */
export interface ProxyLogin {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Extension to host: the fields of each call and what its reply carries. */
export interface HostCalls {
  hello: {
    fields: { protocol: number; version: string; browser: string; build: string };
    reply: {
      protocol: number;
      version: string;
      job: JobInfo | null;
      root: string | null;
      proxyLogin?: ProxyLogin | null;
    };
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

/** Host to extension. */
export type ServedCall =
  | { call: "engine.create"; job: JobId; config: JsonObject }
  | { call: "engine.restore"; job: JobId; snapshot: Uint8Array }
  | { call: "engine.step"; job: JobId; records: Uint8Array[]; decide: boolean }
  | { call: "engine.snapshot"; job: JobId }
  | { call: "engine.close"; job: JobId }
  | { call: "engine.teach"; job: JobId; feedback: JsonObject }
  | { call: "engine.groups"; job: JobId; limit: number }
  | { call: "engine.acting"; job: JobId; from: number; limit: number }
  | { call: "engine.budget" | "engine.revisit"; job: JobId; budget: JsonObject }
  | ({ call: "tab.load" } & TabLoad)
  | { call: "tab.close"; job: JobId }
  | ({ call: "fetch.load" } & FetchLoad)
  | { call: "fetch.cancel"; job: JobId; load: number }
  | ({ call: "blob.load" } & BlobLoad);

function readProxyLogin(value: unknown, name: string): ProxyLogin {
  const login = shape.object(value, name);
  return {
    host: shape.text(login.host, `${name}.host`, 255),
    port: shape.count(login.port, `${name}.port`),
    user: shape.text(login.user, `${name}.user`, 255),
    password: shape.text(login.password, `${name}.password`, 255),
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
    case "engine.acting":
      return {
        call,
        job: job(),
        from: shape.count(message.from, "from"),
        limit: shape.count(message.limit, "limit"),
      };
    case "engine.budget":
    case "engine.revisit":
      return { call, job: job(), budget: shape.object(message.budget, "budget") };
    case "tab.load":
      return { call, ...readTabLoad(message) };
    case "fetch.load":
      return { call, ...readFetchLoad(message) };
    case "fetch.cancel":
      return { call, job: job(), load: shape.count(message.load, "load") };
    case "blob.load":
      return { call, load: shape.count(message.load, "load"), ...readTabLoad(message) };
    default:
      throw new TagtrailError("unknown_command", `there is no call '${call.slice(0, 64)}'`);
  }
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
    proxyLogin: shape.nullable(message.proxyLogin ?? null, "proxyLogin", readProxyLogin),
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
