// Where files are kept, and how to forget what was learned.
import { ask } from "../panel/ask.ts";
import { make, makeButton, setText } from "../panel/view.ts";
import { words } from "../panel/words.ts";
import { confirmed } from "./confirm.ts";
import type { OptionsApp } from "./options_app.ts";

export function dataSection(
  app: OptionsApp,
  cleared: () => Promise<void>,
): { element: HTMLElement; refresh(): Promise<void> } {
  const root = make("code");
  const clear = makeButton(words("clear_all"), () => app.run(async () => {
    if (!(await confirmed(words("clear_all_question"), words("clear_all")))) return;
    await ask("data.clear", { host: null });
    await cleared();
    app.say(words("cleared"));
  }), { class: "danger" });
  const refresh = async () => {
    const { host } = await ask("panel.state", {});
    setText(root, host.root ?? words("root_unknown"));
  };
  const element = make(
    "section",
    { class: "card" },
    make("h2", {}, words("options_data")),
    make("p", {}, words("data_root"), " ", root),
    make("p", { class: "soft" }, words("data_root_hint")),
    make("p", { class: "soft" }, words("clear_all_hint")),
    make("div", { class: "buttons" }, clear),
  );
  return { element, refresh };
}
