// Views of one document behind `#`, which its script shows as they are asked for: `#/tables`, `#!tables`, `#view=tables`.
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import { describe, press, shownText } from "./buttons.ts";
import * as dom from "./dom.ts";
import { viewIn } from "./left_addresses.ts";
import { isForbidden } from "./promises.ts";

const MAX_ROUTES = 1000;
const MAX_TEXT = 500;
/** Places in views, told by the same keys, that showed nothing new: so many, and the others are none to go to. */
const FEW = 3;

const isState = (route: string) => !/^#[!/]/.test(route);

/** `#/tables?id=births` is a place in the view `#/tables`, `#id=births` one in the view without a name. */
const viewOf = (route: string) => (isState(route) ? "" : route.replace(/\?.*$/s, ""));

/** What tells places of a view apart; empty: it is the view itself. */
function keysOf(route: string): string {
  if (isState(route)) return route.replace(/[=/].*$/s, "");
  const query = route.slice(viewOf(route).length + 1);
  return query.split("&").map((pair) => pair.replace(/=.*$/s, "")).filter((key) => key !== "").sort().join("&");
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, "");

/** The route in a link to a view of this document; empty: it leads elsewhere, or to no view. */
function routeHere(link: Element): string {
  const href = dom.attribute(link, "href")?.trim() ?? "";
  const route = viewIn(href);
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

  /** A link to one that has not been shown; null: there is none. */
  get next(): TabLink | null {
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

  /** Places like it in views that were shown brought nothing. */
  private isIdle(route: string): boolean {
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
