// What the URL classifiers took for what, as a small matrix each.
import type { Confusion } from "./data.ts";
import { make } from "./dom.ts";

const TRUTHS = ["html", "target", "neither"];
const GUESSES = ["html", "target"];

function cellOf(percent: number, isRight: boolean): HTMLTableCellElement {
  const cell = make("td", { class: `number ${isRight ? "right" : "wrong"}` }, percent.toFixed(2));
  // Square root: a mistake of one per cent can be seen beside a hit of sixty.
  cell.style.setProperty("--share", Math.min(1, Math.sqrt(percent / 100)).toFixed(3));
  return cell;
}

function matrixOf({ classifier, percent }: Confusion): HTMLElement {
  const rows = TRUTHS.map((truth, row) => make("tr", {}, make("th", { scope: "row" }, truth),
    ...GUESSES.map((guess, column) => cellOf(percent[row]?.[column] ?? 0, guess === truth))));
  return make("figure", { class: "matrix" }, make("figcaption", {}, classifier),
    make("table", {},
      make("thead", {}, make("tr", {}, make("td"),
        ...GUESSES.map((guess) => make("th", { scope: "col" }, `as ${guess}`)))),
      make("tbody", {}, ...rows)));
}

export function matricesOf(list: Confusion[]): HTMLElement {
  return make("div", { class: "matrices" }, ...list.map(matrixOf));
}
