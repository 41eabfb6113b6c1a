// When about all is found: what going on costs, and one button that ends the job there.
import type { JobView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { foundWords } from "./found_words.ts";
import { isAboutAllFound, priceWords } from "./job_status.ts";
import { words } from "./words.ts";

/** Empty while it can't be said. */
export function enoughWords(job: JobView): string {
  const price = job.progress?.progress.estimate?.price;
  if (job.progress === null || price === undefined || !isAboutAllFound(job)) return "";
  return foundWords(job, "going_on_costs", priceWords(price, job.progress));
}

export function enoughView(app: App): View<JobView> {
  let job: JobView | null = null;
  const said = make("span");
  const end = makeButton(words("end_here"), () => app.run(async () => {
    // As by "Stop": in good order, and it can be continued.
    if (job !== null) app.takeState(await ask("job.control", { key: job.key, action: "stop" }));
  }));
  const element = make("p", { class: "between enough" }, said, end);
  return {
    element,
    update(shown) {
      job = shown;
      const text = enoughWords(shown);
      element.hidden = text === "";
      setText(said, text);
    },
  };
}
