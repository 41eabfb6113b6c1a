// The table of files: as many rows as can be seen, however many there are.
import { nameParts } from "../../../shared/pages/file_name.ts";
import { bytes, counted } from "../format.ts";
import { type Child, make } from "../dom.ts";
import type { Column, FileList } from "./file_list.ts";
import { fileHref, webHref } from "./links.ts";
import { visible } from "./visible.ts";

/** Of a row, in CSS pixels: job.css gives it. */
export const ROW_HEIGHT = 36;
const BEYOND = 8;
/** Paper does not scroll. */
const MOST_PRINTED = 1000;

const HEADS: readonly [Column, string][] = [
  ["name", "Name"], ["anchor", "Link text"], ["page", "Page"], ["section", "Section"], ["type", "Type"],
  ["bytes", "Size"], ["at", "Date"], ["inside", "Inside"],
];

const day = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "2-digit", day: "2-digit" });

/** A link to what may be opened, else only its text. */
export function linkOf(href: string | null, text: string, title = ""): HTMLElement {
  const shown = { ...(title === "" ? {} : { title }), dir: "auto" };
  if (href === null) return make("span", shown, text);
  return make("a", { href, target: "_blank", rel: "noopener noreferrer", ...shown }, text);
}

export function insideOf(list: FileList, at: number): string {
  const tables = list.tables(at);
  if (tables === 0) return list.format(at) === "" ? "details" : list.format(at);
  const rows = list.rows(at);
  return counted(tables, "table") + (rows > 0 ? ` · ${counted(rows, "row")}` : "");
}

export interface TableEvents {
  preview(at: number): void;
  selected(): void;
  sorted(column: Column): void;
}

export class FileTable {
  readonly element: HTMLElement;
  readonly selection = new Set<number>();
  private shown: Uint32Array = new Uint32Array();
  private first = 0;
  private end = 0;
  /** Of the box, as they were told last: who asks makes the browser lay all out. */
  private height = 0;
  private top = 0;
  private readonly rows = new Map<number, HTMLTableRowElement>();
  private readonly above = make("td");
  private readonly below = make("td");
  private readonly body = make("tbody");
  private readonly table: HTMLTableElement;
  private readonly scroller: HTMLElement;
  private readonly heads = new Map<Column, HTMLElement>();
  private readonly all = make("input", { type: "checkbox", "aria-label": "Select all files shown" });
  private printing = false;

  constructor(private readonly list: FileList, private readonly events: TableEvents) {
    const heads = HEADS.map(([column, text]) => {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => events.sorted(column));
      const head = make("th", { scope: "col", class: `c-${column}` }, button);
      this.heads.set(column, head);
      return head;
    });
    this.all.addEventListener("change", () => this.selectAll(this.all.checked));
    const gap = (cell: HTMLElement): HTMLElement => make("tbody", { class: "gap", "aria-hidden": "true" }, make("tr", {}, cell));
    this.table = make("table", { class: "files", "aria-label": "Files" },
      make("thead", {}, make("tr", { "aria-rowindex": "1" }, make("th", { scope: "col", class: "c-pick" }, this.all), ...heads)),
      gap(this.above), this.body, gap(this.below));
    this.scroller = make("div", { class: "rows", tabindex: "0", role: "region", "aria-label": "List of files" }, this.table);
    this.element = this.scroller;
    this.scroller.addEventListener("scroll", () => {
      this.top = this.scroller.scrollTop;
      this.draw();
    }, { passive: true });
    this.body.addEventListener("keydown", (event) => this.move(event));
    new ResizeObserver(() => {
      this.height = this.scroller.clientHeight;
      this.draw();
    }).observe(this.scroller);
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
  }

  /** Other files, or in another order; from the top. */
  show(shown: Uint32Array, column: Column | null, direction: 1 | -1): void {
    const isSame = [...this.rows.keys()].every((place) => shown[place] === this.shown[place]);
    this.shown = shown;
    this.table.setAttribute("aria-rowcount", String(shown.length + 1));
    for (const [name, head] of this.heads) {
      if (name === column) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    if (!isSame) this.clear();
    if (this.top !== 0) this.scroller.scrollTop = this.top = 0;
    this.draw();
    this.showSelection();
  }

  /** Selected files that are shown, in the order shown; all shown where none is selected. */
  chosen(): Uint32Array {
    return this.selection.size === 0 ? this.shown : this.shown.filter((at) => this.selection.has(at));
  }

  private clear(): void {
    this.rows.clear();
    this.body.replaceChildren();
    this.first = this.end = 0;
  }

  private print(on: boolean): void {
    this.printing = on;
    this.draw();
  }

  private draw(): void {
    const total = this.shown.length;
    const top = Math.max(0, Math.floor(this.top / ROW_HEIGHT) - BEYOND);
    const first = this.printing ? 0 : Math.min(top, Math.max(0, total - 1));
    const end = Math.min(total, this.printing ? MOST_PRINTED : first + Math.ceil(this.height / ROW_HEIGHT) + 2 * BEYOND);
    this.above.style.height = `${first * ROW_HEIGHT}px`;
    this.below.style.height = `${this.printing ? 0 : (total - end) * ROW_HEIGHT}px`;
    if (first === this.first && end === this.end && this.rows.size === end - first) return;
    if (first >= this.end || end <= this.first) this.clear();
    for (const [place, row] of this.rows) {
      if (place >= first && place < end) continue;
      row.remove();
      this.rows.delete(place);
    }
    const before = this.body.firstChild;
    for (let place = first; place < end; place++) {
      if (this.rows.has(place)) continue;
      const row = this.rowOf(place);
      this.rows.set(place, row);
      // Those above the rows that stay go in front of them, the others behind.
      this.body.insertBefore(row, place < this.first ? before : null);
    }
    this.first = first;
    this.end = end;
  }

  private rowOf(place: number): HTMLTableRowElement {
    const { list } = this;
    const at = this.shown[place] ?? 0;
    const name = visible(list.name(at));
    const pick = make("input", { type: "checkbox", "aria-label": `Select ${name}` });
    pick.checked = this.selection.has(at);
    pick.addEventListener("change", () => this.select(at, pick.checked));
    const inside = make("button", { type: "button", class: "plain", "aria-label": `Look into ${name}` }, insideOf(list, at));
    inside.addEventListener("click", () => this.events.preview(at));
    const cell = (column: Column, child: Child): HTMLElement => make("td", { class: `c-${column}` }, child);
    const text = (shown: string): HTMLElement => make("span", { dir: "auto", title: shown }, shown);
    const gone = list.vanished(at) !== null;
    const row = make("tr", { "aria-rowindex": String(place + 2), ...(gone ? { class: "gone" } : {}) },
      make("td", { class: "c-pick" }, pick),
      make("th", { scope: "row", class: "c-name" }, this.nameOf(at)),
      cell("anchor", text(visible(list.anchor(at)))),
      cell("page", linkOf(webHref(list.page(at)), visible(list.shortPage(at)), visible(list.page(at)))),
      cell("section", text(visible(list.section(at)))),
      cell("type", visible(list.type(at))),
      cell("bytes", bytes(list.bytes(at))),
      cell("at", list.time(at) === 0 ? "" : day.format(list.time(at) * 1000)),
      cell("inside", inside));
    return row;
  }

  private nameOf(at: number): HTMLElement {
    const name = visible(this.list.name(at));
    const link = linkOf(fileHref(this.list.data.job.base, this.list.name(at)), "", name);
    link.classList.add("file-name");
    link.append(...nameParts(name));
    return link;
  }

  private select(at: number, on: boolean): void {
    if (on) this.selection.add(at);
    else this.selection.delete(at);
    this.showSelection();
  }

  private selectAll(on: boolean): void {
    for (const at of this.shown) {
      if (on) this.selection.add(at);
      else this.selection.delete(at);
    }
    for (const box of this.body.querySelectorAll<HTMLInputElement>(".c-pick input")) box.checked = on;
    this.showSelection();
  }

  private showSelection(): void {
    let some = 0;
    if (this.selection.size > 0) for (const at of this.shown) some += this.selection.has(at) ? 1 : 0;
    this.all.checked = some > 0 && some === this.shown.length;
    this.all.indeterminate = some > 0 && some < this.shown.length;
    this.events.selected();
  }

  /** Arrows go to the same control of the row above or below. */
  private move(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const cell = event.target instanceof HTMLElement ? event.target.closest("td, th") : null;
    const row = cell?.parentElement;
    if (step === 0 || !(row instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    const place = Number(row.getAttribute("aria-rowindex")) - 2 + step;
    if (place < 0 || place >= this.shown.length) return;
    const top = place * ROW_HEIGHT;
    const room = this.height - 2 * ROW_HEIGHT;
    if (top < this.top) this.scroller.scrollTop = this.top = top;
    else if (top > this.top + room) this.scroller.scrollTop = this.top = top - room;
    this.draw();
    const same = cell?.className ?? "";
    this.rows.get(place)?.querySelector<HTMLElement>(`.${same} :is(a, button, input)`)?.focus({ preventScroll: true });
  }
}
