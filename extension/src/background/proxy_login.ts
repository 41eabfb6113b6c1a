// The login of the proxy that a run from the command line goes through. It comes with the owner's hello, is
// kept in memory only, and given to that proxy alone, never to a site.
import type { ProxyLogin } from "../host/protocol.ts";

/** Until the owner has said hello, which needs no network; a browser without an owner does not wait for ever. */
const WAIT_MS = 20_000;
const MOST_REMEMBERED = 1_000;

export interface Challenge {
  requestId: string;
  isProxy: boolean;
  challenger: { host: string; port: number };
}

type Answer = browser.webRequest.BlockingResponse;

export class ProxyLogins {
  private login: ProxyLogin | null | undefined;
  private readonly waiting: (() => void)[] = [];
  /** Requests that were given the login: who asks again did not accept it. */
  private readonly given = new Set<string>();

  constructor(private readonly waitMs = WAIT_MS) {}

  /** What the owner says: a login, or that there is none. */
  know(login: ProxyLogin | null): void {
    this.login = login;
    for (const wake of this.waiting.splice(0)) wake();
  }

  async answer({ requestId, isProxy, challenger }: Challenge): Promise<Answer> {
    if (!isProxy) return {};
    if (this.login === undefined) await this.known();
    const { login } = this;
    if (!login || challenger.host !== login.host || challenger.port !== login.port) return {};
    if (this.given.has(requestId)) return { cancel: true };
    if (this.given.size >= MOST_REMEMBERED) this.given.clear();
    this.given.add(requestId);
    return { authCredentials: { username: login.user, password: login.password } };
  }

  /** Listens; only batch builds, which have the permission from the start. */
  attach(): void {
    const everywhere = { urls: ["<all_urls>"] };
    if (__BROWSER__ === "firefox") {
      browser.webRequest.onAuthRequired.addListener((details) => this.answer(details), everywhere, ["blocking"]);
    } else {
      // Chromium takes the answer by a callback, which the types for Firefox don't know.
      const listener = (details: Challenge, done?: (answer: Answer) => void) => void this.answer(details).then(done);
      browser.webRequest.onAuthRequired.addListener(listener as never, everywhere, ["asyncBlocking"] as never);
    }
  }

  private known(): Promise<void> {
    return new Promise((wake) => {
      this.waiting.push(wake);
      setTimeout(wake, this.waitMs);
    });
  }
}
