// One job: what it is, how far it is, and its controls.
import type { JobView } from "../background/shown.ts";
import { readErrorCode } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { JobAction } from "../host/protocol/job_info.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, makeFold, setCutText, setText } from "./view.ts";
import { errorView } from "./error_part.ts";
import { formatNumber, hostOf } from "./format.ts";
import { foundWords, objectiveName } from "./found_words.ts";
import { attentionView } from "./job_attention.ts";
import { curveView } from "./job_curve.ts";
import { elsewhereView } from "./job_elsewhere.ts";
import { enoughView } from "./job_enough.ts";
import { jobFiles } from "./job_files.ts";
import { jobGroups } from "./job_groups.ts";
import { leftOutView, stoppedView } from "./job_left_out.ts";
import { limitsView } from "./job_limits.ts";
import { nextView } from "./job_next.ts";
import { numbersView } from "./job_numbers.ts";
import { skipsView } from "./job_skips.ts";
import { isActive, stateOf, statusView, stateWords } from "./job_status.ts";
import { whyView } from "./why_part.ts";
import { words } from "./words.ts";

function headView(): View<JobView> {
  const name = make("span", { class: "cut" });
  const kind = make("span", { class: "soft" });
  const state = make("span", { class: "state", role: "status" });
  return {
    element: make("header", {}, make("h3", { class: "between" }, name, state), kind),
    update(job) {
      setCutText(name, hostOf(job.url));
      name.title = job.url;
      const what = objectiveName(job);
      setText(kind, what === null ? words(`kind_${job.kind}`) : `${words(`kind_${job.kind}`)} · ${what}`);
      setText(state, stateWords(job));
      state.dataset.state = job.progress?.attention ? "attention" : stateOf(job);
    },
  };
}

function controlsView(app: App): View<JobView> {
  let job: JobView | null = null;
  const control = (action: JobAction) =>
    app.run(async () => {
      if (job !== null) app.takeState(await ask("job.control", { key: job.key, action }));
    });
  const isPaused = () => job !== null && stateOf(job) === "paused";
  const pause = makeButton("", () => control(isPaused() ? "resume" : "pause"), { class: "main" });
  const stop = makeButton(words("stop"), () => control("stop"));
  const folder = makeButton(words("open_folder"), () => app.run(async () => {
    if (job !== null) await ask("job.show", { key: job.key, path: "", as: "folder" });
  }));
  const page = makeButton(words("see_what_came_in"), () => app.run(async () => {
    if (job !== null) await ask("job.show", { key: job.key, path: "", as: "page" });
  }));
  const dismiss = makeButton(words("dismiss_job"), () => app.run(async () => {
    if (job !== null) app.takeState(await ask("job.dismiss", { key: job.key }));
  }));
  const next = nextView(app);
  return {
    element: make("div", { class: "buttons" }, next.element, pause, stop, page, folder, dismiss),
    update(shown) {
      job = shown;
      next.update(shown);
      setText(pause, words(isPaused() ? "resume" : "pause"));
      stop.hidden = !isActive(shown);
      // What waits for a login is resumed by its own button.
      pause.hidden = stop.hidden || shown.progress?.attention != null;
      pause.disabled = stateOf(shown) === "starting";
      folder.hidden = shown.info === null;
      page.hidden = folder.hidden || (shown.progress?.progress.targets ?? 0) === 0;
      dismiss.hidden = isActive(shown);
    },
  };
}

/** A fold whose heading has a number that changes. */
function numberedFold(heading: string, part: HTMLElement): {
  fold: HTMLDetailsElement;
  name(heading: string): void;
  count(value: number): void;
} {
  const number = make("span", { class: "soft number" });
  const name = make("span", {}, heading);
  const fold = makeFold(make("span", {}, name, " ", number), part);
  return {
    fold,
    name: (text) => setText(name, text),
    count: (value) => setText(number, value > 0 ? formatNumber(value) : ""),
  };
}

/** What a host said of the end of a job that failed: its sentence, not only the name of the cause. */
function endError(job: JobView): ErrorBody | null {
  const { progress } = job;
  if (stateOf(job) !== "failed" || progress === null || progress.message === "") return null;
  return { code: readErrorCode(progress.reason), message: progress.message };
}

export function jobCard(app: App): View<JobView> {
  const parts = {
    head: headView(),
    attention: attentionView(app),
    status: statusView(),
    enough: enoughView(app),
    curve: curveView(),
    numbers: numbersView(),
    controls: controlsView(app),
    files: jobFiles(app),
    limits: limitsView(app),
    leftOut: leftOutView(),
    stopped: stoppedView(),
    elsewhere: elsewhereView(app),
    skips: skipsView(),
    why: whyView(),
    groups: jobGroups(app),
  };
  const error = errorView();
  const files = numberedFold("", parts.files.element);
  const skips = numberedFold(words("skips"), parts.skips.element);
  const why = makeFold(words("why_this_link"), parts.why.element);
  const groups = makeFold(words("groups_of_crawl"), parts.groups.element);
  const limits = makeFold(words("limits"), parts.limits.element);
  files.fold.open = true;
  groups.addEventListener("toggle", () => parts.groups.watch(groups.open));
  const { head, attention, status, enough, curve, numbers, controls } = parts;
  const shownParts = [head, attention, status, enough, parts.leftOut, parts.stopped, parts.elsewhere, controls, curve, numbers].map(({ element }) => element);
  shownParts.splice(2, 0, error.element);
  const element = make("li", { class: "job card" }, ...shownParts);
  element.append(files.fold, limits, why, groups, skips.fold);
  return {
    element,
    update(job) {
      const { progress } = job;
      for (const part of [head, attention, status, enough, controls, parts.leftOut, parts.stopped, parts.elsewhere, parts.files, parts.limits, parts.groups]) {
        part.update(job);
      }
      error.update(job.error ?? endError(job));
      curve.update(job);
      numbers.update(job);
      parts.why.update(progress?.current ?? null);
      const acts = progress?.progress.acting ?? 0;
      const left = { ...progress?.skips, ...(acts > 0 ? { acts } : {}) };
      parts.skips.update(left);
      files.name(foundWords(job, "files_found"));
      files.count(progress?.progress.targets ?? 0);
      skips.count(Object.values(left).reduce((sum, count) => sum + count, 0));
      limits.hidden = why.hidden = !isActive(job);
      // A list of files has no trail to learn.
      const isList = job.kind === "collect";
      numbers.element.hidden = isList;
      curve.element.hidden = isList || (!isActive(job) && job.curve.length === 0);
      skips.fold.hidden = !isActive(job) && Object.keys(left).length === 0;
    },
  };
}
