// The half of the panel about the page at hand.
import type { PageView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import { cataloguePart } from "./catalogue_part.ts";
import type { View } from "./view.ts";
import { make, makeButton, setCutText, setText } from "./view.ts";
import { hostOf } from "./format.ts";
import { harvestPart } from "./harvest_part.ts";
import { pageFiles } from "./page_files.ts";
import { pageGroups } from "./page_groups.ts";
import { pageSwitches } from "./page_switches.ts";
import { allowLooking } from "./permissions.ts";
import { counted, words } from "./words.ts";

function troubleView(app: App): View<PageView | null> {
  const text = make("p");
  const detail = make("p", { class: "soft" });
  let page: PageView | null = null;
  const look = makeButton(words("look"), () => app.run(async () => {
    const { tabId, url } = page ?? { tabId: null, url: "" };
    if (!(await allowLooking(url))) return;
    app.takePage(await ask("page.look", { tabId }));
  }), { class: "main" });
  return {
    element: make("div", { class: "empty" }, text, detail, look),
    update(shown) {
      page = shown;
      const error = shown?.error ?? null;
      const isRefused = error?.code === "refused";
      const isPlain = error === null || error.code === "not_found";
      setText(text, isRefused ? words("page_refused") : words("page_none"));
      const hint = !isRefused ? words("page_hint")
        : words(shown?.url ? "page_refused_hint" : "page_unknown_hint");
      setText(detail, isPlain || isRefused ? hint : error.message);
      look.hidden = !isRefused;
    },
  };
}

export function pageHalf(app: App): View<PageView | null> {
  const title = make("h2", { class: "page-title" });
  const address = make("p", { class: "soft cut" });
  const trouble = troubleView(app);
  const parts = [harvestPart(app), cataloguePart(app), pageFiles(app), pageGroups(app), pageSwitches(app)];
  const content = make("div", { class: "parts" }, ...parts.map(({ element }) => element));
  const head = make("header", {}, title, address);
  const element = make("section", { class: "half", id: "page", "aria-label": words("half_page") });
  element.append(head, trouble.element, content);
  return {
    element,
    update(page) {
      const isThere = page !== null && page.error === null;
      head.hidden = page === null || hostOf(page.url) === "";
      trouble.element.hidden = isThere;
      content.hidden = !isThere;
      setCutText(title, page?.title || hostOf(page?.url ?? ""));
      setText(address, page === null ? "" : `${hostOf(page.url)} · ${counted("links", page.links)}`);
      trouble.update(page);
      if (isThere) for (const part of parts) part.update(page);
    },
  };
}
