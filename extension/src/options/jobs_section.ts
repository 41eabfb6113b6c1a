// What jobs start with: wanted files, links left alone, pace, scope, robots exclusion.
import type { Options } from "../background/user_options.ts";
import { make } from "../panel/view.ts";
import { labelled, makeSwitch, numberInput, select, targetsField } from "../panel/fields.ts";
import { SCOPES } from "../panel/harvest_part.ts";
import { words } from "../panel/words.ts";
import type { OptionsApp } from "./options_app.ts";

const BLOCKLISTS = ["data", "paper", "none"] as const;

/** A choice that is kept at once. */
function choiceField<Name extends "blocklist" | "scope">(
  app: OptionsApp,
  name: Name,
  values: readonly Options[Name][],
  textOf: (value: Options[Name]) => string,
  hint: string,
): HTMLElement {
  const list = select(name, values, textOf);
  list.value = app.options()[name];
  list.addEventListener("change", () => {
    const chosen = values.find((value) => value === list.value);
    if (chosen !== undefined) void app.keep({ [name]: chosen });
  });
  return labelled(words(name), list, hint);
}

/** A number that is kept when it is right; a wrong one is pointed at and not kept. */
function numberField(text: string, hint: string, input: HTMLInputElement, keep: (value: number) => void): HTMLElement {
  input.required = true;
  input.addEventListener("change", () => {
    if (input.reportValidity()) keep(input.valueAsNumber);
  });
  return labelled(text, input, hint);
}

function robotsField(app: OptionsApp): HTMLElement {
  const warning = make("p", { class: "warning", role: "alert" });
  const show = (on: boolean) => {
    warning.textContent = on ? "" : words("robots_off");
    warning.hidden = on;
  };
  const { element, input } = makeSwitch(words("robots"), words("robots_hint"), (on) => {
    show(on);
    void app.keep({ robots: on });
  });
  input.checked = app.options().robots;
  show(input.checked);
  return make("div", {}, element, warning);
}

export function jobsSection(app: OptionsApp): HTMLElement {
  const targets = targetsField((chosen) => void app.keep({ targets: chosen }));
  targets.set(app.options().targets);
  const delay = numberInput("delay", "any", "0");
  delay.value = String(app.options().delayMs / 1000);
  const budget = numberInput("follow", "1", "1");
  budget.value = String(app.options().followRequests);
  return make(
    "section",
    { class: "card" },
    make("h2", {}, words("options_jobs")),
    targets.element,
    choiceField(app, "blocklist", BLOCKLISTS, (value) => words(`blocklist_${value}`), words("blocklist_hint")),
    choiceField(app, "scope", SCOPES, (value) => words(`scope_${value}`), words("scope_hint")),
    make(
      "div",
      { class: "pair" },
      numberField(words("limit_delay"), words("delay_hint"), delay, (seconds) =>
        void app.keep({ delayMs: Math.round(seconds * 1000) }),
      ),
      numberField(words("follow_default"), words("follow_default_hint"), budget, (requests) =>
        void app.keep({ followRequests: Math.round(requests) }),
      ),
    ),
    robotsField(app),
  );
}
