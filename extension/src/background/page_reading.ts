// Has the content script read the document in a tab. What it answers comes from a page's process, so
// it is checked as if a stranger had sent it.
import type { PageSlice, PageSummary } from "../content/reading.ts";
import { TagtrailError } from "../host/errors.ts";
import type { TabDocument, TabPage } from "../host/protocol.ts";
import { readTabLink } from "../host/protocol.ts";
import * as shape from "../host/shape.ts";

/** Bounds that a content script of ours keeps well below (content/limits.ts). */
const MAX_SLICES = 64;
const MAX_LINKS = 100_000;
const MAX_BASES = 10_000;
const MAX_TEXT = 10_000;
/** A document may be at a `data:` or very long address; links below it are refused later. */
const MAX_BASE_LENGTH = 4 * 1024 * 1024;

/** Of a document for archives (content/serialised.ts). */
const MAX_SLICE_UNITS = 1024 * 1024;
const MAX_DOCUMENT_UNITS = 16 * 1024 * 1024;
const MAX_DOCUMENT_JSON = 32 * 1024 * 1024;

export interface ReadDocument {
  page: TabPage;
  /** What the browser took the document for. */
  contentType: string;
  bodyBytes: number;
  loginForm: boolean;
  /** Something came after a moment of quiet. */
  late: boolean;
}

/** Errors: disconnected (the document went away), invalid_argument, what the browser throws. */
export async function readDocument(tabId: number, quietMs: number, maxMs: number): Promise<ReadDocument> {
  const target = { tabId, frameIds: [0] };
  await browser.scripting.executeScript({ target, files: ["content.js"], injectImmediately: true });
  const read = await runInTab(
    tabId,
    (quiet, max) => globalThis.tagtrailContent?.read(quiet, max),
    [quietMs, Math.max(0, maxMs)],
  );
  const summary = readSummary(read);
  const page = { ...summary.page, ...(await readSlices(tabId, summary.slices)) };
  const { contentType, bodyBytes, loginForm, late } = summary;
  return { page, contentType, bodyBytes, loginForm, late };
}

/** What the content script has collected so far. */
export async function readSlices(tabId: number, slices: number): Promise<PageSlice> {
  if (slices > MAX_SLICES) throw new TagtrailError("too_large", "a page of too many slices");
  const all: PageSlice = { bases: [], links: [] };
  for (let slice = 0; slice < slices; slice++) {
    const part = readSlice(
      await runInTab(tabId, (index) => globalThis.tagtrailContent?.slice(index), [slice]),
    );
    for (const base of part.bases) all.bases.push(base);
    for (const link of part.links) all.links.push(link);
    if (all.links.length > MAX_LINKS) throw new TagtrailError("too_large", "a page of too many links");
  }
  return all;
}

/** The document as it is shown now, after readDocument(). Errors: as of that. */
export async function readSerialised(tabId: number): Promise<TabDocument> {
  const summary = await runInTab(tabId, () => globalThis.tagtrailContent?.document(), []);
  const slices = shape.count(summary.slices, "slices");
  if (slices > MAX_SLICES) throw new TagtrailError("too_large", "a document of too many slices");
  let html = "";
  for (let slice = 0; slice < slices; slice++) {
    const part = await runInTab(tabId, (index) => globalThis.tagtrailContent?.documentSlice(index), [slice]);
    html += shape.text(part.html, "html", MAX_SLICE_UNITS);
    if (html.length > MAX_DOCUMENT_UNITS) throw new TagtrailError("too_large", "a document over 16 MiB");
  }
  return fitting({ html, cut: shape.bool(summary.cut, "cut") });
}

/** JSON writes some characters in six bytes; no page may make a message that the host refuses. */
function fitting(document: TabDocument): TabDocument {
  let { html, cut } = document;
  while (new TextEncoder().encode(JSON.stringify(html)).length > MAX_DOCUMENT_JSON) {
    html = html.slice(0, html.length / 2).toWellFormed();
    cut = true;
  }
  return { html, cut };
}

/** Runs a function beside the content script, in the world that the page's scripts can't reach. */
export async function runInTab<Args extends (number | string)[]>(
  tabId: number,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<shape.JsonObject> {
  const target = { tabId, frameIds: [0] };
  const results = await browser.scripting.executeScript({ target, func, args, injectImmediately: true });
  const value: unknown = results[0]?.result;
  if (!shape.isObject(value)) throw new TagtrailError("disconnected", "the document went away");
  return value;
}

export function readSummary(value: unknown): PageSummary {
  const summary = shape.object(value, "summary");
  const page = shape.object(summary.page, "page");
  const slices = shape.count(summary.slices, "slices");
  if (slices > MAX_SLICES) throw new TagtrailError("too_large", "a page of too many slices");
  return {
    page: {
      title: shape.text(page.title, "title", MAX_TEXT),
      language: shape.text(page.language, "language", MAX_TEXT),
      text: shape.text(page.text, "text", MAX_TEXT),
      truncated: shape.bool(page.truncated, "truncated"),
      linksCut: shape.count(page.linksCut, "linksCut"),
    },
    contentType: shape.text(summary.contentType, "contentType", MAX_TEXT),
    bodyBytes: shape.count(summary.bodyBytes, "bodyBytes"),
    loginForm: shape.bool(summary.loginForm, "loginForm"),
    late: shape.bool(summary.late, "late"),
    slices,
  };
}

export function readSlice(value: unknown): PageSlice {
  const slice = shape.object(value, "slice");
  const base = (item: unknown, name: string) => shape.text(item, name, MAX_BASE_LENGTH);
  return {
    bases: shape.list(slice.bases, "bases", base, MAX_BASES),
    links: shape.list(slice.links, "links", readTabLink, MAX_LINKS),
  };
}
