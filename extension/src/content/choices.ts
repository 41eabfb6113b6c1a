// What a page lets people choose among, and tells their eyes alone: letters, years, cards, the options of a list. Of what
// stands beside others of its kind a few presses tell whether each shows another part of the page.
import { labelOf, MENU, notToTurn, shownText, tagPathOf } from "./buttons.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import type { Control, Pressed } from "./pressed.ts";
import { MAX_BUTTON_TEXT, plainWords } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";
import { isJumpMenu } from "./unnamed_links.ts";

/** So many of a kind, pressed in vain, and the others are left. */
const FEW = 2;
const MAX_LOOKED = 8_000;
const MAX_TAKEN = 1000;
const MIN_SERIES = 3;
const NAME_BYTES = 100;
const SILENT = "li,span,div,td,p,dt,dd,h2,h3,h4,h5,h6,img,i,b,em,strong,article,section,tr";
/** What has a rule of its own, whether around it or within. */
const SPOKEN = 'a[href],button,input,select,textarea,label,summary,[role="button"],[role="tab"],[role="link"],[contenteditable]';
const SPOKEN_AROUND = `${SPOKEN},form,dialog,[role="dialog"],table[role="grid"]`;

interface Member extends Control {
  inMenu: boolean;
}

/** 1 2 3, 2021 2020 2019, A B C. */
function isSeries(labels: readonly string[]): boolean {
  if (labels.length < MIN_SERIES) return false;
  const numbers = labels.every((label) => /^\d{1,4}$/.test(label));
  if (!numbers && !labels.every((label) => /^\p{L}$/u.test(label))) return false;
  const values = labels.map((label) => (numbers ? Number(label) : (label.codePointAt(0) ?? 0)));
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  // Letters of which nothing is there are left out.
  const most = numbers ? 1 : 4;
  return [1, -1].some((sign) => steps.every((step) => step * sign >= 1 && step * sign <= most));
}

function nameOf(element: Element): string {
  const label = labelOf(element);
  return label === "" ? collapsedPrefix(dom.attribute(element, "src") ?? "", NAME_BYTES) : label;
}

function shownName(element: Element): string {
  return collapsedPrefix(shownText(element, 4 * MAX_BUTTON_TEXT), NAME_BYTES);
}

function hasHand(element: Element): boolean {
  const parent = dom.parentAcrossShadow(element);
  const isHand = (one: Element) => getComputedStyle(one).cursor === "pointer";
  return isHand(element) && (parent === null || !isHand(parent));
}

function looksPressable(element: Element): boolean {
  return dom.attribute(element, "onclick") !== null || dom.attribute(element, "tabindex") === "0" || hasHand(element);
}

/** Chromium takes a picture that was kept out of the tab (restrictions.ts) out of the page. */
function isShown(element: Element): boolean {
  const holder = dom.htmlName(element) === "img" ? dom.parentAcrossShadow(element) : element;
  return holder !== null && dom.isLaidOut(holder);
}

function placeOf(element: Element): string {
  const parent = dom.parentAcrossShadow(element);
  return `${parent === null ? "" : tagPathOf(parent)}/${dom.localName(element)}`;
}

export class Choices {
  /** By where they stand: what is drawn anew stands at the same place. */
  private readonly kinds = new Map<string, Member[]>();
  private taken = 0;

  constructor(private readonly pressed: Pressed) {}

  /** A button that says nothing of what it does. */
  take(control: Control, inMenu: boolean): void {
    this.add(placeOf(control.element), { ...control, inMenu });
  }

  /** What is no button and no link, and is pressed all the same; options of lists that no form sends. */
  async takeSilent(root: Node, work: SlicedWork): Promise<void> {
    for (const select of dom.selectAll(root, "select:not([multiple])")) this.takeOptions(select);
    for (const radio of dom.selectAll(root, 'input[type="radio" i]')) this.takeRadio(radio);
    const bare = new Map<Element | null, Control[]>();
    for (const element of dom.selectAll(root, SILENT).slice(0, MAX_LOOKED)) {
      if (work.due()) await work.pause();
      const text = shownText(element, MAX_BUTTON_TEXT).trim();
      if (text.length > MAX_BUTTON_TEXT || !isShown(element)) continue;
      const sign = looksPressable(element);
      const short = /^(?:\d{1,4}|\p{L})$/u.test(text) && !["td", "tr"].includes(dom.htmlName(element));
      if (!(sign || short) || this.hasRule(element)) continue;
      const control = { element, label: nameOf(element) };
      const inMenu = dom.closest(element, `${MENU},footer`) !== null;
      if (sign) this.add(placeOf(element), { ...control, inMenu });
      else if (dom.selectAll(element, "*").length === 0) {
        const parent = dom.parentAcrossShadow(element);
        bare.set(parent, [...(bare.get(parent) ?? []), control]);
      }
    }
    for (const row of bare.values()) {
      if (!isSeries(row.map(({ label }) => label))) continue;
      for (const control of row) this.add(placeOf(control.element), { ...control, inMenu: false });
    }
  }

  /** What may be pressed, of each kind no more than tells whether the others are worth it. */
  open(): Control[] {
    return [...this.kinds].flatMap(([place, members]) => {
      if (!this.isChoice(members)) return [];
      const open = members.filter((member) => !this.isDone(member) && !notToTurn(member.element));
      return open.slice(0, Math.max(0, FEW - this.pressed.vainAt(place))).map(({ element, label }) => ({ element, label, place }));
    });
  }

  /** Of kinds of which one showed more: those that were not pressed. */
  left(): Control[] {
    const showsMore = (place: string) => this.pressed.vainAt(place) < 0;
    return [...this.kinds].flatMap(([place, members]) => (showsMore(place) ? members.filter((member) => !this.isDone(member)) : []));
  }

  private add(place: string, member: Member): void {
    if (member.label === "" || ++this.taken > MAX_TAKEN) return;
    this.kinds.set(place, [...(this.kinds.get(place) ?? []), member]);
    // What has become of those that were pressed is told in their order.
    this.pressed.of(member);
  }

  private takeOptions(select: Element): void {
    if (dom.formOf(select) !== null || !dom.isLaidOut(select) || dom.attribute(select, "disabled") !== null) return;
    if (/location|jump|open\(/i.test(dom.attribute(select, "onchange") ?? "") && isJumpMenu(select, false)) return;
    if (notToTurn(select)) return;
    const place = `${placeOf(select)}/option`;
    for (const option of dom.selectAll(select, "option:not([disabled])")) {
      const label = shownName(option);
      this.add(place, { element: option, label, inMenu: dom.closest(select, `${MENU},footer`) !== null });
    }
  }

  private takeRadio(radio: Element): void {
    if (dom.formOf(radio) !== null || dom.attribute(radio, "disabled") !== null) return;
    const label = dom.labelsOf(radio).map(shownName).join(" ");
    const name = collapsedPrefix(dom.attribute(radio, "name") ?? "", NAME_BYTES);
    this.add(`radio ${name}`, { element: radio, label: label === "" ? (dom.attribute(radio, "value") ?? "") : label, inMenu: false });
  }

  private hasRule(element: Element): boolean {
    return dom.closest(element, SPOKEN_AROUND) !== null || dom.selectAll(element, SPOKEN).length > 0;
  }

  private isChoice(members: readonly Member[]): boolean {
    const series = isSeries(members.map(({ label }) => label));
    return members.length > 1 && (series || members.some(({ inMenu }) => !inMenu));
  }

  /** A picture or a sign leads on and on; what has words shows one thing. */
  private isDone(control: Control): boolean {
    const press = this.pressed.of(control);
    const wordless = plainWords(shownText(control.element, MAX_BUTTON_TEXT)) === "";
    return press !== undefined && (!wordless || press.vain > 0);
  }
}
