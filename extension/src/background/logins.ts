// The logins of a run from the command line: of the proxy that it goes through, and of the site that it reads. They come
// with the owner's hello, are kept in memory only, and are given to that proxy and that site's origin alone.
import type { Challenge, LoginAnswer } from "../compat/login_challenges.ts";
import type { ProxyLogin, SiteLogin } from "../host/protocol/calls.ts";

/** Until the owner has said hello, which needs no network; a browser without an owner does not wait for ever. */
const WAIT_MS = 20_000;
const MOST_REMEMBERED = 1_000;

interface Known {
  proxy: ProxyLogin | null;
  site: SiteLogin | null;
}

export class Logins {
  private known: Known | undefined;
  private readonly waiting: (() => void)[] = [];
  /** Requests that were given a login: who asks again did not accept it. */
  private readonly given = new Set<string>();

  /** `cancels`: what asks for a login that is not known gets its answer without; by itself the browser opens a dialog. */
  constructor(private readonly waitMs = WAIT_MS, private readonly cancels = true) {}

  /** What the owner says: the logins, or that there is none. */
  know(known: Known): void {
    this.known = known;
    for (const wake of this.waiting.splice(0)) wake();
  }

  async answer(challenge: Challenge): Promise<LoginAnswer> {
    if (this.known === undefined) await this.told();
    const login = challenge.isProxy ? this.forProxy(challenge) : this.forSite(challenge);
    // Nobody answers a dialog there, and a page waits for its script's request as long as one is open.
    if (login === null) return this.cancels && challenge.type !== "main_frame" ? { cancel: true } : {};
    const { requestId } = challenge;
    if (this.given.has(requestId)) return { cancel: true };
    if (this.given.size >= MOST_REMEMBERED) this.given.clear();
    this.given.add(requestId);
    return { authCredentials: { username: login.user, password: login.password } };
  }

  /** Whether the request will be made again with the site's login. */
  willAnswer(requestId: string, url: string): boolean {
    return this.isForSite(url) && !this.given.has(requestId);
  }

  private isForSite(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === this.known?.site?.origin;
  }

  private forProxy({ challenger }: Challenge): ProxyLogin | null {
    const login = this.known?.proxy ?? null;
    return login?.host === challenger.host && login.port === challenger.port ? login : null;
  }

  private forSite({ url, scheme }: Challenge): SiteLogin | null {
    return scheme.toLowerCase() === "basic" && this.isForSite(url) ? (this.known?.site ?? null) : null;
  }

  private told(): Promise<void> {
    return new Promise((wake) => {
      this.waiting.push(wake);
      setTimeout(wake, this.waitMs);
    });
  }
}
