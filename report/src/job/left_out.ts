// What of the site was not had, by cause, and what gets it.
import { make } from "../dom.ts";
import { count } from "../format.ts";
import type { LeftOut } from "./data.ts";
import { visible } from "./visible.ts";

function row({ cause, words, count: times, links, atLeast, example, remedy }: LeftOut): HTMLElement {
  return make("tr", {},
    make("td", { class: "number" }, `${atLeast === true ? "at least " : ""}${count(times)}`),
    make("td", { class: "text" }, words, links === undefined ? "" : `, with about ${count(links)} links ${cause === "trap" ? "not followed" : "lost"}`,
      example === "" ? null : make("div", { class: "example", dir: "auto" }, visible(example)),
      remedy === "" ? null : make("div", {}, `To get ${times === 1 ? "it" : "them"}: ${remedy}`)));
}

export function leftOutTable(list: readonly LeftOut[]): HTMLElement {
  return make("div", { class: "scroll" }, make("table", { class: "left-out" },
    make("thead", {}, make("tr", {}, ...["number", "what, and an example"].map((name) => make("th", { scope: "col", class: name === "number" ? "number" : "text" }, name)))),
    make("tbody", {}, ...list.map(row))));
}
