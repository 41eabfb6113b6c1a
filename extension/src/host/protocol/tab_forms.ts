// Forms of a page as a tab shows them (docs/protocol.md, `forms` of a page).
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import { MAX_TAG_PATH, MAX_URL_LENGTH } from "./limits.ts";

/** Far above those of shared/include/tagtrail/query_form.hpp, which the engine keeps. */
export const FORM_LIMITS = {
  forms: 200,
  controls: 800,
  values: 500,
  valueBytes: 200,
  /** All strings of a page's forms together, in UTF-16 units. */
  units: 512 * 1024,
} as const;

export type TabForm = ReturnType<typeof readTabForm>;
export type TabInput = ReturnType<typeof readInput>;
export type TabValue = ReturnType<typeof readValue>;

const MAX_TEXT = 2 * FORM_LIMITS.valueBytes;

function readValue(given: unknown, name: string) {
  const one = shape.object(given, name);
  return {
    value: shape.text(one.value, `${name}.value`, MAX_TEXT),
    label: shape.text(one.label, `${name}.label`, MAX_TEXT),
    chosen: shape.bool(one.chosen, `${name}.chosen`),
  };
}

function readInput(given: unknown, name: string) {
  const input = shape.object(given, name);
  return {
    kind: shape.text(input.kind, `${name}.kind`, MAX_TEXT),
    name: shape.text(input.name, `${name}.name`, MAX_TEXT),
    required: shape.bool(input.required, `${name}.required`),
    values: shape.list(input.values, `${name}.values`, readValue, FORM_LIMITS.values + 1),
  };
}

/** A form as a content script read it. */
export function readTabForm(given: unknown, name: string) {
  const form = shape.object(given, name);
  return {
    /** What `action` is relative to, without its fragment. */
    base: shape.text(form.base, `${name}.base`, MAX_URL_LENGTH),
    /** As written. */
    action: shape.text(form.action, `${name}.action`, MAX_URL_LENGTH + 1),
    post: shape.bool(form.post, `${name}.post`),
    /** Labels of encodings, the first that is known counts: of the form, or else of its document. */
    charset: shape.text(form.charset, `${name}.charset`, MAX_TEXT),
    tagPath: shape.text(form.tagPath, `${name}.tagPath`, MAX_TAG_PATH),
    inputs: shape.list(form.inputs, `${name}.inputs`, readInput, FORM_LIMITS.controls),
  };
}

export function readTabForms(page: JsonObject): TabForm[] {
  return shape.list(page.forms, "forms", readTabForm, FORM_LIMITS.forms);
}
