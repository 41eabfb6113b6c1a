// Asks for permissions when they are needed, and says before it, in the browser's own words, what the
// browser is going to ask and why. What somebody has agreed to once is not explained again.
import type { Options } from "../background/user_options.ts";
import { ASKED, askedWords } from "../compat/permission_names.ts";
import { IS_TRUSTED } from "../compat/trusted_build.ts";
import { make, makeButton } from "./view.ts";
import type { Needs } from "./permission_needs.ts";
import { EVERYWHERE, jobNeeds, lookNeeds } from "./permission_needs.ts";
import { words } from "./words.ts";

/** What was agreed to in earlier questions; readable without waiting, as a click's right to ask needs it. */
const AGREED = "agreed";

interface Reason {
  /** What is agreed to: of sites, not which. */
  kind: string;
  asked: string;
  why: string;
}

function siteReason(origin: string): Reason {
  const host = origin.split("/")[2];
  const of = (kind: string, ...fields: string[]) =>
    ({ kind, asked: askedWords(kind, ...fields), why: words(`needs_${kind}`) });
  if (host === undefined) return of("all_sites");
  return host.startsWith("*.") ? of("subdomains", host.slice(2)) : of("site", host);
}

function reasonsFor(needs: Needs): Reason[] {
  const asked = ASKED.filter(([, of]) => of.some((name) => (needs.permissions as string[]).includes(name)));
  const kinds = [...asked.map(([kind]) => kind), ...(needs.data_collection ? ["data"] : [])];
  const others = kinds.map((kind) => ({ kind, asked: askedWords(kind), why: words(`needs_${kind}`) }));
  return [...needs.origins.map(siteReason), ...others];
}

function agreed(): string[] {
  return (localStorage.getItem(AGREED) ?? "").split(" ");
}

function agree(reasons: Reason[]): void {
  const kinds = new Set([...agreed(), ...reasons.map(({ kind }) => kind)]);
  localStorage.setItem(AGREED, [...kinds].filter(Boolean).join(" "));
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
  const data = needs.data_collection;
  const isMissing = data !== undefined && !(await has({ data_collection: data }));
  return { permissions, origins, ...(isMissing ? { data_collection: data } : {}) };
}

function reasonList(reasons: Reason[]): HTMLElement {
  const item = ({ asked, why }: Reason) => make("li", {}, make("strong", {}, asked), " ", make("span", {}, why));
  return make("ul", { class: "reasons" }, ...reasons.map(item));
}

/** Shows the reasons; the browser's own prompt needs a click, so it is asked from within this one. */
function explain(what: string, missing: Needs): Promise<boolean> {
  return new Promise((done) => {
    const dialog = make("dialog", { "aria-labelledby": "permission-title" });
    const refused = make("p", { class: "refused", role: "alert" });
    let granted = false;
    const ask = async (needs: Needs) => {
      granted = await browser.permissions.request(needs).catch(() => false);
      if (!granted) {
        refused.textContent = words("permission_denied");
        return;
      }
      agree(reasonsFor(needs));
      dialog.close();
    };
    const isEverywhere = missing.origins.length === 0 || missing.origins.includes(EVERYWHERE);
    const everywhere = makeButton(words("permission_allow_everywhere"),
      () => ask({ ...missing, origins: [EVERYWHERE] }), { title: words("permission_everywhere_hint") });
    dialog.append(
      make("h2", { id: "permission-title" }, words("permission_title")),
      make("p", {}, what),
      reasonList(reasonsFor(missing)),
      make("p", { class: "soft" }, words("permission_local")),
      refused,
      make(
        "div",
        { class: "buttons" },
        makeButton(words("permission_allow"), () => ask(missing), { class: "main" }),
        isEverywhere ? null : everywhere,
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
  if (IS_TRUSTED) return true;
  const known = agreed();
  if (reasonsFor(needs).every(({ kind }) => known.includes(kind))) {
    // Before anything is waited for: Firefox lets a click ask at once or not at all. What is there already
    // is not asked for again.
    const granted = await browser.permissions.request(needs).catch(() => null);
    if (granted !== null) return granted;
  }
  const missing = await missingOf(needs);
  if (missing.permissions.length === 0 && missing.origins.length === 0 && !missing.data_collection) return true;
  return explain(what, missing);
}

/**
 * To read the page at `url`, and others of its host; of any page where the browser does not tell the
 * address. Must be called within a click.
 */
export function allowLooking(url: string): Promise<boolean> {
  return obtain(words(url === "" ? "permission_look_unknown" : "permission_look"), lookNeeds(url));
}

/** To run a job. Must be called within a click. */
export function allowJob(url: string, scope: Options["scope"]): Promise<boolean> {
  const { optional_permissions, browser_specific_settings } = browser.runtime.getManifest();
  const data = browser_specific_settings?.gecko?.data_collection_permissions?.optional;
  return obtain(words("permission_job"), jobNeeds(url, scope, (optional_permissions ?? []) as string[], data));
}
