// What a page lets people choose among, and tells their eyes alone: letters, years, cards, the options of a list. Of what
// stands beside others of its kind a few presses tell whether each shows another part of the page.
import { isCurrent, labelOf, MENU, saysThatItIsNot, shownText, tagPathOf } from "./buttons.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import type { Control, Pressed } from "./pressed.ts";
import { isNextSign, MAX_BUTTON_TEXT, plainWords } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";
import { isJumpMenu } from "./unnamed_links.ts";

/** So many of a kind, pressed in vain, and the others are left. Of an alphabet most letters may have nothing. */
const FEW = 3;
const FEW_OF_SERIES = 8;
/** Of the golden section: steps of it come near to every place of a row. */
const STEP = 0.618;
const MAX_LOOKED = 8_000;
const MAX_TAKEN = 1000;
const MIN_SERIES = 3;
/** A card says more than a button. */
const MAX_TEXT = 500;
const NAME_BYTES = 100;
const SILENT = "ul>*,ol>*,span,div,td,p,dt,dd,h2,h3,h4,h5,h6,img,i,b,em,strong,article,section,tr,path";
/** What has a rule of its own. */
const SPOKEN_AROUND =
  'a[href],button,input,select,textarea,label,summary,[role="button"],[role="tab"],[role="link"],[contenteditable],dialog,[role="dialog"],table[role="grid"]';
const SPOKEN_WITHIN = "a[href],input,select,textarea,[contenteditable]";
const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "dl", "tr", "tbody"]);

interface Member extends Control {
  inMenu: boolean;
  /** It can't be pressed now. */
  off?: boolean;
}

/** 1 2 3, 2021 2011 2001, A B C. */
function isSeries(labels: readonly string[]): boolean {
  const pairs = labels.slice(1).map((label, at): [string, string] => [labels[at] ?? "", label]);
  if (labels.length < MIN_SERIES) return false;
  if (labels.every((label) => /^\p{L}$/u.test(label))) {
    return pairs.every(([one, next]) => one.localeCompare(next) < 0);
  }
  if (!labels.every((label) => /^\d{1,4}$/.test(label))) return false;
  const steps = pairs.map(([one, next]) => Number(next) - Number(one));
  const years = labels.every((label) => /^(?:1[89]|20)\d\d$/.test(label));
  return [1, -1].some((sign) => steps.every((step) => (years ? step * sign > 0 : step * sign === 1)));
}

function nameOf(element: Element): string {
  const label = labelOf(element);
  return label === "" ? collapsedPrefix(dom.attribute(element, "src") ?? "", NAME_BYTES) : label;
}

function shownName(element: Element): string {
  return collapsedPrefix(shownText(element, 4 * MAX_BUTTON_TEXT), NAME_BYTES);
}

/** A hand is handed down: what has one of its own, or is an item of a list that has. */
function hasHand(element: Element): boolean {
  const parent = dom.parentAcrossShadow(element);
  const isHand = (one: Element) => getComputedStyle(one).cursor === "pointer";
  return isHand(element) && (parent === null || !isHand(parent) || LISTS.has(dom.htmlName(parent)));
}

function looksPressable(element: Element): boolean {
  return dom.attribute(element, "onclick") !== null || dom.attribute(element, "tabindex") === "0" || hasHand(element);
}

/** Chromium takes a picture that was kept out of the tab (restrictions.ts) out of the page. */
function isShown(element: Element): boolean {
  const holder = dom.htmlName(element) === "img" ? dom.parentAcrossShadow(element) : element;
  return holder !== null && dom.isLaidOut(holder);
}

/** Where it stands; numbers in names differ from one to the next. */
function placeOf(element: Element): string {
  const parent = dom.parentAcrossShadow(element);
  return `${parent === null ? "" : tagPathOf(parent)}/${dom.localName(element)}`.replace(/\d+/g, "0");
}

/** A heart or a thumb is no way to see more. */
function isMereSign(element: Element): boolean {
  const text = shownText(element, MAX_BUTTON_TEXT).trim();
  return text !== "" && plainWords(text) === "" && !isNextSign(text) && !/^[‹«<←⟨❮◀]+$/.test(text);
}

/** One that only holds what scripts look at sends nothing. */
function isInForm(element: Element): boolean {
  const form = dom.closest(element, "form");
  const submits = 'button:not([type="button" i]),[type="submit" i],[type="image" i]';
  return form !== null && (dom.attribute(form, "action") !== null || dom.selectAll(form, submits).length > 0);
}

export class Choices {
  /** By where they stand: what is drawn anew stands at the same place. */
  private readonly kinds = new Map<string, Member[]>();
  private taken = 0;

  constructor(private readonly pressed: Pressed) {}

  /** A button that says nothing of what it does. */
  take(control: Control, inMenu: boolean, off: boolean): void {
    this.add(placeOf(control.element), { ...control, inMenu, off });
  }

  /** What is no button and no link, and is pressed all the same; options of lists that no form sends. */
  async takeSilent(root: Node, work: SlicedWork): Promise<void> {
    for (const select of dom.selectAll(root, "select:not([multiple])")) this.takeOptions(select);
    for (const radio of dom.selectAll(root, 'input[type="radio" i]')) this.takeRadio(radio);
    const bare = new Map<Element | null, Control[]>();
    for (const element of dom.selectAll(root, SILENT).slice(0, MAX_LOOKED)) {
      if (work.due()) await work.pause();
      const text = shownText(element, MAX_TEXT).trim();
      if (text.length > MAX_TEXT || !isShown(element)) continue;
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

  /** What may be pressed: what showed more first, then one of each kind, and no more of a kind than tells whether it is worth it. */
  open(): Control[] {
    const open = [...this.kinds].filter(([, members]) => this.isChoice(members)).map(([place, members]) => {
      const vain = this.pressed.vainAt(place);
      const worth = members.filter((member) => member.off !== true && !this.isDone(member) && !this.isBarred(member.element));
      const next = vain < 0 ? worth : this.spread(worth, vain, isSeries(members.map(({ label }) => label)) ? FEW_OF_SERIES : FEW);
      return { vain, controls: next.map(({ element, label }) => ({ element, label, place })) };
    });
    return open.sort((a, b) => a.vain - b.vain).flatMap(({ controls }) => controls);
  }

  private add(place: string, member: Member): void {
    if (member.label === "" || ++this.taken > MAX_TAKEN) return;
    this.kinds.set(place, [...(this.kinds.get(place) ?? []), member]);
    if (member.off !== true && !this.isShownAlready(member.element)) this.pressed.saw(place, member.label);
    // What has become of those that were pressed is told in their order.
    this.pressed.of(member);
  }

  /** One more to try, from all over the row: some of a kind are empty. */
  private spread(worth: readonly Member[], vain: number, few: number): Member[] {
    const others = worth.filter(({ element }) => !this.isShownAlready(element));
    const one = others.at(Math.floor(((vain * STEP) % 1) * others.length));
    return one === undefined || vain >= few ? [] : [one];
  }

  private takeOptions(select: Element): void {
    if (isInForm(select) || !dom.isLaidOut(select) || dom.attribute(select, "disabled") !== null) return;
    if (/location|jump|open\(/i.test(dom.attribute(select, "onchange") ?? "") && isJumpMenu(select, false)) return;
    const inMenu = dom.closest(select, `${MENU},footer`) !== null;
    for (const option of dom.selectAll(select, "option:not([disabled])")) {
      this.add(`${placeOf(select)}/option`, { element: option, label: shownName(option), inMenu });
    }
  }

  private takeRadio(radio: Element): void {
    if (isInForm(radio) || dom.attribute(radio, "disabled") !== null) return;
    const label = dom.labelsOf(radio).map(shownName).join(" ");
    const name = collapsedPrefix(dom.attribute(radio, "name") ?? "", NAME_BYTES);
    this.add(`radio ${name}`, { element: radio, label: label === "" ? (dom.attribute(radio, "value") ?? "") : label, inMenu: false });
  }

  private hasRule(element: Element): boolean {
    return dom.closest(element, SPOKEN_AROUND) !== null || dom.selectAll(element, SPOKEN_WITHIN).length > 0 || isInForm(element);
  }

  private isBarred(element: Element): boolean {
    return isMereSign(element) || saysThatItIsNot(element);
  }

  private isShownAlready(element: Element): boolean {
    return element instanceof HTMLOptionElement ? element.defaultSelected || element.selected : isCurrent(element);
  }

  private isChoice(members: readonly Member[]): boolean {
    const series = isSeries(members.map(({ label }) => label));
    const onward = members.some(({ element }) => isNextSign(shownText(element, MAX_BUTTON_TEXT)));
    return (members.length > 1 || onward) && (series || members.some(({ inMenu }) => !inMenu));
  }

  /** A picture or a sign leads on and on; what has words shows one thing. */
  private isDone(control: Control): boolean {
    const press = this.pressed.of(control);
    const wordless = plainWords(shownText(control.element, MAX_BUTTON_TEXT)) === "";
    return press !== undefined && (!wordless || press.vain > 0);
  }
}
