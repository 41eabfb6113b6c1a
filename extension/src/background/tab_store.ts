// The tabs of jobs, as the background script's next life finds them: only as long as the browser runs,
// because its next run gives their ids to other tabs.
import type { JobId } from "../host/protocol/limits.ts";

const TABS = "jobTabs";

export async function loadTabs(): Promise<Map<JobId, number[]>> {
  const stored: unknown = (await browser.storage.session.get(TABS))[TABS];
  const entries: [string, unknown][] = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  const ids = (value: unknown) => (Array.isArray(value) ? value : []).filter((id) => typeof id === "number");
  return new Map(entries.map(([job, tabs]) => [job, ids(tabs)]));
}

export async function saveTabs(tabs: ReadonlyMap<JobId, readonly number[]>): Promise<void> {
  await browser.storage.session.set({ [TABS]: Object.fromEntries(tabs) });
}
