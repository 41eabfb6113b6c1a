// "This looks like a CKAN portal": what its catalogue has, narrowed by what the user chooses, and the harvest of that.
// Nothing is asked before a click, and one thing for each choice. All texts but ours are the portal's.
import type { PageView } from "../background/shown.ts";
import type { Catalogue, CatalogueChoices, CatalogueSite, Condition } from "../host/protocol/catalogue.ts";
import { filterText } from "../host/protocol/catalogue.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import { labelled } from "./fields.ts";
import { formatNumber } from "./format.ts";
import { allowJob } from "./permissions.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { counted, words } from "./words.ts";

/** The same for as long as the portal at hand is the same. */
function keyOf(page: PageView): string {
  return JSON.stringify([page.tabId, page.catalogues.map(({ kind, base }) => [kind, base])]);
}

export function numbersWords({ sets, files }: Catalogue): string {
  if (sets === null) return words("catalogue_no_number");
  const said = counted("catalogue_sets", sets);
  return files === null ? said : words("catalogue_numbers", said, counted("files_count", files));
}

type Control = HTMLSelectElement | HTMLInputElement;

function choiceControl({ by, values }: CatalogueChoices): HTMLSelectElement {
  const entries = values.map(({ value, title, count }) =>
    make("option", { value }, words("catalogue_choice", title, formatNumber(count))));
  return make("select", { name: `catalogue-${by}` }, make("option", { value: "" }, words("catalogue_all")), ...entries);
}

function hintOf({ values, cut }: CatalogueChoices): string {
  return cut ? words("catalogue_cut", formatNumber(values.length)) : "";
}

/** What the catalogue can be narrowed by; `changed` comes when a choice has been made. */
function conditionFields(catalogue: Catalogue, changed: () => void): { element: HTMLElement; filter(): string } {
  const controls = new Map<Condition, Control>();
  const fields = [];
  for (const by of catalogue.conditions) {
    const choices = catalogue.choices.find((one) => one.by === by);
    const isDate = by === "since" || by === "until";
    if (choices === undefined && !isDate) continue;
    const control = choices === undefined
      ? make("input", { name: `catalogue-${by}`, type: "date" })
      : choiceControl(choices);
    control.addEventListener("change", changed);
    controls.set(by, control);
    fields.push(labelled(words(`catalogue_${by}`), control, choices === undefined ? "" : hintOf(choices)));
  }
  const filter = () => filterText(Object.fromEntries([...controls].map(([by, { value }]) => [by, value])));
  return { element: make("div", { class: "fields" }, ...fields), filter };
}

export function cataloguePart(app: App): View<PageView> {
  const title = make("h3");
  const numbers = make("p", { class: "catalogue-numbers", role: "status" });
  const conditions = make("div");
  const chosen = make("div", { class: "catalogue-chosen" });
  let page: PageView | null = null;
  let key = "";
  let site: CatalogueSite | null = null;
  let filter = () => "";
  /** Of the newest question: what older ones bring is no longer wanted. */
  let asked = 0;

  async function narrow(): Promise<void> {
    const mine = ++asked;
    const wanted = filter();
    if (page === null || site === null) return;
    numbers.setAttribute("aria-busy", "true");
    try {
      const { catalogue } = await ask("page.catalogue", { tabId: page.tabId, catalogues: [site], filter: wanted });
      if (mine === asked) setText(numbers, numbersWords(catalogue));
    } catch (thrown) {
      if (mine === asked) setText(numbers, words("catalogue_no_number"));
      throw thrown;
    } finally {
      if (mine === asked) numbers.removeAttribute("aria-busy");
    }
  }

  function show(catalogue: Catalogue): void {
    const { kind, name, base } = catalogue;
    site = { kind, name, base };
    setText(title, words("catalogue_sign", name));
    setText(numbers, numbersWords(catalogue));
    const fields = conditionFields(catalogue, () => void app.run(narrow));
    filter = fields.filter;
    conditions.replaceChildren(fields.element);
    intro.hidden = true;
    chosen.hidden = false;
  }

  async function look(): Promise<void> {
    if (page === null || !app.hostInReach()) return;
    const { tabId, url, catalogues } = page;
    if (!(await allowJob(url, "host"))) return;
    const mine = ++asked;
    const { catalogue } = await ask("page.catalogue", { tabId, catalogues, filter: "" });
    if (mine === asked) show(catalogue);
  }

  async function harvest(): Promise<void> {
    if (page === null || !app.hostInReach()) return;
    if (!(await allowJob(page.url, "site"))) return;
    app.takeState(await ask("page.harvestCatalogue", { tabId: page.tabId, filter: filter() }));
    app.bring("jobs");
  }

  const intro = make("div", { class: "catalogue-intro" },
    make("p", { class: "soft" }, words("catalogue_hint")),
    makeButton(words("catalogue_look"), () => app.run(look)));
  chosen.append(numbers, conditions,
    makeButton(words("catalogue_harvest"), () => app.run(harvest), { class: "main wide" }),
    make("p", { class: "soft" }, words("catalogue_harvest_hint")));
  const element = make("section", { class: "block catalogue" }, title, intro, chosen);
  element.hidden = true;

  return {
    element,
    update(shown) {
      page = shown;
      const [best] = shown.catalogues;
      element.hidden = best === undefined;
      if (best === undefined || key === keyOf(shown)) return;
      key = keyOf(shown);
      asked++;
      site = null;
      filter = () => "";
      setText(title, words("catalogue_sign", best.name));
      intro.hidden = false;
      chosen.hidden = true;
    },
  };
}
