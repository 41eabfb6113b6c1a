// The data files of the page at hand: choose and collect.
import type { LinkLook, PageView } from "../background/shown.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { keyedList, make, makeButton, setFileName, setText } from "./view.ts";
import { firstFew } from "./first_few.ts";
import { fileNameOf, formatType } from "./format.ts";
import { allowJob } from "./permissions.ts";
import { counted, words } from "./words.ts";

const FEW = 8;

function fileRow(chosen: Set<string>, changed: () => void): View<LinkLook> {
  const box = make("input", { type: "checkbox" });
  const name = make("span", { class: "file-name" });
  const type = make("td", { class: "soft" });
  const size = make("td", { class: "number" });
  let url = "";
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(url);
    else chosen.delete(url);
    changed();
  });
  return {
    element: make("tr", {}, make("td", {}, make("label", { class: "choice" }, box, name)), type, size),
    update(link) {
      url = link.url;
      const file = fileNameOf(link.url);
      setFileName(name, file);
      name.title = link.anchor === "" ? link.url : `${link.anchor}\n${link.url}`;
      setText(type, formatType(link.mime, file));
      setText(size, link.size);
      box.checked = chosen.has(url);
    },
  };
}

function filesTable(): { table: HTMLElement; body: HTMLElement } {
  const body = make("tbody");
  const head = (key: string) => make("th", { scope: "col" }, words(key));
  const heads = make("tr", {}, head("file_name"), head("file_type"), head("file_size"));
  const caption = make("caption", { class: "unseen" }, words("files_on_page"));
  return { table: make("table", { class: "files choose" }, caption, make("thead", {}, heads), body), body };
}

/** The first look at a page chooses all of its files. */
export function pageFiles(app: App): View<PageView> {
  const chosen = new Set<string>();
  let page: PageView | null = null;
  let lookedAt = "";

  const title = make("h3");
  const { table, body } = filesTable();
  const everything = make("input", { type: "checkbox" });
  const everythingLabel = make("label", { class: "choice" }, everything, words("choose_all"));
  const few = firstFew(FEW, "show_all_files", () => refresh());
  const collect = makeButton("", () => app.run(collectChosen), { class: "main" });
  const element = make(
    "section",
    { class: "block" },
    title,
    make("div", { class: "between" }, everythingLabel, collect),
    table,
    few.button,
  );
  const fill = keyedList<LinkLook>(body, ({ url }) => url, () => fileRow(chosen, refresh));
  everything.addEventListener("change", () => {
    for (const { url } of page?.files ?? []) {
      if (everything.checked) chosen.add(url);
      else chosen.delete(url);
    }
    refresh();
  });

  async function collectChosen(): Promise<void> {
    if (page === null || !app.hostInReach()) return;
    const urls = page.files.map(({ url }) => url).filter((url) => chosen.has(url));
    if (!(await allowJob(page.url, "page"))) return;
    app.takeState(await ask("page.collect", { tabId: page.tabId, urls }));
    app.say(counted("collecting", urls.length));
    app.bring("jobs");
  }

  function refresh(): void {
    const files = page?.files ?? [];
    const count = files.filter(({ url }) => chosen.has(url)).length;
    setText(title, files.length === 0 ? words("no_files_on_page") : counted("data_files", files.length));
    for (const part of [table, everythingLabel, collect]) part.hidden = files.length === 0;
    table.classList.toggle("sizeless", files.every(({ size }) => size === ""));
    fill(few.of(files));
    everything.checked = count === files.length;
    everything.indeterminate = count > 0 && count < files.length;
    collect.disabled = count === 0;
    setText(collect, counted("collect_these", count));
  }

  return {
    element,
    update(shown) {
      page = shown;
      if (lookedAt !== shown.url) {
        lookedAt = shown.url;
        few.reset();
        chosen.clear();
        for (const { url } of shown.files) chosen.add(url);
      }
      refresh();
    },
  };
}
