// The side panel, and the same page as a tab: shows the job and lets people start, pause and stop it.
import type { PanelState, StateNotice } from "../background/messages.ts";
import { askBackground } from "../background/messages.ts";
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

/** The words for the job's state, or the connection's when there is no job. */
function statusWords(shown: PanelState): string {
  if (shown.job !== null) {
    const reason = shown.progress?.reason ?? "";
    const name = words(`state_${shown.job.state}`);
    return reason === "" ? name : `${name}: ${words(`reason_${reason}`) || reason}`;
  }
  return words(`connection_${shown.connection}`);
}

/** Sets a live region only when its words change, or screen readers repeat them at every notice. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function isActive(shown: JobState | null): boolean {
  return shown === "running" || shown === "paused";
}

function show(shown: PanelState): void {
  state = shown.job?.state ?? null;
  const active = isActive(state);
  startButton.disabled = active;
  address.disabled = active;
  if (active && shown.job !== null) address.value = shown.job.seedUrl;
  pauseButton.disabled = stopButton.disabled = !active;
  setText(pauseButton, words(state === "paused" ? "resume" : "pause"));
  setText(status, statusWords(shown));
  const error = shown.error === null ? null : errorPart(shown.error);
  if (error?.textContent !== (errors.textContent || undefined)) {
    errors.replaceChildren(...(error === null ? [] : [error]));
  }
  showProgress(shown);
}

function showProgress(shown: PanelState): void {
  const { progress, curve } = shown;
  if (progress === null) {
    details.replaceChildren();
    return;
  }
  details.replaceChildren(
    numbersPart(progress.progress, language),
    advicePart(progress.progress.advice, language),
    curvePart(curve),
    ...(isActive(progress.state) ? [whyPart(progress.current, language)] : []),
    filesPart(progress.files, language),
  );
}

async function control(action: JobAction): Promise<void> {
  show(await askBackground("panel.control", { action }));
}

async function start(): Promise<void> {
  // Before anything else is awaited: permissions may only be asked for within the click.
  if (!(await requestPermissions())) {
    const shown = await askBackground("panel.state", {});
    show({ ...shown, error: { code: "refused", message: words("permissions_refused") } });
    return;
  }
  show(await askBackground("panel.start", { url: address.value, options: {} }));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void start();
});
pauseButton.addEventListener("click", () => void control(state === "paused" ? "resume" : "pause"));
stopButton.addEventListener("click", () => void control("stop"));
browser.runtime.onMessage.addListener((message: StateNotice) => {
  if (message.notice === "panel.changed") show(message.state);
});

async function proposeAddress(): Promise<void> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (address.value === "" && tab?.url?.startsWith("http")) address.value = tab.url;
}

show(await askBackground("panel.state", {}));
await proposeAddress();
