// "Look for": what a harvest is after. Files, of which the wanted types are then chosen, or pages.
import type { JobOptions } from "../host/protocol/job_options.ts";
import { isOfFiles } from "./found_words.ts";
import { make, setText } from "./view.ts";
import { labelled, makeSwitch, select, targetsField } from "./fields.ts";
import { words } from "./words.ts";

/** As `--objective` names them. */
const OBJECTIVES = ["data-files", "statistics", "markup", "forms", "content"] as const;
/** As `--markup` names them; these are names of standards, alike in every language. */
const SYNTAXES = [
  ["microdata", "Microdata"],
  ["rdfa", "RDFa"],
  ["microformats", "Microformats"],
  ["json-ld", "JSON-LD"],
] as const;

/** The kinds of markup that count: all at first, and never none. */
function syntaxesField(): { element: HTMLElement; get(): string | null } {
  const wrong = make("small", { class: "wrong", "aria-live": "polite" });
  const chosen = () => switches.filter(({ input }) => input.checked).map(({ name }) => name);
  const say = () => setText(wrong, chosen().length === 0 ? words("syntaxes_none") : "");
  const switches = SYNTAXES.map(([name, shown]) => {
    const { element, input } = makeSwitch(shown, "", say);
    input.name = `syntax-${name}`;
    input.checked = true;
    return { name, element, input };
  });
  const legend = make("legend", {}, words("syntaxes"));
  const element = make("fieldset", { class: "syntaxes" }, legend, ...switches.map((one) => one.element), wrong);
  const get = () => {
    say();
    if (chosen().length > 0) return chosen().join(",");
    switches[0]?.input.focus();
    return null;
  };
  return { element, get };
}

export function objectiveField(targets: string): {
  element: HTMLElement;
  /** Null when something is missing or wrong, which the field then says. */
  get(): JobOptions | null;
} {
  const objective = select("objective", OBJECTIVES, (name) => words(`objective_${name.replace("-", "_")}`));
  const hint = make("small", { class: "soft" });
  const files = targetsField(() => undefined);
  const syntaxes = syntaxesField();
  files.set(targets);
  const chosen = () => OBJECTIVES.find((name) => name === objective.value) ?? "data-files";
  const ofFiles = () => isOfFiles(chosen());
  const changed = () => {
    files.element.hidden = !ofFiles();
    syntaxes.element.hidden = chosen() !== "markup";
    const key = `objective_${chosen().replace("-", "_")}_hint`;
    setText(hint, chosen() === "data-files" ? "" : words(key));
    hint.hidden = hint.textContent === "";
  };
  objective.addEventListener("change", changed);
  changed();
  const get = (): JobOptions | null => {
    if (ofFiles()) {
      const wanted = files.get();
      return wanted === null ? null : { objective: chosen(), targets: wanted };
    }
    if (chosen() !== "markup") return { objective: chosen() };
    const markup = syntaxes.get();
    return markup === null ? null : { objective: "markup", markup };
  };
  const field = labelled(words("objective"), objective);
  field.append(hint);
  return { element: make("div", { class: "fields" }, field, files.element, syntaxes.element), get };
}
