// The manifest of each of the four outputs, from one source.
import { readFileSync } from "node:fs";

const ids = JSON.parse(readFileSync(new URL("ids.json", import.meta.url), "utf8"));

const ICON_SIZES = [16, 32, 48, 128];
const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/${size}.png`]));

/** What a job needs besides. Batch builds have it from the start, since a headless run can't be asked. */
const JOB_PERMISSIONS = ["tabs", "webRequest", "webNavigation", "notifications"];
const EVERYWHERE = ["<all_urls>"];

/** Nobody is at a browser of the program's own (src/content/first.ts). */
const FIRST = {
  content_scripts: [{
    matches: ["http://*/*", "https://*/*"], js: ["first.js"], run_at: "document_start", world: "MAIN", all_frames: true, match_about_blank: true,
  }],
};

/** Can't be optional in either browser; this form of it needs host access and shows no warning. */
const RULES = "declarativeNetRequestWithHostAccess";

function permissions(browser, build) {
  const sidePanel = browser === "chromium" ? ["sidePanel"] : [];
  // Granted later, nativeMessaging would take effect only when Chromium starts the worker the next time.
  const always = ["alarms", "nativeMessaging", "scripting", "storage", "unlimitedStorage", RULES, ...sidePanel];
  // Only Firefox can cancel an answer by its headers this way; Chromium has header rules instead.
  const job = [...JOB_PERMISSIONS, ...(browser === "firefox" ? ["webRequestBlocking"] : [])];
  if (build === "batch") {
    // Chromium does not tell what a name leads to before it is asked.
    const lookUps = browser === "firefox" ? ["dns"] : [];
    // A run may go through a proxy that asks for a login.
    return { permissions: [...always, ...job, "webRequestAuthProvider", ...lookUps], host_permissions: EVERYWHERE, ...FIRST };
  }
  return {
    permissions: [...always, "activeTab"],
    optional_permissions: job,
    optional_host_permissions: EVERYWHERE,
  };
}

/**
 * What Firefox counts as collected: the pages of a job go to the program on the same computer (Add-on Policies, "native
 * messaging"). Asked for when the first job starts. Nothing is sent to anyone.
 */
function dataCollection(build) {
  return { required: ["none"], ...(build === "batch" ? {} : { optional: ["browsingActivity", "websiteContent"] }) };
}

function browserKeys(browser, build) {
  if (browser === "chromium") {
    return {
      background: { service_worker: "background.js", type: "module" },
      side_panel: { default_path: "panel.html" },
      minimum_chrome_version: "152",
      // Keeps the id the same on every machine, so that the host knows it. The store refuses it, so
      // package.mjs takes it out of what goes there.
      key: (build === "batch" ? ids.chromium : ids.chromiumUnpacked).key,
    };
  }
  return {
    background: { scripts: ["background.js"], type: "module" },
    sidebar_action: {
      default_title: "__MSG_name__",
      default_panel: "panel.html",
      default_icon: icons,
      open_at_install: false,
    },
    browser_specific_settings: {
      gecko: {
        id: ids.firefox.id,
        strict_min_version: "142.0",
        data_collection_permissions: dataCollection(build),
      },
    },
  };
}

/**
 * @param {"chromium" | "firefox"} browser
 * @param {"store" | "batch"} build
 * @param {string} version
 */
export function manifest(browser, build, version) {
  return {
    manifest_version: 3,
    name: "__MSG_name__",
    description: "__MSG_description__",
    version,
    default_locale: "en",
    icons,
    action: {
      default_title: "__MSG_open_panel__",
      default_icon: icons,
      // Firefox hides the icon in a menu otherwise; Chromium asks people to pin it.
      ...(browser === "firefox" ? { default_area: "navbar" } : {}),
    },
    options_ui: { page: "options.html", open_in_tab: true },
    commands: {
      "toggle-overlay": {
        suggested_key: { default: "Alt+Shift+L" },
        description: "__MSG_command_overlay__",
      },
    },
    content_security_policy: {
      extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
    },
    ...permissions(browser, build),
    ...browserKeys(browser, build),
  };
}

export { ICON_SIZES, ids };
