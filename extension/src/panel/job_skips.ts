// Why requests of a job brought nothing.
import type { View } from "./view.ts";
import { keyedList, make, setText } from "./view.ts";
import { formatNumber } from "./format.ts";
import { words } from "./words.ts";

type Skip = [reason: string, count: number];

/** The closed vocabulary in the user's language; what is not in it as the host names it. */
export function skipWords(reason: string): string {
  const status = /^status_(\d{3})$/.exec(reason)?.[1];
  const known = words(`skip_${reason}`);
  if (known !== "" || status === undefined) return known || reason;
  return words(status.startsWith("5") ? "skip_server_error" : "skip_status", status);
}

function skipRow(): View<Skip> {
  const name = make("th", { scope: "row" });
  const count = make("td", { class: "number" });
  return {
    element: make("tr", {}, name, count),
    update([reason, requests]) {
      setText(name, skipWords(reason));
      setText(count, formatNumber(requests));
    },
  };
}

export function skipsView(): View<Record<string, number>> {
  const none = make("p", { class: "soft" }, words("skips_none"));
  const body = make("tbody");
  const table = make("table", { class: "plain-table" }, body);
  table.setAttribute("aria-label", words("skips"));
  const fill = keyedList<Skip>(body, ([reason]) => reason, skipRow);
  return {
    element: make("div", {}, none, table),
    update(skips) {
      const entries = Object.entries(skips).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      none.hidden = entries.length > 0;
      table.hidden = entries.length === 0;
      fill(entries);
    },
  };
}
