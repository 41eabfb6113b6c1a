// Proxies and sites that ask for a login. Only batch builds may answer, which have the permission from the start.

export interface Challenge {
  requestId: string;
  url: string;
  /** `main_frame`, `xmlhttprequest`, ... */
  type: string;
  isProxy: boolean;
  /** `basic`, `digest`, ... */
  scheme: string;
  challenger: { host: string; port: number };
}

export type LoginAnswer = browser.webRequest.BlockingResponse;

/** Has `answer` asked whenever a login is wanted. To be called while the background script starts. */
export function answerChallenges(answer: (challenge: Challenge) => Promise<LoginAnswer>): void {
  if (__BUILD__ !== "batch") return;
  const everywhere = { urls: ["<all_urls>"] };
  const { onAuthRequired } = browser.webRequest;
  if (__BROWSER__ === "firefox") {
    onAuthRequired.addListener(answer, everywhere, ["blocking"]);
  } else {
    // Chromium takes the answer by a callback, which the types for Firefox don't know.
    const listener = (details: Challenge, done?: (given: LoginAnswer) => void) => void answer(details).then(done);
    onAuthRequired.addListener(listener as never, everywhere, ["asyncBlocking"] as never);
  }
}
