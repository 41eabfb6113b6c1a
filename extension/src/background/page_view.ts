// What the panel shows of the page at hand, made of what was read and what the engine thinks of it.
import type { CoreLook } from "../core/core.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { TabPage } from "../host/protocol/tabs.ts";
import { MAX_SHOWN_PATHS } from "../host/protocol/teaching.ts";
import type { GroupLook } from "../core/core.ts";
import type { JobKey, LinkLook, PageView, SessionPlan } from "./shown.ts";
import { writtenSize } from "./written_size.ts";

const MAX_FILES = 5000;
const MAX_GROUPS = 200;
const MAX_LEFT = 100;

/** A page as it was read, with what the engine thinks of its links. */
export interface LookedAt {
  tabId: number;
  url: string;
  page: TabPage;
  look: CoreLook;
}

export interface Surroundings {
  learning: boolean;
  learnedPages: number;
  overlay: boolean;
  job: JobKey | null;
}

/** The link at a position of the page; null when there is none. */
export function linkAt({ page, look }: LookedAt, position: number): LinkLook | null {
  const read = page.links[position];
  const thought = look.links[position];
  if (read === undefined || thought === undefined) return null;
  const { anchor, around, tagPath } = read;
  const { url, mime } = thought;
  return { url, anchor, tagPath, mime, size: writtenSize(anchor, around) };
}

function byWorth(a: GroupLook, b: GroupLook): number {
  return (b.expected ?? -1) - (a.expected ?? -1) || b.files - a.files || a.id - b.id;
}

/** Files that the page links to, each once, in its order. */
function filesOf(looked: LookedAt): LinkLook[] {
  const files = new Map<string, LinkLook>();
  for (const [position, thought] of looked.look.links.entries()) {
    if (thought.kind !== "file" || files.has(thought.url)) continue;
    const link = linkAt(looked, position);
    if (link !== null) files.set(thought.url, link);
    if (files.size === MAX_FILES) break;
  }
  return [...files.values()];
}

function planOf({ page, look }: LookedAt): SessionPlan {
  const known = new Set<string>();
  const plan: SessionPlan = { opens: 0, leaves: 0, left: [] };
  for (const [position, { url, kind, acts }] of look.links.entries()) {
    if (kind === "out" || known.has(url)) continue;
    known.add(url);
    if (acts === "") plan.opens++;
    else if (plan.leaves++ < MAX_LEFT) plan.left.push({ url, anchor: page.links[position]?.anchor ?? "", reason: acts });
  }
  return plan;
}

/**
 * The groups of a page as people see them, by their tag paths, for a word on that of `tagPath`, which comes first: where
 * there are too many, it is told apart from the best others.
 */
export function shownGroups({ page, look }: LookedAt, tagPath: string): string[][] {
  const all = [...look.groups].sort(byWorth).map(({ tagPath: founder, links }) =>
    [...new Set([founder, ...links.map((position) => page.links[position]?.tagPath ?? founder)])]);
  const isTaught = (paths: string[]) => paths.includes(tagPath);
  let room = MAX_SHOWN_PATHS;
  const shown: string[][] = [];
  for (const paths of [...all.filter(isTaught), ...all.filter((one) => !isTaught(one))]) {
    const told = paths.slice(0, room);
    room -= told.length;
    if (told.length > 0) shown.push(told);
  }
  return shown;
}

export function pageView(looked: LookedAt, around: Surroundings): PageView {
  const { tabId, url, page, look } = looked;
  return {
    tabId,
    url,
    title: page.title,
    error: null,
    files: filesOf(looked),
    groups: [...look.groups].sort(byWorth).slice(0, MAX_GROUPS),
    links: page.links.length,
    plan: planOf(looked),
    catalogues: look.catalogues,
    ...around,
  };
}

/** Of a tab where there is nothing to see, because of `error`. */
export function emptyPageView(tabId: number, url: string, error: ErrorBody, around: Surroundings): PageView {
  return { tabId, url, title: "", error, files: [], groups: [], links: 0, plan: { opens: 0, leaves: 0, left: [] }, catalogues: [], ...around };
}
