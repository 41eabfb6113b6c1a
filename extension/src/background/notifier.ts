// Tells the user about jobs when no panel may be open: at their end, and when they need him.
import type { JobBase } from "./job_base.ts";
import { siteOf } from "./jobs.ts";

const PREFIX = "job:";

function words(key: string, ...fields: string[]): string {
  return browser.i18n.getMessage(key, fields);
}

/** What is said of a job that has ended. */
function endWords(job: JobBase): { title: string; message: string } {
  const site = siteOf(job.url);
  const files = String(job.files);
  if (job.info?.state === "failed" || (job.info === null && job.error !== null)) {
    const cause = job.error?.message ?? (job.progress?.message || job.progress?.reason) ?? "";
    return { title: words("notice_failed", site), message: cause };
  }
  return { title: words("notice_ended", site), message: job.files === 1 ? words("notice_files_one") : words("notice_files", files) };
}

export class Notifier {
  private attached = false;

  /** `wanted`: the user's setting. */
  constructor(private readonly wanted: () => boolean) {}

  /** Listens, once; without the permission it does nothing, and is called again when it is granted. */
  attach(): void {
    if (this.attached || !browser.notifications) return;
    this.attached = true;
    browser.notifications.onClicked.addListener((id) => {
      if (!id.startsWith(PREFIX)) return;
      void browser.notifications.clear(id);
      void openPanelTab();
    });
  }

  ended(job: JobBase): void {
    // The user who stops a job knows that it ends.
    if (job.info?.state === "stopped") return;
    const { title, message } = endWords(job);
    this.tell(job.key, title, message);
  }

  attention(job: JobBase): void {
    const attention = job.progress?.attention;
    const site = siteOf(attention?.url ?? job.url);
    if (attention?.kind === "acted") this.tell(job.key, words("notice_acted", site), words("notice_look"));
    else this.tell(job.key, words("notice_attention", site), words("notice_log_in"));
  }

  private tell(key: string, title: string, message: string): void {
    if (!this.wanted() || !browser.notifications) return;
    const iconUrl = browser.runtime.getURL("icons/128.png");
    void browser.notifications
      .create(PREFIX + key, { type: "basic", iconUrl, title, message })
      .catch((thrown: unknown) => console.warn("no notification:", thrown));
  }
}

/** The panel as a tab: the one that is open, or a new one. */
async function openPanelTab(): Promise<void> {
  const url = browser.runtime.getURL("panel.html");
  // Without the permission to see addresses, our own pages are still told.
  const open = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (open?.id === undefined) {
    await browser.tabs.create({ url });
    return;
  }
  await browser.tabs.update(open.id, { active: true });
  if (open.windowId !== undefined) await browser.windows.update(open.windowId, { focused: true });
}
