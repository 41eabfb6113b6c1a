// Which tab the user is looking at, and what may be read of it.
import { TagtrailError } from "../host/errors.ts";
import { loadTabs } from "./tab_store.ts";

export type Tab = browser.tabs.Tab;

export function isWebPage(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url);
}

/** Errors: not_found (no such tab). */
async function tabById(tabId: number): Promise<Tab> {
  try {
    return await browser.tabs.get(tabId);
  } catch {
    throw new TagtrailError("not_found", "that tab was closed");
  }
}

/**
 * The tab with this id; for null the active one of the window used last, or, when that is a page of
 * ours, the web page that was looked at before it. Errors: not_found.
 */
export async function tabAtHand(tabId: number | null): Promise<Tab> {
  if (tabId !== null) return tabById(tabId);
  const [active] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (active !== undefined && !active.url?.startsWith(browser.runtime.getURL(""))) return active;
  const ofJobs = new Set([...(await loadTabs()).values()].flat());
  const others = (await browser.tabs.query({})).filter(
    (tab) => isWebPage(tab.url) && tab.id !== undefined && !ofJobs.has(tab.id),
  );
  const last = others.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
  if (last === undefined) throw new TagtrailError("not_found", "no web page is open");
  return last;
}

/** Errors: refused (its address is not ours to know), not_found (no web page). */
export function addressOf(tab: Tab): string {
  if (tab.url === undefined || tab.url === "") {
    throw new TagtrailError("refused", "the permission to read this page is missing");
  }
  if (!isWebPage(tab.url)) throw new TagtrailError("not_found", "there is no web page in this tab");
  return tab.url;
}
