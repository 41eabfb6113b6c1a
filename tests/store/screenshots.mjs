// Pictures for the stores, of the real package in a real window beside the demo site:
//   node tests/store/screenshots.mjs --out DIR [--packages DIR] [--language en|fr]
// DIR gets en/page.png and so on, 1280x800 as both stores take them; the captions are in extension/store/. They
// are made when they are wanted and kept nowhere, as each change of the panel would change them all.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { LANGUAGES } from "../../extension/store/listing.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { root, startDemoSite, until } from "../e2e/support/program.mjs";
import { startHttpProxy } from "../e2e/support/proxies.mjs";
import { chromiumWindow } from "./support/chromium_window.mjs";
import { pause, startScreen } from "./support/screen.mjs";
import { packagesIn, packStores } from "./support/store_build.mjs";

const SIZE = { width: 1280, height: 800 };
/** What the address bar shows; a proxy leads from there to the demo site. */
const HOST = "statistics.example";
const SITE = `http://${HOST}`;
/** A page with files of several types. */
const DATASET = "/datasets/vaccination-coverage/";
/** The job is shown after so many requests, of about 600, or later, once it can tell how many files there are. */
const SHOWN_AFTER = 220;
/** Of the site, in ms: so slow that the job is still at work in its picture. */
const LATENCY = 30;

/** Texts of the extension in a language. */
function textsOf(language) {
  const messages = JSON.parse(readFileSync(join(root, `extension/_locales/${language}/messages.json`), "utf8"));
  return (key) => messages[key].message;
}

async function shoot(screen, folder, name) {
  // Away from everything that the pointer would change.
  screen.move({ x: SIZE.width / 2, y: SIZE.height - 1 });
  await pause(1500);
  screen.picture().save(join(folder, `${name}.png`));
}

async function setOptions(window, options) {
  const page = await window.openOwn("options.html");
  await page.evaluate((sent) => chrome.runtime.sendMessage({ message: "options.set", options: sent }), options);
  await page.close();
  await pause(1000);
}

async function show(page, url) {
  await page.goto(url);
  await page.bringToFront();
  await pause(1000);
}

/** Smaller, as the panel takes room; the same for all pages of a host. */
async function shrink(screen) {
  screen.key("ctrl+minus", "ctrl+minus");
  // Until the browser no longer says how large it is.
  await pause(3000);
}

/** Waits for what the panel says, for no longer than a job may take. */
const says = (window, condition) => until(async () => condition(await window.panelText()), undefined, 200, 120_000);

async function shootAll(screen, window, site, language, folder) {
  const texts = textsOf(language);
  await setOptions(window, { language, delayMs: 0, notifications: false });
  await show(window.page, `${SITE}/`);
  await shrink(screen);
  await window.clickIcon();
  await says(window, (text) => text.includes(texts("harvest")));
  await window.press(texts("harvest"));
  await window.press(texts("permission_allow"));
  await window.allow();
  await says(window, (text) => site.requests().length > SHOWN_AFTER && !text.includes(texts("estimate_too_early")));
  await shoot(screen, folder, "job");
  await says(window, (text) => text.includes(texts("state_finished")));

  await window.press(texts("half_page"));
  await show(window.page, `${SITE}${DATASET}`);
  await window.scrollTo(texts("data_files_other").replace("$1", "").trim());
  await shoot(screen, folder, "page");
  await window.scrollTo(texts("groups_on_page_other").replace("$1", "").trim());
  screen.key("alt+shift+l");
  await shoot(screen, folder, "overlay");

  await setOptions(window, { delayMs: 1000, notifications: true });
  await window.press(texts("half_jobs"));
  const options = await window.openOwn("options.html");
  await options.bringToFront();
  await shrink(screen);
  await shoot(screen, folder, "options");
}

async function makeOf(language, folder, out, chromium) {
  const place = join(folder, language);
  mkdirSync(place);
  mkdirSync(join(out, language), { recursive: true });
  const site = await startDemoSite(join(place, "site.log"), { latency: LATENCY });
  const proxy = await startHttpProxy({ sites: { [HOST]: Number(new URL(site.url).port) } });
  const screen = await startScreen(SIZE);
  const window = await chromiumWindow(screen, place, chromium, { proxy: proxy.address, language });
  try {
    await window.start();
    await shootAll(screen, window, site, language, join(out, language));
  } finally {
    await window.stop();
    await screen.stop();
    proxy.stop();
    await site.stop();
  }
}

const { values } = parseArgs({ options: { out: { type: "string" }, packages: { type: "string" }, language: { type: "string" } } });
if (values.out === undefined) throw new Error("where to? --out DIR");
const folder = temporaryFolder();
try {
  const { chromium } = values.packages === undefined ? packStores(join(folder.path, "packages")) : packagesIn(resolve(values.packages));
  for (const language of values.language === undefined ? LANGUAGES : [values.language]) {
    await makeOf(language, folder.path, resolve(values.out), chromium);
  }
} finally {
  folder.remove();
}
