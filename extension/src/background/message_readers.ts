// Checks what pages of the extension ask for. They are ours, but what they pass on comes from pages,
// files and people, and an old page may still be open after an update.
import { TagtrailError } from "../host/errors.ts";
import type { JobLimits } from "../host/protocol.ts";
import { JOB_ACTIONS, MAX_URL_LENGTH, readFeedback, readJobOptions } from "../host/protocol.ts";
import { readRecipe } from "../host/recipe.ts";
import type { JsonObject } from "../host/shape.ts";
import * as shape from "../host/shape.ts";
import { MAX_FEEDBACK } from "./job_store.ts";
import type { PanelMessages } from "./messages.ts";
import { AGAIN } from "./messages.ts";

/** What job.files gives at once, as the host bounds it. */
const MAX_FILES = 200;
const MAX_PATH = 4096;
const MAX_HOST = 260;

type Readers = {
  [Name in keyof PanelMessages]: (message: JsonObject) => PanelMessages[Name]["fields"];
};

const nothing = () => ({});
const tabId = (message: JsonObject) => shape.count(message.tabId, "tabId");
const key = (message: JsonObject) => shape.text(message.key, "key", 64);

/** An address that a job may start at. Errors: invalid_url. */
function webUrl(value: unknown, name: string): string {
  const written = shape.text(value, name, MAX_URL_LENGTH);
  const parsed = URL.canParse(written) ? new URL(written) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TagtrailError("invalid_url", `'${written.slice(0, 100)}' is no address of a web page`);
  }
  return written;
}

function limits(message: JsonObject): Partial<JobLimits> {
  const read: Partial<JobLimits> = {};
  const delay = shape.optional(message.delayMs, "delayMs", shape.count);
  if (delay !== undefined) read.delayMs = delay;
  for (const name of ["maxRequests", "maxBytes", "maxTimeMs"] as const) {
    if (message[name] !== undefined) read[name] = shape.nullable(message[name], name, shape.count);
  }
  return read;
}

const READERS: Readers = {
  "panel.state": nothing,
  "host.check": nothing,
  "page.look": (message) => ({ tabId: shape.nullable(message.tabId, "tabId", shape.count) }),
  "page.learn": (message) => ({ tabId: tabId(message), on: shape.bool(message.on, "on") }),
  "page.collect": (message) => ({
    tabId: tabId(message),
    urls: shape.list(message.urls, "urls", webUrl, MAX_FEEDBACK),
  }),
  "page.follow": (message) => ({
    tabId: tabId(message),
    group: shape.count(message.group, "group"),
    requests: shape.count(message.requests, "requests"),
  }),
  "page.harvest": (message) => ({
    tabId: tabId(message),
    options: readJobOptions(message.options, "options"),
  }),
  "page.teach": (message) => ({
    tabId: tabId(message),
    feedback: readFeedback(message.feedback, "feedback"),
  }),
  "page.overlay": (message) => ({ tabId: tabId(message), on: shape.bool(message.on, "on") }),
  "page.highlight": (message) => ({
    tabId: tabId(message),
    group: shape.nullable(message.group, "group", shape.count),
  }),
  "page.pick": (message) => ({ tabId: tabId(message) }),
  "job.start": (message) => ({
    url: webUrl(message.url, "url"),
    options: readJobOptions(message.options, "options"),
  }),
  "job.control": (message) => ({
    key: key(message),
    action: shape.oneOf(message.action, "action", JOB_ACTIONS),
  }),
  "job.set": (message) => ({ key: key(message), ...limits(message) }),
  "job.teach": (message) => ({
    key: key(message),
    feedback: readFeedback(message.feedback, "feedback"),
  }),
  "job.groups": (message) => ({ key: key(message) }),
  "job.files": (message) => ({
    key: key(message),
    offset: shape.count(message.offset, "offset"),
    limit: Math.min(shape.count(message.limit, "limit"), MAX_FILES),
  }),
  "job.show": (message) => ({
    key: key(message),
    path: shape.text(message.path, "path", MAX_PATH),
    as: shape.oneOf(message.as, "as", ["file", "folder"] as const),
  }),
  "job.again": (message) => ({ key: key(message), how: shape.oneOf(message.how, "how", AGAIN) }),
  "job.dismiss": (message) => ({ key: key(message) }),
  "options.get": nothing,
  // Each option is checked when it is set.
  "options.set": (message) => ({ options: shape.object(message.options, "options") }),
  "data.clear": (message) => ({
    host: shape.nullable(message.host, "host", (value, name) => shape.text(value, name, MAX_HOST)),
  }),
  "data.sites": nothing,
  "recipe.export": (message) => ({ host: shape.text(message.host, "host", MAX_HOST) }),
  "recipe.import": (message) => ({ recipe: readRecipe(message.recipe) }),
};

/** A message of the table with its fields checked. Errors: unknown_command, invalid_argument, ... */
export function readPanelMessage(
  value: unknown,
): { [Name in keyof PanelMessages]: { name: Name; fields: PanelMessages[Name]["fields"] } }[keyof PanelMessages] {
  const message = shape.object(value, "message");
  const name = shape.text(message.message, "message", 64);
  if (!Object.hasOwn(READERS, name)) {
    throw new TagtrailError("unknown_command", `there is no message '${name}'`);
  }
  const known = name as keyof PanelMessages;
  return { name: known, fields: READERS[known](message) } as ReturnType<typeof readPanelMessage>;
}
