// What the content script hands to the background script, in slices that fit into a message.
import type { TabLink, TabPage } from "../host/protocol/tabs.ts";

export interface PageSummary {
  page: Omit<TabPage, "bases" | "links">;
  /** What the browser took the document for. */
  contentType: string;
  bodyBytes: number;
  /** Whether a field for a password is shown, or is in a form. */
  loginForm: boolean;
  slices: number;
}

export interface PageSlice {
  /** The bases that are new in this slice. */
  bases: string[];
  links: TabLink[];
}

/** What pressing a button led to: an address, or a file that a script made; the other is empty. */
export interface Caught {
  url: string;
  file: string;
}

/** All readings of a page together. */
export interface Reread extends PageSummary {
  /** There are new links. */
  grew: boolean;
  /** Links have gone: what is out of view is taken out of the page. */
  forgets: boolean;
}

export interface MadeFile {
  type: string;
  bytes: number;
}

/** The document in its present state; its HTML comes in slices. */
export interface DocumentSummary {
  cut: boolean;
  slices: number;
}

export interface ContentReader {
  /** Waits until the page is quiet, at most `maxMs`, and reads it. */
  read(quietMs: number, maxMs: number): Promise<PageSummary>;
  slice(index: number): PageSlice;
  /** The elements of the links of the last `read`, in their order; null for those not shown. */
  elements(): readonly (Element | null)[];
  /** To the end; whether there was anything left. */
  scroll(): { acted: boolean };
  /** Scrolls to the end and presses "load more"; whether there was anything to do. */
  unfold(): Promise<{ acted: boolean }>;
  /** From the start, as far as one sees at once, then on; whether there was anything left. */
  sweep(fromStart: boolean): { acted: boolean };
  /** Reads once more, when quiet, and keeps the links that are gone. */
  reread(quietMs: number, maxMs: number): Promise<Reread>;
  /** The buttons that promise files, at most `max`, as links without an address. */
  buttons(max: number): Promise<TabLink[]>;
  /** Presses one of them, or none, and takes what was caught; waits for it at most `maxMs`. */
  press(index: number, maxMs: number): Promise<Caught[]>;
  /** Serialises the document as it is now. */
  document(): DocumentSummary;
  documentSlice(index: number): { html: string };
  /** A file that a press made; null when there is none of that name. */
  madeFile(name: string): Promise<{ file: MadeFile | null }>;
  /** A piece of it, in base64. */
  madeBytes(name: string, begin: number, end: number): Promise<{ data: string }>;
}

/** From the page's own world to the content script; the page may send it too. */
export const CAUGHT_EVENT = "tagtrail-caught";

declare global {
  /** Set by the content script, in the isolated world. */
  var tagtrailContent: ContentReader | undefined;
}
