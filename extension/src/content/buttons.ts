// The elements of a page that do something when pressed and lead to no address: found, described,
// pressed. Forms are never submitted, links with an address never followed.
import type { TabLink } from "../host/protocol/tabs.ts";
import * as dom from "./dom.ts";
import { hintsOf, SURROUNDING } from "./elements.ts";
import { tokenOf } from "./found.ts";
import { decoded, inlineFileType } from "./left_addresses.ts";
import { HEEDED, HEEDS_EVENT, PRESS_EVENT } from "./reading.ts";
import { LIMITS } from "./reading_limits.ts";
import type { ButtonFacts, Promised } from "./promises.ts";
import { isForbidden, isNextSign, MAX_BUTTON_TEXT, plainWords, promiseOf, saysAccept, saysThatItActs } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";

const PRESSABLE = 'button,[role="button"],a,input[type="button"],[onclick],[download]';
/** What leads through a site. */
export const MENU = "nav,header,[role=navigation],[role=menu],[role=menubar],[role=banner]";
const LABEL_BYTES = 100;
const MAX_TEXT = 4 * MAX_BUTTON_TEXT;
/** Elements around words, looked at. */
const UP = 3;
const NAME_UNITS = 500;
const SUBMITS: ReadonlySet<string> = new Set(["", "submit", "image", "reset"]);

/** Whether an address leads nowhere but to scripts of the page, or to what one of them has made or the page holds. */
export function leadsNowhere(href: string | null): boolean {
  return href === null || /^\s*(?:#|javascript:|blob:|data:|$)/i.test(href);
}

/** The type of the file that a link holds in its address; null for others. */
export function inlineFile(link: Element): string | null {
  return inlineFileType(dom.attribute(link, "href")?.trim() ?? "", dom.attribute(link, "download") !== null);
}

/** A table of contents has "CSV" as a heading further down, which is in sight without a press. */
export function leadsIntoPage(element: Element): boolean {
  const href = dom.attribute(element, "href")?.trim() ?? "";
  if (!/^#./.test(href) || dom.attribute(element, "onclick") !== null || dom.attribute(element, "download") !== null) {
    return false;
  }
  return dom.selectAll(document, `#${CSS.escape(decoded(href.slice(1)))}`).length > 0;
}

/** Whether it does something by a script alone, and may be pressed. */
export function pressable(element: Element): boolean {
  const name = dom.htmlName(element);
  if (name === "" || name === "body" || name === "html" || name === "form" || name === "label") return false;
  if (name === "a" && !leadsNowhere(dom.attribute(element, "href"))) return false;
  if (dom.attribute(element, "disabled") !== null) return false;
  if (dom.attribute(element, "aria-disabled") === "true") return false;
  const type = (dom.attribute(element, "type") ?? "").toLowerCase();
  const ofForm = dom.attribute(element, "form") !== null || dom.closest(element, "form") !== null;
  if (name === "button" && ofForm && SUBMITS.has(type)) return false;
  if (name === "input" && type !== "button") return false;
  return true;
}

/** The text below an element, as far as a button's goes. */
export function shownText(element: Element, maxUnits: number): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node !== null && text.length <= maxUnits; node = walker.nextNode()) {
    text += dom.data(node);
  }
  return text;
}

export function textOf(element: Element): string {
  return collapsedPrefix(shownText(element, MAX_TEXT), MAX_TEXT);
}

/** What people see of it: its text, or what it says instead of a text or a mere sign. */
export function labelOf(element: Element): string {
  const text = textOf(element);
  if (plainWords(text) === "" || isNextSign(text)) {
    for (const name of ["aria-label", "title", "value", "download", "alt"]) {
      const said = collapsedPrefix(dom.attribute(element, name) ?? "", LABEL_BYTES);
      if (said !== "") return said;
    }
  }
  return collapsedPrefix(text, LABEL_BYTES);
}

function factsOf(element: Element): ButtonFacts {
  const at = (name: string) => dom.attribute(element, name) ?? "";
  return {
    text: shownText(element, MAX_TEXT).trim(),
    label: [at("aria-label"), at("title"), at("value"), at("data-tooltip")].join(" ").slice(0, 500),
    names: [at("class"), at("id"), at("name"), at("data-action")].join(" ").slice(0, 500),
    rel: at("rel"),
    download: dom.attribute(element, "download") !== null,
  };
}

export function promised(element: Element): Promised | null {
  return inlineFile(element) === null ? promiseOf(factsOf(element)) : "file";
}

/** Whether a press is none that a crawl may make to see more of a page. */
export function notToTurn(element: Element): boolean {
  return factsOf(element).text.length > MAX_BUTTON_TEXT || saysThatItIsNot(element);
}

/** The same, however long its text is. `view`: others beside it show views, so that "Archive" and "Start" name some. */
export function saysThatItIsNot(element: Element, view = false): boolean {
  const said = factsOf(element);
  // "Toggle navigation": what opens and closes does nothing else.
  const opens = dom.attribute(element, "aria-expanded") !== null;
  const mere = (text: string) => (opens ? text.replace(/\btoggle(?![\p{L}])/giu, " ") : text);
  const facts = { ...said, text: mere(said.text), label: mere(said.label), names: mere(said.names) };
  const handler = wordsOf(dom.attribute(element, "onclick") ?? "");
  return isForbidden({ ...facts, names: `${facts.names} ${handler}` }) || (!view && saysThatItActs(facts)) || saysAccept(facts.text) !== null;
}

/** Of a script, as far as it is looked at. */
function wordsOf(script: string): string {
  return script.slice(0, NAME_UNITS).replace(/[^\p{L}]+/gu, " ");
}

/** Whether it is the one of its kind that is shown. */
export function isCurrent(element: Element): boolean {
  return !["", "false"].includes(dom.attribute(element, "aria-current") ?? "") || dom.attribute(element, "aria-selected") === "true" ||
    isMarked(element, ["active", "current", "selected"]);
}

/** Whether a word of the class is one of these, of the element or of what is right around it. */
export function isMarked(element: Element, words: readonly string[]): boolean {
  return [element, dom.parentAcrossShadow(element)].some((one) => one !== null &&
    (dom.attribute(one, "class") ?? "").slice(0, NAME_UNITS).toLowerCase().split(/[\t\n\f\r ]+/).some((word) => words.includes(word)));
}

/** Of a branch of a tree: what is to be clicked to open it, where that has no words. */
function signOf(branch: Element): Element | null {
  const signs = dom.selectAll(branch, ":scope > i,:scope > span,:scope > button,:scope > svg");
  return signs.find((sign) => shownText(sign, 1).trim() === "" && dom.isLaidOut(sign)) ?? null;
}

/** What opens a menu, and is no fold or tab. */
const OPENS_MENU = '[data-toggle="dropdown"],[data-bs-toggle="dropdown"],[aria-haspopup]';

/** Whether it stands in a menu that is closed, right behind what opens it: people press both, and a script does not mind. */
function isInClosedMenu(element: Element): boolean {
  let menu = element;
  for (let up = dom.parentAcrossShadow(menu); up !== null && !dom.isLaidOut(up); up = dom.parentAcrossShadow(up)) menu = up;
  const opener = dom.previousElement(menu);
  return menu !== element && opener !== null && opener.matches(OPENS_MENU) && dom.isLaidOut(opener);
}

/** Whether people can press it, or where it promises a file could when they open a menu. */
function isInReach(element: Element, what: Promised): boolean {
  return dom.isLaidOut(element) || (what === "file" && isInClosedMenu(element));
}

/** Buttons that promise `what`, in document order, at most `max`; only those in reach. */
export function buttonsFor(what: Promised, roots: readonly Node[], max: number): Element[] {
  const found: Element[] = [];
  for (const root of roots) {
    for (const element of dom.selectAll(root, PRESSABLE)) {
      if (found.length >= max) return found;
      if (!pressable(element) || promised(element) !== what || !isInReach(element, what)) continue;
      if (what === "more" || !leadsIntoPage(element)) found.push(element);
    }
  }
  return found;
}

/** Words at the end of a page that are looked at. */
const MAX_WORDS = 2000;

/** Whether it says by itself that it may be pressed: people see a hand, or a script of the page waits for it. */
function isSaidToBePressed(element: Element): boolean {
  const hasHand = (one: Element | null) => one !== null && getComputedStyle(one).cursor === "pointer";
  if (hasHand(element) && !hasHand(dom.parentAcrossShadow(element))) return true;
  return dom.attribute(element, "tabindex") === "0" || new Heeded(element).has(element, "press");
}

/** The last words of a tree that promise more of a list and are no button, but do what one does. */
export function silentMore(root: Node): Element | null {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.lastChild() !== null);
  let looked = 0;
  for (let node: Node | null = walker.currentNode; node !== null && looked < MAX_WORDS; node = walker.previousNode(), looked++) {
    const text = dom.isText(node) ? collapsedPrefix(dom.data(node), MAX_TEXT) : "";
    const first = text === "" || text.length > MAX_BUTTON_TEXT ? null : dom.parentElement(node);
    if (first === null || dom.closest(first, `${PRESSABLE},select,summary,label`) !== null) continue;
    // Around the words may be what is to be pressed, and says no more.
    let element: Element | null = first;
    for (let up = 0; up < UP && element !== null && textOf(element) === text; element = dom.parentAcrossShadow(element), up++) {
      if (promised(element) === "more" && pressable(element) && dom.isLaidOut(element) && isSaidToBePressed(element)) return element;
    }
  }
  return null;
}

export function tagPathOf(element: Element): string {
  const tokens: string[] = [];
  for (let at: Element | null = element; at !== null; at = dom.parentAcrossShadow(at)) tokens.push(tokenOf(at));
  return tokens.reverse().slice(0, LIMITS.pathDepth).map((token) => `/${token}`).join("");
}

/** An element as a link without an address. */
export function describe(element: Element): TabLink {
  const at = (name: string) => dom.attribute(element, name) ?? "";
  let block: Element | null = element;
  while (block !== null && !SURROUNDING.has(dom.htmlName(block))) block = dom.parentAcrossShadow(block);
  const texts = [shownText(element, LIMITS.anchorBytes), at("aria-label"), at("title"), at("value")];
  const anchor = texts.map((text) => collapsedPrefix(text, LIMITS.anchorBytes)).find((text) => text !== "");
  const around = block === null ? "" : shownText(block, LIMITS.aroundBytes);
  return {
    base: 0,
    written: "",
    tagPath: tagPathOf(element),
    element: "a",
    anchor: anchor ?? "",
    heading: "",
    around: collapsedPrefix(around, LIMITS.aroundBytes),
    rel: collapsedPrefix(at("rel"), LIMITS.relBytes),
    hints: hintsOf(dom.attributeNames(element), (name) => dom.attribute(element, name)),
  };
}

const OVER: readonly [string, typeof MouseEvent][] = [
  ["pointerover", PointerEvent], ["pointerenter", PointerEvent], ["mouseover", MouseEvent], ["mouseenter", MouseEvent],
];
/** As a pointer does it: some scripts wait for its going down, others for the click. */
const POINTED: readonly [string, typeof MouseEvent][] = [
  ...OVER, ["pointerdown", PointerEvent], ["mousedown", MouseEvent], ["pointerup", PointerEvent], ["mouseup", MouseEvent],
];
const { focus, click } = HTMLElement.prototype;

function chosen(control: Element): void {
  for (const type of ["input", "change"]) dom.dispatch(control, new Event(type, { bubbles: true }));
}

function choose(option: HTMLOptionElement): void {
  option.selected = true;
  const select = dom.closest(option, "select");
  if (select !== null) chosen(select);
}

/** Of a slider. */
export function setTo(input: HTMLInputElement, value: string): void {
  input.value = value;
  chosen(input);
}

type Heed = keyof typeof HEEDED;

/** What of a tree scripts of the page answer to now, as far as first.ts knows. */
export class Heeded {
  private readonly by = new Map<Heed, Set<EventTarget>>();

  constructor(root: Node) {
    const kinds = Object.keys(HEEDED) as Heed[];
    const takes = kinds.map((what) => (event: Event) => {
      const [element] = event.composedPath();
      if (element !== undefined) this.by.set(what, (this.by.get(what) ?? new Set()).add(element));
    });
    kinds.forEach((what, at) => { root.addEventListener(`${HEEDS_EVENT}${what}`, takes[at] ?? null, true); });
    dom.dispatch(root, new CustomEvent(HEEDS_EVENT, { composed: true }));
    kinds.forEach((what, at) => { root.removeEventListener(`${HEEDS_EVENT}${what}`, takes[at] ?? null, true); });
  }

  has(element: Element, what: Heed): boolean {
    return this.by.get(what)?.has(element) === true;
  }
}

function sendPointer(element: Element, type: string, Pointed: typeof MouseEvent): void {
  dom.dispatch(element, new Pointed(type, { bubbles: !type.endsWith("enter"), composed: true, cancelable: true, button: 0 }));
}

/** Has a pointer come over it. */
export function pointAt(element: Element): void {
  for (const [type, Pointed] of OVER) sendPointer(element, type, Pointed);
}

/** Nothing of what the page's handlers do or throw comes back. */
export function press(element: Element): void {
  const sign = dom.attribute(element, "role") === "treeitem" ? signOf(element) : null;
  if (sign !== null) return press(sign);
  if (dom.htmlName(element) === "option") return choose(element as HTMLOptionElement);
  const runsAddress = /^\s*javascript:/i.test(dom.attribute(element, "href") ?? "");
  const told = new CustomEvent(PRESS_EVENT, { bubbles: true, composed: true, cancelable: true });
  // Cancelled: the script in the page's own world has pressed it (hooks.ts).
  if (runsAddress && !dom.dispatch(element, told)) return;
  for (const [type, Pointed] of POINTED) {
    sendPointer(element, type, Pointed);
    if (type === "mousedown" && element instanceof HTMLElement) focus.call(element, { preventScroll: true });
  }
  if (element instanceof HTMLElement) click.call(element);
  else sendPointer(element, "click", MouseEvent);
  const heeded = new Heeded(element);
  if (heeded.has(element, "double") && !heeded.has(element, "press")) sendPointer(element, "dblclick", MouseEvent);
}
