// Chromium as somebody has it who installed the extension from the store: a real window, a profile of its
// own, the host installed by `tagtrail install`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { programs } from "../../e2e/support/browsers.mjs";
import { GOAL_COLOUR, installHost } from "./store_build.mjs";
import { pause, soon } from "./screen.mjs";

const TOOLBAR_HEIGHT = 90;

/** An extension that was loaded from a folder is named after the folder. */
function idOf(folder) {
  const digits = createHash("sha256").update(folder).digest("hex").slice(0, 32);
  return [...digits].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join("");
}

/** `zip`: the package for the store. */
export async function chromiumWindow(screen, folder, zip) {
  const extension = join(folder, "extension");
  execFileSync("unzip", ["-q", zip, "-d", extension]);
  const id = idOf(extension);
  const profile = join(folder, "profile");
  const home = join(folder, "home");
  pinIcon(profile, id);
  installHost(home, ".config/chromium", ["--browser", "chromium", "--extension-id", id]);
  // Chromium looks for hosts in its profile; the one people have is where `install` wrote to.
  symlinkSync(join(home, ".config/chromium/NativeMessagingHosts"), join(profile, "NativeMessagingHosts"));
  return windowOf({ screen, executable: programs.chromium, extension, id, profile, home, more: ["--no-sandbox", "--test-type"] });
}

/** As if a person had pinned it; the menu of extensions is the browser's own. */
export function pinIcon(profile, id) {
  mkdirSync(join(profile, "Default"), { recursive: true });
  writeFileSync(join(profile, "Default/Preferences"), JSON.stringify({ extensions: { pinned_extensions: [id] } }));
}

/** A window of `executable` with the unpacked `extension`; `profile` and `home` are paths as that sees them. */
export function windowOf({ screen, executable, extension, id, profile, home, more = [] }) {
  const own = {
    home, browser: null, page: null,
    async start() {
      own.browser = await puppeteer.launch({
        executablePath: executable, headless: false, userDataDir: profile, defaultViewport: null,
        env: { ...process.env, DISPLAY: screen.display, HOME: home },
        args: [
          ...more, "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
          "--disable-sync", "--lang=en-US", "--window-position=0,0", `--window-size=${screen.size.width},${screen.size.height}`,
          "--disable-features=DisableLoadExtensionCommandLineSwitch",
          `--disable-extensions-except=${extension}`, `--load-extension=${extension}`,
        ],
        ignoreDefaultArgs: ["--disable-extensions", "--enable-automation"],
      });
      own.page = (await own.browser.pages())[0];
      await own.browser.waitForTarget((target) => target.url().startsWith(`chrome-extension://${id}`));
    },
    async clickIcon() {
      let icon = null;
      await soon(() => (icon = screen.picture().find(GOAL_COLOUR, { bottom: TOOLBAR_HEIGHT, least: 3 })) !== null);
      await screen.click(icon);
    },
    async panelPage() {
      const target = await own.browser.waitForTarget((one) => one.url().startsWith(`chrome-extension://${id}/panel.html`));
      return target.asPage();
    },
    async panelText() {
      return (await own.panelPage()).evaluate(() => document.body.innerText);
    },
    /** By a click of the browser's automation, which counts as the person's own. */
    async press(text) {
      const panel = await own.panelPage();
      let button = null;
      await soon(async () => {
        const found = await panel.evaluateHandle((wanted) => {
          const all = [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("button, summary")];
          // A count may follow the words: "Jobs 1" while one runs.
          const says = (one) => [one, one.firstChild].some((part) => part?.textContent.trim() === wanted);
          return all.find((one) => one.checkVisibility() && says(one)) ?? null;
        }, text);
        return (button = found.asElement()) !== null;
      });
      await button.click();
    },
    async fill(name, value) {
      const panel = await own.panelPage();
      const field = await panel.$(`#page input[name="${name}"]`);
      await field.click({ count: 3 });
      await field.type(value);
    },
    /** Says yes to the browser's question, by the keyboard: "Deny" has the focus, "Allow" is next. */
    async allow() {
      await pause(1500);
      screen.key("Tab");
      await pause(300);
      screen.key("Return");
    },
    /** What its tabs show. A tab that has just come into being has no page to ask yet, but a target. */
    async urls() {
      return own.browser.targets().filter((target) => target.type() === "page").map((target) => target.url());
    },
    async stop() {
      await own.browser?.close();
      own.browser = null;
    },
  };
  return own;
}
