// Firefox as somebody has it who installed the extension from the store: a real window, a profile of its
// own, the host installed by `tagtrail install`. What belongs to the browser itself (the icon's place, the sidebar's,
// its questions) is found by WebDriver BiDi in the browser's own scope; the pointer does the clicking.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { ids, programs } from "../../e2e/support/browsers.mjs";
import { installHost } from "./store_build.mjs";
import { pause, soon } from "./screen.mjs";

const UUID = "7a617472-6169-4c00-8000-000000000002";
const PREFERENCES = {
  "extensions.webextensions.uuids": JSON.stringify({ [ids.firefox.id]: UUID }),
  // The packages are unsigned; the store signs them.
  "xpinstall.signatures.required": false,
  "extensions.autoDisableScopes": 0,
  // Scrollbars that take room, as on most systems.
  "widget.gtk.overlay-scrollbars.enabled": false,
};

/** Runs in the sidebar's document; gives JSON. */
function inSidebar(name, wanted) {
  const shown = (element) => element.checkVisibility();
  if (name === "text") return content.document.body.innerText;
  const scope = content.document.querySelector("dialog[open]") ?? content.document;
  // A count may follow the words: "Jobs 1" while one runs.
  const says = (one) => [one, one.firstChild].some((part) => part?.textContent.trim() === wanted);
  const elements = name === "press"
    ? [...scope.querySelectorAll("button, summary")].filter(says)
    : [...scope.querySelectorAll(`#page input[name="${wanted}"]`)];
  const element = elements.find(shown);
  if (element === undefined) return null;
  element.scrollIntoView({ block: "center" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Runs in the browser's window: asks the sidebar's process, where the panel is. A sidebar that opens just now changes its
 * process, and what was asked of the old one is never answered: it is asked again.
 */
const askSidebar = (name, wanted) => `new Promise((done) => {
  const outer = SidebarController.browser;
  const inner = outer?.contentDocument?.querySelector("browser");
  if (!inner?.messageManager) return done("null");
  const answer = "tagtrail-test:" + Math.random();
  setTimeout(done, 1000, "null");
  inner.messageManager.addMessageListener(answer, function heard({ data }) {
    inner.messageManager.removeMessageListener(answer, heard);
    const place = inner.getBoundingClientRect(), frame = outer.getBoundingClientRect();
    const at = data && data.x !== undefined ? {
      x: Math.round(data.x + place.x + frame.x + window.mozInnerScreenX), y: Math.round(data.y + place.y + frame.y + window.mozInnerScreenY),
    } : data;
    done(JSON.stringify(at));
  });
  const code = "sendAsyncMessage(" + JSON.stringify(answer) + ", (" + ${JSON.stringify(inSidebar.toString())} + ")(" +
    ${JSON.stringify(JSON.stringify(name))} + ", " + ${JSON.stringify(JSON.stringify(wanted ?? null))} + "))";
  inner.messageManager.loadFrameScript("data:application/javascript;charset=utf-8," + encodeURIComponent(code), false);
})`;

/** Runs in the browser's window: where the middle of an element of its own is on the screen; null where it isn't shown. */
function placeOnScreen(element) {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? { width: 0 };
  if (width === 0) return null;
  const { mozInnerScreenX, mozInnerScreenY } = element.ownerDocument.defaultView;
  return { x: Math.round(x + width / 2 + mozInnerScreenX), y: Math.round(y + height / 2 + mozInnerScreenY) };
}

const askPlace = (element) => `JSON.stringify((${placeOnScreen})(${element}))`;

/** The extension's button in the toolbar, as Firefox names it. Its colours may be elsewhere, too, as in Firefox's own icon. */
const ICON = askPlace(`document.getElementById("${ids.firefox.id.replace(/[^a-z0-9_-]/g, "_")}-browser-action")`);

/** The button that says yes to the browser's question, while there is one. */
const ALLOW_BUTTON = askPlace(`PopupNotifications.panel.state !== "open" ? null
  : PopupNotifications.panel.querySelector(".popup-notification-primary-button:not([disabled])")`);

/** `zip`: the package for the store. */
export async function firefoxWindow(screen, folder, zip) {
  const home = join(folder, "home");
  const profile = join(folder, "profile");
  mkdirSync(profile, { recursive: true });
  installHost(home, ".mozilla", ["--browser", "firefox"]);
  let isInstalled = false;

  const send = async (method, parameters) => (await own.browser.connection.send(method, parameters)).result;
  /** Runs code in the browser's window; it gives JSON. */
  async function inBrowser(expression) {
    const { contexts } = await send("browsingContext.getTree", { "moz:scope": "chrome" });
    const window = contexts.find(({ url }) => url.includes("browser.xhtml"));
    const answer = await send("script.evaluate", { expression, target: { context: window.context }, awaitPromise: true });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }
  async function placeOf(expression) {
    let place = null;
    await soon(async () => (place = await inBrowser(expression)) !== null);
    return place;
  }

  const own = {
    home, browser: null, page: null,
    async start() {
      own.browser = await puppeteer.launch({
        browser: "firefox", executablePath: programs.firefox, headless: false, userDataDir: profile, defaultViewport: null,
        env: { ...process.env, DISPLAY: screen.display, HOME: home },
        args: ["-remote-allow-system-access", `--width=${screen.size.width}`, `--height=${screen.size.height}`],
        extraPrefsFirefox: PREFERENCES,
      });
      own.page = (await own.browser.pages())[0];
      if (isInstalled) return;
      await send("webExtension.install", { extensionData: { type: "archivePath", path: zip }, "moz:permanent": true });
      isInstalled = true;
    },
    async clickIcon() {
      await screen.click(await placeOf(ICON));
    },
    panelText: async () => (await inBrowser(askSidebar("text"))) ?? "",
    async press(text) {
      await screen.click(await placeOf(askSidebar("press", text)));
    },
    async fill(name, value) {
      await screen.click(await placeOf(askSidebar("field", name)));
      screen.key("ctrl+a");
      screen.type(value);
      await pause(200);
    },
    async allow() {
      const button = await placeOf(ALLOW_BUTTON);
      // Firefox takes no click on a question before it has been seen for a while.
      await pause(1000);
      await screen.click(button);
    },
    /** What its tabs show, in its own words: pages of extensions are not told to automation. */
    urls: () => inBrowser("JSON.stringify(gBrowser.tabs.map((tab) => tab.linkedBrowser.currentURI.spec))"),
    async stop() {
      await own.browser?.close();
      own.browser = null;
    },
  };
  return own;
}
