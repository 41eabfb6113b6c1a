// Files that the site links to on other hosts and that an ended job left: where they are, and one button
// that goes on with them.
import type { JobView } from "../background/shown.ts";
import type { LeftOut } from "../host/protocol/job_progress.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { formatNumber } from "./format.ts";
import { stateOf } from "./job_status.ts";
import { counted, words } from "./words.ts";

/** `assets.example.net 290, files.example.org 22, …` */
export function hostsWords({ hosts, hostCount }: LeftOut): string {
  const named = hosts.map(({ host, files }) => `${host} ${formatNumber(files)}`).join(", ");
  return hostCount > hosts.length ? `${named}, …` : named;
}

/** What the button says; null where there is nothing to fetch, or the job is not at its end. */
export function fetchElsewhere(job: JobView): { text: string; where: string } | null {
  // A run from the command line goes on there; of a list of files nothing else is wanted.
  if (job.key === "owner" || job.kind === "collect" || stateOf(job) !== "finished") return null;
  const left = job.progress?.leftOut.find(({ cause }) => cause === "elsewhere");
  const [first] = left?.hosts ?? [];
  if (left === undefined || first === undefined || left.taken) return null;
  const where = left.hostCount === 1 ? first.host : words("other_hosts", formatNumber(left.hostCount));
  const text = left.atLeast
    ? words("fetch_elsewhere_many", formatNumber(left.count), where)
    : counted("fetch_elsewhere", left.count, where);
  return { text, where: left.hostCount === 1 ? "" : hostsWords(left) };
}

export function elsewhereView(app: App): View<JobView> {
  let job: JobView | null = null;
  const where = make("p", { class: "soft" });
  const fetch = makeButton("", () => app.run(async () => {
    if (job === null || fetchElsewhere(job) === null || !app.hostInReach()) return;
    app.takeState(await ask("job.again", { key: job.key, how: "linked" }));
  }), { class: "wide" });
  const element = make("div", { class: "elsewhere" }, where, fetch);
  return {
    element,
    update(shown) {
      job = shown;
      const step = fetchElsewhere(shown);
      element.hidden = step === null;
      setText(fetch, step?.text ?? "");
      setText(where, step?.where ?? "");
      where.hidden = where.textContent === "";
    },
  };
}
