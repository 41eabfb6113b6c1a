// The calls between extension and host: what they carry, and the readers of what arrives.
import { TagtrailError } from "../errors.ts";
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import type { CatalogueSite } from "./catalogue.ts";
import { readCatalogue } from "./catalogue.ts";
import type { JobAction, JobLimits } from "./job_info.ts";
import { JOB_STATES, readJobInfo, readLimits } from "./job_info.ts";
import type { JobOptions } from "./job_options.ts";
import { readFile } from "./job_progress.ts";
import type { JobId } from "./limits.ts";
import { MAX_JOB_ID, MAX_URL_LENGTH } from "./limits.ts";
import type { Recipe } from "./recipe.ts";
import { readRecipe } from "./recipe.ts";
import type { FetchHead } from "./tabs.ts";
import { readFetchLoad, readTabLoad } from "./tabs.ts";
import type { Feedback } from "./teaching.ts";
import { readGroups } from "./teaching.ts";

/** How the desktop is to show what a job has: a file, the folder that it is in, the page of what came in. */
export const SHOWN_AS = ["file", "folder", "page"] as const;
export type ShownAs = (typeof SHOWN_AS)[number];

/** Extension to host: the fields of each call. */
interface CallFields {
  hello: { protocol: number; version: string; browser: string; build: string };
  "job.start": { url: string; options: JobOptions; recipe?: Recipe; feedback?: Feedback[] };
  "job.control": { job: JobId; action: JobAction };
  "job.set": { job: JobId } & Partial<JobLimits>;
  "job.teach": { job: JobId; feedback: Feedback };
  "job.groups": { job: JobId };
  "job.files": { job: JobId; offset: number; limit: number };
  "job.show": { job: JobId; path: string; as: ShownAs };
  "job.recipe": { job: JobId };
  /** `catalogues`: those that the page shows signs of; without any the host reads the page for them. */
  "catalogue.look": { url: string; catalogues: CatalogueSite[]; filter: string; options: JobOptions };
  "fetch.head": { job: JobId; load: number } & FetchHead;
  "fetch.data": { job: JobId; load: number; data: string };
}

/** How to log in to the proxy of a run from the command line. */
export type ProxyLogin = ReturnType<typeof readProxyLogin>;

function readProxyLogin(value: unknown, name: string) {
  const login = shape.object(value, name);
  return {
    host: shape.text(login.host, `${name}.host`, 255),
    port: shape.count(login.port, `${name}.port`),
    user: shape.text(login.user, `${name}.user`, 255),
    password: shape.text(login.password, `${name}.password`, 255),
  };
}

/** How to log in to the site of such a run, by HTTP Basic authentication. */
export type SiteLogin = ReturnType<typeof readSiteLogin>;

function readSiteLogin(value: unknown, name: string) {
  const login = shape.object(value, name);
  return {
    origin: shape.text(login.origin, `${name}.origin`, MAX_URL_LENGTH),
    user: shape.text(login.user, `${name}.user`, 255),
    password: shape.text(login.password, `${name}.password`, 255),
  };
}

/** What the reply to each carries. */
const REPLIES = {
  hello: (message) => ({
    protocol: shape.count(message.protocol, "protocol"),
    version: shape.text(message.version, "version", 64),
    job: shape.nullable(message.job, "job", readJobInfo),
    root: shape.nullable(message.root, "root", shape.text),
    proxyLogin: shape.nullable(message.proxyLogin, "proxyLogin", readProxyLogin),
    siteLogin: shape.nullable(message.siteLogin, "siteLogin", readSiteLogin),
  }),
  "job.start": (message) => ({ job: readJobInfo(message.job, "job") }),
  "job.control": (message) => ({ state: shape.oneOf(message.state, "state", JOB_STATES) }),
  "job.set": (message) => ({ limits: readLimits(message.limits, "limits") }),
  "job.teach": readGroups,
  "job.groups": readGroups,
  "job.files": (message) => ({
    total: shape.count(message.total, "total"),
    files: shape.list(message.files, "files", readFile, 200),
  }),
  "job.show": () => ({}),
  "job.recipe": (message) => ({ recipe: readRecipe(message.recipe) }),
  "catalogue.look": (message) => ({ catalogue: readCatalogue(message.catalogue, "catalogue") }),
  "fetch.head": (message) => ({ take: shape.bool(message.take, "take") }),
  "fetch.data": () => ({}),
} satisfies { [Name in keyof CallFields]: (message: JsonObject) => object };

export type HostCalls = {
  [Name in keyof CallFields]: { fields: CallFields[Name]; reply: ReturnType<(typeof REPLIES)[Name]> };
};

/** The readers of the replies to our calls. */
export const REPLY_READERS: { [Name in keyof HostCalls]: (message: JsonObject) => HostCalls[Name]["reply"] } = REPLIES;

const jobOf = (message: JsonObject): JobId => shape.text(message.job, "job", MAX_JOB_ID);
const ofJob = (message: JsonObject) => ({ job: jobOf(message) });
const ofLoad = (message: JsonObject) => ({ job: jobOf(message), load: shape.count(message.load, "load") });
const ofBudget = (message: JsonObject) => ({ job: jobOf(message), budget: shape.object(message.budget, "budget") });

/** Host to extension. */
const SERVED = {
  "engine.create": (message) => ({ job: jobOf(message), config: shape.object(message.config, "config") }),
  "engine.restore": (message) => ({ job: jobOf(message), snapshot: shape.bytes(message.snapshot, "snapshot") }),
  "engine.step": (message) => ({
    job: jobOf(message),
    records: shape.list(message.records, "records", shape.bytes),
    decide: shape.bool(message.decide, "decide"),
    whole: shape.optional(message.whole, "whole", shape.bool) ?? false,
  }),
  "engine.snapshot": ofJob,
  "engine.close": ofJob,
  "engine.teach": (message) => ({ job: jobOf(message), feedback: shape.object(message.feedback, "feedback") }),
  "engine.groups": (message) => ({ job: jobOf(message), limit: shape.count(message.limit, "limit") }),
  "engine.acting": (message) => ({
    job: jobOf(message),
    from: shape.count(message.from, "from"),
    limit: shape.count(message.limit, "limit"),
  }),
  "engine.budget": ofBudget,
  "engine.revisit": ofBudget,
  "tab.load": readTabLoad,
  "tab.close": ofJob,
  "fetch.load": readFetchLoad,
  "fetch.cancel": ofLoad,
  "blob.load": (message) => ({ ...ofLoad(message), ...readTabLoad(message) }),
} satisfies { [call: string]: (message: JsonObject) => { job: JobId } };

type Served = typeof SERVED;
export type ServedCall = { [Name in keyof Served]: { call: Name } & ReturnType<Served[Name]> }[keyof Served];

/** Checks a call of the host. Errors: unknown_command, invalid_argument, invalid_url. */
export function readServedCall(call: string, message: JsonObject): ServedCall {
  if (!Object.hasOwn(SERVED, call)) {
    throw new TagtrailError("unknown_command", `there is no call '${call.slice(0, 64)}'`);
  }
  const name = call as keyof Served;
  return { call: name, ...SERVED[name](message) } as ServedCall;
}
