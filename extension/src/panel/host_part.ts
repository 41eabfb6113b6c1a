// What stands between the panel and the program that saves the files, and how to put it right.
import type { HostState, HostView } from "../background/shown.ts";
import { isKnownToHosts } from "../compat/identity.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { words } from "./words.ts";

const CHECK_EVERY_MS = 5000;

/** States in which nothing can be saved. */
const BLOCKING: readonly HostState[] = ["missing", "sandboxed", "outdated"];

export function isBlocking(state: HostState): boolean {
  return BLOCKING.includes(state);
}

function installCommand(): string {
  return isKnownToHosts() ? "tagtrail install" : `tagtrail install --extension-id ${browser.runtime.id}`;
}

function commandPart(app: App): HTMLElement {
  const command = installCommand();
  const copy = () =>
    app.run(async () => {
      await navigator.clipboard.writeText(command);
      app.say(words("copied"));
    });
  return make(
    "div",
    { class: "command" },
    make("code", {}, command),
    makeButton(words("copy"), copy, { "aria-label": words("copy_command") }),
  );
}

interface HostPart extends View<HostView> {
  /** Leads the user here when something needs the host. */
  point(): void;
}

export function hostPart(app: App): HostPart {
  const title = make("h2");
  const reason = make("p");
  const install = make("div", {}, make("p", {}, words("host_how")), commandPart(app));
  const waiting = make("p", { class: "soft waiting", role: "status" }, words("host_waiting"));
  const check = async () => app.takeState(await ask("host.check", {}));
  const again = makeButton(words("host_check"), () => app.run(check));
  const element = make(
    "section",
    { class: "host card", tabindex: "-1", "aria-label": words("host_label") },
    title,
    reason,
    install,
    waiting,
    make("div", { class: "buttons" }, again),
  );
  element.hidden = true;
  let before: HostState = "unknown";

  setInterval(() => {
    const looksAgain = before === "missing" || before === "outdated";
    // It is looked for again in any case, so a failure is no news.
    if (looksAgain && document.visibilityState === "visible") check().catch(() => undefined);
  }, CHECK_EVERY_MS);

  return {
    element,
    update({ state }) {
      if (isBlocking(before) && state === "ready") app.say(words("host_there"));
      before = state;
      element.hidden = !isBlocking(state);
      if (element.hidden) return;
      setText(title, words(`host_${state}`));
      setText(reason, words(`host_${state}_reason`));
      install.hidden = state !== "missing" && state !== "outdated";
      waiting.hidden = install.hidden;
    },
    point() {
      element.scrollIntoView({ block: "nearest" });
      element.focus();
    },
  };
}
