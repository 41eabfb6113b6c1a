// How far a job is: its state in words, how complete it is, and how long it still takes.
import type { JobView } from "../background/shown.ts";
import type { FileEstimate } from "../host/protocol/engine.ts";
import type { Ending, JobProgress } from "../host/protocol/job_progress.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { formatDuration, formatNumber } from "./format.ts";
import { foundWords } from "./found_words.ts";
import { leftOutWords } from "./left_out_words.ts";
import { skipWords } from "./job_skips.ts";
import { counted, words } from "./words.ts";

/** Of the files that there probably are: from here on they are "about all". */
const ABOUT_ALL = 0.95;

type ShownState = "running" | "paused" | "finished" | "stopped" | "failed" | "starting";

export function stateOf({ info, progress, connection, error }: JobView): ShownState {
  // What was refused at the start never had a state of its own, and nothing goes on trying.
  const refused = connection === "off" && error !== null;
  return progress?.state ?? info?.state ?? (refused ? "failed" : "starting");
}

export function isActive(job: JobView): boolean {
  const state = stateOf(job);
  return state === "running" || state === "paused" || state === "starting";
}

/** Those that run first, then the newest. `jobs` are in the order in which they were started. */
export function inShownOrder(jobs: readonly JobView[]): JobView[] {
  const newest = jobs.toReversed();
  return [...newest.filter(isActive), ...newest.filter((job) => !isActive(job))];
}

/** The state and, once it has ended, why. */
export function stateWords(job: JobView): string {
  const resuming = job.progress?.resuming;
  if (resuming != null) {
    return words("resuming", formatNumber(resuming.answers), formatNumber(resuming.of));
  }
  const name = words(`state_${stateOf(job)}`);
  const reason = job.progress?.reason ?? "";
  // That a list was gone through is said by its numbers; a failure is told below, in a sentence.
  const isTold = (job.kind === "collect" && stateOf(job) === "finished") || (stateOf(job) === "failed" && job.progress?.message !== "");
  if (reason === "" || isTold) return name;
  const told = foundWords(job, `reason_${reason}`) || words(`reason_${reason}`);
  return `${name}: ${told || reason}`;
}

/** What the host says of how complete an ended job is; null while it runs, and of a list of files. */
export function endingOf(job: JobView): Ending | null {
  return isActive(job) || job.kind === "collect" ? null : (job.progress?.ending ?? null);
}

/** Of a job without files: why there is none. */
function reasonWords(job: JobView, reason: string): string {
  switch (reason) {
    case "start_page":
      return words("ending_start_page");
    case "types":
      return foundWords(job, "ending_types");
    case "nothing":
      return foundWords(job, "ending_nothing");
    default: {
      const first = job.progress?.leftOut.find(({ cause }) => cause === reason);
      return foundWords(job, "ending_none_yet", first === undefined ? reason : leftOutWords(first));
    }
  }
}

/** Complete, about complete or not complete, and why there is nothing; empty while it can't be said. */
export function endingWords(job: JobView): string {
  const ending = endingOf(job);
  if (ending === null) return "";
  if (ending.reason !== "") return reasonWords(job, ending.reason);
  if (ending.how === "complete") return words("ending_complete");
  if (ending.how === "about") return foundWords(job, "ending_about");
  return words(job.progress?.leftOut.length === 0 ? "ending_stopped" : "ending_partial");
}

function isAboutAll({ files }: FileEstimate, found: number): boolean {
  return found >= files * ABOUT_ALL;
}

/** How many files there are, as far as one can tell, and how many of them have been found. */
export function estimateWords(job: JobView, estimate: FileEstimate | null, found: number): string {
  // Of what is complete the ending says all.
  if (endingOf(job)?.complete === true) return "";
  if (estimate === null) return foundWords(job, "estimate_too_early");
  if (estimate.price === 0) return words("estimate_nothing_left");
  const { files, low, high } = estimate;
  const key = isAboutAll(estimate, found) ? "estimate_about_all" : "estimate";
  return foundWords(job, key, formatNumber(files), formatNumber(low), formatNumber(high));
}

/** The share of the job that is done, 0 to 1: of its nearest limit, else of the files; null when unknown. */
export function doneShare({ kind, chosen, progress }: JobView): number | null {
  if (progress === null) return null;
  if (kind === "collect" && chosen > 0) return Math.min(1, progress.progress.targets / chosen);
  const { limits, progress: numbers, seconds } = progress;
  const parts = [
    limits.maxRequests === null ? 0 : numbers.requests / Math.max(1, limits.maxRequests),
    limits.maxBytes === null ? 0 : (numbers.targetBytes + numbers.otherBytes) / Math.max(1, limits.maxBytes),
    limits.maxTimeMs === null ? 0 : (seconds * 1000) / Math.max(1, limits.maxTimeMs),
    numbers.estimate === null ? 0 : numbers.targets / Math.max(1, numbers.estimate.files),
  ];
  const most = Math.min(1, Math.max(...parts));
  return most > 0 ? most : null;
}

function remainingWords(job: JobView): string {
  if (stateOf(job) !== "running") return "";
  return job.etaSeconds === null ? words("eta_unknown") : words("eta", formatDuration(job.etaSeconds));
}

/** What no request is made for; empty while there is nothing to say. */
export function waitWords(job: JobView): string {
  const wait = job.progress?.wait ?? null;
  if (wait === null || stateOf(job) !== "running") return "";
  const why = words(`wait_${wait.by}`, wait.host);
  return wait.seconds === null || wait.seconds < 0.5 ? why : `${why} ${words("next_request", formatDuration(wait.seconds))}`;
}

/** Of chosen files: how many are there, and what became of the others. */
function collectedWords({ chosen, progress }: JobView): string {
  const saved = progress?.progress.targets ?? 0;
  const text = counted("collected", chosen, formatNumber(saved));
  const failed = Object.entries(progress?.skips ?? {}).filter(([, count]) => count > 0);
  if (failed.length === 0) return text;
  const count = failed.reduce((sum, [, failures]) => sum + failures, 0);
  return `${text}, ${counted("not_collected", count, failed.map(([reason]) => skipWords(reason)).join("; "))}`;
}

/** What a further file costs, at the pace so far. */
export function priceWords(price: number, { seconds, progress }: JobProgress): string {
  const cost = counted("requests_count", price);
  const takes = (price * seconds) / Math.max(1, progress.requests);
  return takes < 1 ? cost : `${cost} (${formatDuration(takes)})`;
}

/** Whether ending the job here would leave little: the estimate says so, and there is something to go on with. */
export function isAboutAllFound(job: JobView): boolean {
  const numbers = job.progress?.progress;
  if (!isActive(job) || job.kind === "collect" || !numbers?.estimate) return false;
  return numbers.estimate.price > 0 && isAboutAll(numbers.estimate, numbers.targets);
}

/** How far a job is, in words. */
export function progressWords(job: JobView): string {
  if (job.kind === "collect" && job.chosen > 0) return collectedWords(job);
  if (job.progress === null) return "";
  const { estimate, targets } = job.progress.progress;
  const said = estimateWords(job, estimate, targets);
  if (said === "" || estimate === null || estimate.price === 0 || isAboutAllFound(job)) return said;
  return `${said} ${foundWords(job, "next_file_costs", priceWords(estimate.price, job.progress))}`;
}

export function statusView(): View<JobView> {
  const bar = make("progress", { "aria-label": words("progress_label") });
  const said = make("span");
  const eta = make("span", { class: "number" });
  const wait = make("p", { class: "soft wait" });
  const ending = make("p", { class: "ending" });
  const line = make("p", { class: "between soft" }, said, eta);
  const element = make("div", { class: "status" }, bar, ending, line, wait);
  return {
    element,
    update(job) {
      const share = stateOf(job) === "finished" ? 1 : doneShare(job);
      if (share === null) bar.value = 0;
      else bar.value = share;
      bar.dataset.state = stateOf(job);
      setText(ending, endingWords(job));
      ending.hidden = ending.textContent === "";
      setText(said, progressWords(job));
      setText(wait, waitWords(job));
      wait.hidden = wait.textContent === "";
      setText(eta, job.kind === "collect" ? "" : remainingWords(job));
      line.hidden = !isActive(job) && said.textContent === "";
    },
  };
}
