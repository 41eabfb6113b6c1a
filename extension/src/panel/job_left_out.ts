// What a job that has ended could have had and has not, by cause.
import type { LeftOut } from "../host/protocol/job_progress.ts";
import type { View } from "./view.ts";
import { keyedList, make, setCutText, setText } from "./view.ts";
import { formatNumber } from "./format.ts";
import { words } from "./words.ts";

/** `Pages read only in part (about 2,248 links lost)`; a cause without words as the host names it. */
export function leftOutWords({ cause, links, taken }: LeftOut): string {
  const name = words(`left_out_${cause}${taken ? "_taken" : ""}`) || cause;
  return links === 0 ? name : `${name} ${words("left_out_links", formatNumber(links))}`;
}

function leftOutRow(): View<LeftOut> {
  const name = make("span");
  const example = make("div", { class: "cut soft" });
  const count = make("td", { class: "number" });
  return {
    element: make("tr", {}, make("th", { scope: "row" }, name, example), count),
    update(leftOut) {
      setText(name, leftOutWords(leftOut));
      setCutText(example, leftOut.example);
      example.title = leftOut.example;
      setText(count, leftOut.atLeast ? words("at_least", formatNumber(leftOut.count)) : formatNumber(leftOut.count));
    },
  };
}

export function leftOutView(): View<readonly LeftOut[]> {
  const body = make("tbody");
  const table = make("table", { class: "plain-table" }, make("caption", {}, words("left_out")), body);
  const fill = keyedList<LeftOut>(body, ({ cause }) => cause, leftOutRow);
  return {
    element: table,
    update(leftOut) {
      table.hidden = leftOut.length === 0;
      fill(leftOut);
    },
  };
}
