// What `fetch` hides, seen through webRequest: the redirects on the way, and why a request failed.
import { listenForRequests } from "../compat/blocking_requests.ts";
import type { Hop, TabError } from "../host/protocol/tabs.ts";
import { errorName } from "./navigation.ts";

export interface FetchTrace {
  hops: Hop[];
  error?: TabError;
}

const WEB = { urls: ["http://*/*", "https://*/*"], tabId: -1 };

/** As browsers write the URL of a request: without its fragment. */
function requestUrl(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}

export class FetchWatch {
  /** Begun, and not yet seen as a request. */
  private readonly expected: { url: string; trace: FetchTrace }[] = [];
  private readonly traces = new Map<string, FetchTrace>();
  private attached = false;

  /** Listens, once. Loads live no longer than this script, so no event has to wake it. */
  attach(): void {
    if (this.attached || !browser.webRequest) return;
    this.attached = true;
    // Firefox tells of requests in its own time, and the answer may come first: unless it has to wait
    // for this listener, at each hop.
    listenForRequests(WEB, (details) => {
      if (isOwn(details)) this.asked(details.requestId, details.url);
      return {};
    });
    browser.webRequest.onBeforeRedirect.addListener((details) => {
      this.redirected(details.requestId, details.url, details.statusCode);
    }, WEB);
    browser.webRequest.onErrorOccurred.addListener((details) => {
      this.broke(details.requestId, details.error);
    }, WEB);
  }

  /** Called right before the request is made; it is known by its URL, until it has an id. */
  expect(url: string): FetchTrace {
    const trace: FetchTrace = { hops: [] };
    this.expected.push({ url: requestUrl(url), trace });
    return trace;
  }

  forget(trace: FetchTrace): void {
    const at = this.expected.findIndex((entry) => entry.trace === trace);
    if (at >= 0) this.expected.splice(at, 1);
    for (const [id, known] of this.traces) {
      if (known === trace) this.traces.delete(id);
    }
  }

  /** A request of this script. Those that redirects lead to have the id of the first. */
  asked(requestId: string, url: string): void {
    if (this.traces.has(requestId)) return;
    const at = this.expected.findIndex((entry) => entry.url === requestUrl(url));
    const [found] = at < 0 ? [] : this.expected.splice(at, 1);
    if (found !== undefined) this.traces.set(requestId, found.trace);
  }

  redirected(requestId: string, url: string, status: number): void {
    this.traces.get(requestId)?.hops.push({ url, status });
  }

  broke(requestId: string, word: string): void {
    const trace = this.traces.get(requestId);
    if (trace !== undefined) trace.error = errorName(word);
  }
}

/** Chromium tells the initiator, Firefox the document that a request is of. */
function isOwn(details: object): boolean {
  const { initiator, originUrl } = details as { initiator?: string; originUrl?: string };
  const origin = initiator ?? originUrl ?? "";
  return URL.canParse(origin) && new URL(origin).host === new URL(browser.runtime.getURL("")).host;
}
