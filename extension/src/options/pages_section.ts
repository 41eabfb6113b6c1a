// What the extension shows: language and notifications.
import { IS_TRUSTED } from "../compat/trusted_build.ts";
import { make } from "../panel/view.ts";
import { labelled, makeSwitch, select } from "../panel/fields.ts";
import { tellLanguage } from "../panel/language_channel.ts";
import { words } from "../panel/words.ts";
import type { OptionsApp } from "./options_app.ts";

const LANGUAGES = ["auto", "en", "fr"] as const;

/** Each language in its own words, so that people find theirs. */
function languageName(name: (typeof LANGUAGES)[number]): string {
  if (name === "auto") return words("language_auto");
  const own = new Intl.DisplayNames(name, { type: "language" }).of(name) ?? name;
  return own.charAt(0).toLocaleUpperCase(name) + own.slice(1);
}

function languageField(app: OptionsApp): HTMLElement {
  const list = select("language", LANGUAGES, languageName);
  list.value = app.options().language;
  list.addEventListener("change", () => {
    const chosen = LANGUAGES.find((name) => name === list.value);
    if (chosen === undefined) return;
    void app.keep({ language: chosen }).then(() => {
      tellLanguage();
      location.reload();
    });
  });
  return labelled(words("language"), list);
}

/** Without the browser's permission nothing could be shown; it is asked for within this click. */
async function mayNotify(on: boolean): Promise<boolean> {
  if (!on || IS_TRUSTED) return on;
  return browser.permissions.request({ permissions: ["notifications"] });
}

function notificationsField(app: OptionsApp): HTMLElement {
  const { element, input } = makeSwitch(words("notifications"), words("notifications_hint"), (on) =>
    void app.run(async () => {
      input.checked = await mayNotify(on);
      await app.keep({ notifications: input.checked });
    }),
  );
  input.checked = app.options().notifications;
  return element;
}

export function pagesSection(app: OptionsApp): HTMLElement {
  return make(
    "section",
    { class: "card" },
    make("h2", {}, words("options_pages")),
    languageField(app),
    notificationsField(app),
  );
}
