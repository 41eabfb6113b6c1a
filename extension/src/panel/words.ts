// The texts of the extension's pages, in the browser's language or in one that the user chose.

/** A text of messages.json, as the browser keeps it. */
type Messages = Record<string, { message: string }>;

let chosen: { language: string; messages: Messages } | null = null;

/** As Intl and the `lang` attribute want it. */
export function language(): string {
  return chosen?.language ?? browser.i18n.getUILanguage();
}

/** `message` with $1 to $9 replaced, as browser.i18n does it. */
export function filled(message: string, fields: string[]): string {
  return message.replaceAll(/\$([1-9])/g, (_, digit: string) => fields[Number(digit) - 1] ?? "");
}

/** A message of _locales; empty when there is none of that name. */
export function words(key: string, ...fields: string[]): string {
  if (chosen === null) return browser.i18n.getMessage(key, fields);
  return filled(chosen.messages[key]?.message ?? "", fields);
}

/** `key_one` or `key_other`, as the language counts; $1 is the number, the fields follow. */
export function counted(key: string, count: number, ...fields: string[]): string {
  const form = new Intl.PluralRules(language()).select(count) === "one" ? "one" : "other";
  return words(`${key}_${form}`, new Intl.NumberFormat(language()).format(count), ...fields);
}

/** Takes the texts of `choice` from now on; `auto` is the browser's language. */
export async function useLanguage(choice: "auto" | "en" | "fr"): Promise<void> {
  chosen = null;
  if (choice !== "auto") {
    const address = browser.runtime.getURL(`_locales/${choice}/messages.json`);
    const messages = (await (await fetch(address)).json()) as Messages;
    chosen = { language: choice, messages };
  }
  document.documentElement.lang = language();
}
