// What comes next when a job has ended: what can be done, in one button.
import type { Again } from "../background/messages.ts";
import type { JobView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { makeButton, setText } from "./view.ts";
import { formatBytes, formatDuration } from "./format.ts";
import { isActive, stateOf } from "./job_status.ts";
import { counted, words } from "./words.ts";

/** The limit that ended the job, twice as large, in words; null when none did. */
function raisedLimit({ progress }: JobView): string | null {
  const limits = progress?.limits;
  switch (progress?.reason) {
    case "max_requests":
      return counted("requests_count", 2 * (limits?.maxRequests ?? 0));
    case "max_bytes":
      return formatBytes(2 * (limits?.maxBytes ?? 0));
    case "max_time":
      return formatDuration((2 * (limits?.maxTimeMs ?? 0)) / 1000);
    default:
      return null;
  }
}

/** Null while there is nothing to do but wait. */
export function nextStep(job: JobView): { how: Again; text: string } | null {
  // A run from the command line goes on there.
  if (isActive(job) || job.key === "owner") return null;
  const state = stateOf(job);
  if (state === "failed") return { how: "continue", text: words("try_again") };
  if (state === "finished") return job.kind === "harvest" || job.kind === "catalogue" ? { how: "revisit", text: words("look_for_changes") } : null;
  const raised = raisedLimit(job);
  if (raised !== null) return { how: "raise", text: words("raise_limit", raised) };
  return { how: "continue", text: words("continue_job") };
}

export function nextView(app: App): View<JobView> {
  let job: JobView | null = null;
  const button = makeButton("", () => app.run(async () => {
    const step = job === null ? null : nextStep(job);
    if (job === null || step === null || !app.hostInReach()) return;
    app.takeState(await ask("job.again", { key: job.key, how: step.how }));
  }), { class: "main" });
  return {
    element: button,
    update(shown) {
      job = shown;
      const step = nextStep(shown);
      button.hidden = step === null;
      if (step !== null) setText(button, step.text);
    },
  };
}
