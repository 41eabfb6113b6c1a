// What pages' scripts wanted to send from the tabs of jobs, and the browser has stopped (compat/reading_rules.ts); and what it
// let through although that may have changed something on the page's own host; and what pages wanted of the user's own network.
import type { Held, SentRequest } from "../compat/reading_rules.ts";
import { isStopped, mayChange, staysOutside, STOPPED_PREFIX } from "../compat/reading_rules.ts";
import type { StoppedRequest } from "../host/protocol/tabs.ts";

type TabId = number;

/** Of one load; what more there was is counted without its address. */
export const MAX_STOPPED = 20;
const MAX_ADDRESS = 2000;

interface Told extends SentRequest {
  /** Of the document that asks, as either browser calls it. */
  initiator?: string | undefined;
  originUrl?: string | undefined;
}

/** By method and address, and what is told of it besides. */
type Stopped = Map<string, StoppedRequest>;

interface Watched extends Held {
  stopped: Stopped;
}

function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
}

/** Without its query, which may hold more than is to be written down; of a WebSocket, where it begins. */
function addressOf(url: string): string {
  return (url.split(/[?#]/)[0] ?? "").replace(/^ws/, "http").slice(0, MAX_ADDRESS);
}

/** As people call it. */
function methodOf({ method, type }: Told): string {
  if (type === "websocket") return "WebSocket";
  return method.startsWith(STOPPED_PREFIX) ? method.slice(STOPPED_PREFIX.length) : method;
}

function count(stopped: Stopped, method: string, address: string, kind: Pick<StoppedRequest, "sent" | "ownNetwork">): void {
  const keyOf = (url: string) => `${method} ${JSON.stringify(kind)} ${url}`;
  const url = stopped.has(keyOf(address)) || stopped.size < MAX_STOPPED ? address : "";
  const counted = (stopped.get(keyOf(url))?.count ?? 0) + 1;
  stopped.set(keyOf(url), { method, url, count: counted, ...kind });
}

export class StoppedRequests {
  private readonly tabs = new Map<TabId, Watched>();
  /** Of shared workers and of windows that pages opened: told with the load that ends next. */
  private readonly strays: Stopped = new Map();

  /** What was stopped before and not taken yet stays. */
  watch(tabId: TabId, held: Held): void {
    this.tabs.set(tabId, { ...held, stopped: this.tabs.get(tabId)?.stopped ?? new Map() });
  }

  forget(tabId: TabId): void {
    this.tabs.delete(tabId);
  }

  asked(told: Told): void {
    const watched = this.whose(told);
    if (watched === undefined) return;
    const sent = mayChange(told, watched) && hostOf(told.url) === watched.host;
    if (sent) this.note(told, watched, { sent });
    else if (staysOutside(told, watched)) this.note(told, watched, { ownNetwork: true });
    else if (isStopped(told, watched)) this.note(told, watched, {});
  }

  /** It was found to lead into the user's own network, though its address does not say so. */
  ledInside(told: Told): void {
    const watched = this.whose(told);
    if (watched !== undefined) this.note(told, watched, { ownNetwork: true });
  }

  private note(told: Told, watched: Watched, kind: Pick<StoppedRequest, "sent" | "ownNetwork">): void {
    count(this.tabs.has(told.tabId) ? watched.stopped : this.strays, methodOf(told), addressOf(told.url), kind);
  }

  take(tabId: TabId): StoppedRequest[] {
    const own = this.tabs.get(tabId)?.stopped;
    const taken = [...(own?.values() ?? []), ...this.strays.values()];
    own?.clear();
    this.strays.clear();
    return taken;
  }

  private whose({ tabId, initiator, originUrl }: Told): Watched | undefined {
    const own = this.tabs.get(tabId);
    if (own !== undefined) return own;
    const host = hostOf(initiator ?? originUrl);
    return [...this.tabs.values()].find((held) => held.alone || (tabId < 0 && held.host === host));
  }
}
