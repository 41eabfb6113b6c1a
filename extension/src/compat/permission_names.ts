// Permissions in the browser's own words.

/** What it asks in one sentence, as `asks_NAME`; our reason for it is `needs_NAME`. */
export const ASKED: [name: string, of: string[]][] =
  __BROWSER__ === "chromium"
    ? [["history", ["tabs", "webNavigation"]], ["notifications", ["notifications"]]]
    : [["tabs", ["tabs"]], ["navigation", ["webNavigation"]], ["notifications", ["notifications"]]];

/** The message that has the browser's words for `name`. */
export function askedKey(name: string): string {
  return `asks_${name}_${__BROWSER__}`;
}
