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
  const open = makeButton("", () => app.run(async () => {
    const attention = job?.progress?.attention;
    if (attention) await browser.tabs.create({ url: attention.kind === "acted" ? new URL("/", attention.url).href : attention.url });
  }));
  const goOn = makeButton("", () => app.run(async () => {
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
      const acted = attention.kind === "acted";
      setText(what, acted ? words("attention_acted_what", attention.url, attention.what) : words(`attention_${attention.kind}_what`, hostOf(attention.url)));
      // What acts is not to be opened once more: the person looks at what the site has.
      setText(open, words(acted ? "open_site" : "open_login"));
      setText(goOn, words(acted ? "go_on_without" : "logged_in"));
    },
  };
}
