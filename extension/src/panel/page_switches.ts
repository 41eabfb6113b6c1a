// Switches for the page at hand: learning while browsing, and the overlay.
import type { PageView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { makeSwitch } from "./fields.ts";
import { allowLooking } from "./permissions.ts";
import { counted, words } from "./words.ts";

const OVERLAY_COMMAND = "toggle-overlay";

async function overlayKey(): Promise<string> {
  const commands = await browser.commands?.getAll();
  return commands?.find(({ name }) => name === OVERLAY_COMMAND)?.shortcut ?? "";
}

export function pageSwitches(app: App): View<PageView> {
  let page: PageView | null = null;

  /** What the switch says stays true: it goes back when the user or the background says no. */
  async function change(message: "page.learn" | "page.overlay", on: boolean): Promise<void> {
    if (page === null) return;
    const { tabId, url } = page;
    try {
      // To draw on the page takes no more than to have read it; to learn takes reading the next ones.
      const isAllowed = !on || message === "page.overlay" || (await allowLooking(url));
      if (isAllowed) app.takePage(await ask(message, { tabId, on }));
    } finally {
      if (page !== null) refresh(page);
    }
  }

  const learn = makeSwitch(words("learn"), words("learn_hint"), (on) =>
    void app.run(() => change("page.learn", on)),
  );
  const overlay = makeSwitch(words("overlay"), words("overlay_hint"), (on) =>
    void app.run(() => change("page.overlay", on)),
  );
  const learned = make("p", { class: "soft" });
  const key = make("kbd");
  key.hidden = true;
  overlay.element.append(key);
  void overlayKey().then((shortcut) => {
    key.hidden = shortcut === "";
    setText(key, shortcut);
  });

  function refresh(shown: PageView): void {
    page = shown;
    learn.input.checked = shown.learning;
    overlay.input.checked = shown.overlay;
    setText(learned, counted("learned_pages", shown.learnedPages));
    learned.hidden = shown.learnedPages === 0;
  }

  return {
    element: make("section", { class: "block" }, overlay.element, learn.element, learned),
    update: refresh,
  };
}
