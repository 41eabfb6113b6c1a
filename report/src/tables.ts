// Tables that sort by a click on a column's name.
import type { Cell, Table } from "./data.ts";
import { make } from "./dom.ts";

/** A column of words; dashes stand for numbers that are not known. */
function isText(table: Table, place: number): boolean {
  return table.rows.some((row) => row[place]?.value === null && !/^[-/ ]*$/.test(row[place].text))
    && table.rows.every((row) => row[place]?.value === null);
}

function rowOf(cells: Cell[], texts: boolean[]): HTMLTableRowElement {
  return make("tr", {}, ...cells.map((cell, place) => place === 0
    ? make("th", { scope: "row" }, cell.text)
    : make("td", { class: texts[place] ? "text" : "number" }, cell.text)));
}

/** Numbers by size, texts by letters, what is unknown last whatever the direction. */
function compare(a: Cell | undefined, b: Cell | undefined, direction: number): number {
  const left = a?.value ?? null;
  const right = b?.value ?? null;
  if (left !== null && right !== null) return (left - right) * direction;
  if (left !== null || right !== null) return left === null ? 1 : -1;
  return (a?.text ?? "").localeCompare(b?.text ?? "") * direction;
}

export function tableOf(table: Table): HTMLElement {
  const body = make("tbody");
  const texts = table.columns.map((_, place) => isText(table, place));
  const fill = (rows: Cell[][]): void => body.replaceChildren(...rows.map((row) => rowOf(row, texts)));
  const heads = table.columns.map((name, place) => {
    const button = make("button", { type: "button" }, name);
    const head = make("th", { scope: "col", class: texts[place] ? "text" : "number" }, button);
    button.addEventListener("click", () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      fill([...table.rows].sort((a, b) => compare(a[place], b[place], direction)));
    });
    return head;
  });
  fill(table.rows);
  const foot = table.footer.length > 0 ? make("tfoot", {}, ...table.footer.map((row) => rowOf(row, texts))) : null;
  return make("figure", { class: "table", id: `table-${table.id}` },
    make("figcaption", {}, table.title),
    make("div", { class: "scroll" },
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body, foot)),
    table.note === "" ? null : make("p", { class: "note" }, table.note));
}
