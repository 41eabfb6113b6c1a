// What a page lets people choose among, and tells their eyes alone: letters, years, cards, the options of a list. Of what
// stands beside others of its kind a few presses tell whether each shows another part of the page.
import { Heeded, isCurrent, labelOf, leadsNowhere, MENU, saysThatItIsNot, shownText } from "./buttons.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import type { Choice } from "./form_choices.ts";
import { formAround, formChoices, isFormChoice, isInForm, placeOf } from "./form_choices.ts";
import { searchWords } from "./form_intent.ts";
import { boxOf, formsAnsweredHere, isEndless, nameOfForm } from "./forms_here.ts";
import type { Control, Pressed } from "./pressed.ts";
import { isNextSign, MAX_BUTTON_TEXT, plainWords, saysSearch } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";

/** So many of a kind, pressed in vain, and the others are left. Of an alphabet most letters may have nothing, as most words of a page. */
const FEW = 3;
const FEW_OF_SERIES = 8;
/** Of the golden section: steps of it come near to every place of a row. */
const STEP = 0.618;
const MAX_LOOKED = 8_000;
const MAX_TAKEN = 5000;
const MIN_SERIES = 3;
/** Parts of a page that words are taken from. */
const MAX_TOLD = 300;
/** In places of such words. */
const WORDS = "words ";
/** A card says more than a button. */
const MAX_TEXT = 500;
const NAME_BYTES = 100;
/** What says by a role of its own that it is there to be pressed, and shows more of the page if anything. */
const ROLES = ["option", "menuitem", "menuitemradio", "radio", "checkbox", "switch", "combobox"].map((role) => `[role="${role}"]`).join();
const DRAWN = ["g", "path", "circle", "rect", "polygon", "text", "use"].map((name) => `svg ${name}`).join();
const SILENT = `ul>*,ol>*,span,div,td,p,dt,dd,h2,h3,h4,h5,h6,img,i,b,em,strong,article,section,tr,label,${ROLES},[aria-haspopup="listbox"],${DRAWN}`;
/** What has a rule of its own. */
const SPOKEN_AROUND =
  'a[href],button,input,select,textarea,summary,[role="button"],[role="tab"],[role="link"],[contenteditable],dialog,[role="dialog"],table[role="grid"]';
const SPOKEN_WITHIN = "a[href],input,select,textarea,[contenteditable]";
const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "dl", "tr", "tbody"]);

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
  const others = ["src", "placeholder", "id"].map((name) => collapsedPrefix(dom.attribute(element, name) ?? "", NAME_BYTES));
  return [label, ...others, dom.localName(element)].find((name) => name !== "") ?? "";
}

/** A row that is pressed as a whole is none. */
function isList(element: Element, heeded: Heeded): boolean {
  const name = dom.htmlName(element);
  return LISTS.has(name) && !(name === "tr" && heeded.has(element, "press"));
}

/** A hand is handed down: what has one of its own, or is an item of a list that has. */
function hasHand(element: Element, heeded: Heeded): boolean {
  const parent = dom.parentAcrossShadow(element);
  const isHand = (one: Element) => getComputedStyle(one).cursor === "pointer";
  return isHand(element) && (parent === null || !isHand(parent) || isList(parent, heeded));
}

function saysPressable(element: Element): boolean {
  return element.matches(ROLES) || dom.attribute(element, "aria-haspopup") === "listbox";
}

/** A plus before the branch of a tree. */
function opensBranch(element: Element): boolean {
  const names = (dom.attribute(element, "class") ?? "").slice(0, NAME_BYTES);
  return /(?:^|[\s_-])(?:expand|expander|expandable|toggler?|twisty|plus|ocl)(?:$|[\s_-])/i.test(names) && plainWords(shownText(element, MAX_BUTTON_TEXT)) === "";
}

/** A heading, by its element or its class, above what is hidden. */
function isHead(element: Element): boolean {
  const next = element.nextElementSibling;
  if (next === null || dom.isLaidOut(next) || ["script", "style", "template", "dialog"].includes(dom.htmlName(next))) return false;
  const names = (dom.attribute(element, "class") ?? "").slice(0, NAME_BYTES);
  return /^(?:h[2-6]|dt)$/.test(dom.htmlName(element)) || /(?:^|[\s_-])(?:head|header|heading|title|trigger|summary|accordion)(?:$|[\s_-])/i.test(names);
}

function looksPressable(element: Element, heeded: Heeded): boolean {
  return saysPressable(element) || opensBranch(element) || isHead(element) || dom.attribute(element, "onclick") !== null ||
    dom.attribute(element, "tabindex") === "0" || hasHand(element, heeded) || heeded.has(element, "press") ||
    heeded.has(element, "double") || isOfHeedingList(element, heeded);
}

/** One script for all items of a list, or for all of what stands beside each other alike. */
function isOfHeedingList(element: Element, heeded: Heeded): boolean {
  const parent = dom.parentAcrossShadow(element);
  if (parent === null || ["body", "tr"].includes(dom.htmlName(parent)) || !heeded.has(parent, "press")) return false;
  // Of many, each is asked: its neighbours tell enough.
  const beside = [element.previousElementSibling, element.nextElementSibling].filter((other) => other !== null);
  return isList(parent, heeded) || (beside.length > 0 && beside.every((other) => dom.localName(other) === dom.localName(element)));
}

/** Who has a pointer come over it may be shown more; not if what it shows is there, and never what leads elsewhere itself. */
function opensByPointer(element: Element, heeded: Heeded): boolean {
  return heeded.has(element, "pointer") && dom.closest(element, SPOKEN_AROUND) === null &&
    dom.selectAll(element, "a[href]").filter((link) => !leadsNowhere(dom.attribute(link, "href"))).length < 2;
}

/** Chromium takes a picture that was kept out of the tab (restrictions.ts) out of the page. */
function isShown(element: Element): boolean {
  const holder = dom.htmlName(element) === "img" ? dom.parentAcrossShadow(element) : element;
  return holder !== null && dom.isLaidOut(holder);
}

/** Of a label that stands for nothing, scripts make what they like. */
function isForControl(element: Element): boolean {
  const label = dom.closest(element, "label");
  return label !== null && (dom.attribute(label, "for") !== null || dom.selectAll(label, "input,select,textarea").length > 0);
}

/** A heart or a thumb is no way to see more. */
function isMereSign(element: Element): boolean {
  const text = shownText(element, MAX_BUTTON_TEXT).trim();
  return text !== "" && plainWords(text) === "" && !isNextSign(text) && !/^[‹«<←⟨❮◀▸▹▾▿▼▽►▻⊞⊟+−⌄]+$/u.test(text);
}

/** What stands in or around one that leads to a view, and is nothing by itself, leads there as well. */
function isAPartOf(element: Element, leading: readonly Element[]): boolean {
  const byItself = dom.attribute(element, "role") !== null || ["button", "input", "option", "a"].includes(dom.htmlName(element));
  return !byItself && leading.some((one) => one !== element && (one.contains(element) || element.contains(one)));
}

/** Whether it looks for something, and a script answers in the page itself. */
function searchesHere(form: Element, heeded: Heeded): boolean {
  if (/^post$/i.test(dom.attribute(form, "method") ?? "") || !dom.isLaidOut(form) || !heeded.has(form, "send")) return false;
  const fields = dom.selectAll(form, 'textarea,input:not([type="hidden" i],[type="submit" i],[type="button" i],[type="image" i])');
  const isText = (field: Element) => dom.htmlName(field) === "input" && /^(?:text|search|)$/i.test(dom.attribute(field, "type") ?? "");
  const said = [form, ...fields, ...dom.selectAll(form, "button")].flatMap((one) =>
    ["role", "type", "name", "id", "class", "placeholder", "aria-label", "value"].map((name) => dom.attribute(one, name) ?? "").concat(shownText(one, MAX_BUTTON_TEXT)));
  return fields.length === 1 && fields.every(isText) && said.some(saysSearch) && !saysThatItIsNot(form);
}

export class Choices {
  /** By where they stand: what is drawn anew stands at the same place. */
  private readonly kinds = new Map<string, Choice[]>();
  private taken = 0;
  /** Forms that a script answers, of the root that is looked at. */
  private here: ReadonlySet<Element> = new Set();
  /** Forms of which nobody else tells that there is always more to ask them for. */
  readonly endless = new Set<string>();

  constructor(private readonly pressed: Pressed) {}

  /** A button that says nothing of what it does. */
  take(control: Control, inMenu: boolean, off: boolean): void {
    this.add({ ...control, place: placeOf(control.element), inMenu, off });
  }

  /** What is no button and no link, and is pressed all the same; what controls of forms have to choose. */
  async takeSilent(root: Node, work: SlicedWork): Promise<void> {
    const heeded = new Heeded(root);
    this.here = new Set(formsAnsweredHere(root, heeded, this.pressed.served));
    // As it stands it may show all that there is.
    for (const form of dom.selectAll(root, "form").filter((one) => this.here.has(one) || searchesHere(one, heeded))) {
      this.add({ element: form, label: nameOfForm(form), place: placeOf(form), inMenu: false, way: "send" });
    }
    for (const choice of formChoices(root, this.here)) this.add(choice);
    for (const form of this.here) {
      this.takeWords(form, root);
      if (isEndless(form, this.pressed.answered)) this.endless.add(nameOfForm(form));
    }
    const bare = new Map<Element | null, Control[]>();
    for (const element of dom.selectAll(root, SILENT).slice(0, MAX_LOOKED)) {
      if (work.due()) await work.pause();
      const text = shownText(element, MAX_TEXT).trim();
      if (text.length > MAX_TEXT || !isShown(element)) continue;
      const sign = looksPressable(element, heeded);
      const short = /^(?:\d{1,4}|\p{L})$/u.test(text) && !["td", "tr"].includes(dom.htmlName(element));
      const form = formAround(element, this.here);
      const control = { element, label: nameOf(element), ...(form === undefined ? {} : { form }) };
      if (!(sign || short) || this.hasRule(element)) {
        if (opensByPointer(element, heeded)) this.add({ ...control, place: `${placeOf(element)} pointed at`, inMenu: false, way: "point" });
        continue;
      }
      const inMenu = dom.closest(element, `${MENU},footer`) !== null;
      if (sign) this.add({ ...control, place: placeOf(element), inMenu });
      else if (dom.selectAll(element, "*").length === 0) {
        const parent = dom.parentAcrossShadow(element);
        bare.set(parent, [...(bare.get(parent) ?? []), control]);
      }
    }
    for (const row of bare.values()) {
      if (!isSeries(row.map(({ label }) => label))) continue;
      for (const control of row) this.add({ ...control, place: placeOf(control.element), inMenu: false });
    }
  }

  /** Where a form shows nothing as it stands, it waits for a word. */
  private takeWords(form: Element, root: Node): void {
    const box = boxOf(form);
    if (box === null || this.pressed.vainAt(placeOf(form)) <= 0) return;
    const place = `${WORDS}${placeOf(box)}`;
    const told = () => dom.selectAll(root, "h1,h2,h3,a[href],p,li").slice(0, MAX_TOLD).map((element) => shownText(element, MAX_TEXT));
    const words = this.pressed.words.get(place) ?? searchWords([document.title, ...told()]);
    this.pressed.words.set(place, words);
    for (const word of words) this.add({ element: box, label: word, value: word, place, inMenu: false, form });
  }

  /** What may be pressed: of what showed more all, of the others one of each kind, and no more than tells whether it is worth it. */
  open(): { known: Control[]; untried: Control[] } {
    this.pressed.kinds(this.kinds);
    const leading = [...this.kinds].filter(([place]) => this.pressed.leads(place)).flatMap(([, members]) => members.map(({ element }) => element));
    const open = [...this.kinds].filter(([, members]) => this.isChoice(members)).map(([place, members]) => {
      const vain = this.pressed.vainAt(place);
      const vainOf = (member: Choice) => this.pressed.of(member)?.vain ?? 0;
      const views = vain < 0 && this.isMenuOfViews(members);
      const worth = members.filter((member) => member.off !== true && !this.isDone(member) && !this.isBarred(member.element, views) &&
        !isAPartOf(member.element, leading))
        .sort((one, other) => vainOf(one) - vainOf(other));
      const next = vain < 0 ? worth : this.spread(worth, vain, place.startsWith(WORDS) || isSeries(members.map(({ label }) => label)) ? FEW_OF_SERIES : FEW);
      return { place, vain, depth: this.pressed.depthOf(place), controls: next };
    });
    const again = this.pressed.toOpenAgain(this.kinds, FEW).filter(({ element }) => dom.isLaidOut(element));
    const sorted = open.sort((a, b) => (a.vain < 0 && b.vain < 0 ? b.depth - a.depth : a.vain - b.vain));
    const known = sorted.filter(({ vain }) => vain < 0).flatMap(({ controls }) => controls);
    return { known: [...known, ...again], untried: sorted.filter(({ vain }) => vain >= 0).flatMap(({ controls }) => controls) };
  }

  private add(choice: Choice): void {
    if (choice.label === "" || ++this.taken > MAX_TAKEN) return;
    this.kinds.set(choice.place, [...(this.kinds.get(choice.place) ?? []), choice]);
    if (choice.off !== true && !this.isShownAlready(choice) && !isMereSign(choice.element)) this.pressed.saw(choice);
    // What has become of those that were pressed is told in their order.
    this.pressed.of(choice);
  }

  /** One more to try, from all over the row: some of a kind are empty. */
  private spread(worth: readonly Choice[], vain: number, few: number): Choice[] {
    const others = worth.filter((choice) => !this.isShownAlready(choice));
    const one = others.at(Math.floor(((vain * STEP) % 1) * others.length));
    return one === undefined || vain >= few ? [] : [one];
  }

  private hasRule(element: Element): boolean {
    const sent = isInForm(element) && formAround(element, this.here) === undefined;
    if (saysPressable(element)) return sent || dom.closest(element, "a[href]") !== null;
    return dom.closest(element, SPOKEN_AROUND) !== null || isForControl(element) || dom.selectAll(element, SPOKEN_WITHIN).length > 0 || sent;
  }

  private isBarred(element: Element, views: boolean): boolean {
    // "Imports" among the options of a list is no command.
    return !isFormChoice(element) && (isMereSign(element) || saysThatItIsNot(element, views));
  }

  private isShownAlready({ element, shown }: Choice): boolean {
    return shown ?? isCurrent(element);
  }

  private isChoice(members: readonly Choice[]): boolean {
    const series = isSeries(members.map(({ label }) => label));
    return series || members.some(({ inMenu }) => !inMenu) || this.isMenuOfViews(members);
  }

  /** Several of one kind, of which none says that it opens more of the menu, lead to parts of the site that a script shows. */
  private isMenuOfViews(members: readonly Choice[]): boolean {
    const isView = ({ element }: Choice) => !element.matches("[aria-expanded],[aria-haspopup]") && plainWords(shownText(element, MAX_BUTTON_TEXT)) !== "";
    return members.length >= MIN_SERIES && members.every(isView) && members.some(({ element }) => dom.closest(element, "nav,[role=navigation]") !== null);
  }

  /** A picture or a sign leads on and on; what has words shows one thing. */
  private isDone(control: Control): boolean {
    const press = this.pressed.of(control);
    const wordless = !isFormChoice(control.element) && plainWords(shownText(control.element, MAX_BUTTON_TEXT)) === "";
    return press !== undefined && (!wordless || press.vain > this.pressed.stepsOfOthers(press));
  }
}
