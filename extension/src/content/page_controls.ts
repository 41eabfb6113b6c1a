// Buttons and their kin that do something by a script alone, and what they may have in store; as in
// native-host/src/content/page_controls.cpp.
import type { TabLeft } from "../host/protocol/tabs.ts";
import { decoded, forbidden, leadsIntoPage, pressable, promised, shownText } from "./buttons.ts";
import * as dom from "./dom.ts";
import { routeIn } from "./left_addresses.ts";
import { isNextSign, MAX_BUTTON_TEXT, namesPager, namesSetApart, plainWords, saysNext } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";
import { linksInAttributes } from "./unnamed_links.ts";

export const CONTROLS = 'a,button,[role="button"],[role="link"],[role="tab"],[role="treeitem"],input[type="button" i]';
/** More numbers than these are days of a calendar, or what a list of pages has only in a pager. */
const MAX_NUMBERS = 20;
const LABEL_BYTES = 100;
const NAME_UNITS = 500;
/** So far around a control names of classes tell what it is for. */
const REACH_APART = 6;
const REACH_PAGER = 3;
const REACH_GROUP = 6;
const WITHIN_GROUP: ReadonlySet<string> = new Set(["li", "span", "td"]);

interface Around {
  apart: boolean;
  pager: boolean;
}

function at(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

function textOf(element: Element): string {
  return collapsedPrefix(shownText(element, 4 * MAX_BUTTON_TEXT), 4 * MAX_BUTTON_TEXT);
}

/** What people see of it: its text, or what it says instead of a text or a mere sign. */
export function labelOf(element: Element): string {
  const text = textOf(element);
  if (plainWords(text) === "" || isNextSign(text)) {
    for (const name of ["aria-label", "title", "value", "download"]) {
      const said = collapsedPrefix(at(element, name), LABEL_BYTES);
      if (said !== "") return said;
    }
  }
  return collapsedPrefix(text, LABEL_BYTES);
}

function namesOf(element: Element): string {
  return ["class", "id", "aria-label"].map((name) => at(element, name).slice(0, NAME_UNITS)).join(" ");
}

function around(element: Element): Around {
  const found = { apart: false, pager: false };
  let next: Element | null = element;
  for (let up = 0; up <= REACH_APART && next !== null && dom.htmlName(next) !== "body"; up++) {
    const names = namesOf(next);
    found.apart ||= namesSetApart(names);
    found.pager ||= up <= REACH_PAGER && namesPager(names);
    next = dom.parentAcrossShadow(next);
  }
  return found;
}

/** Part of what leads through the site, whose parts are links elsewhere or open a menu. */
function inMenu(element: Element): boolean {
  const menu = dom.closest(element, "nav,header,[role=navigation],[role=menu],[role=menubar],[role=banner]");
  if (menu === null) return false;
  const header = dom.htmlName(menu) === "header" || at(menu, "role") === "banner";
  return header ? dom.closest(menu, "main,article,section") === null : !namesPager(namesOf(menu));
}

/** Whether a word of the class is one of these, of the element or of what is right around it. */
function isMarked(element: Element, words: readonly string[]): boolean {
  return [element, dom.parentAcrossShadow(element)].some((one) =>
    one !== null && at(one, "class").slice(0, NAME_UNITS).toLowerCase().split(/[\t\n\f\r ]+/).some((word) => words.includes(word)));
}

function isEnabled(element: Element): boolean {
  return pressable(element) && !isMarked(element, ["disabled"]);
}

function isCurrent(element: Element): boolean {
  return !["", "false"].includes(at(element, "aria-current")) || at(element, "aria-selected") === "true" ||
    isMarked(element, ["active", "current", "selected"]);
}

export function hasAddress(element: Element): boolean {
  const href = at(element, "href").trim();
  return dom.htmlName(element) === "a" && (!/^(?:#|javascript:|$)/i.test(href) || routeIn(href) !== "");
}

function isEmpty(root: Node, id: string): boolean {
  const [shown] = dom.selectAll(root, `#${CSS.escape(id)}`);
  return shown === undefined || dom.selectAll(shown, ":scope > *").length === 0;
}

/** By the attributes of Bootstrap and its kin. */
function toggles(element: Element): boolean {
  return ["tab", "pill", "collapse"].includes(at(element, "data-bs-toggle") || at(element, "data-toggle"));
}

/** The id of the part of the page that it names to show or to go to; empty: none. */
function partOf(element: Element): string {
  for (const name of ["data-bs-target", "data-target", "href"]) {
    const said = at(element, name).trim();
    if (!said.startsWith("#") || said.length > NAME_UNITS) continue;
    const id = decoded(said.slice(1));
    if (id !== "" && id !== "top" && !/[!/ =&]/.test(id)) return id;
  }
  return "";
}

/** Whether it shows a part of the page that is not there yet: a tab, an accordion. */
function opensEmpty(element: Element, root: Node): boolean {
  if (dom.attribute(element, "aria-haspopup") !== null) return false;
  const closed = at(element, "role").toLowerCase() === "tab"
    ? at(element, "aria-selected") !== "true"
    : at(element, "aria-expanded") === "false";
  const [panel] = at(element, "aria-controls").trim().split(/\s+/);
  if (panel !== undefined && panel !== "") return closed && isEmpty(root, panel);
  const part = partOf(element);
  if (part !== "") {
    const there = dom.selectAll(root, `#${CSS.escape(part)}`).length > 0;
    return !isCurrent(element) && (toggles(element) ? isEmpty(root, part) : !there);
  }
  return at(element, "role") === "treeitem" && closed;
}

function leadsToNext(element: Element, text: string): boolean {
  const rel = at(element, "rel").toLowerCase().split(/\s+/);
  return rel.includes("next") || [text, at(element, "aria-label"), at(element, "title")].some(saysNext);
}

/** Its parent, or what holds that with others like it. */
function groupOf(element: Element): Element | null {
  let group = dom.parentAcrossShadow(element);
  if (group === null || !WITHIN_GROUP.has(dom.htmlName(group))) return group;
  const cell = dom.htmlName(group) === "td";
  for (let up = 2; up <= REACH_GROUP; up++) {
    const next = dom.parentAcrossShadow(group);
    if (next === null) return group;
    group = next;
    if (!cell || dom.htmlName(group) === "table") return group;
  }
  return group;
}

/** Labels of what was pressed on the page before. */
export interface Pressed {
  /** It has nothing more to show. */
  spent: ReadonlySet<string>;
  /** It brought something. */
  turned: ReadonlySet<string>;
}

interface Control {
  element: Element;
  label: string;
}

function isDone(label: string, { spent, turned }: Pressed): boolean {
  return label === "" || spent.has(label) || turned.has(label);
}

/** All that turns the pages of the page's lists, as one. */
class Pagers {
  private readonly numbers = new Map<Element | null, { count: number; pager: boolean; open: Control[] }>();
  private next: Control | null = null;
  private sign: Control | null = null;
  /** There is one that leads on, though it may be at the end. */
  private leadsOn = false;

  /** True when it is such a control. */
  take(element: Element, text: string, { apart, pager }: Around): boolean {
    if (apart) return false;
    if (/^\d{1,4}$/.test(text)) {
      const key = groupOf(element);
      const group = this.numbers.get(key) ?? { count: 0, pager: false, open: [] };
      this.numbers.set(key, group);
      group.count++;
      group.pager ||= pager;
      if (isEnabled(element) && !isCurrent(element)) group.open.push({ element, label: text });
      return true;
    }
    const next = leadsToNext(element, text);
    const sign = isNextSign(text);
    this.leadsOn ||= next || (sign && pager);
    if (next && this.next === null && isEnabled(element)) this.next = { element, label: labelOf(element) };
    if (!next && sign && pager && this.sign === null && isEnabled(element)) this.sign = { element, label: labelOf(element) };
    return next || sign;
  }

  /** Null: nothing is left to turn. */
  turning(pressed: Pressed): Control | null {
    const on = this.next ?? this.sign;
    if (on !== null) return pressed.spent.has(on.label) ? null : on;
    // It was turned to its end: the numbers lead to what has been there.
    if (this.leadsOn && pressed.turned.size > 0) return null;
    for (const { count, pager, open } of this.numbers.values()) {
      if (!pager && (count <= 1 || count > MAX_NUMBERS)) continue;
      const number = open.find(({ label }) => !isDone(label, pressed));
      if (number !== undefined) return number;
    }
    return null;
  }
}

/** Whether a press on one of those laid out may show more. */
function mayShowMore(element: Element, root: Node, { apart }: Around): boolean {
  if (!isEnabled(element) || apart || inMenu(element)) return false;
  const what = promised(element);
  return what === "more" || (what === null && opensEmpty(element, root));
}

/** Whether it is closed, and says nothing of what it opens. */
function mayOpen(element: Element, { apart }: Around): boolean {
  const says = ["aria-haspopup", "aria-controls", "data-toggle", "data-bs-toggle"].some((name) => dom.attribute(element, name) !== null);
  return at(element, "aria-expanded") === "false" && !says && partOf(element) === "" && !apart && isEnabled(element) &&
    !inMenu(element) && promised(element) === null;
}

export class ControlsLeft {
  private readonly pagers = new Pagers();
  readonly left: TabLeft[] = [];
  /** What may be pressed to see more, in the order in which that is best done. */
  readonly toPress: Element[] = [];
  /** The tabs that come next open something of which nobody knows whether it is there. */
  unknown = false;

  constructor(private readonly pressed: Pressed) {}

  /** One that is laid out. */
  take(element: Element, root: Node): void {
    if (hasAddress(element)) return;
    const near = around(element);
    if (at(element, "role") !== "tab") {
      const part = toggles(element) && opensEmpty(element, root);
      if (!part && (leadsIntoPage(element) || linksInAttributes(element).length > 0)) return;
      if (this.pagers.take(element, textOf(element), near)) return;
    }
    const opens = this.unknown && at(element, "role") === "tab" && isEnabled(element) && !isCurrent(element);
    if (opens || mayShowMore(element, root, near)) this.add({ element, label: labelOf(element) });
    else if (mayOpen(element, near) && !isDone(labelOf(element), this.pressed)) this.offer(element);
  }

  /** All that turns pages counts once. */
  end(): void {
    const turning = this.pagers.turning(this.pressed);
    if (turning === null || turning.label === "") return;
    this.left.push({ cause: "controls", what: turning.label, count: 1 });
    if (!forbidden(turning.element)) this.toPress.unshift(turning.element);
  }

  private add({ element, label }: Control): void {
    if (isDone(label, this.pressed)) return;
    this.left.push({ cause: "controls", what: label, count: 1 });
    this.offer(element);
  }

  private offer(element: Element): void {
    if (!forbidden(element)) this.toPress.push(element);
  }
}
