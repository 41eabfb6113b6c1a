// The tabs of jobs: as many as pages are loaded at a time, kept open for the next ones.
import { IS_TRUSTED } from "../compat/trusted_build.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobId } from "../host/protocol/limits.ts";
import { loadTabs, saveTabs } from "./tab_store.ts";
import type { Requests } from "./requests.ts";

type TabId = number;

/** Between loads: quick to come and go. */
const EMPTY_PAGE = "about:blank";
/** Who sees a tab rest for longer is told what it is. */
const RESTING_PAGE = "resting.html";
const REST_MS = 1_000;
/** A tab that takes longer to leave its page is not waited for. */
const LEAVING_MS = 1_000;
/** A job's; the host asks for no more pages at a time. */
const MAX_TABS = 8;
/** Between two looks whether a tab is free. */
const TURN_MS = 50;

export class JobTabs {
  private readonly tabs = new Map<JobId, TabId[]>();
  private readonly busy = new Set<TabId>();
  private readonly resting = new Map<TabId, ReturnType<typeof setTimeout>>();
  /** Tabs on their way to the empty page. */
  private readonly leaving = new Map<TabId, Promise<unknown>>();
  /** Tabs being opened, by job. */
  private readonly coming = new Map<JobId, number>();

  constructor(private readonly requests: Requests) {}

  /** Closes what an earlier life of the background script left open. */
  async cleanUp(): Promise<void> {
    const left = await loadTabs();
    // A browser that goes on with its last session brings them back under other numbers.
    const restored = await browser.tabs.query({ url: `${browser.runtime.getURL(RESTING_PAGE)}*` });
    const ids = [...left.values()].flat().concat(restored.map(({ id }) => id).filter((id) => id !== undefined));
    await Promise.all(ids.map((tabId) => this.remove(tabId)));
    await this.requests.forgetRules();
    await saveTabs(this.tabs);
  }

  /** A tab that nobody else gets until it is given back. Errors: busy (at `deadline`, by Date.now()), internal. */
  async take(job: JobId, deadline: number): Promise<TabId> {
    for (;;) {
      const free = this.of(job).find((tabId) => !this.busy.has(tabId));
      if (free !== undefined) {
        this.busy.add(free);
        this.wake(free);
        await this.leaving.get(free);
        if (await isOpen(free)) return free;
        await this.close(job, free);
      } else if (this.of(job).length + (this.coming.get(job) ?? 0) < MAX_TABS) {
        return this.open(job);
      } else {
        if (Date.now() > deadline) throw new TagtrailError("busy", "the job's tabs are loading pages");
        await new Promise((resolve) => setTimeout(resolve, TURN_MS));
      }
    }
  }

  /**
   * Leaves the page, so that its scripts make no requests between loads. `host`: whose pages it loads; `shown`: one of them
   * is there now.
   */
  giveBack(job: JobId, tabId: TabId, host: string, shown: boolean): void {
    this.busy.delete(tabId);
    if (!this.of(job).includes(tabId)) return;
    const left = this.leave(tabId, shown).catch(() => this.close(job, tabId));
    this.leaving.set(tabId, left.finally(() => this.leaving.delete(tabId)));
    this.resting.set(tabId, setTimeout(() => void this.tellWhatItIs(tabId, host), REST_MS));
  }

  async close(job: JobId, tabId: TabId): Promise<void> {
    const left = this.of(job).filter((other) => other !== tabId);
    if (left.length === 0) this.tabs.delete(job);
    else this.tabs.set(job, left);
    this.busy.delete(tabId);
    this.wake(tabId);
    await saveTabs(this.tabs);
    // A page may send something as it goes.
    await this.remove(tabId);
    await this.requests.unrestrict(tabId);
  }

  async closeAll(job: JobId): Promise<void> {
    for (const tabId of this.of(job)) await this.close(job, tabId);
  }

  /** All but those that are taken: the next load opens another. */
  async closeIdle(job: JobId): Promise<void> {
    for (const tabId of this.of(job)) if (!this.busy.has(tabId)) await this.close(job, tabId);
  }

  /**
   * To the empty page. The page goes there itself, as then the browser keeps its process for the next page of the site: a new
   * one costs as much as loading a page. The way there is waited for: Firefox came there after the next page had been asked
   * for, now and then, which ended that request or kept it from being made.
   */
  private async leave(tabId: TabId, shown: boolean): Promise<void> {
    const there = this.requests.arrival(tabId, EMPTY_PAGE, LEAVING_MS);
    const go = () => browser.tabs.update(tabId, { url: EMPTY_PAGE });
    const target = { tabId, frameIds: [0] };
    const func = (url: string) => {
      if (globalThis.tagtrailContent === undefined) location.replace(url);
      else globalThis.tagtrailContent.leaveFor(url);
    };
    if (shown) await browser.scripting.executeScript({ target, func, args: [EMPTY_PAGE], injectImmediately: true }).catch(go);
    else await go();
    await there;
  }

  private wake(tabId: TabId): void {
    clearTimeout(this.resting.get(tabId));
    this.resting.delete(tabId);
  }

  private async tellWhatItIs(tabId: TabId, host: string): Promise<void> {
    this.resting.delete(tabId);
    if (this.busy.has(tabId)) return;
    const url = browser.runtime.getURL(`${RESTING_PAGE}#${encodeURIComponent(host)}`);
    // Only a help for the eye.
    await browser.tabs.update(tabId, { url }).catch(() => undefined);
  }

  private of(job: JobId): TabId[] {
    return this.tabs.get(job) ?? [];
  }

  private async open(job: JobId): Promise<TabId> {
    const count = (more: number) => this.coming.set(job, (this.coming.get(job) ?? 0) + more);
    count(1);
    try {
      const tabId = await this.create(this.of(job).length > 0 || (this.coming.get(job) ?? 0) > 1);
      this.busy.add(tabId);
      this.tabs.set(job, [...this.of(job), tabId]);
      await saveTabs(this.tabs);
      await browser.tabs.update(tabId, { muted: true });
      await this.requests.restrict(tabId);
      return tabId;
    } finally {
      count(-1);
    }
  }

  /** A hidden tab runs its timers slowly, so a run that nobody watches uses visible ones: the next in a window of its own. */
  private async create(another: boolean): Promise<TabId> {
    const tab =
      IS_TRUSTED && another
        ? (await browser.windows.create({ url: EMPTY_PAGE, focused: false })).tabs?.[0]
        : await browser.tabs.create({ url: EMPTY_PAGE, active: IS_TRUSTED });
    if (tab?.id === undefined) throw new TagtrailError("internal", "the browser opened no tab");
    return tab.id;
  }

  private async remove(tabId: TabId): Promise<void> {
    await browser.tabs.remove(tabId).catch(() => undefined);
  }
}

async function isOpen(tabId: TabId): Promise<boolean> {
  return browser.tabs.get(tabId).then(
    () => true,
    () => false,
  );
}
