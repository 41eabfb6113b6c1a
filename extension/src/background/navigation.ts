// What webRequest and webNavigation tell about one page load, collected without browser interfaces.
import type { Hop, TabError, TabTold } from "../host/protocol/tabs.ts";

/** Pages that send the tab on by script or meta refresh may do so this often in one load. */
const MAX_MAIN_REQUESTS = 20;
/**
 * A page that loads itself once more may have set a cookie before; so often, and it is to be read as it is. It is at once where
 * the same came again.
 */
const MAX_AGAIN = 2;

/** Two that differ in this have the same page's script behind them, which goes from one to the other. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

/** As far as its head tells; not of one that does not tell its length. */
function isSame(answer: Answer, before: Answer | undefined): boolean {
  const { status, contentLength } = answer;
  return contentLength > 0 && before?.status === status && before.contentLength === contentLength;
}

/** How the browsers say that a load was stopped or replaced by another one; the number is Firefox's. */
const ABORTED = /ERR_ABORTED|NS_BINDING_ABORTED|2152398850/;

export function mimeEssence(contentType: string): string {
  const essence = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  return /^[^\s/]+\/[^\s/]+$/.test(essence) ? essence : "";
}

export function isHtml(mime: string): boolean {
  return mime === "text/html" || mime === "application/xhtml+xml";
}

/** The FetchError name for a browser's own word (`net::ERR_...`, `NS_ERROR_...`). */
export function errorName(word: string): TabError {
  if (/TIMED_OUT|TIMEOUT/.test(word)) return "timeout";
  if (/ERR_CERT|ERR_SSL|SSL_ERROR|SEC_ERROR|MOZILLA_PKIX|NS_ERROR_NET_INADEQUATE_SECURITY/.test(word)) {
    return "tls";
  }
  return "network";
}

/** The same words of who could not be reached at all; Firefox tells some by numbers only. */
const UNREACHED = new RegExp([
  "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_TIMED_OUT", "ERR_NAME_NOT_RESOLVED", "ERR_INTERNET_DISCONNECTED",
  "ERR_ADDRESS_UNREACHABLE", "NS_ERROR_CONNECTION_REFUSED", "NS_ERROR_UNKNOWN_HOST", "NS_ERROR_OFFLINE",
  "2152398861", "2152398878", "2152398864",
].join("|"));

export interface Answer {
  status: number;
  contentType: string;
  /** Whether the answer says that it is a file to save. */
  attachment: boolean;
  contentLength: number;
  /** Header value, empty when there is none. */
  retryAfter: string;
  /** The fields `Link`, joined by commas. */
  links: string;
}

/** How far a load has come. */
type Stage = "asked" | "answered" | "committed" | "loaded" | "no_page" | "failed";

export class Navigation {
  stage: Stage = "asked";
  status = 0;
  mime = "";
  finalUrl: string;
  hops: Hop[] = [];
  subRequests = 0;
  bodyBytes = 0;
  retryAfter = "";
  links = "";
  loginForm = false;
  told: TabTold = { messages: [], counts: [] };
  /** Links came after the first look at the page. */
  late = false;
  error: TabError | undefined;
  /** No connection could be made, for the address that was asked for. */
  unreached = false;
  /** Pages that were here before. */
  readonly past = new Set<string>();
  /** Of the main frame, redirects apart: a document each. */
  mainRequests = 0;

  private requestId: string | undefined;
  private again = 0;
  /** The last answer of a page that was here before, or may come once more. */
  private before: Answer | undefined;
  private listeners: (() => void)[] = [];

  constructor(url: string) {
    this.finalUrl = url;
  }

  /** Resolves at the next change of stage. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.listeners.push(resolve));
  }

  /** Pages load themselves, or each other, again and again. */
  get restless(): boolean {
    return this.again >= MAX_AGAIN;
  }

  /** Whether this request is such a page's, for one of them. */
  isInVain(requestId: string, url: string): boolean {
    return requestId !== this.requestId && this.shown && this.restless && this.wasHere(url);
  }

  /** Another main-frame request of the tab. */
  asked(requestId: string, url: string): void {
    if (requestId === this.requestId) return;
    this.mainRequests++;
    if (this.wasHere(url)) this.again++;
    if (this.shown) this.past.add(this.finalUrl);
    // The page answered and then sent the tab elsewhere by itself: one more hop.
    if (this.requestId !== undefined && this.status !== 0) {
      this.hops.push({ url: this.finalUrl, status: this.status });
    }
    this.requestId = requestId;
    this.finalUrl = url;
    this.status = 0;
    this.mime = "";
    this.bodyBytes = 0;
    this.retryAfter = this.links = "";
    this.loginForm = this.late = false;
    this.told = { messages: [], counts: [] };
    if (this.mainRequests > MAX_MAIN_REQUESTS) this.fail("browser");
    else this.to("asked");
  }

  redirected(requestId: string, url: string, status: number, to: string): void {
    if (requestId !== this.requestId) return;
    this.hops.push({ url, status });
    this.finalUrl = to;
  }

  /**
   * This request leads into the user's own network. A page that is all there stays, where the browser keeps it; the end of one that
   * leaves before, Firefox may never tell.
   */
  refused(requestId: string, url: string): void {
    if (this.stage === "loaded" && requestId !== this.requestId) return;
    this.finalUrl = url;
    this.fail("refused_address");
  }

  answered(requestId: string, answer: Answer): void {
    if (requestId !== this.requestId || this.stage === "failed") return;
    this.status = answer.status;
    this.mime = mimeEssence(answer.contentType);
    this.bodyBytes = answer.contentLength;
    this.retryAfter = answer.retryAfter;
    this.links = answer.links;
    if (this.again > 0 && isSame(answer, this.before)) this.again = MAX_AGAIN;
    this.before = answer;
    const empty = answer.status === 204 || answer.status === 205;
    // Without a type the browser looks at the body; the content script reports what it made of it.
    const readable = this.mime === "" || isHtml(this.mime);
    this.to(empty || answer.attachment || !readable ? "no_page" : "answered");
  }

  committed(url: string): void {
    if (this.stage === "answered" && /^https?:/.test(url)) this.to("committed");
  }

  /** The load event has fired: everything that the document names has arrived. */
  loaded(url: string): void {
    if (this.stage === "committed" && /^https?:/.test(url)) this.to("loaded");
  }

  /** Whether the tab shows the document that was asked for. */
  get shown(): boolean {
    return this.stage === "committed" || this.stage === "loaded";
  }

  /** The request failed in the browser. What was stopped, by us or by a newer request, did not. */
  broke(requestId: string, word: string): void {
    if (requestId === this.requestId && this.stage !== "no_page" && !ABORTED.test(word)) this.breakBy(word);
  }

  /** The browser shows a page of its own instead, or never made a request. */
  gaveUp(url: string, word: string): void {
    if (url !== this.finalUrl || ABORTED.test(word)) return;
    // Chromium does so for an error status without a body.
    if (this.stage === "answered" && this.status >= 400) this.to("no_page");
    else if (this.stage === "asked" || this.stage === "answered") this.breakBy(word);
  }

  /** This page, or one before it. */
  private wasHere(url: string): boolean {
    const shown = this.shown ? [...this.past, this.finalUrl] : [...this.past];
    return shown.some((page) => withoutQuery(page) === withoutQuery(url));
  }

  private breakBy(word: string): void {
    this.unreached = this.hops.length === 0 && UNREACHED.test(word);
    this.fail(errorName(word));
  }

  /** The tab was closed or its page crashed; what failed for a reason that is known fails for no other. */
  fail(error: TabError): void {
    this.error ??= error;
    this.to("failed");
  }

  private to(stage: Stage): void {
    this.stage = stage;
    const waiting = this.listeners;
    this.listeners = [];
    for (const resolve of waiting) resolve();
  }
}
