// Asks for permissions when they are needed, and says why before the browser asks.
import type { Options } from "../background/options.ts";
import { make, makeButton } from "./dom.ts";
import type { Needs } from "./permission_needs.ts";
import { jobNeeds, lookNeeds } from "./permission_needs.ts";
import { words } from "./words.ts";

/** What each permission is for, in the order in which it matters to people. */
const REASONS: Record<string, string> = {
  nativeMessaging: "needs_native_messaging",
  tabs: "needs_tabs",
  webRequest: "needs_web_request",
  downloads: "needs_downloads",
  notifications: "needs_notifications",
};

function siteReason(origin: string): string {
  const host = origin.split("/")[2];
  if (host === undefined) return words("needs_all_sites");
  return host.startsWith("*.") ? words("needs_subdomains", host.slice(2)) : words("needs_site", host);
}

function reasonsOf(missing: Needs): string[] {
  const sites = missing.origins.map(siteReason);
  const others = Object.entries(REASONS).filter(([name]) =>
    (missing.permissions as string[]).includes(name),
  );
  return [...sites, ...others.map(([, key]) => words(key))];
}

async function missingOf(needs: Needs): Promise<Needs> {
  const has = (asked: Partial<Needs>) => browser.permissions.contains(asked);
  const permissions: Needs["permissions"] = [];
  for (const name of needs.permissions) {
    if (!(await has({ permissions: [name] }))) permissions.push(name);
  }
  const origins: string[] = [];
  for (const origin of needs.origins) {
    if (!(await has({ origins: [origin] }))) origins.push(origin);
  }
  return { permissions, origins };
}

/** Shows the reasons; the browser's own prompt needs a click, so it is asked from within this one. */
function explain(what: string, missing: Needs): Promise<boolean> {
  return new Promise((done) => {
    const dialog = make("dialog", { "aria-labelledby": "permission-title" });
    let granted = false;
    const allow = async () => {
      granted = await browser.permissions.request(missing).catch(() => false);
      dialog.close();
    };
    dialog.append(
      make("h2", { id: "permission-title" }, words("permission_title")),
      make("p", {}, what),
      make("ul", {}, ...reasonsOf(missing).map((reason) => make("li", {}, reason))),
      make("p", { class: "soft" }, words("permission_local")),
      make(
        "div",
        { class: "buttons" },
        makeButton(words("permission_allow"), allow, { class: "main" }),
        makeButton(words("permission_not_now"), () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(granted);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

async function obtain(what: string, needs: Needs): Promise<boolean> {
  // Batch builds have all from the start, since a headless run can't be asked.
  if (__BUILD__ === "batch") return true;
  const missing = await missingOf(needs);
  if (missing.permissions.length === 0 && missing.origins.length === 0) return true;
  return explain(what, missing);
}

/** To read the page at `url`, and others of its host. Must be called within a click. */
export function allowLooking(url: string): Promise<boolean> {
  return obtain(words("permission_look"), lookNeeds(url));
}

/** To run a job. Must be called within a click. */
export function allowJob(url: string, scope: Options["scope"]): Promise<boolean> {
  const declared = browser.runtime.getManifest().optional_permissions ?? [];
  return obtain(words("permission_job"), jobNeeds(url, scope, declared as string[]));
}

/** Only to talk to the host. Must be called within a click. */
export function allowHost(): Promise<boolean> {
  return obtain(words("permission_host"), { permissions: ["nativeMessaging"], origins: [] });
}
