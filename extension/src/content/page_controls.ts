// Buttons and their kin that do something by a script alone, and what they may have in store; as in
// native-host/src/content/page_controls.cpp.
import type { TabLeft } from "../host/protocol/tabs.ts";
import { Heeded, isCurrent, isMarked, labelOf, leadsIntoPage, leadsNowhere, MENU, notToTurn, pressable, promised, shownText, textOf } from "./buttons.ts";
import { Choices } from "./choices.ts";
import { isFormChoice, placeOf } from "./form_choices.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { formsAnsweredHere, nameOfForm } from "./forms_here.ts";
import { decoded } from "./left_addresses.ts";
import type { Control, Pressed } from "./pressed.ts";
import { isNextSign, MAX_BUTTON_TEXT, namesPager, saysAccept, saysNext, saysReset, tellsOfTracking } from "./promises.ts";
import { viewBehind } from "./routes.ts";
import { DIALOG, namesOf, SetApart } from "./set_apart.ts";
import { linksInAttributes } from "./unnamed_links.ts";
import { namesDataFile } from "./written_addresses.ts";

export const CONTROLS = 'a,button,[role="button"],[role="link"],[role="tab"],[role="treeitem"],input[type="button" i]';
/** More numbers than these are days of a calendar, or what a list of pages has only in a pager. */
const MAX_NUMBERS = 20;
const NAME_UNITS = 500;
/** So far around a control names of classes tell that it turns pages. */
const REACH_PAGER = 3;
const REACH_GROUP = 6;
const REACH_ASKING = 4;
const REACH_OPENER = 8;
const WITHIN_GROUP: ReadonlySet<string> = new Set(["li", "span", "td"]);

interface Around {
  apart: boolean;
  pager: boolean;
}

function at(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

function isInPager(element: Element): boolean {
  let next: Element | null = element;
  for (let up = 0; up <= REACH_PAGER && next !== null && dom.htmlName(next) !== "body"; up++) {
    if (namesPager(namesOf(next))) return true;
    next = dom.parentAcrossShadow(next);
  }
  return false;
}

/** Part of what leads through the site, whose parts are links elsewhere or open a menu. */
function inMenu(element: Element): boolean {
  const menu = dom.closest(element, MENU);
  if (menu === null) return false;
  const header = dom.htmlName(menu) === "header" || at(menu, "role") === "banner";
  return header ? dom.closest(menu, "main,article,section") === null : !namesPager(namesOf(menu));
}

function isEnabled(element: Element): boolean {
  return pressable(element) && !isMarked(element, ["disabled"]);
}

export function hasAddress(element: Element): boolean {
  const href = at(element, "href").trim();
  return dom.htmlName(element) === "a" && (!leadsNowhere(href) || viewBehind(element) !== "");
}

function isEmpty(root: Node, id: string): boolean {
  const [shown] = dom.selectAll(root, `#${CSS.escape(id)}`);
  return shown === undefined || dom.selectAll(shown, ":scope > *").length === 0;
}

/** By the attributes of Bootstrap and its kin. */
function toggles(element: Element): boolean {
  return ["tab", "pill", "collapse"].includes(at(element, "data-bs-toggle") || at(element, "data-toggle"));
}

/** By attributes of Bootstrap: what it names is the show that it turns. */
function turnsShow(element: Element): boolean {
  return dom.attribute(element, "data-bs-slide") !== null || dom.attribute(element, "data-slide") !== null;
}

/** The id of the part of the page that it names to show or to go to; empty: none. */
function partOf(element: Element): string {
  for (const name of ["data-bs-target", "data-target", "href"]) {
    const said = at(element, name).trim();
    if (!said.startsWith("#") || said.length > NAME_UNITS) continue;
    const id = decoded(said.slice(1));
    if (id !== "" && id !== "top" && !/[!/=&]/.test(id)) return id;
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

/** "2017" above a part of the page that it opens turns no pages. */
function opensPart(element: Element): boolean {
  return dom.attribute(element, "aria-expanded") !== null || toggles(element);
}

/** What stands alone in this, as a button does in a heading, and has opened what comes next. */
function openerIn(header: Element | null): Element | undefined {
  let next = header;
  while (next !== null && at(next, "aria-expanded") !== "true") next = next.children.length === 1 ? next.firstElementChild : null;
  return next ?? undefined;
}

/** The words of what the part was opened by in which it stands: of one name, each part may have its own. */
function openedBy(element: Element): string {
  let next: Element | null = dom.parentAcrossShadow(element);
  for (let up = 0; up < REACH_OPENER && next !== null; up++) {
    const opener = openerIn(next.previousElementSibling);
    if (opener !== undefined) return labelOf(opener);
    next = dom.parentAcrossShadow(next);
  }
  return "";
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

/** A part of a list without anything new is no end of it. */
const PATIENCE = 3;

/** What may be pressed again and again. */
function isAtItsEnd(control: Control, pressed: Pressed): boolean {
  return (pressed.of(control)?.vain ?? 0) >= PATIENCE;
}

interface Numbers {
  count: number;
  pager: boolean;
  /** One of them is marked as the one that is shown. */
  current: boolean;
  /** They say which part they show. */
  named: boolean;
  open: Control[];
}

function turnsPages({ count, pager }: Numbers): boolean {
  return pager || (count > 1 && count <= MAX_NUMBERS);
}

/** All that turns the pages of the page's lists, as one. */
class Pagers {
  private readonly numbers = new Map<Element | null, Numbers>();
  private readonly onward: Control[] = [];
  private readonly signs: Control[] = [];
  /** What holds controls that lead on, though they may be at the end. */
  private readonly leadsOn: (Element | null)[] = [];

  /** True when it is such a control. */
  take(element: Element, text: string, { apart, pager }: Around, pressed: Pressed): boolean {
    if (apart) return false;
    if (/^\d{1,4}$/.test(text) && at(element, "role") !== "treeitem" && !opensPart(element)) {
      // The one that is shown, too: what has become of those that were pressed is told in their order.
      pressed.of({ element, label: text });
      this.takeNumber(element, text, pager);
      return true;
    }
    const next = leadsToNext(element, text) || (pager && namesNext(element, text));
    const sign = isNextSign(text);
    if (next || (sign && pager)) this.leadsOn.push(groupOf(element));
    const control = { element, label: labelOf(element) };
    if (next && isEnabled(element)) this.onward.push(control);
    if (!next && sign && pager && isEnabled(element)) this.signs.push(control);
    return next || (sign && pager);
  }

  /** Numbers that turn no pages: one alone, or the years of a long row. */
  get others(): Control[] {
    const rows = [...this.numbers.values()].filter((row) => !turnsPages(row));
    return rows.flatMap(({ open }) => open);
  }

  private takeNumber(element: Element, text: string, pager: boolean): void {
    const key = groupOf(element);
    const group = this.numbers.get(key) ?? { count: 0, pager: false, current: false, named: false, open: [] };
    this.numbers.set(key, group);
    group.count++;
    group.pager ||= pager;
    group.current ||= isCurrent(element);
    if (!isEnabled(element) || isCurrent(element)) return;
    group.open.push({ element, label: text });
    // Links to parts of a page rate nothing.
    group.named ||= /^#./.test(at(element, "href").trim());
  }

  /** Null: nothing is left to turn. `sure`: it is no row of numbers to rate something by. */
  turning(pressed: Pressed): (Control & { sure: boolean }) | null {
    const on = [...this.onward, ...this.signs].find((control) => !isAtItsEnd(control, pressed));
    if (on !== undefined) return { ...on, sure: true };
    for (const [holder, row] of this.numbers) {
      if (!turnsPages(row)) continue;
      const { pager, current, named, open } = row;
      // It was turned to its end: the numbers lead to what has been there.
      if (pressed.anyPager && this.leadsOn.some((group) => holder !== null && group?.contains(holder))) continue;
      const number = open.find((control) => pressed.of(control) === undefined);
      if (number !== undefined) return { ...number, sure: pager || current || named };
    }
    return null;
  }
}

/** A picture alone, of which only the class says where it leads. */
function namesNext(element: Element, text: string): boolean {
  const names = labelOf(element) === "" ? /(?:^|[\s_-])(?:next|right)(?:$|[\s_-])/i : /(?:^|[\s_-])next(?:$|[\s_-])/i;
  return text === "" && names.test(at(element, "class"));
}

/** Whether a press on one of those laid out may show more. */
function mayShowMore(element: Element, root: Node, { apart }: Around): boolean {
  if (!isEnabled(element) || apart || inMenu(element)) return false;
  const what = promised(element);
  return what === "more" || (what === null && opensEmpty(element, root));
}

/** Of a menu whose parts hold no links yet, and are right behind what opens them. */
function opensNextTo(element: Element): boolean {
  const next = element.nextElementSibling;
  return at(element, "aria-expanded") === "false" && next !== null && dom.selectAll(next, "a[href]").length === 0;
}

/** A panel that says no more than this waits for what it is to show. */
const PLACEHOLDER_UNITS = 100;

/** Whether it is closed, and what it opens is not there, as far as can be told. */
function mayOpen(element: Element, root: Node, { apart }: Around): boolean {
  if (dom.attribute(element, "aria-haspopup") !== null || apart || !isEnabled(element)) return false;
  if (inMenu(element) && !opensNextTo(element)) return false;
  const isTab = at(element, "role") === "tab";
  const closed = isTab || toggles(element) ? !isCurrent(element) : at(element, "aria-expanded") === "false";
  if (!closed || promised(element) !== null) return false;
  const [controls] = at(element, "aria-controls").trim().split(/\s+/);
  const id = controls || partOf(element);
  if (id === "") return !isTab;
  const shared = isTab && dom.selectAll(root, `[role="tab"][aria-controls="${CSS.escape(id)}"]`).length > 1;
  const [panel] = dom.selectAll(root, `#${CSS.escape(id)}`);
  return shared || panel === undefined ||
    (dom.selectAll(panel, "a[href]").length === 0 && shownText(panel, PLACEHOLDER_UNITS).trim().length < PLACEHOLDER_UNITS);
}

/** In how many parts that tabs show it stands, one within the other. */
function panelsAround(element: Element): number {
  let count = 0;
  let next = dom.parentAcrossShadow(element);
  for (; next !== null; next = dom.parentAcrossShadow(next)) {
    if (at(next, "role").toLowerCase() === "tabpanel" || /\btab-?(?:pane|panel)\b/i.test(at(next, "class"))) count++;
  }
  return count;
}

/** Tabs come last, and those within what others show before these: of what is behind a tab all is opened before the next. */
function inPressingOrder(controls: readonly Control[]): Control[] {
  const ranks = new Map(controls.map((control) => [control, control.row === undefined ? -1 : 1 / (1 + panelsAround(control.element))]));
  return [...controls].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** The text of what asks: so far around the button, and not of the whole page. */
function asking(element: Element): string {
  let text = "";
  let next = dom.parentAcrossShadow(element);
  for (let up = 0; up < REACH_ASKING && next !== null && dom.htmlName(next) !== "body"; up++) {
    const more = shownText(next, NAME_UNITS);
    if (up > 0 && more.length >= NAME_UNITS) break;
    text = `${namesOf(next)} ${more}`;
    if (next.matches(DIALOG)) break;
    next = dom.parentAcrossShadow(next);
  }
  return text;
}

/** Who goes on there agrees to something, which a crawl does not; banners about cookies hide nothing, nor do pages that show files all the same. */
function asksToAccept(element: Element, root: Node): boolean {
  const what = isEnabled(element) ? saysAccept(labelOf(element)) : null;
  if (what === null || tellsOfTracking(asking(element))) return false;
  return what === "onward" || !dom.selectAll(root, "a[href]").some((link) => namesDataFile(at(link, "href")));
}

export class ControlsLeft {
  private readonly pagers = new Pagers();
  private readonly choices: Choices;
  private readonly setApart = new SetApart();
  readonly left: TabLeft[] = [];
  /** What may be pressed to see more, in the order in which that is best done. */
  toPress: Control[] = [];
  /** The first of these turns the pages of a list. */
  turnsPages = false;
  /** The tabs that come next open something of which nobody knows whether it is there. */
  unknown = false;

  constructor(private readonly pressed: Pressed) {
    this.choices = new Choices(pressed);
  }

  /** One that is laid out. */
  take(element: Element, root: Node): void {
    if (hasAddress(element) || saysReset(labelOf(element))) return;
    const near = { apart: this.setApart.holds(element), pager: isInPager(element) || this.setApart.isInShow(element) };
    const tab = at(element, "role") === "tab";
    if (!tab) {
      const part = toggles(element) && opensEmpty(element, root);
      if (!part && !turnsShow(element) && (leadsIntoPage(element) || linksInAttributes(element).length > 0)) return;
      if (this.pagers.take(element, textOf(element), near, this.pressed)) return;
    }
    const within = !tab && opensPart(element) ? openedBy(element) : "";
    const control: Control = { element, label: labelOf(element), ...(tab ? { row: placeOf(element) } : {}), ...(within === "" ? {} : { within }) };
    const done = this.isDone(control);
    if (tab && done) this.pressed.tookTab(control);
    if (done) {
      if (this.pressed.of(control)?.place !== undefined) this.choices.take(control, inMenu(element), false);
      return;
    }
    const opens = this.unknown && tab && isEnabled(element) && !isCurrent(element);
    const named = control.label !== "" && (opens || mayShowMore(element, root, near));
    if (named) this.left.push({ cause: "controls", what: control.label, count: 1 });
    if (named) this.offer(control);
    else if (mayOpen(element, root, near)) this.offerUnnamed(control);
    else if (!near.apart && promised(element) === null) {
      if (asksToAccept(element, root)) this.left.push({ cause: "controls", what: control.label, count: 1 });
      // What says that it is a link leads through the site as links do.
      this.choices.take(control, inMenu(element) && at(element, "role") !== "link", !isEnabled(element));
    }
  }

  /** What is no button and no link, and may be pressed all the same. */
  takeSilent(root: Node, work: SlicedWork): Promise<void> {
    return this.choices.takeSilent(root, work);
  }

  /** Forms that are not to be sent, though nothing else shows what is behind them. */
  takeForms(root: Node): void {
    const forms = formsAnsweredHere(root, new Heeded(root), this.pressed.served);
    for (const form of forms) this.left.push({ cause: "controls", what: nameOfForm(form), count: 1 });
  }

  /** A part that is folded, and that a script may fill when it is opened. */
  takeFold(fold: Element): void {
    const [summary] = dom.selectAll(fold, ":scope > summary");
    if (summary === undefined || !dom.isLaidOut(summary) || dom.selectAll(fold, "a[href]").length > 0) return;
    const text = shownText(fold, PLACEHOLDER_UNITS + MAX_BUTTON_TEXT);
    if (text.length - shownText(summary, MAX_BUTTON_TEXT).length > PLACEHOLDER_UNITS) return;
    const control = { element: summary, label: labelOf(summary) };
    if (this.pressed.of(control) === undefined) this.offerUnnamed(control);
  }

  /** All that turns pages counts once; what nothing is known of comes last. */
  end(): void {
    this.toPress = inPressingOrder(this.toPress);
    const turning = this.pagers.turning(this.pressed);
    if (turning !== null) {
      if (turning.label !== "") this.left.push({ cause: "controls", what: turning.label, count: 1 });
      this.turnsPages = turning.sure && !notToTurn(turning.element);
      if (this.turnsPages) this.toPress.unshift(turning);
    }
    for (const number of this.pagers.others) this.choices.take(number, inMenu(number.element), false);
    for (const label of this.pressed.left()) this.left.push({ cause: "controls", what: label, count: 1 });
    for (const what of this.choices.endless) this.left.push({ cause: "forms_more", what, count: 1 });
    const { known, untried } = this.choices.open();
    // Of lists that are chosen from together some have been chosen already, beside others.
    for (const { element, label } of known) if (isFormChoice(element)) this.left.push({ cause: "controls", what: label, count: 1 });
    this.toPress.splice(this.turnsPages ? 1 : 0, 0, ...known);
    this.toPress.push(...untried);
  }

  private isDone(control: Control): boolean {
    if (promised(control.element) === "more") return isAtItsEnd(control, this.pressed);
    return this.pressed.of(control) !== undefined;
  }

  /** Whether something is behind it a press would tell; where none may be made, it is named. */
  private offerUnnamed(control: Control): void {
    if (!this.offer(control) && control.label !== "") this.left.push({ cause: "controls", what: control.label, count: 1 });
  }

  /** Whether it may be pressed. */
  private offer(control: Control): boolean {
    if (notToTurn(control.element)) return false;
    this.toPress.push(control);
    this.pressed.sawTab(control);
    return true;
  }
}
