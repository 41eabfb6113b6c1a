// Starts browsers with the batch build of the extension and a host that is a pump to a socket.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import puppeteer from "puppeteer-core";
import { longOnly, notBuilt, until, WAIT_MS } from "./program.mjs";

const root = resolve(import.meta.dirname, "../../..");
export const ids = JSON.parse(readFileSync(join(root, "extension/ids.json"), "utf8"));
export const dist = process.env.TAGTRAIL_DIST ?? join(root, "dist");

/** What a page may take for an answer: a minute of work on a quiet machine. */
const ANSWER_MS = 600_000;

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function firstExisting(variable, names) {
  const paths = [process.env[variable], ...names.map((name) => `/usr/bin/${name}`)];
  return paths.find((path) => path && existsSync(path)) ?? null;
}

/** Programs found on this machine; null where there is none. */
export const programs = {
  chromium: firstExisting("TAGTRAIL_CHROMIUM", ["chromium", "google-chrome"]),
  firefox: firstExisting("TAGTRAIL_FIREFOX", ["firefox-esr", "firefox"]),
};

/** Why tests that need a build and this browser can't run, or false. */
export const lacking = (kind) => notBuilt || (!programs[kind] && `${kind} is not installed`);
/** The same of what one browser tells as well as the other: a usual run asks Chromium alone. */
export const lackingOrTold = (kind) => (kind === "firefox" && longOnly) || lacking(kind);

/** A folder of this test's own; `remove` deletes it. What a browser that was closed still writes there comes for seconds
 * on a busy machine: it is waited for up to 21 s, a tenth of a second longer each time. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "tagtrail-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) };
}

/** The host of a test: a pump to the test's socket, or the real program with its folder of jobs. */
function hostCommand({ socket, program, jobs }) {
  if (program) return `TAGTRAIL_JOBS="${jobs}" exec "${program}" host "$@"`;
  return `exec "${process.execPath}" "${join(import.meta.dirname, "pump.mjs")}" "${socket}"`;
}

function writeHostManifest(folder, host, allowed) {
  const wrapper = join(folder, "host.sh");
  mkdirSync(folder, { recursive: true });
  writeFileSync(wrapper, `#!/bin/sh\n${hostCommand(host)}\n`, { mode: 0o755 });
  const manifest = {
    name: ids.hostName,
    description: "host of a test",
    path: wrapper,
    type: "stdio",
    ...allowed,
  };
  writeFileSync(join(folder, `${ids.hostName}.json`), JSON.stringify(manifest));
}

/** A browser, by options of puppeteer. On a busy machine a start alone takes longer than puppeteer would wait. */
async function launch(options) {
  const browser = await puppeteer.launch({ ...options, timeout: WAIT_MS, protocolTimeout: ANSWER_MS });
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async () => {
    const page = await newPage();
    page.setDefaultTimeout(WAIT_MS);
    return page;
  };
  return browser;
}

/** A person's profile, in a browser that was started with it and closed after `use(browser)`: a login, perhaps. */
export async function makeProfile(kind, profile, use) {
  mkdirSync(profile, { recursive: true });
  const browser = await launch({
    browser: kind === "firefox" ? "firefox" : "chrome",
    executablePath: programs[kind],
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { "browser.startup.page": 3, "browser.sessionstore.privacy_level": 0 },
    args: kind === "firefox" ? [] : ["--no-sandbox", "--disable-gpu", "--password-store=basic"],
  });
  await use(browser);
  await browser.close();
  // Of the test's own driver; Tagtrail refuses a profile with a user.js of somebody else.
  rmSync(join(profile, "user.js"), { force: true });
}

/** The same, in which loopback has set the cookie of a member. */
export function makeMembersProfile(kind, profile) {
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  return makeProfile(kind, profile, (browser) => browser.setCookie({ name: "sid", value: "anna", domain: "127.0.0.1", expires }));
}

/** Chromium, with the extension when it gets a host: a `socket`, or `{ program, jobs }`. */
export async function startChromium(folder, socket = null, owner = null) {
  const profile = join(folder, "chromium");
  const extension = join(dist, "chromium-batch");
  const flags = [...CHROMIUM_FLAGS];
  if (socket !== null || owner !== null) {
    writeHostManifest(join(profile, "NativeMessagingHosts"), owner ?? { socket }, {
      allowed_origins: [`chrome-extension://${ids.chromium.id}/`],
    });
    flags.push(
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    );
  }
  return launch({
    executablePath: programs.chromium,
    headless: true,
    userDataDir: profile,
    args: flags,
    ignoreDefaultArgs: ["--disable-extensions"],
  });
}

/** Where the extension's pages are in Firefox, which draws lots for it unless told. */
const FIREFOX_UUID = "7a617472-6169-4c00-8000-000000000001";
const FIREFOX_PREFERENCES = {
  "extensions.webextensions.uuids": JSON.stringify({ [ids.firefox.id]: FIREFOX_UUID }),
  // An extension that is loaded for one run keeps what it stored for the next.
  "extensions.webextensions.keepStorageOnUninstall": true,
  "extensions.webextensions.keepUuidOnUninstall": true,
};

/**
 * Firefox, with the extension when it gets a host, as Chromium. Its home folder is in `folder`, because
 * it looks for hosts there; its profile too when it gets an `owner`.
 */
export async function startFirefox(folder, socket = null, owner = null) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const hasHost = socket !== null || owner !== null;
  if (hasHost) {
    writeHostManifest(join(home, ".mozilla/native-messaging-hosts"), owner ?? { socket }, {
      allowed_extensions: [ids.firefox.id],
    });
  }
  const profile = join(folder, "firefox");
  if (owner !== null) mkdirSync(profile, { recursive: true });
  const browser = await launch({
    browser: "firefox",
    executablePath: programs.firefox,
    headless: true,
    env: { ...process.env, HOME: home },
    // Without it no page of an extension may be opened.
    args: owner === null ? [] : ["-remote-allow-system-access"],
    extraPrefsFirefox: FIREFOX_PREFERENCES,
    ...(owner === null ? {} : { userDataDir: profile }),
  });
  if (hasHost) await browser.installExtension(join(dist, "firefox-batch"));
  return browser;
}

export const starters = { chromium: startChromium, firefox: startFirefox };

/** Opens a page of the extension in a new tab; in Firefox only with an `owner`. */
export async function openOwnPage(browser, name, file) {
  const page = await browser.newPage();
  const base = name === "firefox" ? `moz-extension://${FIREFOX_UUID}` : `chrome-extension://${ids.chromium.id}`;
  const opened = page.goto(`${base}/${file}`);
  if (name !== "firefox") await opened;
  else await untilShown(page, opened);
  return page;
}

/** Firefox shows a page of an extension and does not tell so: the page itself does. */
async function untilShown(page, opened) {
  opened.catch(() => undefined);
  const isThere = () => location.protocol === "moz-extension:" && document.readyState === "complete" && globalThis.browser?.runtime !== undefined;
  await until(() => page.evaluate(isThere).catch(() => false));
}
