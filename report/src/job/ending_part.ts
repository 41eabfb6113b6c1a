// At the top: complete, about complete or not complete, as at a terminal, and what is missing.
import { make } from "../dom.ts";
import { count } from "../format.ts";
import type { JobData, LeftOut } from "./data.ts";
import { visible } from "./visible.ts";

function row({ cause, words, count: times, links, atLeast, example, remedy }: LeftOut): HTMLElement {
  return make("tr", {},
    make("td", { class: "number" }, `${atLeast === true ? "at least " : ""}${count(times)}`),
    make("td", { class: "text" }, words, links === undefined ? "" : `, with about ${count(links)} links ${cause === "trap" ? "not followed" : "lost"}`,
      example === "" ? null : make("div", { class: "example", dir: "auto" }, visible(example)),
      remedy === "" ? null : make("div", {}, `To get ${times === 1 ? "it" : "them"}: ${remedy}`)));
}

/** What of the site was not had, by cause, and what gets it. */
function leftOutTable(list: readonly LeftOut[]): HTMLElement {
  return make("div", { class: "scroll" }, make("table", { class: "left-out" },
    make("thead", {}, make("tr", {}, ...["number", "what, and an example"].map((name) => make("th", { scope: "col", class: name === "number" ? "number" : "text" }, name)))),
    make("tbody", {}, ...list.map(row))));
}

/** Why the run ended, in words. */
export function stateOf({ state, stopped }: JobData["job"]): string {
  if (state === "running") return "still running";
  return stopped === "" ? state : stopped;
}

/** Null while the job goes on. */
export function endingPart({ job: { state, ending }, leftOut }: JobData): HTMLElement | null {
  if (state === "running") return null;
  const lists = leftOut.length > 0 && (ending === null || ending.how === "partial");
  const remedy = ending?.remedy ?? "";
  return make("div", { class: "ending" },
    ending === null ? null : make("p", { "data-how": ending.how }, make("strong", {}, visible(ending.words)), lists && ending.reason === undefined ? ":" : ""),
    remedy === "" ? null : make("p", {}, `To get them: ${visible(remedy)}`),
    lists ? leftOutTable(leftOut) : null);
}
