// How many requests a tab's scripts are waiting for: a DOM that is quiet because the server is slow is
// not at rest.

type TabId = number;

/** Answers of one address, whatever its query: a script that polls gets more of them than it makes use of. */
const NEWS_OF_ONE = 2;
/** So late the browser may tell of a request. */
export const UNTOLD_MS = 40;
const WEB = { urls: ["http://*/*", "https://*/*"] };
const OF_SCRIPTS: browser.webRequest.ResourceType[] = ["xmlhttprequest", "script", "sub_frame"];

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export class Pending {
  private readonly open = new Map<TabId, Set<string>>();
  private readonly asked = new Set<TabId>();
  private readonly fetched = new Set<TabId>();
  /** How often each address was answered, and whether that was since `settled` resolved last. */
  private readonly answers = new Map<TabId, Map<string, number>>();
  private readonly answered = new Set<TabId>();
  /** Who waits for the end of what is open. */
  private readonly waiting = new Map<TabId, (() => void)[]>();

  /** Registers listeners; to be called once, where webRequest is there. */
  attach(): void {
    const filter = { ...WEB, types: OF_SCRIPTS };
    const { webRequest } = browser;
    webRequest.onBeforeRequest.addListener(({ tabId, requestId, type }) => this.began(tabId, requestId, type), filter);
    const over = ({ tabId, requestId, url }: { tabId: number; requestId: string; url: string }) => this.over(tabId, requestId, url);
    webRequest.onCompleted.addListener(over, filter);
    webRequest.onErrorOccurred.addListener(over, filter);
  }

  /** Counts from now on: what began before, like a connection that is held open, is left out. */
  watch(tabId: TabId): void {
    this.unwatch(tabId);
    this.open.set(tabId, new Set());
    this.answers.set(tabId, new Map());
  }

  unwatch(tabId: TabId): void {
    this.open.delete(tabId);
    this.asked.delete(tabId);
    this.fetched.delete(tabId);
    this.answers.delete(tabId);
    this.answered.delete(tabId);
    this.wake(tabId);
  }

  began(tabId: TabId, requestId: string, type: browser.webRequest.ResourceType): void {
    const open = this.open.get(tabId);
    if (open === undefined) return;
    open.add(requestId);
    this.asked.add(tabId);
    if (type === "xmlhttprequest") this.fetched.add(tabId);
  }

  over(tabId: TabId, requestId: string, url = ""): void {
    if (this.open.get(tabId)?.delete(requestId) !== true) return;
    const [address = ""] = url.split("?");
    const times = (this.answers.get(tabId)?.get(address) ?? 0) + 1;
    this.answers.get(tabId)?.set(address, times);
    if (times <= NEWS_OF_ONE) this.answered.add(tabId);
    if (!this.waits(tabId)) this.wake(tabId);
  }

  /** Whether anything was asked for since it is watched, answered or not. */
  hasAsked(tabId: TabId): boolean {
    return this.asked.has(tabId);
  }

  /** Whether scripts asked for more than scripts and frames since it is watched. */
  hasFetched(tabId: TabId): boolean {
    return this.fetched.has(tabId);
  }

  /**
   * Resolves when nothing is waited for, after `maxMs` at the latest. Whether it had to wait, or an answer has come since
   * it resolved last: what the page makes of that, a reading that was over just before has not seen. What scripts that
   * fetch have just asked for, the browser may not have told of yet: for that `patient` waits a moment.
   */
  async settled(tabId: TabId, maxMs: number, patient = true): Promise<boolean> {
    const end = Date.now() + maxMs;
    const more = () => (this.hasFetched(tabId) ? pause(Math.min(UNTOLD_MS, Math.max(0, end - Date.now()))) : undefined);
    if (patient) await more();
    let waited = false;
    while (this.waits(tabId) && Date.now() < end) {
      waited = true;
      await this.nothingOpen(tabId, end - Date.now());
      // One answer is what the next is asked for by.
      await more();
    }
    return this.answered.delete(tabId) || waited;
  }

  private waits(tabId: TabId): boolean {
    return (this.open.get(tabId)?.size ?? 0) > 0;
  }

  private nothingOpen(tabId: TabId, maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      const woken = () => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.set(tabId, [...(this.waiting.get(tabId) ?? []), woken]);
    });
  }

  private wake(tabId: TabId): void {
    const waiting = this.waiting.get(tabId) ?? [];
    this.waiting.delete(tabId);
    for (const resolve of waiting) resolve();
  }
}
