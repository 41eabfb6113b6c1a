// What a job that has ended could have had and has not, by cause, the most important first; and what scripts of its pages
// wanted to send and was stopped.
import type { JobView } from "../background/shown.ts";
import type { LeftOut } from "../host/protocol/job_progress.ts";
import type { View } from "./view.ts";
import { keyedList, make, setCutText, setText } from "./view.ts";
import { formatNumber } from "./format.ts";
import { isActive } from "./job_status.ts";
import { leftOutWords, remediesOf } from "./left_out_words.ts";
import { counted, words } from "./words.ts";

interface Row {
  leftOut: LeftOut;
  remedy: string;
}

/** In the order of the host. */
export function leftOutRows(job: JobView): Row[] {
  const list = isActive(job) ? [] : (job.progress?.leftOut ?? []);
  // A run from the command line says itself what gets it there.
  const remedies = job.key === "owner" ? [] : remediesOf(list);
  return list.map((leftOut, at) => ({ leftOut, remedy: remedies[at] ?? "" }));
}

function leftOutRow(): View<Row> {
  const name = make("span");
  const example = make("div", { class: "cut soft" });
  const remedy = make("div", { class: "remedy" });
  const count = make("td", { class: "number" });
  return {
    element: make("tr", {}, make("th", { scope: "row" }, name, example, remedy), count),
    update({ leftOut, remedy: how }) {
      setText(name, leftOutWords(leftOut));
      setCutText(example, leftOut.example);
      example.title = leftOut.example;
      setText(remedy, how);
      remedy.hidden = how === "";
      setText(count, leftOut.atLeast ? words("at_least", formatNumber(leftOut.count)) : formatNumber(leftOut.count));
    },
  };
}

export function leftOutView(): View<JobView> {
  const body = make("tbody");
  const table = make("table", { class: "plain-table" }, make("caption", {}, words("left_out")), body);
  const fill = keyedList<Row>(body, ({ leftOut }) => leftOut.cause, leftOutRow);
  return {
    element: table,
    update(job) {
      const rows = leftOutRows(job);
      table.hidden = rows.length === 0;
      fill(rows);
    },
  };
}

/** Empty where there is nothing to tell. */
export function stoppedWords(job: JobView): string {
  const stopped = job.progress?.stopped ?? null;
  if (stopped === null) return "";
  const said = [];
  if (stopped.count > 0) said.push(counted("stopped", stopped.count, stopped.methods.join(", "), stopped.example));
  if (stopped.methods.includes("POST")) said.push(words("stopped_posts"));
  if (stopped.sent !== null) said.push(counted("sent_posts", stopped.sent.count, stopped.sent.example));
  if (stopped.ownNetwork !== null) said.push(counted("own_network", stopped.ownNetwork.count, stopped.ownNetwork.example));
  return said.join(" ");
}

export function stoppedView(): View<JobView> {
  const element = make("p", { class: "soft stopped" });
  return {
    element,
    update(job) {
      const said = stoppedWords(job);
      setText(element, said);
      element.hidden = said === "";
    },
  };
}
