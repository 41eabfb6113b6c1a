// The half of the panel about jobs.
import type { JobView, PanelState } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { keyedList, make, makeFold } from "./view.ts";
import { labelled } from "./fields.ts";
import { jobFields, scopeOf } from "./harvest_part.ts";
import { jobCard } from "./job_card.ts";
import { inShownOrder } from "./job_status.ts";
import { allowJob } from "./permissions.ts";
import { words } from "./words.ts";

function startForm(app: App): HTMLDetailsElement {
  const address = make("input", { name: "url", type: "url", required: "", placeholder: "https://" });
  const fields = jobFields(app.options());
  const start = make("button", { class: "main", type: "submit" }, words("start"));
  const form = make("form", { class: "fields" }, labelled(words("address"), address), fields.session, fields.element, start);
  const fold = makeFold(words("start_by_address"), form);

  async function begin(): Promise<void> {
    const options = fields.read();
    const url = address.value.trim();
    if (options === null || !app.hostInReach()) return;
    if (!(await allowJob(url, scopeOf(options)))) return;
    app.takeState(await ask("job.start", { url, options }));
    address.value = "";
    fold.open = false;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void app.run(begin);
  });
  return fold;
}

export function jobsHalf(app: App): View<PanelState> {
  const none = make("p", { class: "empty" }, words("no_jobs"));
  const list = make("ul", { class: "jobs" });
  const fill = keyedList<JobView>(list, ({ key }) => key, () => jobCard(app));
  const element = make("section", { class: "half", id: "jobs", "aria-label": words("half_jobs") });
  element.append(make("h2", { class: "half-title" }, words("half_jobs")), none, list, startForm(app));
  return {
    element,
    update({ jobs }) {
      none.hidden = jobs.length > 0;
      fill(inShownOrder(jobs));
    },
  };
}
