// Forms that a script of the page answers in the page itself: the server gets no form, and a query in the address shows nothing.
import { Heeded, labelOf, leadsNowhere, shownText, tagPathOf } from "./buttons.ts";
import * as dom from "./dom.ts";
import type { FieldFacts } from "./form_intent.ts";
import { onlyAsks } from "./form_intent.ts";
import { placeOf } from "./form_choices.ts";
import { MAX_BUTTON_TEXT } from "./promises.ts";
import { methodOf } from "./query_forms.ts";

const SENDING = 'button:not([type]),[type="submit" i],[type="image" i]';
const MAX_FIELDS = 100;

function at(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

function sayOf(element: Element, names: readonly string[]): string {
  return names.map((name) => at(element, name)).join(" ").slice(0, 4 * MAX_BUTTON_TEXT);
}

/** The buttons that send it. */
function sendingOf(form: Element): Element[] {
  return dom.selectAll(form, SENDING).filter((button) => ["button", "input"].includes(dom.htmlName(button)) && !dom.isDisabled(button));
}

function fieldOf(field: Element): FieldFacts {
  const name = dom.htmlName(field);
  const labels = dom.labelsOf(field).map((label) => shownText(label, MAX_BUTTON_TEXT));
  return {
    kind: name === "input" ? at(field, "type").toLowerCase() || "text" : name,
    name: sayOf(field, ["name", "id"]),
    label: [...labels, sayOf(field, ["aria-label", "placeholder", "title"])].join(" "),
  };
}

function fieldsOf(form: Element): FieldFacts[] {
  const fields = dom.selectAll(form, 'input:not([type="submit" i],[type="image" i],[type="button" i],[type="reset" i]),select,textarea');
  return fields.slice(0, MAX_FIELDS).map(fieldOf);
}

export function isWithoutAddress(form: Element): boolean {
  return leadsNowhere(dom.attribute(form, "action"));
}

/** What is shown was asked for by the address: the form's query is asked as others are. */
function isAsked(form: Element): boolean {
  const said = new URLSearchParams(location.search);
  const names = dom.selectAll(form, "[name]").map((field) => at(field, "name"));
  return names.some((name) => name !== "" && said.has(name));
}

/**
 * Of one that names an address the server will know the answer. One that its script has asked of the address of the page
 * itself (`served`, by place), it answers, too.
 */
function isAnsweredHere(form: Element, heeded: Heeded, served: ReadonlySet<string>): boolean {
  const buttons = sendingOf(form);
  if (methodOf(form, buttons[0] ?? null) === "post" || !isWithoutAddress(form) || !dom.isLaidOut(form)) return false;
  if (buttons.some((button) => dom.attribute(button, "formaction") !== null) || served.has(placeOf(form)) || isAsked(form)) return false;
  if (!heeded.has(form, "send") && !buttons.some((button) => heeded.has(button, "press"))) return false;
  const fields = fieldsOf(form);
  if (fields.every(({ kind }) => kind === "hidden")) return false;
  return onlyAsks({ names: sayOf(form, ["class", "id", "role", "aria-label"]), fields, buttons: buttons.map(labelOf) });
}

/** Whether it has a box for words, of which there are always more, and nobody else asks it; `answered`: forms by their paths. */
export function isEndless(form: Element, answered: ReadonlySet<string>): boolean {
  const box = boxOf(form);
  return box !== null && (at(box, "name") === "" || answered.has(tagPathOf(form)));
}

/** Those that look for something. */
export function formsAnsweredHere(root: Node, heeded: Heeded, served: ReadonlySet<string>): Element[] {
  return dom.selectAll(root, "form").filter((form) => isAnsweredHere(form, heeded, served));
}

/** Its box for words, if it has one alone. */
export function boxOf(form: Element): HTMLInputElement | null {
  const [box, ...others] = dom.selectAll(form, "input").filter((input) => ["text", "search"].includes(fieldOf(input).kind) && dom.isLaidOut(input));
  return box instanceof HTMLInputElement && others.length === 0 ? box : null;
}

/** What people know it by. */
export function nameOfForm(form: Element): string {
  const [button] = sendingOf(form);
  return (button === undefined ? "" : labelOf(button)) || "search";
}

/** Whether its script has asked for something since then at the address that the form itself would be sent to. */
export function hasAskedItsAddress(since: number): boolean {
  const asked = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return asked.some(({ name, startTime, initiatorType }) => startTime >= since && /^(?:fetch|xmlhttprequest)$/.test(initiatorType) &&
    URL.canParse(name) && new URL(name).origin === location.origin && new URL(name).pathname === location.pathname);
}

/** Has the script of a form do what it does when that is sent; nothing leads away from the page. */
export function send(form: Element): void {
  const heeded = new Heeded(form);
  const [button] = sendingOf(form);
  if (button === undefined || heeded.has(form, "send")) {
    dom.dispatch(form, new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button instanceof HTMLElement ? button : null }));
    return;
  }
  const stay = (event: Event) => { event.preventDefault(); };
  addEventListener("submit", stay);
  if (button instanceof HTMLElement) HTMLElement.prototype.click.call(button);
  removeEventListener("submit", stay);
}
