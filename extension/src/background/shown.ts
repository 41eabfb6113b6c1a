// What the extension's pages are shown: the host, the jobs, the page at hand.
import type { GroupLook } from "../core/core.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { CatalogueSite } from "../host/protocol/catalogue.ts";
import type { JobInfo } from "../host/protocol/job_info.ts";
import type { JobProgress } from "../host/protocol/job_progress.ts";
import type { LinkGroup } from "../host/protocol/teaching.ts";
import type { ConnectionState } from "./connection.ts";
import type { JobKind } from "./job_store.ts";

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

/** A job that the panel lists: it runs, waits, or has ended and not been dismissed. */
export interface JobView {
  key: JobKey;
  url: string;
  /** What was asked for: `collect` these files, `follow` a group, `harvest` the site, or by its `catalogue`. */
  kind: JobKind;
  /** Of `collect`: how many files were chosen; 0 when that is not known any more. */
  chosen: number;
  /** Connected to its host, on the way there, or waiting to try again. */
  connection: ConnectionState;
  error: ErrorBody | null;
  info: JobInfo | null;
  progress: JobProgress | null;
  curve: CurvePoint[];
  /** Of the crawl, best first; empty until asked for by `job.groups`. */
  groups: LinkGroup[];
  /** Seconds until the budget or the frontier is used up at the present pace; null when unknown. */
  etaSeconds: number | null;
}

/** One link of the page at hand, as people see it. */
export interface LinkLook {
  url: string;
  anchor: string;
  tagPath: string;
  /** By the URL; empty when unknown. */
  mime: string;
  /** As the page writes it beside the link; empty when it does not. */
  size: string;
}

/** What a harvest of the page at hand with the user's logins would do with its links, each counted once. */
export interface SessionPlan {
  opens: number;
  leaves: number;
  /** The first of those, with the engine's reason. */
  left: { url: string; anchor: string; reason: string }[];
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
  plan: SessionPlan;
  /** Catalogues of data that the page shows signs of, the best guess first. */
  catalogues: CatalogueSite[];
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
