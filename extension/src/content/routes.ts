// Views of one document behind `#`, which its script shows as they are asked for: `#/tables`, `#!tables`, `#view=tables`, and
// `#tables` where the page holds no such part yet.
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import { describe, MENU, press, saysThatItIsNot, shownText } from "./buttons.ts";
import * as dom from "./dom.ts";
import { placesOf, viewIn } from "./left_addresses.ts";
import { isForbidden, isNextSign, saysNext } from "./promises.ts";
import { FRAGMENT_EVENT, HEEDS_EVENT } from "./reading.ts";

const MAX_ROUTES = 1000;
const MAX_TEXT = 500;
/** Places in views, told by the same keys, that showed nothing new: so many, and the others are none to go to. */
const FEW = 3;
/** Views in a row that changed nothing: its scripts don't answer to them. */
const UNANSWERED = 3;
/** What opens a menu, or shows a part of the page. */
const OPENERS = "[aria-expanded],[aria-haspopup],[aria-controls],[data-toggle],[data-bs-toggle],[role=tab]";

const isState = (route: string) => !/^#[!/]/.test(route);
const isName = (route: string) => isState(route) && !/[=/]/.test(route);

/** `#/tables?id=births` is a place in the view `#/tables`, `#id=births` one in the view without a name. */
const viewOf = (route: string) => (isState(route) ? "" : route.replace(/\?.*$/s, ""));

/** What tells places of a view apart; empty: it is the view itself. */
function keysOf(route: string): string {
  if (isName(route)) return "";
  if (isState(route)) return route.replace(/[=/].*$/s, "");
  const query = route.slice(viewOf(route).length + 1);
  return query.split("&").map((pair) => pair.replace(/=.*$/s, "")).filter((key) => key !== "").sort().join("&");
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, "");

/** Whether scripts answer where the fragment of the address changes, as far as first.ts knows. */
function heedsFragment(): boolean {
  const told = `${HEEDS_EVENT}${FRAGMENT_EVENT}`;
  let heeds = false;
  const take = () => { heeds = true; };
  addEventListener(told, take);
  dom.dispatch(window, new CustomEvent(HEEDS_EVENT));
  removeEventListener(told, take);
  return heeds;
}

/** By element, role or name: what leads through a site. */
const MENU_LIKE = `${MENU},aside,${["class", "id"].flatMap((name) => ["menu", "nav", "side"].map((part) => `[${name}*="${part}" i]`)).join()}`;

/** Parts of a page that are empty until a script fills them; of others an empty one is a place to go to. */
const FILLED_LATER: ReadonlySet<string> = new Set(["div", "section", "article", "main"]);
const PLACEHOLDER_UNITS = 100;

/** Whether a place of the page shows something, or holds it already. */
function isFilled(place: Element): boolean {
  const text = shownText(place, PLACEHOLDER_UNITS).trim();
  if (dom.isLaidOut(place)) return text !== "" || dom.selectAll(place, "*").length > 0 || !FILLED_LATER.has(dom.htmlName(place));
  return dom.selectAll(place, "a[href]").length > 0 || text.length >= PLACEHOLDER_UNITS;
}

/**
 * The view in the address of a link, as by viewIn(). Scripts that heed the fragment show views by their mere names, too: those of
 * menus; elsewhere links are pressed, but for those that are called like a command.
 */
export function viewBehind(link: Element): string {
  const href = dom.attribute(link, "href")?.trim() ?? "";
  const view = viewIn(href);
  if (view !== "" || !/^#[^!:/=][^:/=]*$/.test(href) || href === "#top" || link.matches(OPENERS)) return view;
  const text = shownText(link, MAX_TEXT).trim();
  if (/^\d*$/.test(text) || isNextSign(text) || saysNext(text)) return "";
  const barred = () => saysThatItIsNot(link) && !saysThatItIsNot(link, true);
  if (dom.closest(link, MENU_LIKE) === null && !barred()) return "";
  return placesOf(href).some(isFilled) || !heedsFragment() ? "" : href;
}

/** The route in a link to a view of this document; empty: it leads elsewhere, or to no view. */
function routeHere(link: Element): string {
  const href = dom.attribute(link, "href")?.trim() ?? "";
  const route = viewBehind(link);
  if (route === "" || !URL.canParse(href, dom.baseUri(document))) return "";
  return withoutFragment(new URL(href, dom.baseUri(document)).href) === withoutFragment(location.href) ? route : "";
}

export class Routes {
  /** In the order in which they were met; with the link that leads there, null where it must not be followed. */
  private readonly known = new Map<string, TabLink | null>();
  private readonly shown = new Set<string>(["", location.hash]);
  /** By the keys of places: how many showed nothing; where one ever did, minus infinity. */
  private readonly vain = new Map<string, number>();
  /** The place that was shown last. */
  private place = "";
  /** What the page said before that. */
  private said: string | null = null;
  private unanswered = 0;

  /** To be called for each view. */
  meet(roots: readonly Node[]): void {
    for (const root of roots) {
      for (const link of dom.selectAll(root, 'a[href*="#"]')) {
        if (this.known.size >= MAX_ROUTES) return;
        const route = routeHere(link);
        if (route === "" || this.known.has(route)) continue;
        const label = ["aria-label", "title"].map((name) => dom.attribute(link, name) ?? "").join(" ").slice(0, MAX_TEXT);
        const acts = isForbidden({ text: shownText(link, MAX_TEXT), label, names: route });
        this.known.set(route, acts ? null : describe(link));
      }
    }
  }

  /** One that a press has led to. */
  take(route: string, link: TabLink): void {
    if (!this.known.has(route) && this.known.size < MAX_ROUTES) this.known.set(route, link);
  }

  /** To be called before the next is asked for. */
  look(roots: readonly Node[]): void {
    const says = roots.flatMap((root) => [root, ...dom.selectAll(root, "body")]).map((part) => part.textContent ?? "").join("\n");
    if (this.said !== null) this.unanswered = says === this.said ? this.unanswered + 1 : -Infinity;
    this.said = says;
    this.meet(roots);
  }

  /** What was pressed led there, if it is a link to a view. */
  pressed(link: Element): void {
    const route = dom.htmlName(link) === "a" ? routeHere(link) : "";
    if (route !== "") this.shown.add(route);
  }

  /** A link to one that has not been shown; null: there is none, or scripts don't answer. */
  get next(): TabLink | null {
    if (this.unanswered >= UNANSWERED) return null;
    return this.open().find(([, link]) => link !== null)?.[1] ?? null;
  }

  /** Has the page show it; whether there is one. */
  show(): boolean {
    const [route] = this.open().find(([, link]) => link !== null) ?? [];
    if (route === undefined) return false;
    const here = this.views();
    this.place = here.has(viewOf(route)) ? keysOf(route) : "";
    this.vain.set(this.place, (this.vain.get(this.place) ?? 0) + 1);
    this.shown.add(route);
    // Some scripts answer to the press alone.
    const link = isState(route) ? dom.selectAll(document, `a[href="${CSS.escape(route)}"]`).find(dom.isLaidOut) : undefined;
    if (link !== undefined) press(link);
    if (location.hash !== route) location.hash = route;
    return true;
  }

  /** What is shown now has brought something. */
  gained(): void {
    this.vain.set(this.place, -Infinity);
    this.unanswered = -Infinity;
  }

  /** `left`: of the view that is there now; here of all, without those that were shown. */
  leftOf(left: readonly TabLeft[]): TabLeft[] {
    const here = withoutFragment(location.href);
    const seen = new Set(Array.from(this.shown, (route) => here + route));
    const idle = (what: string) => what.startsWith(`${here}#`) && this.isIdle(what.slice(here.length));
    const others = left.filter(({ cause, what }) => cause !== "routes" || !(seen.has(what) || idle(what)));
    const named = new Set(others.map(({ what }) => what));
    const more = this.open().map(([route]) => here + route).filter((what) => !named.has(what));
    return [...others, ...more.map((what): TabLeft => ({ cause: "routes", what, count: 1 }))];
  }

  private views(): Set<string> {
    return new Set(Array.from(this.shown, viewOf));
  }

  /** Places like it in views that were shown brought nothing; names that the page does not answer to are none of views. */
  private isIdle(route: string): boolean {
    if (isName(route)) return this.unanswered >= UNANSWERED;
    const keys = keysOf(route);
    return keys !== "" && (this.vain.get(keys) ?? 0) >= FEW && this.views().has(viewOf(route));
  }

  /** First those to other views than were shown. */
  private open(): [string, TabLink | null][] {
    const shown = this.views();
    const open = [...this.known].filter(([route]) => !this.shown.has(route) && !this.isIdle(route));
    return open.sort(([one], [other]) => Number(shown.has(viewOf(one))) - Number(shown.has(viewOf(other))));
  }
}
