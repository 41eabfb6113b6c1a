// Permissions in the browser's own words.
import { words } from "../panel/words.ts";

/** What it asks in one sentence, as `asks_NAME`; our reason for it is `needs_NAME`. */
export const ASKED: [name: string, of: string[]][] =
  __BROWSER__ === "chromium"
    ? [["history", ["tabs", "webNavigation"]], ["notifications", ["notifications"]]]
    : [["tabs", ["tabs"]], ["navigation", ["webNavigation"]], ["notifications", ["notifications"]]];

/** What it asks of `name`, or of sites, in its own words. */
export function askedWords(name: string, ...fields: string[]): string {
  return words(`asks_${name}_${__BROWSER__}`, ...fields);
}
