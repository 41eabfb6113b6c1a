// What scripts of a job's pages wanted to send and was stopped, in a sentence.
import type { JobView } from "../background/shown.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { counted, words } from "./words.ts";

/** Empty where there is nothing to tell. */
export function stoppedWords(job: JobView): string {
  const stopped = job.progress?.stopped ?? null;
  if (stopped === null || stopped.count === 0) return "";
  const said = counted("stopped", stopped.count, stopped.methods.join(", "), stopped.example);
  return stopped.methods.includes("POST") ? `${said} ${words("stopped_posts")}` : said;
}

export function stoppedView(): View<JobView> {
  const element = make("p", { class: "soft stopped" });
  return {
    element,
    update(job) {
      const said = stoppedWords(job);
      setText(element, said);
      element.hidden = said === "";
    },
  };
}
