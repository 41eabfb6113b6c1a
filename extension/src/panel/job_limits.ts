// Limits and pace of a job, changed while it runs.
import type { JobView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton } from "./view.ts";
import { labelled, numberInput } from "./fields.ts";
import type { LimitTexts } from "./limit_texts.ts";
import { limitsOf, limitTexts } from "./limit_texts.ts";
import { words } from "./words.ts";

const NAMES = ["delay", "requests", "megabytes", "minutes"] as const;

function inputs(): Record<keyof LimitTexts, HTMLInputElement> {
  const input = (name: keyof LimitTexts, step: string, least: string) => {
    const field = numberInput(name, step, least);
    if (name !== "delay") field.placeholder = words("no_limit");
    return field;
  };
  const made = {
    delay: input("delay", "any", "0"),
    requests: input("requests", "1", "1"),
    megabytes: input("megabytes", "any", "0.001"),
    minutes: input("minutes", "any", "0.01"),
  };
  made.delay.required = true;
  return made;
}

export function limitsView(app: App): View<JobView> {
  const fields = inputs();
  const apply = make("button", { type: "submit" }, words("apply"));
  const form = make("form", { class: "fields" });
  let job: JobView | null = null;
  let known = "";

  const texts = () => Object.fromEntries(NAMES.map((name) => [name, fields[name].value])) as Record<
    keyof LimitTexts,
    string
  >;
  const changed = () => {
    apply.disabled = JSON.stringify(texts()) === known;
  };
  const fill = (shown: LimitTexts) => {
    known = JSON.stringify(shown);
    for (const name of NAMES) fields[name].value = shown[name];
    changed();
  };
  const undo = makeButton(words("undo"), () => fill(JSON.parse(known) as LimitTexts), { class: "plain" });

  async function set(): Promise<void> {
    if (job === null) return;
    const wanted = limitsOf(texts());
    // From here on the fields show what the job says.
    known = "";
    app.takeState(await ask("job.set", { key: job.key, ...wanted }));
    app.say(words("limits_set"));
  }

  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void app.run(set);
  });
  form.append(
    make(
      "div",
      { class: "pair" },
      ...NAMES.map((name) => labelled(words(`limit_${name}`), fields[name])),
    ),
    make("div", { class: "buttons" }, apply, undo),
  );
  return {
    element: form,
    update(shown) {
      job = shown;
      if (shown.progress === null) return;
      const now = limitTexts(shown.progress.limits);
      // What the user is writing is not written over.
      const isEdited = known !== "" && !apply.disabled;
      if (!isEdited && JSON.stringify(now) !== known) fill(now);
    },
  };
}
