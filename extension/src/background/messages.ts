// The messages between the extension's pages (panel, options) and the background script. They are ours, but
// what they pass on comes from pages, files and people, and an old page may still be open after an update.
import { SHOWN_AS } from "../host/protocol/calls.ts";
import type { ErrorBody } from "../host/errors.ts";
import { TagtrailError } from "../host/errors.ts";
import { JOB_ACTIONS, readNewLimits } from "../host/protocol/job_info.ts";
import type { Catalogue } from "../host/protocol/catalogue.ts";
import { MAX_CATALOGUES, readCatalogueSite } from "../host/protocol/catalogue.ts";
import { readJobOptions } from "../host/protocol/job_options.ts";
import type { FoundFile } from "../host/protocol/job_progress.ts";
import { MAX_URL_LENGTH } from "../host/protocol/limits.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import { readRecipe } from "../host/protocol/recipe.ts";
import { readFeedback } from "../host/protocol/teaching.ts";
import type { JsonObject } from "../host/shape.ts";
import * as shape from "../host/shape.ts";
import { MAX_FEEDBACK } from "./job_store.ts";
import type { Options } from "./user_options.ts";
import type { LinkLook, PageView, PanelState } from "./shown.ts";

/** What job.files gives at once, as the host bounds it. */
const MAX_FILES = 200;
const MAX_PATH = 4096;
const MAX_HOST = 260;
const MAX_FILTER = 2000;

/**
 * How an ended job goes on: with what it has not asked for yet; the same with twice the limit that it
 * reached; by looking for what is new, changed or gone; or with the files on other hosts that it had left.
 */
const AGAIN = ["continue", "raise", "revisit", "linked"] as const;
export type Again = (typeof AGAIN)[number];

const nothing = () => ({});
const ofTab = (message: JsonObject) => ({ tabId: shape.count(message.tabId, "tabId") });
const ofJob = (message: JsonObject) => ({ key: shape.text(message.key, "key", 64) });
const on = (message: JsonObject) => ({ on: shape.bool(message.on, "on") });
const options = (message: JsonObject) => ({ options: readJobOptions(message.options, "options") });
const feedback = (message: JsonObject) => ({ feedback: readFeedback(message.feedback, "feedback") });
const host = (value: unknown, name: string) => shape.text(value, name, MAX_HOST);

/** An address that a job may start at. Errors: invalid_url. */
function webUrl(value: unknown, name: string): string {
  const written = shape.text(value, name, MAX_URL_LENGTH);
  const parsed = URL.canParse(written) ? new URL(written) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TagtrailError("invalid_url", `'${written.slice(0, 100)}' is no address of a web page`);
  }
  return written;
}

/** Sent to the background: what each message carries. */
const FIELDS = {
  "panel.state": nothing,
  /** Looks at the host again: installed meanwhile? */
  "host.check": nothing,
  /** The page in a tab; `null`: the active one of the window that was used last. */
  "page.look": (message) => ({ tabId: shape.nullable(message.tabId, "tabId", shape.count) }),
  "page.learn": (message) => ({ ...ofTab(message), ...on(message) }),
  /** Fetches these URLs of the page and nothing else. */
  "page.collect": (message) => ({
    ...ofTab(message),
    urls: shape.list(message.urls, "urls", webUrl, MAX_FEEDBACK),
  }),
  /** Harvests from this page by one group only. */
  "page.follow": (message) => ({
    ...ofTab(message),
    group: shape.count(message.group, "group"),
    requests: shape.count(message.requests, "requests"),
  }),
  "page.harvest": (message) => ({ ...ofTab(message), ...options(message) }),
  /** Asks the catalogue of the page's site for its numbers; with a filter for that of these data sets. */
  "page.catalogue": (message) => ({
    ...ofTab(message),
    catalogues: shape.list(message.catalogues, "catalogues", readCatalogueSite, MAX_CATALOGUES),
    filter: shape.text(message.filter, "filter", MAX_FILTER),
  }),
  "page.harvestCatalogue": (message) => ({ ...ofTab(message), filter: shape.text(message.filter, "filter", MAX_FILTER) }),
  /** About the site at hand, its job included. */
  "page.teach": (message) => ({ ...ofTab(message), ...feedback(message) }),
  "page.overlay": (message) => ({ ...ofTab(message), ...on(message) }),
  /** Outlines a group on the page, or none. */
  "page.highlight": (message) => ({
    ...ofTab(message),
    group: shape.nullable(message.group, "group", shape.count),
  }),
  /** The user points at a link on the page. */
  "page.pick": ofTab,
  "job.start": (message) => ({ url: webUrl(message.url, "url"), ...options(message) }),
  "job.control": (message) => ({
    ...ofJob(message),
    action: shape.oneOf(message.action, "action", JOB_ACTIONS),
  }),
  "job.set": (message) => ({ ...ofJob(message), ...readNewLimits(message) }),
  "job.teach": (message) => ({ ...ofJob(message), ...feedback(message) }),
  /** Has the job's groups filled in. */
  "job.groups": ofJob,
  "job.files": (message) => ({
    ...ofJob(message),
    offset: shape.count(message.offset, "offset"),
    limit: Math.min(shape.count(message.limit, "limit"), MAX_FILES),
  }),
  "job.show": (message) => ({
    ...ofJob(message),
    path: shape.text(message.path, "path", MAX_PATH),
    as: shape.oneOf(message.as, "as", SHOWN_AS),
  }),
  /** Starts an ended job once more, in its folder. */
  "job.again": (message) => ({ ...ofJob(message), how: shape.oneOf(message.how, "how", AGAIN) }),
  /** Takes an ended job off the list; its folder stays. */
  "job.dismiss": ofJob,
  "options.get": nothing,
  // Each option is checked when it is set.
  "options.set": (message): { options: Partial<Options> } => ({ options: shape.object(message.options, "options") }),
  /** Forgets what was learned by browsing, all sites or one. */
  "data.clear": (message) => ({ host: shape.nullable(message.host, "host", host) }),
  /** Sites that something is known of. */
  "data.sites": nothing,
  "recipe.export": (message) => ({ host: host(message.host, "host") }),
  "recipe.import": (message) => ({ recipe: readRecipe(message.recipe) }),
} satisfies { [message: string]: (message: JsonObject) => object };

type Name = keyof typeof FIELDS;
type Nothing = Record<never, never>;

/** What comes back; failures come back as `error`. All others bring the state. */
interface Replies {
  "page.look": PageView;
  "page.learn": PageView;
  "page.catalogue": { catalogue: Catalogue };
  "page.teach": PageView;
  "page.overlay": PageView;
  "page.highlight": Nothing;
  /** Null when it was cancelled by Escape. */
  "page.pick": { picked: LinkLook | null };
  "job.files": { total: number; files: FoundFile[]; error: ErrorBody | null };
  "job.show": { error: ErrorBody | null };
  "options.get": Options;
  "options.set": Options;
  "data.clear": Nothing;
  "data.sites": { sites: { host: string; pages: number }[] };
  "recipe.export": { recipe: Recipe | null };
  "recipe.import": { error: ErrorBody | null };
}

export type PanelMessages = {
  [Key in Name]: {
    fields: ReturnType<(typeof FIELDS)[Key]>;
    reply: Key extends keyof Replies ? Replies[Key] : PanelState;
  };
};

/** A message of the table with its fields checked. Errors: unknown_command, invalid_argument, ... */
export function readPanelMessage(
  value: unknown,
): { [Key in Name]: { name: Key; fields: PanelMessages[Key]["fields"] } }[Name] {
  const message = shape.object(value, "message");
  const name = shape.text(message.message, "message", 64);
  if (!Object.hasOwn(FIELDS, name)) {
    throw new TagtrailError("unknown_command", `there is no message '${name}'`);
  }
  const known = name as Name;
  return { name: known, fields: FIELDS[known](message) } as ReturnType<typeof readPanelMessage>;
}

/** Background to the extension's pages, not answered. */
export type PanelNotice =
  | { notice: "panel.changed"; state: PanelState }
  /** The tab at hand shows another page, or what is known of it changed: look again. */
  | { notice: "page.changed"; tabId: number };

/** Tells every open page of ours; that there is none is no error. */
export function tellPages(notice: PanelNotice): void {
  browser.runtime.sendMessage(notice).catch(() => undefined);
}

/** Whether a message comes from a page of this extension, and not from a content script. */
export function isOwnPage(sender: browser.runtime.MessageSender): boolean {
  return (
    sender.id === browser.runtime.id &&
    sender.url !== undefined &&
    sender.url.startsWith(browser.runtime.getURL(""))
  );
}
