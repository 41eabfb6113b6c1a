// Requests as they are asked and answered. Firefox waits for the listener, and stops a request where it
// says so; Chromium only tells, and stops by rules (restrictions.ts).

type Verdict = browser.webRequest.BlockingResponse;
type Filter = browser.webRequest.RequestFilter;

interface Asked {
  requestId: string;
  tabId: number;
  method: string;
  url: string;
}

export type Answered = browser.webRequest._OnHeadersReceivedDetails | browser.webRequest._OnResponseStartedDetails;

export function listenForRequests(filter: Filter, take: (details: Asked) => Verdict): void {
  const event = browser.webRequest.onBeforeRequest;
  if (__BROWSER__ === "firefox") event.addListener(take, filter, ["blocking"]);
  else event.addListener((details) => void take(details), filter);
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
