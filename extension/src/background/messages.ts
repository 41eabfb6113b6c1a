// The messages between the extension's pages (panel, options) and the background script, as one
// typed table.
import type { ErrorBody } from "../host/errors.ts";
import type {
  Feedback,
  FoundFile,
  JobAction,
  JobInfo,
  JobLimits,
  JobOptions,
  JobProgress,
  LinkGroup,
  Recipe,
} from "../host/protocol.ts";
import type { Options } from "./options.ts";

/** A point of the curve: requests made, files found. */
export type CurvePoint = [requests: number, files: number];

/** The extension's own number of a job, the same for as long as the job is listed. */
export type JobKey = string;

/**
 * What stands between the extension and the host. `missing`: not installed; `sandboxed`: this
 * browser is a Snap or Flatpak, which can't reach hosts.
 */
export type HostState = "unknown" | "missing" | "sandboxed" | "ready" | "outdated";

export interface HostView {
  state: HostState;
  error: ErrorBody | null;
  version: string;
  /** Where jobs are kept, when the host has said so. */
  root: string | null;
}

/**
 * How an ended job goes on: with what it has not asked for yet; the same with twice the limit that it
 * reached; or by looking for what is new, changed or gone.
 */
export const AGAIN = ["continue", "raise", "revisit"] as const;
export type Again = (typeof AGAIN)[number];

/** A job that the panel lists: it runs, waits, or has ended and not been dismissed. */
export interface JobView {
  key: JobKey;
  url: string;
  /** What was asked for: `collect` these files, `follow` a group, `harvest` the site. */
  kind: "collect" | "follow" | "harvest";
  /** Of `collect`: how many files were chosen; 0 when that is not known any more. */
  chosen: number;
  /** Connected to its host, on the way there, or waiting to try again. */
  connection: "off" | "connecting" | "connected" | "waiting";
  error: ErrorBody | null;
  info: JobInfo | null;
  progress: JobProgress | null;
  curve: CurvePoint[];
  /** Of the crawl, best first; empty until asked for by `job.groups`. */
  groups: LinkGroup[];
  /** Seconds until the budget or the frontier is used up at the present pace; null when unknown. */
  etaSeconds: number | null;
}

/** One link of the page at hand, as the engine sees it. */
export interface LinkLook {
  url: string;
  /** In the page's document order, as the content script read it. */
  position: number;
  anchor: string;
  tagPath: string;
  kind: "file" | "page" | "out";
  /** By the URL, or what the server said; empty when unknown. */
  mime: string;
  /** Null when unknown. */
  bytes: number | null;
  group: number;
  probability: number | null;
  expected: number | null;
}

/** A group of links of the page at hand: `links` are positions. */
export interface GroupLook extends LinkGroup {
  /** The heading before most of its links; may be empty. */
  heading: string;
  links: number[];
}

/** The page in the tab at hand. */
export interface PageView {
  tabId: number;
  url: string;
  title: string;
  /** Why there is nothing to see: no web page, no permission, it could not be read. */
  error: ErrorBody | null;
  files: LinkLook[];
  groups: GroupLook[];
  /** Links in all, files and others. */
  links: number;
  /** Learning from what is browsed is switched on for this site. */
  learning: boolean;
  /** Pages of this site that were learned from. */
  learnedPages: number;
  overlay: boolean;
  /** The job of this site, if there is one. */
  job: JobKey | null;
}

/** All that the panel shows, but the page at hand. */
export interface PanelState {
  host: HostView;
  jobs: JobView[];
}

type Nothing = Record<never, never>;

/** Sent to the background: what is sent and what comes back. Failures come back as `error`. */
export interface PanelMessages {
  "panel.state": { fields: Nothing; reply: PanelState };
  /** Looks at the host again: installed meanwhile? */
  "host.check": { fields: Nothing; reply: PanelState };
  /** The page in a tab; `null`: the active one of the window that was used last. */
  "page.look": { fields: { tabId: number | null }; reply: PageView };
  "page.learn": { fields: { tabId: number; on: boolean }; reply: PageView };
  /** Fetches these URLs of the page and nothing else. */
  "page.collect": { fields: { tabId: number; urls: string[] }; reply: PanelState };
  /** Harvests from this page by one group only. */
  "page.follow": { fields: { tabId: number; group: number; requests: number }; reply: PanelState };
  "page.harvest": { fields: { tabId: number; options: JobOptions }; reply: PanelState };
  /** About the site at hand, its job included. */
  "page.teach": { fields: { tabId: number; feedback: Feedback }; reply: PageView };
  "page.overlay": { fields: { tabId: number; on: boolean }; reply: PageView };
  /** Outlines a group on the page, or none. */
  "page.highlight": { fields: { tabId: number; group: number | null }; reply: Nothing };
  /** The user points at a link on the page; null when it was cancelled by Escape. */
  "page.pick": { fields: { tabId: number }; reply: { picked: LinkLook | null } };
  "job.start": { fields: { url: string; options: JobOptions }; reply: PanelState };
  "job.control": { fields: { key: JobKey; action: JobAction }; reply: PanelState };
  "job.set": { fields: { key: JobKey } & Partial<JobLimits>; reply: PanelState };
  "job.teach": { fields: { key: JobKey; feedback: Feedback }; reply: PanelState };
  /** Has the job's groups filled in. */
  "job.groups": { fields: { key: JobKey }; reply: PanelState };
  "job.files": {
    fields: { key: JobKey; offset: number; limit: number };
    reply: { total: number; files: FoundFile[]; error: ErrorBody | null };
  };
  "job.show": {
    fields: { key: JobKey; path: string; as: "file" | "folder" };
    reply: { error: ErrorBody | null };
  };
  /** Starts an ended job once more, in its folder. */
  "job.again": { fields: { key: JobKey; how: Again }; reply: PanelState };
  /** Takes an ended job off the list; its folder stays. */
  "job.dismiss": { fields: { key: JobKey }; reply: PanelState };
  "options.get": { fields: Nothing; reply: Options };
  "options.set": { fields: { options: Partial<Options> }; reply: Options };
  /** Forgets what was learned by browsing, all sites or one. */
  "data.clear": { fields: { host: string | null }; reply: Nothing };
  /** Sites that something is known of. */
  "data.sites": { fields: Nothing; reply: { sites: { host: string; pages: number }[] } };
  "recipe.export": { fields: { host: string }; reply: { recipe: Recipe | null } };
  "recipe.import": { fields: { recipe: Recipe }; reply: { error: ErrorBody | null } };
}

/** Background to the extension's pages, not answered. */
export type PanelNotice =
  | { notice: "panel.changed"; state: PanelState }
  /** The tab at hand shows another page, or what is known of it changed: look again. */
  | { notice: "page.changed"; tabId: number };

export type PanelRequest = {
  [Name in keyof PanelMessages]: { message: Name } & PanelMessages[Name]["fields"];
}[keyof PanelMessages];

export async function askBackground<Name extends keyof PanelMessages>(
  message: Name,
  fields: PanelMessages[Name]["fields"],
): Promise<PanelMessages[Name]["reply"]> {
  return (await browser.runtime.sendMessage({ ...fields, message })) as PanelMessages[Name]["reply"];
}

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
