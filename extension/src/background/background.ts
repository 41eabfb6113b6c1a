// The background script: a service worker in Chromium, an event page in Firefox. Both are killed and
// woken at will, so every listener is registered here, at once, and waits for one start.
import { answerChallenges } from "../compat/login_challenges.ts";
import { leavePanelToClicks, openPanel } from "../compat/side_panel.ts";
import { WAKE_ALARM } from "./jobs.ts";
import { Logins } from "./logins.ts";
import { isOwnPage, tellPages } from "./messages.ts";
import { Requests } from "./requests.ts";
import { Service } from "./service.ts";

// Firefox opens no dialog for what scripts ask for, by a setting (firefox_profile.cpp), and what is cancelled there has no answer.
const logins = new Logins(undefined, __BROWSER__ !== "firefox");
const requests = new Requests(logins);
const service = new Service(requests, logins);

/** What needs permissions that may come later. */
function attach(): void {
  requests.attach();
  service.notifier.attach();
}

attach();
answerChallenges((challenge) => logins.answer(challenge));
const started = service.start().catch((thrown: unknown) => console.error("start failed:", thrown));

/** Runs once the start is over; a failure is for the console. */
function afterStart(work: () => unknown): void {
  void started.then(work).catch((thrown: unknown) => console.warn(thrown));
}

browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
  if (!isOwnPage(sender)) return false;
  void started.then(() => service.answer(message)).then(sendResponse);
  return true;
});

browser.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === WAKE_ALARM) afterStart(() => service.jobs.wake());
});

// Nothing to do, but being registered is what makes a browser start this script with itself.
browser.runtime.onStartup.addListener(() => undefined);

browser.permissions.onAdded.addListener(() => {
  attach();
  afterStart(() => service.jobs.wake());
});

browser.tabs.onActivated.addListener(({ tabId }) => tellPages({ notice: "page.changed", tabId }));
browser.windows.onFocusChanged.addListener((windowId) => {
  if (windowId === browser.windows.WINDOW_ID_NONE) return;
  afterStart(async () => {
    const [tab] = await browser.tabs.query({ active: true, windowId });
    if (tab?.id !== undefined) tellPages({ notice: "page.changed", tabId: tab.id });
  });
});
browser.tabs.onUpdated.addListener((tabId, change, tab) => {
  if (change.status === "loading") service.pages.gone(tabId);
  if (change.status === "complete") afterStart(() => service.pages.loaded(tab));
});
browser.tabs.onRemoved.addListener((tabId) => service.pages.gone(tabId));

browser.commands.onCommand.addListener((command) => {
  if (command === "toggle-overlay") afterStart(() => service.pages.toggleOverlay());
});

leavePanelToClicks();
browser.action.onClicked.addListener((tab) => {
  const opened = openPanel(tab.windowId ?? browser.windows.WINDOW_ID_CURRENT);
  opened.catch((thrown: unknown) => console.warn("no panel:", thrown));
  // A panel that is open already looks again, now that it may.
  if (tab.id !== undefined) tellPages({ notice: "page.changed", tabId: tab.id });
});
