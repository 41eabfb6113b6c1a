// What the content script hands to the background script, in slices that fit into a message. It comes
// from a page's process, so it is checked as if a stranger had sent it.
import { TagtrailError } from "../host/errors.ts";
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import { readTabForms } from "../host/protocol/tab_forms.ts";
import { readTabLeft, readTabLink, readTabTold } from "../host/protocol/tabs.ts";
import * as shape from "../host/shape.ts";

/** Bounds that a content script of ours keeps well below (reading_limits.ts). */
const MAX_SLICES = 64;
export const MAX_LINKS = 100_000;
const MAX_BASES = 10_000;
const MAX_TEXT = 10_000;
/** A document may be at a `data:` or very long address; links below it are refused later. */
const MAX_BASE_LENGTH = 4 * 1024 * 1024;
/** Of a document for archives (serialised.ts). */
const MAX_SLICE_UNITS = 1024 * 1024;
/** A name and an address from a page. */
const MAX_NAME = 500;
export const MAX_URL = 8192;
const MAX_CAUGHT = 100;
const MAX_SIGNS = 400;
const MAX_LEFT = 1000;

export type PageSummary = ReturnType<typeof readSummary>;
/** All readings of a page together. */
export type Reread = ReturnType<typeof readReread>;
export type PageSlice = ReturnType<typeof readSlice>;
/** The document in its present state; its HTML comes in slices. */
export type DocumentSummary = ReturnType<typeof readDocumentSummary>;
/** What pressing a button led to: an address, or a file that a script made; the other is empty. */
export type Caught = ReturnType<typeof readCaught>[number];
export type MadeFile = NonNullable<ReturnType<typeof readMadeFile>>;

function readSlices(value: unknown, what: "page" | "document"): number {
  const slices = shape.count(value, "slices");
  if (slices > MAX_SLICES) throw new TagtrailError("too_large", `a ${what} of too many slices`);
  return slices;
}

export function readSummary(summary: shape.JsonObject) {
  const page = shape.object(summary.page, "page");
  return {
    slices: readSlices(summary.slices, "page"),
    page: {
      title: shape.text(page.title, "title", MAX_TEXT),
      language: shape.text(page.language, "language", MAX_TEXT),
      charset: shape.text(page.charset, "charset", MAX_TEXT),
      text: shape.text(page.text, "text", MAX_TEXT),
      truncated: shape.bool(page.truncated, "truncated"),
      linksCut: shape.count(page.linksCut, "linksCut"),
      forms: readTabForms(page),
    },
    /** What the browser took the document for. */
    contentType: shape.text(summary.contentType, "contentType", MAX_TEXT),
    bodyBytes: shape.count(summary.bodyBytes, "bodyBytes"),
    /** Whether a field for a password is shown, or is in a form. */
    loginForm: shape.bool(summary.loginForm, "loginForm"),
    /** What it tells beside its contents (told.ts). */
    told: readTabTold(summary.told),
    /** Whether it may describe data sets (serialised.ts). */
    describes: shape.bool(summary.describes, "describes"),
    /** It shows nothing yet, though scripts run in it. */
    empty: shape.bool(summary.empty, "empty"),
  };
}

export function readReread(read: shape.JsonObject) {
  return {
    ...readSummary(read),
    /** There are new links. */
    grew: shape.bool(read.grew, "grew"),
    /** Links have gone: what is out of view is taken out of the page. */
    forgets: shape.bool(read.forgets, "forgets"),
    /** The same since the last reading. */
    drops: shape.bool(read.drops, "drops"),
  };
}

export function readSlice(slice: shape.JsonObject) {
  const base = (item: unknown, name: string) => shape.text(item, name, MAX_BASE_LENGTH);
  return {
    /** Those that are new in this slice. */
    bases: shape.list(slice.bases, "bases", base, MAX_BASES),
    links: shape.list(slice.links, "links", readTabLink, MAX_LINKS),
  };
}

/** Signs of the software of the site (software_signs.ts). */
export function readSigns(answer: shape.JsonObject): string[] {
  return shape.list(answer.signs, "signs", (item, name) => shape.text(item, name, MAX_TEXT), MAX_SIGNS);
}

/** What of the page leads to no request (left_on_page.ts). */
export function readLeft(answer: shape.JsonObject): TabLeft[] {
  return shape.list(answer.left, "left", readTabLeft, MAX_LEFT);
}

export function readDocumentSummary(summary: shape.JsonObject) {
  return { slices: readSlices(summary.slices, "document"), cut: shape.bool(summary.cut, "cut") };
}

export function readDocumentSlice(slice: shape.JsonObject): string {
  return shape.text(slice.html, "html", MAX_SLICE_UNITS);
}

export function readButtons(answer: shape.JsonObject, max: number): TabLink[] {
  return shape.list(answer.buttons, "buttons", readTabLink, max);
}

export function readCaught(answer: shape.JsonObject) {
  const one = (value: unknown, name: string) => {
    const caught = shape.object(value, name);
    return {
      url: shape.text(caught.url, `${name}.url`, MAX_URL),
      file: shape.text(caught.file, `${name}.file`, MAX_NAME),
    };
  };
  return shape.list(answer.caught, "caught", one, MAX_CAUGHT);
}

export function readMadeFile(answer: shape.JsonObject) {
  return shape.nullable(answer.file, "file", (value, name) => {
    const made = shape.object(value, name);
    return {
      type: shape.text(made.type, `${name}.type`, MAX_NAME),
      bytes: shape.count(made.bytes, `${name}.bytes`),
    };
  });
}

/** What the background script may ask; each answer is an object, as it must come through. */
interface ContentReader {
  /** Of the extension that put it into the page. */
  version: string;
  /** Waits until the page is quiet, at most `maxMs`, and reads it; then scrolls to its end, if asked to. */
  read(quietMs: number, maxMs: number, scrolls?: boolean): Promise<PageSummary>;
  slice(index: number): PageSlice;
  /** The same for who looks at the page, which a job may be reading just now. */
  look(quietMs: number, maxMs: number): Promise<PageSummary>;
  lookedSlice(index: number): PageSlice;
  /** The elements of the links of the last `look`, in their order; null for those not shown. */
  elements(): readonly (Element | null)[];
  /** What the page shows of the software of its site. */
  signs(): { signs: string[] };
  /** What of the page, as it is now, leads to no request. */
  left(): Promise<{ left: TabLeft[] }>;
  /** Scrolls to the end and presses "load more"; whether there was anything to do. */
  unfold(): Promise<{ acted: boolean }>;
  /**
   * What may show more besides, page numbers and tabs, at most `max`, as links without an address; the best first. From
   * `sure` on, with `guesses`, there is what nothing is known of.
   */
  controls(max: number, guesses: boolean): Promise<{ buttons: TabLink[]; sure: number }>;
  /** Presses one of them; whether it is there. */
  turn(index: number): Promise<{ acted: boolean }>;
  /** The last press has brought something that no reading tells. */
  gained(): { acted: boolean };
  /** Back to the view in which it was pressed; whether that was left. `led`: it led elsewhere. */
  goBack(led: boolean): { acted: boolean };
  /** Leaves the page. */
  leaveFor(url: string): void;
  /** What was pressed for more last, if anything was. */
  pressed(): { buttons: TabLink[] };
  /** A link to a view behind `#` that was not looked at yet, if there is one. */
  nextRoute(): Promise<{ buttons: TabLink[] }>;
  /** Has the page show that view; whether there is one. */
  showRoute(): { acted: boolean };
  /** Scrolls to the end; whether there was anything to scroll to. */
  scroll(anew: boolean): Promise<{ acted: boolean }>;
  /** From the start, as far as one sees at once, then on; whether there was anything left. */
  sweep(fromStart: boolean): Promise<{ acted: boolean }>;
  /** Reads once more, when quiet, and keeps the links that are gone. */
  reread(quietMs: number, maxMs: number): Promise<Reread>;
  /** The buttons that promise files and were not pressed yet, at most `max`, as links without an address. */
  buttons(max: number): Promise<{ buttons: TabLink[] }>;
  /** Presses one of them, or none, and takes what was caught; waits for it at most `maxMs`. */
  press(index: number, maxMs: number): Promise<{ caught: Caught[] }>;
  /** Serialises the document as it is now; with `onlyDatasets` it is empty where it describes none. */
  document(onlyDatasets: boolean): DocumentSummary;
  documentSlice(index: number): { html: string };
  /** A file that a press made; null when there is none of that name. */
  madeFile(name: string): Promise<{ file: MadeFile | null }>;
  /** A piece of it, in base64. */
  madeBytes(name: string, begin: number, end: number): Promise<{ data: string }>;
}

/** From the page's own world to the content script; the page may send it too. */
export const CAUGHT_EVENT = "tagtrail-caught";
/** From the content script to the page's own world: press the element that it comes from. */
export const PRESS_EVENT = "tagtrail-press";
/** The same, at the document: tell what the page has asked and was answered no. Each question comes back by the other event, as its detail. */
export const ASKS_EVENT = "tagtrail-asks";
export const ASKED_EVENT = "tagtrail-asked";
/**
 * The same: tell what of a tree the page's scripts heed. Of each element that answers by an event of this name and a word of
 * HEEDED, for each of them. Asked of the window: whether they heed FRAGMENT_EVENT.
 */
export const HEEDS_EVENT = "tagtrail-heeds-";
export const FRAGMENT_EVENT = "hashchange";
export const HEEDED = {
  press: ["click", "mousedown", "mouseup", "pointerdown", "pointerup"],
  double: ["dblclick"],
  send: ["submit"],
  pointer: ["mouseenter", "mouseover", "pointerenter", "pointerover"],
} as const;

declare global {
  /** Set by the content script, in the isolated world. */
  var tagtrailContent: ContentReader | undefined;
}
