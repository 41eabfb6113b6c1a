// A job that waits for the user: what happened, and how it goes on.
import type { JobView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { hostOf } from "./format.ts";
import { words } from "./words.ts";

export function attentionView(app: App): View<JobView> {
  const title = make("strong");
  const what = make("p");
  let job: JobView | null = null;
  const open = makeButton(words("open_login"), () => app.run(async () => {
    const url = job?.progress?.attention?.url;
    if (url !== undefined) await browser.tabs.create({ url });
  }));
  const goOn = makeButton(words("logged_in"), () => app.run(async () => {
    if (job !== null) app.takeState(await ask("job.control", { key: job.key, action: "resume" }));
  }), { class: "main" });
  const element = make("div", { class: "attention", role: "alert" }, title, what);
  element.append(make("div", { class: "buttons" }, open, goOn));
  element.hidden = true;
  return {
    element,
    update(shown) {
      job = shown;
      const attention = shown.progress?.attention ?? null;
      element.hidden = attention === null;
      if (attention === null) return;
      setText(title, words(`attention_${attention.kind}`));
      setText(what, words(`attention_${attention.kind}_what`, hostOf(attention.url)));
    },
  };
}
