// What pages load beside themselves and is not there: asked for once, and stopped in the next pages. To the
// page it is the same error.
import type { BlockRule } from "../compat/restrictions.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*"] };
const TYPES: browser.webRequest.ResourceType[] = ["script", "stylesheet"];
const GONE = [404, 410];
/** Transfers that broke may go through the next time: so many are tried. */
const BREAKS = 3;
const MAX_ADDRESSES = 200;
const MAX_LENGTH = 1000;
/** Of a filter they are no letters. */
const NOT_LITERAL = /[*^|]/;

export class DeadEnds {
  private readonly breaks = new Map<string, number>();
  private readonly dead = new Map<TabId, Set<string>>();

  /** `block`: stops requests by these rules from now on. */
  constructor(private readonly block: (tabId: TabId, rule: BlockRule) => void) {}

  /** Registers listeners; to be called once, where webRequest is there. */
  attach(): void {
    const filter = { ...WEB, types: TYPES };
    // Not when it is over: a page gives a stylesheet up as soon as it sees the status, and that is an abort.
    browser.webRequest.onResponseStarted.addListener(({ tabId, url, statusCode, method }) => {
      if (method === "GET" && GONE.includes(statusCode)) this.note(tabId, url);
    }, filter);
    browser.webRequest.onErrorOccurred.addListener(({ tabId, url, error }) => {
      if (!this.dead.has(tabId) || /ABORTED|BLOCKED/.test(error)) return;
      const times = (this.breaks.get(url) ?? 0) + 1;
      if (this.breaks.size < MAX_ADDRESSES) this.breaks.set(url, times);
      if (times >= BREAKS) this.note(tabId, url);
    }, filter);
  }

  watch(tabId: TabId): void {
    this.dead.set(tabId, new Set());
  }

  forget(tabId: TabId): void {
    this.dead.delete(tabId);
  }

  private note(tabId: TabId, url: string): void {
    const dead = this.dead.get(tabId);
    if (dead === undefined || dead.has(url) || dead.size >= MAX_ADDRESSES) return;
    if (url.length > MAX_LENGTH || NOT_LITERAL.test(url)) return;
    dead.add(url);
    const condition = { tabIds: [tabId], urlFilter: `|${url}|`, isUrlFilterCaseSensitive: true, resourceTypes: TYPES };
    this.block(tabId, { action: { type: "block" }, condition: condition as BlockRule["condition"] });
  }
}
