// The side panel, and the same page as a tab: the page at hand in one half, the jobs in the other.
import type { PanelNotice } from "../background/messages.ts";
import type { PageView, PanelState } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import { make, makeButton, setText } from "./view.ts";
import { isBlocking, hostPart } from "./host_part.ts";
import { isActive } from "./job_status.ts";
import { jobsHalf } from "./jobs_half.ts";
import { reloadOnLanguage } from "./language_channel.ts";
import { noticeBar } from "./notice_bar.ts";
import { pageHalf } from "./page_half.ts";
import { useLanguage, words } from "./words.ts";

/** The tab that this page is about; null in the side panel, which follows the user. */
function tabOf(query: string): number | null {
  const written = new URLSearchParams(query).get("tab");
  return written !== null && /^\d{1,10}$/.test(written) ? Number(written) : null;
}

const tabId = tabOf(location.search);
const options = await ask("options.get", {});
await useLanguage(options.language);
reloadOnLanguage();

let state: PanelState = { host: { state: "unknown", error: null, version: "", root: null }, jobs: [] };
let page: PageView | null = null;

const notices = noticeBar();
const app: App = {
  options: () => options,
  state: () => state,
  page: () => page,
  takeState,
  takePage,
  bring,
  say: (text) => notices.say(text),
  run: (action) => notices.run(action),
  hostInReach() {
    if (isBlocking(state.host.state)) host.point();
    return !isBlocking(state.host.state);
  },
};
const host = hostPart(app);
const pagePart = pageHalf(app);
const jobsPart = jobsHalf(app);

const choosePage = makeButton(words("half_page"), () => bring("page"));
const jobsCount = make("span", { class: "badge" });
const chooseJobs = makeButton(words("half_jobs"), () => bring("jobs"));
chooseJobs.append(" ", jobsCount);
const chooser = make("nav", { class: "chooser", "aria-label": words("halves") }, choosePage, chooseJobs);

const main = make("main", {}, pagePart.element, jobsPart.element);

async function openTab(): Promise<void> {
  const shown = page?.tabId;
  const query = shown === undefined ? "" : `?tab=${shown}`;
  await browser.tabs.create({ url: browser.runtime.getURL(`panel.html${query}`) });
}

function header(): HTMLElement {
  const tab = makeButton(words("open_in_tab"), () => app.run(openTab), { class: "plain" });
  tab.hidden = tabId !== null;
  const settings = makeButton(words("options"), () => app.run(() => browser.runtime.openOptionsPage()), {
    class: "plain",
  });
  const mark = make("img", { src: "icons/32.png", alt: "", width: "20", height: "20" });
  return make("header", { class: "top" }, mark, make("h1", {}, "Tagtrail"), tab, settings);
}

function bring(half: "page" | "jobs"): void {
  main.dataset.half = half;
  choosePage.setAttribute("aria-current", String(half === "page"));
  chooseJobs.setAttribute("aria-current", String(half === "jobs"));
}

function takeState(shown: PanelState): void {
  state = shown;
  const active = shown.jobs.filter(isActive);
  const waits = active.some(({ progress }) => progress?.attention);
  setText(jobsCount, active.length === 0 ? "" : waits ? "!" : String(active.length));
  jobsCount.dataset.waits = String(waits);
  host.update(shown.host);
  jobsPart.update(shown);
  if (page !== null) pagePart.update(page);
}

function takePage(shown: PageView): void {
  page = shown;
  pagePart.update(shown);
}

const isSidePanel = tabId === null && (await browser.tabs.getCurrent()) === undefined;

/** Of the panel's own window, not of the one that was used last: each window has a side panel. */
async function activeTab(): Promise<number | null> {
  const [active] = await browser.tabs.query({ active: true, currentWindow: true });
  return active?.id ?? null;
}

async function look(): Promise<void> {
  const wanted = isSidePanel ? await activeTab() : tabId;
  takePage(await ask("page.look", { tabId: wanted }));
}

/** Notices come of all tabs, those of jobs included; only the one that is shown matters. */
async function pageChanged(changed: number): Promise<void> {
  const shown = isSidePanel ? await activeTab() : (tabId ?? page?.tabId ?? changed);
  if (shown === changed) await look();
}

async function checkHost(): Promise<void> {
  if (state.host.state === "unknown") takeState(await ask("host.check", {}));
}

browser.runtime.onMessage.addListener((message: PanelNotice) => {
  if (message.notice === "panel.changed") takeState(message.state);
  // Not of the user's doing, so it neither shows a failure nor takes one away.
  else if (message.notice === "page.changed") pageChanged(message.tabId).catch(() => undefined);
});

document.body.append(header(), notices.element, host.element, chooser, main);
bring("page");
pagePart.update(null);
await app.run(async () => takeState(await ask("panel.state", {})));
if (state.jobs.some(({ progress }) => progress?.attention)) bring("jobs");
checkHost().catch(() => undefined);
await app.run(look);
