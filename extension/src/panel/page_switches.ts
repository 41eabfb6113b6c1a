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

type Switched = "page.learn" | "page.overlay";

async function overlayKey(): Promise<string> {
  const commands = await browser.commands?.getAll();
  return commands?.find(({ name }) => name === OVERLAY_COMMAND)?.shortcut ?? "";
}

export function pageSwitches(app: App): View<PageView> {
  let page: PageView | null = null;
  /** Asked for and not yet answered; until then this is what the switches show, whatever is told meanwhile. */
  const wishes = new Map<Switched, { tabId: number; on: boolean }>();

  /** What the switch says stays true: it goes back when the user or the background says no. */
  async function change(message: Switched, on: boolean): Promise<void> {
    if (page === null) return;
    const { tabId, url } = page;
    const wish = { tabId, on };
    wishes.set(message, wish);
    try {
      // To draw on the page takes no more than to have read it; to learn takes reading the next ones.
      const isAllowed = !on || message === "page.overlay" || (await allowLooking(url));
      if (isAllowed) app.takePage(await ask(message, { tabId, on }));
    } finally {
      if (wishes.get(message) === wish) wishes.delete(message);
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

  function isOn(message: Switched, shown: PageView): boolean {
    const wish = wishes.get(message);
    if (wish?.tabId === shown.tabId) return wish.on;
    return message === "page.learn" ? shown.learning : shown.overlay;
  }

  function refresh(shown: PageView): void {
    page = shown;
    learn.input.checked = isOn("page.learn", shown);
    overlay.input.checked = isOn("page.overlay", shown);
    setText(learned, counted("learned_pages", shown.learnedPages));
    learned.hidden = shown.learnedPages === 0;
  }

  return {
    element: make("section", { class: "block" }, overlay.element, learn.element, learned),
    update: refresh,
  };
}
