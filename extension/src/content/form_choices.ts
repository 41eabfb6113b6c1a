// What the controls of forms let people choose where no form sends it: the options of a list, radios, checks, the places of
// a slider. Scripts answer to the choice, or to a button beside it.
import { MENU, pressable, promised, saysThatItIsNot, shownText, tagPathOf } from "./buttons.ts";
import * as dom from "./dom.ts";
import type { Control } from "./pressed.ts";
import { isForbidden, MAX_BUTTON_TEXT, saysNext, saysReset, saysThatItActs } from "./promises.ts";
import { collapsedPrefix } from "./text.ts";
import { isJumpMenu } from "./unnamed_links.ts";

const NAME_BYTES = 100;
/** A slider of more places is one of amounts. */
const MAX_PLACES = 60;
/** A button that stands so near to a choice is the one that carries it out. */
const REACH = 5;

export interface Choice extends Control {
  place: string;
  inMenu: boolean;
  /** It can't be pressed now. */
  off?: boolean;
  /** Of several, it is the one that the page shows. */
  shown?: boolean;
}

function at(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

function shownName(element: Element): string {
  return collapsedPrefix(shownText(element, 4 * MAX_BUTTON_TEXT), NAME_BYTES);
}

/** Where it stands; numbers in names differ from one to the next, and the whole page is marked while something is open. */
export function placeOf(element: Element): string {
  const parent = dom.parentAcrossShadow(element);
  const path = parent === null ? "" : tagPathOf(parent).replace(/\/(html|body)[.#][^/]*/g, "/$1");
  return `${path}/${dom.localName(element)}`.replace(/\d+/g, "0");
}

/** One that only holds what scripts look at sends nothing. */
export function isInForm(element: Element): boolean {
  const form = dom.closest(element, "form");
  const submits = 'button:not([type="button" i]),[type="submit" i],[type="image" i]';
  return form !== null && (dom.attribute(form, "action") !== null || dom.selectAll(form, submits).length > 0);
}

/** That of the forms `here` which it stands in. */
export function formAround(element: Element, here: ReadonlySet<Element>): Element | undefined {
  const form = dom.closest(element, "form");
  return form !== null && here.has(form) ? form : undefined;
}

/** What people read beside it. */
function labelOf(input: Element): string {
  const label = dom.labelsOf(input).map(shownName).join(" ").trim();
  return label || [at(input, "aria-label"), at(input, "value"), at(input, "name")].map((name) => collapsedPrefix(name, NAME_BYTES)).find(Boolean) || at(input, "type");
}

function isBarred(label: string): boolean {
  return isForbidden({ text: label, label: "", names: "" }) || saysThatItActs({ text: label, label: "" });
}

/** Where it stands, and which it is of those that stand alike. */
function ownPlace(control: Element, index: number): string {
  return `${placeOf(control)} ${[at(control, "id"), at(control, "name")].find((name) => name !== "") ?? String(index)}`;
}

function ofList(select: HTMLSelectElement, index: number): Choice[] {
  if (!dom.isLaidOut(select) || (/location(?!\.hash)|jump|open\(/i.test(at(select, "onchange")) && isJumpMenu(select, false))) return [];
  const common = { place: `${ownPlace(select, index)}/option`, inMenu: dom.closest(select, `${MENU},footer`) !== null };
  const options = dom.selectAll(select, "option:not([disabled])") as HTMLOptionElement[];
  return options.map((element) => ({ ...common, element, label: shownName(element), shown: element.defaultSelected || element.selected }));
}

/** All days or months between the bounds of a field, if they are no more than a slider may have. */
function daysOf({ min, max, step }: HTMLInputElement, months: boolean): string[] {
  const whole = (value: string) => new Date(months ? `${value}-01` : value);
  const by = Math.max(1, Math.floor(Number(step)) || 1);
  const days: string[] = [];
  for (const at = whole(min); at <= whole(max); months ? at.setUTCMonth(at.getUTCMonth() + by) : at.setUTCDate(at.getUTCDate() + by)) {
    if (days.length >= MAX_PLACES) return [];
    days.push(at.toISOString().slice(0, months ? 7 : 10));
  }
  return days;
}

function ofInput(input: HTMLInputElement, index: number): Choice[] {
  const label = labelOf(input);
  const common = { element: input, inMenu: false };
  if (input.type === "radio") return [{ ...common, label, place: `radio ${collapsedPrefix(input.name, NAME_BYTES)}`, shown: input.checked || input.defaultChecked }];
  const around = dom.labelsOf(input).find((one) => dom.closest(input, "label") === one) ?? input;
  if (input.type === "checkbox") return isBarred(label) ? [] : [{ ...common, label, place: `check ${placeOf(around)}` }];
  if (input.type !== "range" && (input.min === "" || input.max === "")) return [];
  // Firefox knows no fields of months, and shows their text.
  const type = at(input, "type").toLowerCase();
  if (type === "date" || type === "month") {
    return daysOf(input, type === "month").map((value) => ({ ...common, label: `${label} ${value}`.trim(), value, place: `days ${ownPlace(input, index)}`, shown: value === input.value || value === input.defaultValue }));
  }
  const [min, max, step] = [input.min || "0", input.max || "100", input.step || "1"].map(Number) as [number, number, number];
  const places = Math.floor((max - min) / step) + 1;
  if (!(places > 1 && places <= MAX_PLACES)) return [];
  return Array.from({ length: places }, (_, steps) => String(min + steps * step)).map((value) =>
    ({ ...common, label: `${label} ${value}`.trim(), value, place: `range ${ownPlace(input, index)}`, shown: value === input.value || value === input.defaultValue }));
}

/** What asks for consent shows nothing. */
const CONSENT = ["cookie", "consent", "gdpr"].flatMap((word) => ["class", "id", "aria-label"].map((name) => `[${name}*="${word}" i]`)).join();

/** All that no form sends, of those that can be chosen now, and all of the forms `here`, which send nothing. */
export function formChoices(root: Node, here: ReadonlySet<Element>): Choice[] {
  const inputs = ["radio", "checkbox", "range", "number", "date", "month"].map((type) => `input[type="${type}" i]`).join();
  const free = dom.selectAll(root, `select,${inputs}`).filter((control) => (formAround(control, here) !== undefined || !isInForm(control)) &&
    dom.closest(control, CONSENT) === null && dom.attribute(control, "disabled") === null);
  return free.flatMap((control, index) => {
    const form = formAround(control, here);
    const choices = dom.localName(control) === "select" ? ofList(control as HTMLSelectElement, index) : ofInput(control as HTMLInputElement, index);
    return form === undefined ? choices : choices.map((choice) => ({ ...choice, form }));
  });
}

export function isFormChoice(element: Element): boolean {
  return ["option", "input"].includes(dom.htmlName(element));
}

/** One that is off again when it is pressed again. */
export function isCheck(element: Element): boolean {
  return ["checkbox", "switch"].includes(at(element, "role")) || (dom.htmlName(element) === "input" && at(element, "type").toLowerCase() === "checkbox");
}

/** The button that carries out what was chosen, where one alone follows right behind it. */
export function buttonBehind(control: Element): Element | null {
  let around = dom.parentAcrossShadow(dom.closest(control, "select") ?? control);
  for (let up = 0; up < REACH && around !== null; up++) {
    const all = dom.selectAll(around, 'button,input[type="button" i],[role="button"]').filter((button) => pressable(button) && dom.isLaidOut(button) &&
      (control.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const [button, ...others] = all.filter((one) => !saysThatItIsNot(one) && !saysReset(shownText(one, MAX_BUTTON_TEXT)));
    if (button !== undefined) return others.length > 0 || promised(button) !== null || saysNext(shownText(button, MAX_BUTTON_TEXT)) ? null : button;
    if (all.length > 0) return null;
    around = dom.parentAcrossShadow(around);
  }
  return null;
}
