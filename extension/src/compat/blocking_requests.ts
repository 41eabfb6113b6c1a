// Requests as they are asked and answered. Firefox waits for the listener, and stops a request where it
// says so; Chromium only tells, and stops by rules (restrictions.ts).
import { IS_TRUSTED } from "./trusted_build.ts";

type Verdict = browser.webRequest.BlockingResponse;
type Filter = browser.webRequest.RequestFilter;

interface Asked {
  requestId: string;
  tabId: number;
  method: string;
  url: string;
}

/** A request, and who has answered it. */
export interface Contact extends Asked {
  type: string;
  /** Absent before it was answered, and where nobody was asked. */
  ip?: string | null | undefined;
  /** As Firefox tells it; nothing where it asks the server itself. */
  proxyInfo?: { type: string } | null | undefined;
}

export type Answered = browser.webRequest._OnHeadersReceivedDetails | browser.webRequest._OnResponseStartedDetails;

export function listenForRequests(filter: Filter, take: (details: Asked) => Verdict): void {
  const event = browser.webRequest.onBeforeRequest;
  if (__BROWSER__ === "firefox") event.addListener(take, filter, ["blocking"]);
  else event.addListener((details) => void take(details), filter);
}

/** `take`: whether a request is to be stopped, once somebody has been asked. Only a Firefox that the program has started is asked; elsewhere it is not called. */
export function listenForLookUps(filter: Filter, take: (details: Contact) => Promise<boolean>): void {
  if (!IS_TRUSTED || __BROWSER__ !== "firefox") return;
  browser.webRequest.onBeforeRequest.addListener(async (details) => ({ cancel: await take(details) }), filter, ["blocking"]);
}

/** `take`: whether an answer that begins, or leads elsewhere, is to be stopped: Firefox does so before anybody gets any of it. */
export function listenForContacts(filter: Filter, take: (details: Contact) => boolean): void {
  const { onHeadersReceived, onResponseStarted, onBeforeRedirect } = browser.webRequest;
  if (__BROWSER__ === "firefox") {
    onHeadersReceived.addListener((details) => ({ cancel: take(details) }), filter, ["blocking"]);
    return;
  }
  onResponseStarted.addListener((details) => void take(details), filter);
  onBeforeRedirect.addListener((details) => void take(details), filter);
}

/** The addresses of a name, from where the browser itself takes them when it connects; none where it does not tell: without the permission, and elsewhere. */
export async function addressesOf(host: string): Promise<string[]> {
  if (!IS_TRUSTED || __BROWSER__ !== "firefox") return [];
  return browser.dns.resolve(host).then(({ addresses }) => addresses, () => []);
}

/**
 * `isUntold`: whether the headers of a request were not told yet. Chromium tells no second time of one that was
 * made again with a login, so it is told when its answer begins.
 */
export function listenForHeaders(
  filter: Filter,
  take: (details: Answered) => Verdict,
  isUntold?: (details: Answered) => boolean,
): void {
  const event = browser.webRequest.onHeadersReceived;
  if (__BROWSER__ === "firefox") {
    event.addListener(take, filter, ["responseHeaders", "blocking"]);
    return;
  }
  event.addListener((details) => void take(details), filter, ["responseHeaders"]);
  if (isUntold === undefined) return;
  browser.webRequest.onResponseStarted.addListener((details) => {
    if (isUntold(details)) take(details);
  }, filter, ["responseHeaders"]);
}
