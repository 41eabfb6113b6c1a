// Labelled fields of forms, for the panel and the options page.
import { make, setText } from "./view.ts";
import { words } from "./words.ts";
import { checkTargets } from "./targets.ts";

export function labelled(text: string, control: HTMLElement, hint = ""): HTMLLabelElement {
  const note = hint === "" ? null : make("small", { class: "soft" }, hint);
  return make("label", { class: "field" }, make("span", {}, text), control, note);
}

export function numberInput(name: string, step: string, least: string): HTMLInputElement {
  return make("input", { name, type: "number", inputmode: "decimal", min: least, step });
}

/** A switch: a checkbox that is read out as one. */
export function makeSwitch(text: string, hint: string, change: (on: boolean) => void): {
  element: HTMLLabelElement;
  input: HTMLInputElement;
} {
  const input = make("input", { type: "checkbox", role: "switch" });
  input.addEventListener("change", () => change(input.checked));
  const texts = make("span", {}, text, hint === "" ? null : make("small", { class: "soft" }, hint));
  return { element: make("label", { class: "switch" }, input, texts), input };
}

export function select<Value extends string>(
  name: string,
  values: readonly Value[],
  textOf: (value: Value) => string,
): HTMLSelectElement {
  const entries = values.map((value) => make("option", { value }, textOf(value)));
  return make("select", { name }, ...entries);
}

const PRESETS = ["data", "paper", "own"] as const;

/** Chooses the wanted files: a preset, or a list of one's own, which is checked while it is written. */
export function targetsField(change: (targets: string) => void): {
  element: HTMLElement;
  set(targets: string): void;
  /** Null while the list is wrong. */
  get(): string | null;
} {
  const preset = select("targets", PRESETS, (name) => words(`targets_${name}`));
  const list = make("input", { name: "target-list", type: "text", spellcheck: "false" });
  const wrong = make("small", { class: "wrong", "aria-live": "polite" });
  const own = make("div", {}, labelled(words("targets_list"), list, words("targets_list_hint")), wrong);
  const get = () => {
    if (preset.value !== "own") return preset.value;
    const { targets, bad } = checkTargets(list.value);
    return bad.length > 0 || targets === "" ? null : targets;
  };
  const changed = () => {
    own.hidden = preset.value !== "own";
    const { bad } = checkTargets(list.value);
    setText(wrong, bad.length > 0 ? words("targets_bad", bad.slice(0, 5).join(", ")) : "");
    list.setAttribute("aria-invalid", String(bad.length > 0));
  };
  preset.addEventListener("change", changed);
  list.addEventListener("input", changed);
  const element = make("div", { class: "fields" }, labelled(words("targets"), preset), own);
  element.addEventListener("change", () => {
    const targets = get();
    if (targets !== null) change(targets);
  });
  const set = (targets: string) => {
    const known = PRESETS.find((name) => name === targets && name !== "own");
    preset.value = known ?? "own";
    list.value = known === undefined ? targets : "";
    changed();
  };
  return { element, set, get };
}
