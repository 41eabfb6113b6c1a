// What must survive the death of the background script. Which jobs run is kept for good; tab ids only
// as long as the browser runs, because the next run gives them to other tabs.
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { JobId } from "../host/protocol/limits.ts";

const RUNNING = "runningJob";
const TABS = "jobTabs";

/** The job that the extension started itself: starting the same again resumes it. */
export interface RunningJob {
  url: string;
  options: JobOptions;
}

export async function loadRunning(): Promise<RunningJob | null> {
  const stored: unknown = (await browser.storage.local.get(RUNNING))[RUNNING];
  if (typeof stored !== "object" || stored === null) return null;
  const { url, options } = stored as Partial<RunningJob>;
  return typeof url === "string" ? { url, options: options ?? {} } : null;
}

export async function saveRunning(job: RunningJob | null): Promise<void> {
  await browser.storage.local.set({ [RUNNING]: job });
}

export async function loadTabs(): Promise<Map<JobId, number[]>> {
  const stored: unknown = (await browser.storage.session.get(TABS))[TABS];
  const entries: [string, unknown][] = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  const ids = (value: unknown) => (Array.isArray(value) ? value : []).filter((id) => typeof id === "number");
  return new Map(entries.map(([job, tabs]) => [job, ids(tabs)]));
}

export async function saveTabs(tabs: ReadonlyMap<JobId, readonly number[]>): Promise<void> {
  await browser.storage.session.set({ [TABS]: Object.fromEntries(tabs) });
}
