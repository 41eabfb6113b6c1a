// "Why this link": what spoke for the request under way. Its height hardly depends on the request, or
// what stands below would jump several times a second.
import type { CurrentRequest, ReasonTerm } from "../host/protocol/job_progress.ts";
import type { View } from "./view.ts";
import { make } from "./view.ts";
import { formatPercent } from "./format.ts";
import { language, words } from "./words.ts";

const MAX_ROWS = 6; // as panel.css leaves room for

/** A row of the table: the bar's length is a share of the longest, negative to the left. */
interface TermRow {
  label: string;
  isPart: boolean;
  value: number;
  share: number;
}

/** In the language of the panel where it knows the term. */
function translated(name: string): string {
  return words(`term_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`) || name;
}

/** The wholes and the weightiest parts, in the policy's order. */
export function termRows(terms: ReasonTerm[]): TermRow[] {
  const isPart = ({ name }: ReasonTerm) => name.includes(": ");
  const weightiest = terms
    .filter(isPart)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, Math.max(0, MAX_ROWS - terms.filter((term) => !isPart(term)).length));
  const shown = terms
    .filter((term) => !isPart(term) || weightiest.includes(term))
    .slice(0, MAX_ROWS);
  const longest = Math.max(...shown.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return shown.map((term) => ({
    label: translated(term.name.slice(isPart(term) ? term.name.indexOf(": ") + 2 : 0)),
    isPart: isPart(term),
    value: term.value,
    share: term.value / longest,
  }));
}

function bar(share: number): HTMLElement {
  const element = make("span", { class: share < 0 ? "bar against" : "bar", "aria-hidden": "true" });
  element.style.setProperty("--share", Math.abs(share).toFixed(3));
  return element;
}

function termsTable(current: CurrentRequest): HTMLElement {
  const number = (value: number, signDisplay: "auto" | "exceptZero") =>
    new Intl.NumberFormat(language(), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay,
    }).format(value);
  const caption =
    current.score === null ? words("terms") : words("terms_of_score", number(current.score, "auto"));
  const rows = termRows(current.terms).map(({ label, isPart, value, share }) =>
    make(
      "tr",
      isPart ? { class: "part" } : {},
      make("th", { scope: "row" }, isPart ? words("of_which", label) : label),
      make("td", {}, bar(share), number(value, "exceptZero")),
    ),
  );
  return make("table", { class: "terms" }, make("caption", {}, caption), make("tbody", {}, ...rows));
}

function linkFacts(current: CurrentRequest): HTMLElement {
  const entry = (key: string, shown: HTMLElement) =>
    make("div", {}, make("dt", {}, words(key)), make("dd", {}, shown));
  const text = (value: string) => make("span", { title: value }, value || "–");
  const chance = current.targetProbability;
  return make(
    "dl",
    { class: "facts" },
    entry("link_text", text(current.anchor)),
    entry("link_place", make("code", {}, text(current.tagPath))),
    entry("link_page", text(current.sourcePage)),
    entry("link_address", text(current.url)),
    entry("link_chance", text(chance === null ? "" : formatPercent(chance))),
  );
}

/** `current`: null while nothing is under way, which leaves its room empty. */
export function whyPart(current: CurrentRequest | null): HTMLElement {
  if (current === null) {
    return make("div", { class: "why" }, make("p", { class: "soft" }, words("nothing_asked")));
  }
  return make(
    "div",
    { class: "why" },
    make("p", { class: "words" }, current.words || words("start_page")),
    linkFacts(current),
    current.terms.length === 0 ? null : termsTable(current),
  );
}

/** Nothing in it takes the focus, so it is made anew for each request. */
export function whyView(): View<CurrentRequest | null> {
  const element = make("div");
  let shown: string | null = null;
  return {
    element,
    update(current) {
      const now = JSON.stringify(current);
      if (now === shown) return;
      shown = now;
      element.replaceChildren(whyPart(current));
    },
  };
}
