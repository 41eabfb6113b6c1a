// Pages that a tab loads and fetches with the user's session: what the host asks for, and what it gets.
import { TagtrailError } from "../errors.ts";
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import type { TabForm } from "./tab_forms.ts";
import { MAX_JOB_ID, MAX_TAG_PATH, MAX_URL_LENGTH } from "./limits.ts";

const MAX_TAB_MS = 600_000;
/** Of all pages of a job together: for each minute that one may take, twenty. */
const MAX_SPARE_MS = 20 * MAX_TAB_MS;
/** Texts of a link; content scripts cut them far below. */
const MAX_LINK_TEXT = 2000;
/** Messages, and counts, of a page; content scripts keep below. */
const MAX_TOLD = 100;
/** Presses and scrolls in one page load. */
const MAX_GESTURES = 200;

/** Of the names that the host knows, those that a browser can tell. */
export type TabError = "timeout" | "network" | "browser" | "tls" | "refused_address";

export interface Hop {
  url: string;
  status: number;
}

export type TabLink = ReturnType<typeof readTabLink>;

export type TabLeft = ReturnType<typeof readTabLeft>;

/** What a page tells beside its contents (content/told.ts). */
export type TabTold = ReturnType<typeof readTabTold>;
export type TabMessage = TabTold["messages"][number];
export type TabCount = TabTold["counts"][number];

export interface TabPage {
  title: string;
  language: string;
  /** The label of the encoding that the document came in. */
  charset: string;
  text: string;
  /** A limit was met: not all of the page was read. */
  truncated: boolean;
  /** About how many links were lost by that, as far as known. */
  linksCut: number;
  bases: string[];
  links: TabLink[];
  forms: TabForm[];
}

/** A page as a job gets it. */
export interface ReadPage extends TabPage {
  /** Of the software of its site. */
  signs: string[];
  /** What of it leads to no request. */
  left: TabLeft[];
}

/** What the tab showed in the end, as HTML; asked for by `tab.load` where the job is archived. */
export interface TabDocument {
  html: string;
  /** It was over 16 MiB, and its end is left away. */
  cut: boolean;
}

export interface TabAnswer {
  status: number;
  mime: string;
  finalUrl: string;
  hops: Hop[];
  subRequests: number;
  bodyBytes: number;
  /** Header value, absent when there is none. */
  retryAfter?: string;
  /** The header fields `Link`, joined by commas; absent when there is none. */
  links?: string;
  /** Whether the page shows a field for a password. */
  loginForm: boolean;
  /** Absent where the page tells nothing. */
  told?: TabTold;
  /** Links came after the first look at the page, by waiting or by scrolling, or could have: its scripts fetch. */
  late: boolean;
  error?: TabError;
  /** With `error`: no connection could be made, whatever was asked for; absent where it could, or nobody knows. */
  unreached?: boolean;
  page?: ReadPage;
  /** Addresses of JSON that the page's scripts loaded by GET; absent where there is none. */
  scriptJson?: string[];
  /** What the page's scripts wanted to send, and was stopped, or may have changed something; absent where there was nothing. */
  stopped?: StoppedRequest[];
  document?: TabDocument;
  /** What scripts of a page that loaded itself once more may read of its cookies; absent where there is none, or none is wanted. */
  cookies?: string;
}

export interface StoppedRequest {
  method: string;
  /** Without its query; empty for those of many. */
  url: string;
  count: number;
  /** It was not stopped. */
  sent?: boolean;
  /** It was for the user's own network. */
  ownNetwork?: boolean;
}

/** What came back for `fetch.load` and `blob.load`; the body went before, in `fetch.data`. */
export interface FetchAnswer {
  status: number;
  contentType: string;
  disposition: string;
  finalUrl: string;
  hops: Hop[];
  bodyBytes: number;
  loginForm: boolean;
  error?: TabError;
}

export interface FetchHead {
  status: number;
  contentType: string;
  disposition: string;
  /** Header value, empty when there is none. */
  retryAfter: string;
  /** Bytes announced; 0 when unknown. */
  length: number;
  /** That answered. */
  url: string;
}

export type TabLoad = ReturnType<typeof readTabLoad>;
/** A file that a page's script makes; the page is loaded and pressed as by `tab.load`. */
export type BlobLoad = TabLoad & { load: number };
export type FetchLoad = ReturnType<typeof readFetchLoad>;

/** An http or https URL, which is all that a host may ask a tab to open. */
function httpUrl(value: unknown, name: string): string {
  const written = shape.text(value, name, MAX_URL_LENGTH);
  const parsed = URL.canParse(written) ? new URL(written) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TagtrailError("invalid_url", `'${name}' is not an http or https URL`);
  }
  return written;
}

function timeoutOf(message: JsonObject): number {
  return Math.min(shape.optional(message.timeoutMs, "timeoutMs", shape.count) ?? 30_000, MAX_TAB_MS);
}

export function readTabLoad(message: JsonObject) {
  const few = (name: "scrolls" | "clicks") =>
    Math.min(shape.optional(message[name], name, shape.count) ?? 0, MAX_GESTURES);
  return {
    job: shape.text(message.job, "job", MAX_JOB_ID),
    url: httpUrl(message.url, "url"),
    timeoutMs: timeoutOf(message),
    /** For pages of the job that go on showing more when theirs is up, all together. */
    spareMs: Math.min(shape.optional(message.spareMs, "spareMs", shape.count) ?? 0, MAX_SPARE_MS),
    quietMs: shape.optional(message.quietMs, "quietMs", shape.count) ?? 300,
    /** How often at most the page is scrolled to its end, or "load more" pressed. */
    scrolls: few("scrolls"),
    /** How many buttons at most are pressed that promise a download. */
    clicks: few("clicks"),
    /** Whether controls are pressed of which nobody knows what they do. */
    guesses: shape.optional(message.guesses, "guesses", shape.bool) ?? false,
    /** Whether scripts of the page may send what they like by POST. */
    posts: shape.optional(message.posts, "posts", shape.bool) ?? false,
    /** Whether pages may lead into the user's own network. */
    allowPrivate: shape.optional(message.allowPrivate, "allowPrivate", shape.bool) ?? false,
    /** Whether what answers may be a proxy. */
    proxied: shape.optional(message.proxied, "proxied", shape.bool) ?? false,
    /** Whether the document is wanted, too. */
    document: shape.optional(message.document, "document", shape.bool) ?? false,
    /** Whether it is wanted if it describes data sets. */
    datasets: shape.optional(message.datasets, "datasets", shape.bool) ?? false,
    /** Whether cookies of pages that load themselves once more are wanted: nobody's session is in the browser. */
    cookies: shape.optional(message.cookies, "cookies", shape.bool) ?? false,
  };
}

export function readFetchLoad(message: JsonObject) {
  return {
    job: shape.text(message.job, "job", MAX_JOB_ID),
    load: shape.count(message.load, "load"),
    url: httpUrl(message.url, "url"),
    method: shape.oneOf(message.method, "method", ["GET", "HEAD"]),
    referer: shape.text(message.referer, "referer", MAX_URL_LENGTH),
    timeoutMs: timeoutOf(message),
  };
}

/** A link as a content script read it. */
export function readTabLink(value: unknown, name: string) {
  const link = shape.object(value, name);
  const text = (key: string, limit: number) => shape.text(link[key], `${name}.${key}`, limit);
  return {
    base: shape.count(link.base, `${name}.base`),
    written: text("written", MAX_URL_LENGTH),
    tagPath: text("tagPath", MAX_TAG_PATH),
    element: shape.oneOf(link.element, `${name}.element`, ["a", "area", "frame", "iframe", "link"]),
    anchor: text("anchor", MAX_LINK_TEXT),
    heading: text("heading", MAX_LINK_TEXT),
    around: text("around", MAX_LINK_TEXT),
    rel: text("rel", MAX_LINK_TEXT),
    /** 1: the page asks "are you sure?" first; 2: it sends another method than GET; 4: a script handles it; or sums. */
    hints: shape.count(link.hints, `${name}.hints`),
  };
}

/** What a content script found that leads to no request: an address, or what people see of it. */
export function readTabLeft(value: unknown, name: string) {
  const left = shape.object(value, name);
  return {
    cause: shape.oneOf(left.cause, `${name}.cause`, ["routes", "schemes", "inline_files", "script_links", "controls", "forms", "forms_more", "stays_empty"]),
    what: shape.text(left.what, `${name}.what`, MAX_LINK_TEXT),
    count: shape.count(left.count, `${name}.count`),
  };
}

export function readTabTold(value: unknown) {
  const told = shape.object(value, "told");
  const message = (item: unknown, name: string) => {
    const { names, within, text } = shape.object(item, name);
    return {
      /** Class, id and role of its element. */
      names: shape.text(names, `${name}.names`, MAX_LINK_TEXT),
      /** The same of those around it that show messages, too. */
      within: shape.text(within, `${name}.within`, MAX_LINK_TEXT),
      text: shape.text(text, `${name}.text`, MAX_LINK_TEXT),
    };
  };
  /** A number that stands at a link. */
  const count = (item: unknown, name: string) => {
    const { link, number } = shape.object(item, name);
    return { link: shape.text(link, `${name}.link`, MAX_URL_LENGTH), number: shape.count(number, `${name}.number`) };
  };
  return {
    messages: shape.list(told.messages, "told.messages", message, MAX_TOLD),
    counts: shape.list(told.counts, "told.counts", count, MAX_TOLD),
  };
}
