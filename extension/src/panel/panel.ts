// The side panel, and the same page as a tab: shows the job and lets people start, pause and stop it.
import type { JobView, PanelNotice, PanelState } from "../background/messages.ts";
import { askBackground } from "../background/messages.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { JobAction, JobState } from "../host/protocol.ts";
import { make, words } from "./dom.ts";
import { advicePart, curvePart, errorPart, filesPart, numbersPart } from "./parts.ts";
import { requestPermissions } from "./permissions.ts";
import { whyPart } from "./why_part.ts";

const language = browser.i18n.getUILanguage();
document.documentElement.lang = language;

const address = make("input", {
  id: "address",
  name: "url",
  type: "url",
  required: "",
  placeholder: "https://",
  "aria-label": words("address"),
});
const startButton = make("button", { class: "main", type: "submit" }, words("start"));
const pauseButton = make("button", { type: "button" }, words("pause"));
const stopButton = make("button", { type: "button" }, words("stop"));
const form = make(
  "form",
  {},
  address,
  make("div", { class: "buttons" }, startButton, pauseButton, stopButton),
);
const errors = make("div", { "aria-live": "assertive" });
const status = make("p", { id: "status", "aria-live": "polite" });
const details = make("div");
details.style.display = "grid";
details.style.gap = "12px";
document.querySelector("main")?.append(make("h1", {}, "Tagtrail"), form, errors, status, details);

let state: JobState | null = null;

/** The job started last. */
let job: JobView | undefined;

/** The words for the job's state, or the connection's when there is no job. */
function statusWords(): string {
  if (job?.info != null) {
    const reason = job.progress?.reason ?? "";
    const name = words(`state_${job.info.state}`);
    return reason === "" ? name : `${name}: ${words(`reason_${reason}`) || reason}`;
  }
  return words(`connection_${job?.connection ?? "off"}`);
}

/** Sets a live region only when its words change, or screen readers repeat them at every notice. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function isActive(shown: JobState | null): boolean {
  return shown === "running" || shown === "paused";
}

function show(shown: PanelState): void {
  job = shown.jobs.at(-1);
  state = job?.info?.state ?? null;
  const active = isActive(state);
  startButton.disabled = active;
  address.disabled = active;
  if (active && job !== undefined) address.value = job.url;
  pauseButton.disabled = stopButton.disabled = !active;
  setText(pauseButton, words(state === "paused" ? "resume" : "pause"));
  setText(status, statusWords());
  showError(job?.error ?? shown.host.error);
  showProgress(job);
}

function showError(error: ErrorBody | null): void {
  const part = error === null ? null : errorPart(error);
  if (part?.textContent !== (errors.textContent || undefined)) {
    errors.replaceChildren(...(part === null ? [] : [part]));
  }
}

function showProgress(shown: JobView | undefined): void {
  if (shown?.progress == null) {
    details.replaceChildren();
    return;
  }
  const { progress, curve } = shown;
  details.replaceChildren(
    numbersPart(progress.progress, language),
    advicePart(progress.progress.advice, language),
    curvePart(curve),
    ...(isActive(progress.state) ? [whyPart(progress.current, language)] : []),
    filesPart(progress.files, language),
  );
}

async function control(action: JobAction): Promise<void> {
  if (job !== undefined) show(await askBackground("job.control", { key: job.key, action }));
}

async function start(): Promise<void> {
  // Before anything else is awaited: permissions may only be asked for within the click.
  if (!(await requestPermissions())) {
    showError({ code: "refused", message: words("permissions_refused") });
    return;
  }
  show(await askBackground("job.start", { url: address.value, options: {} }));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void start();
});
pauseButton.addEventListener("click", () => void control(state === "paused" ? "resume" : "pause"));
stopButton.addEventListener("click", () => void control("stop"));
browser.runtime.onMessage.addListener((message: PanelNotice) => {
  if (message.notice === "panel.changed") show(message.state);
});

async function proposeAddress(): Promise<void> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (address.value === "" && tab?.url?.startsWith("http")) address.value = tab.url;
}

show(await askBackground("panel.state", {}));
await proposeAddress();
