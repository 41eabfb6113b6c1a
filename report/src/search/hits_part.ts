// The tables that answer a search, with what matches marked, where they are, and what was not searched.
import { type Child, make } from "../dom.ts";
import { count, counted } from "../format.ts";
import { visible } from "../job/visible.ts";
import { type Answer, eachBlock, type Hit, shownOf, type Table, TableSearch, titleOf } from "./table_search.ts";
import { markedPieces, type Word } from "./words.ts";

const SHOWN_AT_ONCE = 10;

export interface HitsSetup {
  /** The file, its page, its preview, its job: what there is. */
  linksOf(table: Table): HTMLElement[];
  /** The folder of its job as people see it, ending with a slash; empty: it needs no saying. */
  wayTo(table: Table): string;
  /** Of what not all is searched, a line each. */
  limits: string[];
  /** By which `tagtrail search` calls what this page is of. */
  folder: string;
}

/** Packed blocks of the page, `tables-0` and so on. */
function* blocks(): Generator<string> {
  for (let at = 0; ; at++) {
    const block = document.getElementById(`tables-${at}`);
    if (block === null) return;
    yield block.textContent ?? "";
  }
}

function marked(text: string, words: readonly Word[]): Child[] {
  return markedPieces(visible(text), words).map(({ text: piece, marked: is }) => (is ? make("mark", {}, piece) : piece));
}

function rowsOf(table: Table, words: readonly Word[]): HTMLElement | null {
  const { names, rows, columnsMore } = shownOf(table, words);
  if (names.length === 0 && rows.length === 0) return null;
  const cells = (row: readonly string[], name: "td" | "th"): HTMLElement[] =>
    row.map((cell) => make(name, { dir: "auto", ...(name === "th" ? { scope: "col" } : {}) }, ...marked(cell, words)));
  const title = visible(titleOf(table));
  return make("div", { class: "look" },
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Rows of ${title}` },
      make("table", {}, make("thead", {}, make("tr", {}, ...cells(names, "th"))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "td")))))),
    columnsMore > 0 ? make("p", { class: "note" }, `and ${counted(columnsMore, "more column")}`) : null);
}

function sizeOf({ columns, rows, atLeast }: Table): string {
  return columns === 0 ? "no table" : `${counted(rows, "row")}${atLeast ? " or more" : ""} × ${counted(columns, "column")}`;
}

/** Where else the words stand: lines that neither title nor rows show. */
function aboutOf(table: Table, words: readonly Word[]): Child[] {
  const { sheet, heading, link, pageTitle } = table;
  const title = titleOf(table).trim();
  const has = (text: string): boolean => markedPieces(visible(text), words).some(({ marked: is }) => is);
  const lines = heading.split("\n").map((line): [string, string] => ["heading", line.trim()]);
  const facts: [string, string][] = [["sheet", sheet], ...lines, ["link", link.trim()], ["title of the page", pageTitle.trim()]];
  return facts.filter(([name, text]) => text !== "" && text !== title && (name === "sheet" || has(text)))
    .map(([name, text]) => make("p", { class: "note" }, `${name}: `, make("bdi", {}, ...marked(text, words))));
}

function hitOf({ table, lacking, copies }: Hit, words: readonly Word[], { linksOf, wayTo }: HitsSetup): HTMLElement {
  return make("li", { class: "hit" },
    make("h3", { dir: "auto" }, ...marked(titleOf(table), words)),
    make("p", { class: "note" }, make("bdi", {}, visible(wayTo(table)), ...marked(table.path, words)), `: ${sizeOf(table)}`,
      copies > 0 ? `, the same in ${counted(copies, "more job")}` : "", lacking.length > 0 ? `; not in what is searched here: ${visible(lacking.join(", "))}` : ""),
    ...aboutOf(table, words), rowsOf(table, words), make("p", { class: "links" }, ...linksOf(table)));
}

/** As `tagtrail search` says it, which searches all cells. */
function sentence({ words, hits }: Answer, searched: number): string {
  const all = visible(words.map(({ written }) => written).join(", "));
  const [first] = hits;
  if (words.length === 0) return "There is no word to look for: type letters or digits";
  if (first === undefined) return `None of ${counted(searched, "table")} has ${all} in what is searched here`;
  const found = hits.reduce((sum, { copies }) => sum + 1 + copies, 0);
  const has = found === 1 ? "has" : "have";
  return `${count(found)} of ${counted(searched, "table")} ${has} ${first.lacking.length === 0 ? all : `some of ${all}, none has all in what is searched here`}`;
}

/** What a shell takes as one word. */
function quoted(typed: string): string {
  return `'${visible(typed).replaceAll("'", "'\\''")}'`;
}

export interface HitsPart {
  element: HTMLElement;
  /** Shows what answers, of tables that are wanted; nothing typed: nothing. Resolves to the tables that have all words. */
  show(typed: string, wanted?: (table: Table) => boolean): Promise<Table[]>;
}

export function hitsPart(setup: HitsSetup): HitsPart {
  const { limits, folder } = setup;
  const search = new TableSearch();
  const said = make("p", { role: "status", class: "said" });
  const hits = make("ol", { class: "hits" });
  const more = make("button", { type: "button" });
  const command = make("code");
  const element = make("section", { class: "answers", "aria-label": "Tables that answer", hidden: "" },
    make("h2", {}, "Tables"), said, hits, more,
    ...limits.map((line) => make("p", { class: "note" }, line)),
    make("p", { class: "note" }, "All cells of all tables are searched by ", command));
  let now: Answer = { words: [], hits: [] };
  let reading: Promise<void> | null = null;
  let trouble = "";
  let asked = 0;

  function showMore(): void {
    const from = hits.childElementCount;
    hits.append(...now.hits.slice(from, from + SHOWN_AT_ONCE).map((hit) => hitOf(hit, now.words, setup)));
    const left = now.hits.length - hits.childElementCount;
    more.hidden = left === 0;
    more.textContent = `Show ${count(Math.min(left, SHOWN_AT_ONCE))} of ${count(left)} more`;
  }
  more.addEventListener("click", showMore);

  /** Once, when somebody searches: a page that is only looked at opens sooner. */
  function read(): Promise<void> {
    said.textContent = "Reading the tables";
    return eachBlock(blocks(), (tables) => search.add(tables)).catch(() => {
      trouble = "; some tables can't be read";
    });
  }

  return {
    element,
    async show(typed, wanted) {
      const turn = ++asked;
      element.hidden = typed.trim() === "";
      if (element.hidden) return [];
      command.textContent = `tagtrail search ${quoted(typed.trim())} ${/^[\w./-]+$/.test(folder) ? folder : quoted(folder)}`;
      await (reading ??= read());
      if (turn !== asked) return [];
      now = search.find(typed, wanted);
      said.textContent = sentence(now, search.size) + trouble;
      hits.replaceChildren();
      showMore();
      return now.hits.filter(({ lacking }) => lacking.length === 0).map(({ table }) => table);
    },
  };
}

/** What of tables is searched in a page, and how many are not, or not wholly. */
export function limitsOf(share: { of: number; kept: number; cut: number }): string[] {
  const lines = ["Searched here are titles, words of links, headings, titles of pages, names of columns with units, years, the first rows, and some more texts of cells."];
  if (share.of > share.kept) lines.push(`${counted(share.of - share.kept, "table")} of ${count(share.of)} ${share.of - share.kept === 1 ? "is" : "are"} not searched here, for the size of this page.`);
  if (share.cut > 0) lines.push(`Of ${counted(share.cut, "table")} not all texts of cells are searched here, for the size of this page.`);
  return lines;
}
