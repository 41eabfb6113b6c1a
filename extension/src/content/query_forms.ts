// The forms of a live document as the engine may ask them. The counterpart of
// native-host/src/content/query_forms.cpp: both give the same of the same page. What is over the
// limits of a page is left out by the engine's reader of this (page_json.cpp).
import type { TabForm, TabInput, TabValue } from "../host/protocol/tab_forms.ts";
import { FORM_LIMITS } from "../host/protocol/tab_forms.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { tokenOf } from "./found.ts";
import { LIMITS } from "./reading_limits.ts";
import { asciiLower, collapse, trimmed, utf8Prefix } from "./text.ts";

const ONE_LINE = ["text", "search", "email", "url", "tel", "number", "password", "date", "datetime-local",
  "month", "week", "time"];
const OTHERS = ["submit", "reset", "button", "image", "hidden", "checkbox", "radio", "file", "color", "range"];
const KINDS: ReadonlySet<string> = new Set([...ONE_LINE, ...OTHERS]);

interface Control {
  element: Element;
  input: TabInput;
}

/**
 * All forms in document order, with the controls that belong to them; not those of frames. A button that sends its form
 * elsewhere, or by a method of its own, makes a form of its own, behind the one that the other buttons send, if there are any.
 */
export async function queryForms(page: Document, work: SlicedWork): Promise<TabForm[]> {
  const found = dom.selectAll(page, "form").slice(0, FORM_LIMITS.forms).filter((form) => dom.htmlName(form) === "form");
  const forms = new Map(found.map((form): [Element, Control[]] => [form, []]));
  if (forms.size === 0) return [];
  let units = 0;
  for (const element of dom.selectAll(page, "input, select, textarea, button").slice(0, FORM_LIMITS.controls)) {
    if (work.due()) await work.pause();
    const owner = dom.formOf(element);
    const controls = owner === null ? undefined : forms.get(owner);
    const input = controls === undefined ? null : inputOf(element);
    if (controls === undefined || input === null) continue;
    for (const { value, label } of input.values) units += value.length + label.length;
    if (units > FORM_LIMITS.units) break;
    controls.push({ element, input });
  }
  const base = utf8Prefix(dom.baseUri(page).toWellFormed().replace(/#.*$/s, ""), LIMITS.writtenBytes);
  const sent: TabForm[] = [];
  for (const [form, controls] of forms) {
    for (const button of [null, ...controls.filter(sendsOtherwise)]) {
      if (sent.length >= FORM_LIMITS.forms) return sent;
      const one = sentBy(button, form, controls, base, dom.characterSet(page));
      if (one !== null) sent.push(one);
    }
  }
  return sent;
}

/** By which method a form is sent, in lower case: the button's own where it has one, else the form's. */
export function methodOf(form: Element, button: Element | null): string {
  const own = button === null ? null : dom.attribute(button, "formmethod");
  return asciiLower(trimmed(own ?? dom.attribute(form, "method") ?? ""));
}

function isSending({ kind }: Pick<TabInput, "kind">): boolean {
  return kind === "submit" || kind === "image";
}

function sendsOtherwise({ element, input }: Control): boolean {
  return isSending(input) && (has(element, "formaction") || has(element, "formmethod"));
}

/** The form as `button` sends it, one that sends it otherwise, or as its other buttons do (null). Null when none does. */
function sentBy(button: Control | null, form: Element, controls: readonly Control[], base: string, encoding: string): TabForm | null {
  const method = methodOf(form, button?.element ?? null);
  const sent = controls.filter((one) => button === null ? !sendsOtherwise(one) : one === button || !isSending(one.input));
  const without = button === null && sent.length < controls.length && !sent.some(({ input }) => isSending(input));
  if (method === "dialog" || without || sent.length === 0) return null;
  const post = method === "post";
  const elsewhere = button === null ? null : dom.attribute(button.element, "formaction");
  const action = utf8Prefix((elsewhere ?? dom.attribute(form, "action") ?? "").toWellFormed(), LIMITS.writtenBytes + 1);
  const charset = utf8Prefix((dom.attribute(form, "accept-charset") ?? encoding).toWellFormed(), FORM_LIMITS.valueBytes);
  const inputs = sent.map(({ input }) => post ? { ...input, values: wordsAlone(input) } : input);
  return { base, action, post, charset, tagPath: pathTo(form), inputs };
}

function word(element: Element, attribute: string): string {
  return asciiLower(trimmed(dom.attribute(element, attribute) ?? ""));
}

function has(element: Element, attribute: string): boolean {
  return dom.attribute(element, attribute) !== null;
}

/** Longer ones than are kept stay too long, so that they are left out and not misread. */
function value(text: string): string {
  return utf8Prefix(text.toWellFormed(), FORM_LIMITS.valueBytes + 4);
}

function label(text: string): string {
  return utf8Prefix(collapse(text.toWellFormed()), FORM_LIMITS.valueBytes);
}

function kindOf(element: Element, name: string): string {
  const type = word(element, "type");
  if (name === "select" || name === "textarea") return name;
  if (name === "button") return type === "reset" || type === "button" ? type : "submit";
  return KINDS.has(type) ? type : "text";
}

/** Null for what is never sent. */
function inputOf(element: Element): TabInput | null {
  const tag = dom.htmlName(element);
  if (tag === "" || dom.isDisabled(element)) return null;
  const kind = kindOf(element, tag);
  const name = utf8Prefix((dom.attribute(element, "name") ?? "").toWellFormed(), FORM_LIMITS.valueBytes);
  const sends = isSending({ kind });
  if (kind === "reset" || kind === "button" || (name === "" && !sends)) return null;
  const shown = tag === "button" ? (dom.textContent(element) ?? "")
    : sends ? (dom.attribute(element, kind === "image" ? "alt" : "value") ?? "") : "";
  const required = has(element, "required");
  if (tag === "select") return { kind, name, required, values: options(element) };
  const ticked = kind === "checkbox" || kind === "radio";
  const called = label(shown) === "" && kind !== "hidden" ? calledBy(element) : shown;
  const written = dom.attribute(element, "value") ?? (ticked ? "on" : usualValue(element, kind));
  const chosen = !ticked || has(element, "checked");
  const others = valuesBetween(element, kind).filter((other) => other !== written);
  const values = [{ value: value(written), label: label(called), chosen },
    ...others.map((other) => ({ value: other, label: "", chosen: false }))];
  return { kind, name, required, values };
}

/** Of what is never sent: the words on buttons stay. */
function wordsAlone(input: TabInput): TabValue[] {
  return isSending(input) ? input.values.slice(0, 1).map((one) => ({ ...one, value: "" })) : [];
}

interface Bounds { least: number; most: number; step: number }

const DAY = 24 * 3600 * 1000;
const MONTHS = 12;
const USUAL_MOST = 100; // of a slider

function integer(text: string): number | null {
  return /^-?[0-9]{1,9}$/.test(text) ? Number(text) : null;
}

/** `2024-02` as a count of months, `2024-02-29` as one of days. */
function countOf(text: string, kind: string): number | null {
  if (kind === "number" || kind === "range") return integer(text);
  if (!(kind === "date" ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d$/).test(text)) return null;
  const time = Date.parse(kind === "date" ? text : `${text}-01`);
  if (Number.isNaN(time) || text.startsWith("0000")) return null;
  const date = new Date(time);
  if (!date.toISOString().startsWith(text)) return null; // the 30th of February
  return kind === "date" ? time / DAY : date.getUTCFullYear() * MONTHS + date.getUTCMonth();
}

function textOfCount(count: number, kind: string): string {
  if (kind === "number" || kind === "range") return String(count);
  if (kind === "date") return new Date(count * DAY).toISOString().slice(0, 10);
  return `${String(Math.floor(count / MONTHS)).padStart(4, "0")}-${String(count % MONTHS + 1).padStart(2, "0")}`;
}

function boundsOf(element: Element, kind: string): Bounds | null {
  if (!["number", "range", "month", "date"].includes(kind)) return null;
  const bound = (name: string, usual: number | null): number | null => {
    const written = dom.attribute(element, name);
    return written === null ? usual : countOf(trimmed(written), kind);
  };
  const least = bound("min", kind === "range" ? 0 : null);
  const most = bound("max", kind === "range" ? USUAL_MOST : null);
  const written = dom.attribute(element, "step");
  const step = written === null ? 1 : integer(trimmed(written));
  return least === null || most === null || step === null || step < 1 || least > most ? null : { least, most, step };
}

/** All that a field for numbers, months or days may hold between its least and its most, ascending. */
function valuesBetween(element: Element, kind: string): string[] {
  const bounds = boundsOf(element, kind);
  if (bounds === null) return [];
  const last = Math.floor((bounds.most - bounds.least) / bounds.step);
  if (last >= FORM_LIMITS.values) return [];
  return Array.from({ length: last + 1 }, (_, at) => textOfCount(bounds.least + at * bounds.step, kind));
}

/** What a field holds where its page writes nothing into it. */
function usualValue(element: Element, kind: string): string {
  const bounds = kind === "range" ? boundsOf(element, kind) : null;
  if (bounds === null) return "";
  const half = Math.floor((bounds.most - bounds.least + 1) / 2);
  const steps = Math.floor((half + Math.floor(bounds.step / 2)) / bounds.step);
  return String(Math.min(bounds.least + steps * bounds.step, bounds.most));
}

/** All that the page calls a control. */
function calledBy(element: Element): string {
  const labels = dom.labelsOf(element).map((one) => dom.textContent(one) ?? "");
  return [...labels, ...["aria-label", "placeholder", "title"].map((name) => dom.attribute(element, name) ?? "")].join(" ");
}

/** As browsers choose: the last that is marked, or else the first of a list that shows one. */
function options(select: Element): TabValue[] {
  const values: TabValue[] = [];
  for (const option of dom.selectAll(select, "option")) {
    if (values.length > FORM_LIMITS.values) break;
    if (dom.isDisabled(option)) continue;
    const text = dom.textContent(option) ?? "";
    const written = dom.attribute(option, "value") ?? collapse(text.toWellFormed());
    values.push({ value: value(written), label: label(text), chosen: has(option, "selected") });
  }
  if (has(select, "multiple")) return values;
  const marked = values.findLastIndex(({ chosen }) => chosen);
  return values.map((one, at) => ({ ...one, chosen: at === Math.max(0, marked) }));
}

function pathTo(element: Element): string {
  const tokens: string[] = [];
  for (let at: Element | null = element; at !== null; at = dom.parentAcrossShadow(at)) tokens.push(tokenOf(at));
  return tokens.reverse().slice(0, LIMITS.pathDepth).map((token) => `/${token}`).join("");
}
