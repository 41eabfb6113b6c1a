// What the content script hands to the background script, in slices that fit into a message.
import type { TabLink, TabPage } from "../host/protocol.ts";

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

export interface ContentReader {
  /** Waits until the page is quiet, at most `maxMs`, and reads it. */
  read(quietMs: number, maxMs: number): Promise<PageSummary>;
  slice(index: number): PageSlice;
}

declare global {
  /** Set by the content script, in the isolated world. */
  var tagtrailContent: ContentReader | undefined;
}
