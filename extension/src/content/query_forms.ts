// The forms of a live document as the engine may ask them. The counterpart of
// native-host/src/content/query_forms.cpp: both give the same of the same page. What is over the
// limits of a page is left out by the engine's reader of this (page_json.cpp).
import type { TabForm, TabInput, TabValue } from "../host/protocol/tab_forms.ts";
import { FORM_LIMITS } from "../host/protocol/tab_forms.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { tokenOf } from "./found.ts";
import { LIMITS } from "./reading_limits.ts";
import { asciiLower, collapse, utf8Prefix } from "./text.ts";

const ONE_LINE = ["text", "search", "email", "url", "tel", "number", "password", "date", "datetime-local",
  "month", "week", "time"];
const OTHERS = ["submit", "reset", "button", "image", "hidden", "checkbox", "radio", "file", "color", "range"];
const KINDS: ReadonlySet<string> = new Set([...ONE_LINE, ...OTHERS]);

/** All forms in document order, with the controls that belong to them; not those of frames. */
export async function queryForms(page: Document, work: SlicedWork): Promise<TabForm[]> {
  const forms = new Map<Element, TabForm>();
  const base = utf8Prefix(dom.baseUri(page).toWellFormed().replace(/#.*$/s, ""), LIMITS.writtenBytes);
  for (const element of dom.selectAll(page, "form").slice(0, FORM_LIMITS.forms)) {
    const method = word(element, "method");
    if (method === "dialog" || dom.htmlName(element) !== "form") continue;
    const post = method === "post";
    const action = utf8Prefix((dom.attribute(element, "action") ?? "").toWellFormed(), LIMITS.writtenBytes + 1);
    const charset = utf8Prefix((dom.attribute(element, "accept-charset") ?? dom.characterSet(page)).toWellFormed(), FORM_LIMITS.valueBytes);
    forms.set(element, { base, action, post, charset, tagPath: pathTo(element), inputs: [] });
  }
  if (forms.size === 0) return [];
  let units = 0;
  for (const element of dom.selectAll(page, "input, select, textarea, button").slice(0, FORM_LIMITS.controls)) {
    if (work.due()) await work.pause();
    const owner = dom.formOf(element);
    const form = owner === null ? undefined : forms.get(owner);
    const input = form === undefined ? null : inputOf(element);
    if (form === undefined || input === null) continue;
    if (form.post) input.values = [];
    for (const { value, label } of input.values) units += value.length + label.length;
    if (units > FORM_LIMITS.units) break;
    form.inputs.push(input);
  }
  return [...forms.values()].filter(({ inputs }) => inputs.length > 0);
}

function word(element: Element, attribute: string): string {
  return asciiLower((dom.attribute(element, attribute) ?? "").replace(/^[ \t\n\r\f]+|[ \t\n\r\f]+$/g, ""));
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
  if (tag === "" || has(element, "disabled")) return null;
  let kind = kindOf(element, tag);
  const name = utf8Prefix((dom.attribute(element, "name") ?? "").toWellFormed(), FORM_LIMITS.valueBytes);
  const sends = kind === "submit" || kind === "image";
  if (kind === "reset" || kind === "button" || (name === "" && !sends)) return null;
  const shown = tag === "button" ? (dom.textContent(element) ?? "")
    : sends ? (dom.attribute(element, kind === "image" ? "alt" : "value") ?? "") : "";
  const method = word(element, "formmethod");
  if (sends && (has(element, "formaction") || (method !== "" && method !== "get"))) kind = "override";
  const required = has(element, "required");
  if (tag === "select") return { kind, name, required, values: options(element) };
  const ticked = kind === "checkbox" || kind === "radio";
  const called = label(shown) === "" && kind !== "hidden" ? calledBy(element) : shown;
  const written = dom.attribute(element, "value") ?? (ticked ? "on" : "");
  const chosen = !ticked || has(element, "checked");
  return { kind, name, required, values: [{ value: value(written), label: label(called), chosen }] };
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
    if (has(option, "disabled")) continue;
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
