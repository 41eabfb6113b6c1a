// Chromium as somebody has it who installed the extension from the store: a real window, a profile of its
// own, the host installed by `tagtrail install`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { ids, programs } from "../../e2e/support/browsers.mjs";
import { GOAL_COLOUR, installHost } from "./store_build.mjs";
import { pause, soon } from "./screen.mjs";

const TOOLBAR_HEIGHT = 90;

/** An extension that was loaded from a folder is named after the folder. */
function idOf(folder) {
  const digits = createHash("sha256").update(folder).digest("hex").slice(0, 32);
  return [...digits].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join("");
}

/**
 * `source`: the package for the store, or the folder of a build, as people load it unpacked. `proxy`: the address of one, for the browser and the host. `language`: of the
 * browser's own words, where Debian's chromium-l10n is installed; of the extension's, anyway.
 */
export async function chromiumWindow(screen, folder, source, { proxy = null, language = "en" } = {}) {
  const isPackage = source.endsWith(".zip");
  const extension = isPackage ? join(folder, "extension") : source;
  if (isPackage) execFileSync("unzip", ["-q", source, "-d", extension]);
  const id = isPackage ? idOf(extension) : ids.chromiumUnpacked.id;
  const profile = join(folder, "profile");
  const home = join(folder, "home");
  pinIcon(profile, id);
  installHost(home, ".config/chromium", ["--browser", "chromium", ...(isPackage ? ["--extension-id", id] : [])]);
  // Chromium looks for hosts in its profile; the one people have is where `install` wrote to.
  symlinkSync(join(home, ".config/chromium/NativeMessagingHosts"), join(profile, "NativeMessagingHosts"));
  return windowOf({ screen, executable: programs.chromium, extension, id, profile, home, proxy, language, more: ["--no-sandbox", "--test-type"] });
}

/** As if a person had pinned it; the menu of extensions is the browser's own. */
export function pinIcon(profile, id) {
  mkdirSync(join(profile, "Default"), { recursive: true });
  writeFileSync(join(profile, "Default/Preferences"), JSON.stringify({ extensions: { pinned_extensions: [id] } }));
}

/** A window of `executable` with the unpacked `extension`; `profile` and `home` are paths as that sees them. */
export function windowOf({ screen, executable, extension, id, profile, home, proxy = null, language = "en", more = [] }) {
  const own = {
    home, browser: null, page: null,
    async start() {
      own.browser = await puppeteer.launch({
        executablePath: executable, headless: false, userDataDir: profile, defaultViewport: null,
        env: { ...process.env, DISPLAY: screen.display, HOME: home, LANGUAGE: language, ...(proxy === null ? {} : { http_proxy: proxy }) },
        args: [
          ...more, "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
          "--disable-sync", `--lang=${language}`, "--start-maximized", "--window-position=0,0", `--window-size=${screen.size.width},${screen.size.height}`,
          "--disable-features=DisableLoadExtensionCommandLineSwitch",
          ...(proxy === null ? [] : [`--proxy-server=${proxy}`]),
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
    /** Brings the part of the panel that begins with a heading to its top. */
    async scrollTo(text) {
      const panel = await own.panelPage();
      // The pointer of automation rests where it pressed last, and would point at what comes to lie there.
      await panel.mouse.move(0, 0);
      await panel.evaluate((wanted) => {
        const heading = [...document.querySelectorAll("h2, h3")].find((one) => one.checkVisibility() && one.innerText.includes(wanted));
        scrollBy(0, (heading?.getBoundingClientRect().top ?? 0) - 12);
      }, text);
    },
    async fill(name, value) {
      const panel = await own.panelPage();
      const field = await panel.$(`#page input[name="${name}"]`);
      await field.click();
      // Three clicks are not taken for one selection on a machine that has much to do.
      await field.evaluate((one) => one.select());
      await field.type(value);
    },
    /** Says yes to the browser's question, by the keyboard: "Deny" has the focus, "Allow" is next. */
    async allow() {
      await pause(1500);
      screen.key("Tab");
      await pause(300);
      screen.key("Return");
    },
    /** A page of the extension, in a tab of its own. */
    async openOwn(file) {
      const page = await own.browser.newPage();
      await page.goto(`chrome-extension://${id}/${file}`);
      return page;
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
