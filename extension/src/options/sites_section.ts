// The sites that something was learned of: export, import and forget.
import { ask } from "../panel/ask.ts";
import type { View } from "../panel/view.ts";
import { keyedList, make, makeButton, setCutText, setText } from "../panel/view.ts";
import { counted, words } from "../panel/words.ts";
import { confirmed } from "./confirm.ts";
import type { OptionsApp } from "./options_app.ts";
import { MAX_RECIPE_BYTES, recipeOfText, saveRecipe } from "./recipe_file.ts";

interface Site {
  host: string;
  pages: number;
}

function siteRow(app: OptionsApp, refresh: () => Promise<void>): View<Site> {
  const name = make("span", { class: "cut" });
  const pages = make("td", { class: "soft" });
  let host = "";
  const save = makeButton(words("export"), () => app.run(async () => {
    const { recipe } = await ask("recipe.export", { host });
    if (recipe === null) app.say(words("export_nothing", host));
    else saveRecipe(host, recipe);
  }));
  const forget = makeButton(words("forget"), () => app.run(async () => {
    if (!(await confirmed(words("forget_question", host), words("forget")))) return;
    await ask("data.clear", { host });
    await refresh();
  }));
  return {
    element: make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      pages,
      make("td", {}, make("div", { class: "buttons" }, save, forget)),
    ),
    update(site) {
      host = site.host;
      setCutText(name, host);
      setText(pages, counted("learned_pages", site.pages));
      save.setAttribute("aria-label", words("export_site", host));
      forget.setAttribute("aria-label", words("forget_site", host));
    },
  };
}

function importPart(app: OptionsApp, refresh: () => Promise<void>): HTMLElement {
  const file = make("input", { type: "file", accept: ".json,application/json", class: "unseen" });
  file.setAttribute("aria-label", words("import"));
  async function take(): Promise<void> {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    try {
      const text = await chosen.slice(0, MAX_RECIPE_BYTES + 1).text();
      const recipe = recipeOfText(text);
      await ask("recipe.import", { recipe });
      app.say(words("imported", recipe.site));
      await refresh();
    } finally {
      // The same file may be chosen again once it is mended.
      file.value = "";
    }
  }
  file.addEventListener("change", () => void app.run(take));
  return make("label", { class: "button" }, file, words("import"));
}

export function sitesSection(app: OptionsApp): { element: HTMLElement; refresh(): Promise<void> } {
  const none = make("p", { class: "soft" }, words("sites_none"));
  const body = make("tbody");
  const table = make("table", { class: "sites" }, body);
  table.setAttribute("aria-label", words("options_sites"));
  const refresh = async () => {
    const { sites } = await ask("data.sites", {});
    none.hidden = sites.length > 0;
    table.hidden = sites.length === 0;
    fill(sites);
  };
  const fill = keyedList<Site>(body, ({ host }) => host, () => siteRow(app, refresh));
  const element = make(
    "section",
    { class: "card" },
    make("h2", {}, words("options_sites")),
    make("p", { class: "soft" }, words("options_sites_hint")),
    none,
    table,
    make("div", { class: "buttons" }, importPart(app, refresh)),
  );
  return { element, refresh };
}
