// What a page holds that leads to no request, and may lead to a file all the same; as in
// native-host/src/content/left_on_page.cpp, but for buttons that promise a file: those are pressed.
import type { TabLeft } from "../host/protocol/tabs.ts";
import { inlineFile, labelOf, leadsIntoPage, promised, shownText } from "./buttons.ts";
import { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { isOfFileScheme } from "./left_addresses.ts";
import { CONTROLS, ControlsLeft, hasAddress } from "./page_controls.ts";
import type { Control, Pressed } from "./pressed.ts";
import { methodOf } from "./query_forms.ts";
import { ASKED_EVENT, ASKS_EVENT } from "./reading.ts";
import { LIMITS } from "./reading_limits.ts";
import { rootsOf } from "./roots.ts";
import { viewBehind } from "./routes.ts";
import { runsScripts } from "./stays_empty.ts";
import { collapsedPrefix, utf8Prefix } from "./text.ts";

/** Of one page, as the host takes them; more of a kind are added to the last of that kind. */
export const MAX_LEFT = 200;
const WHAT_BYTES = 500;
const NAME_BYTES = 100;
/** Of a page, looked at. */
const MAX_CONTROLS = 5000;
const MAX_LINKS = 100_000;
const MAX_ASKED = 100;

class LeftList {
  readonly all: TabLeft[] = [];
  private readonly known = new Set<string>();

  add({ cause, what, count }: TabLeft): void {
    const said = utf8Prefix(what.toWellFormed(), WHAT_BYTES);
    const key = `${cause} ${said}`;
    if (this.known.has(key)) return;
    if (this.known.size < MAX_LINKS) this.known.add(key);
    const last = this.all.length < MAX_LEFT ? undefined : this.all.findLast((one) => one.cause === cause);
    if (last !== undefined) last.count += count;
    else this.all.push({ cause, what: said, count });
  }
}

/** Without its fragment, and with the one as written behind it. */
function routeOn(page: Document, written: string, route: string): string | null {
  if (written.length > LIMITS.writtenBytes) return null;
  const document = written.slice(0, written.length - route.length);
  const base = dom.baseUri(page).replace(/#.*$/s, "");
  const url = URL.canParse(document, base) ? new URL(document, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname !== location.hostname) return null;
  url.hash = "";
  return `${url.href.replace(/#$/, "")}${route}`;
}

function inlineName(link: Element): string {
  const download = collapsedPrefix(dom.attribute(link, "download") ?? "", NAME_BYTES);
  const name = download === "" ? collapsedPrefix(shownText(link, NAME_BYTES), NAME_BYTES) : download;
  return name === "" ? "file" : name;
}

/** What leads there, if it is no request. */
function leftBehind(link: Element, page: Document, scripts: boolean): TabLeft | null {
  const href = dom.attribute(link, "href")?.trim() ?? "";
  if (isOfFileScheme(href)) return { cause: "schemes", what: href.slice(0, WHAT_BYTES), count: 1 };
  const type = inlineFile(link);
  if (type !== null) return { cause: "inline_files", what: `${inlineName(link)} (${type})`, count: 1 };
  const route = scripts ? viewBehind(link) : "";
  const what = route === "" ? null : routeOn(page, href, route);
  return what === null ? null : { cause: "routes", what, count: 1 };
}

function isFillable(form: Element): boolean {
  const filled = 'select,textarea,input:not([type="hidden" i],[type="submit" i],[type="image" i],[type="button" i],[type="reset" i])';
  return dom.selectAll(form, filled).length > 0;
}

/** What promises a file and sends a form by POST for it. Who fills something in asks for what is his: that is no file of the site's. */
function filesByPost(root: Node): TabLeft[] {
  const forms = dom.selectAll(root, "form").filter((form) => !isFillable(form));
  return forms.flatMap((form) => dom.selectAll(form, 'button:not([type]),[type="submit" i],[type="image" i]')
    .filter((button) => ["button", "input"].includes(dom.htmlName(button)) && methodOf(form, button) === "post" &&
      dom.isLaidOut(button) && promised(button) === "file")
    .map((button): TabLeft => ({ cause: "forms", what: labelOf(button), count: 1 })));
}

/** Tabs that say nothing of what they open, of a page that has not as many panels. */
function opensUnknown(root: Node): boolean {
  const tabs = dom.selectAll(root, '[role="tab"]');
  const says = (tab: Element) => dom.attribute(tab, "aria-controls") !== null || hasAddress(tab) || leadsIntoPage(tab);
  return !tabs.some(says) && dom.selectAll(root, '[role="tabpanel"]').length < tabs.length;
}

/** What the page has asked who is there, as far as first.ts knows: nobody has said yes. */
function questionsOf(page: Document): string[] {
  const asked: string[] = [];
  const take = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === "string" && asked.length < MAX_ASKED) asked.push(collapsedPrefix(detail, WHAT_BYTES));
  };
  page.addEventListener(ASKED_EVENT, take);
  dom.dispatch(page, new CustomEvent(ASKS_EVENT));
  page.removeEventListener(ASKED_EVENT, take);
  return asked.filter((question) => question !== "");
}

/**
 * Also what may be pressed to see more of the page. `guesses`: among it what only looks so, undefined: not yet; `given`: links
 * whose files were kept.
 */
export async function leftOnPage(
  page: Document,
  pressed: Pressed,
  guesses: boolean | undefined,
  given: ReadonlySet<Element>,
): Promise<{ left: TabLeft[]; toPress: Control[]; turnsPages: boolean }> {
  const work = new SlicedWork();
  const scripts = runsScripts(page);
  const list = new LeftList();
  const controls = new ControlsLeft(pressed);
  let looked = 0;
  const roots = await rootsOf(page, work, "parts");
  for (const root of roots) {
    for (const link of dom.selectAll(root, "a[href],area[href]").slice(0, MAX_LINKS)) {
      const left = dom.htmlName(link) === "" || given.has(link) ? null : leftBehind(link, page, scripts);
      if (left !== null) list.add(left);
      if (work.due()) await work.pause();
    }
    filesByPost(root).forEach((one) => list.add(one));
    controls.unknown = scripts && opensUnknown(root);
    for (const fold of scripts ? dom.selectAll(root, "details:not([open])").slice(0, MAX_CONTROLS) : []) {
      controls.takeFold(fold);
      if (work.due()) await work.pause();
    }
    for (const element of scripts ? dom.selectAll(root, CONTROLS) : []) {
      if (++looked > MAX_CONTROLS) break;
      if (dom.isLaidOut(element)) controls.take(element, root);
      if (work.due()) await work.pause();
    }
    if (scripts && guesses === true) await controls.takeSilent(root, work);
    if (scripts && guesses === false) controls.takeForms(root);
  }
  controls.end();
  controls.left.forEach((one) => list.add(one));
  for (const what of scripts ? questionsOf(page) : []) list.add({ cause: "controls", what, count: 1 });
  work.end();
  const toPress = guesses === true ? controls.toPress : controls.toPress.filter(({ place }) => place === undefined);
  return { left: list.all, toPress, turnsPages: controls.turnsPages };
}
