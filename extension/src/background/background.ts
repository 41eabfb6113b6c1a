// The background script: a service worker in Chromium, an event page in Firefox. Both are killed and
// woken at will, so every listener is registered here, at once, and waits for one start.
import { CONNECT_ALARM } from "./connection.ts";
import type { PanelRequest } from "./messages.ts";
import { isOwnPage } from "./messages.ts";
import { Requests } from "./requests.ts";
import { Service } from "./service.ts";

const requests = new Requests();
requests.attach();
const service = new Service(requests);
const started = service.start().catch((thrown: unknown) => console.error("start failed:", thrown));

browser.runtime.onMessage.addListener((message: PanelRequest, sender, sendResponse) => {
  if (!isOwnPage(sender) || !("message" in message)) return false;
  void started.then(() => service.answerPanel(message)).then(sendResponse);
  return true;
});

browser.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === CONNECT_ALARM) void started.then(() => service.connection.wake());
});

// Nothing to do, but being registered is what makes a browser start this script with itself.
browser.runtime.onStartup.addListener(() => undefined);

browser.permissions.onAdded.addListener(() => requests.attach());

if (__BROWSER__ === "chromium") {
  void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
} else {
  // Only within the click itself may a sidebar be opened.
  browser.action.onClicked.addListener(() => void browser.sidebarAction.open());
}
