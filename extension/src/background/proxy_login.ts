// The login of the proxy that a run from the command line goes through. It comes with the owner's hello, is
// kept in memory only, and given to that proxy alone, never to a site.
import type { Challenge, ProxyAnswer } from "../compat/proxy_auth.ts";
import type { ProxyLogin } from "../host/protocol/calls.ts";

/** Until the owner has said hello, which needs no network; a browser without an owner does not wait for ever. */
const WAIT_MS = 20_000;
const MOST_REMEMBERED = 1_000;

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

  async answer({ requestId, isProxy, challenger }: Challenge): Promise<ProxyAnswer> {
    if (!isProxy) return {};
    if (this.login === undefined) await this.known();
    const { login } = this;
    if (!login || challenger.host !== login.host || challenger.port !== login.port) return {};
    if (this.given.has(requestId)) return { cancel: true };
    if (this.given.size >= MOST_REMEMBERED) this.given.clear();
    this.given.add(requestId);
    return { authCredentials: { username: login.user, password: login.password } };
  }

  private known(): Promise<void> {
    return new Promise((wake) => {
      this.waiting.push(wake);
      setTimeout(wake, this.waitMs);
    });
  }
}
