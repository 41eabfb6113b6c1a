// The files: search, filters, the table, and what is done with a selection.
import { bytes, count, counted } from "../format.ts";
import { make, section } from "../dom.ts";
import { ALL, type Column, type FileList, type Inside, type Wanted } from "./file_list.ts";
import { hitsPart, type HitsPart, limitsOf } from "../search/hits_part.ts";
import type { Table } from "../search/table_search.ts";
import { FileTable, linkOf } from "./file_table.ts";
import { csvOf } from "./csv.ts";
import { fileHref, webHref } from "./links.ts";
import { type Preview, previewDialog } from "./preview.ts";
import { visible } from "./visible.ts";

const INSIDE: readonly [Inside, string][] = [
  ["any", "any file"], ["tables", "with tables"], ["statistics", "with statistics tables"],
  ["twice", "found more than once"], ["versions", "changed since"], ["vanished", "gone from the site"],
];

/** The largest and the newest are what people look for. */
const FIRST: Partial<Record<Column, -1>> = { bytes: -1, at: -1, inside: -1 };

interface Option {
  value: string;
  text: string;
}

function choice(label: string, options: readonly Option[], changed: (value: string) => void): HTMLSelectElement {
  const select = make("select", { "aria-label": label },
    ...options.map(({ value, text }) => make("option", { value }, text)));
  select.addEventListener("change", () => changed(select.value));
  return select;
}

function tallied(values: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, more], [b, less]) => less - more || a.localeCompare(b));
}

/** Where there is no clipboard for pages, the old way: from a field. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "away", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function placeOf(list: FileList, { path }: Table): number | undefined {
  return path.startsWith("files/") ? list.placeOf(path.slice("files/".length)) : undefined;
}

/** The tables that answer a search, with their previews. */
function hitsOf(list: FileList, preview: Preview): HitsPart {
  const { job, tables } = list.data;
  const limits = tables === null
    ? ["This job has no index, so only names, link texts and addresses of pages are searched here; a search by the command makes one."]
    : limitsOf(tables);
  const lacking = tables === null ? 0 : list.distinct - tables.contents;
  if (lacking > 0) limits.push(`${counted(lacking, "file")} came after the tables were read, and ${lacking === 1 ? "is" : "are"} not searched inside.`);
  return hitsPart({
    limits, folder: job.folder, wayTo: () => "",
    linksOf(table) {
      const at = placeOf(list, table);
      const look = make("button", { type: "button", class: "plain" }, "Preview");
      look.addEventListener("click", () => at !== undefined && preview.show(at));
      return [linkOf(fileHref(job.base, table.path.replace(/^files\//, "")), "File"), linkOf(webHref(table.page), "Page", visible(table.page)),
        ...(at === undefined ? [] : [look])];
    },
  });
}

export interface FilesPart {
  element: HTMLElement;
  /** Shows only the files of a section, by place. */
  showSection(place: number): void;
  /** Looks into a file, by its name below files/; one that is not listed is nothing. */
  look(name: string): void;
}

export function filesPart(list: FileList): FilesPart {
  const { data } = list;
  let wanted: Wanted = ALL;
  let order: { column: Column; direction: 1 | -1 } | null = null;
  const preview = previewDialog(list);
  const table = new FileTable(list, {
    preview: (at) => preview.show(at),
    selected: () => showDeeds(),
    sorted(column) {
      const isNew = order === null || order.column !== column;
      order = { column, direction: isNew ? FIRST[column] ?? 1 : order?.direction === 1 ? -1 : 1 };
      refresh();
    },
  });

  const search = make("input", {
    type: "search", placeholder: "Search tables, names, link texts, pages", "aria-label": "Search tables, names, link texts and pages",
    autocomplete: "off", spellcheck: "false",
  });
  search.addEventListener("input", () => {
    // What the tables say comes with them: reading them the first time takes a moment.
    want({ text: search.value, also: ALL.also });
    answer();
  });
  const hits = hitsOf(list, preview);
  const types = choice("Type", [{ value: "", text: "all types" }, ...tallied(list.types).slice(0, 200)
    .map(([type, files]) => ({ value: type, text: `${visible(type)} (${count(files)})` }))], (type) => filter({ type }));
  const sections = choice("Section of the site", [{ value: "-1", text: "all sections" }, ...data.sections
    .map(({ files }, place) => ({ value: String(place), text: `${visible(list.sections[place] ?? "")} (${count(files)})`, files }))
    .filter(({ files }) => files > 0)], (place) => filter({ section: Number(place) }));
  const inside = choice("What is inside", INSIDE.map(([value, text]) => ({ value, text })),
    (value) => filter({ inside: INSIDE.find(([name]) => name === value)?.[0] ?? "any" }));
  const reset = make("button", { type: "button" }, "Show all");
  reset.addEventListener("click", () => {
    search.value = types.value = "";
    sections.value = "-1";
    inside.value = "any";
    want(ALL);
    answer();
    search.focus();
  });
  const found = make("p", { role: "status", class: "found" });
  const copyButton = make("button", { type: "button" });
  copyButton.addEventListener("click", () => {
    const chosen = table.chosen();
    void copy(csvOf(list, chosen)).then((done) => {
      found.textContent = done ? `${counted(chosen.length, "row")} copied as CSV` : "This browser did not let the page copy";
    });
  });

  function showDeeds(): void {
    const selected = table.selection.size;
    copyButton.textContent = selected === 0 ? "Copy list as CSV" : `Copy ${count(selected)} selected as CSV`;
  }

  function want(some: Partial<Wanted>): void {
    wanted = { ...wanted, ...some };
    refresh();
  }

  /** The filters hold for tables, too. */
  function filter(some: Partial<Wanted>): void {
    want(some);
    if (wanted.text !== "") answer();
  }

  function answer(): void {
    const fits = (table: Table): boolean => {
      const at = placeOf(list, table);
      return at === undefined || list.fits(at, wanted);
    };
    void hits.show(wanted.text, fits).then((tables) => {
      const also = new Set(tables.map((table) => placeOf(list, table)).filter((at) => at !== undefined));
      if (also.size > 0) want({ also });
    });
  }

  function refresh(): void {
    const all = list.find(wanted);
    table.show(order === null ? all : list.sort(all, order.column, order.direction), order?.column ?? null, order?.direction ?? 1);
    let size = 0;
    for (const at of all) size += list.bytes(at);
    found.textContent = all.length === list.count
      ? `${counted(list.count, "file")}, ${bytes(size)}`
      : `${count(all.length)} of ${counted(list.count, "file")}, ${bytes(size)}`;
    reset.disabled = all.length === list.count && wanted.text === "";
  }

  showDeeds();
  refresh();
  requestIdleCallback(() => list.warm());
  const missing = data.total.files - list.count;
  return {
    element: section("Files",
      make("div", { class: "tools", role: "search" }, search, types, sections, inside, reset),
      hits.element,
      make("div", { class: "tools" }, found, copyButton),
      missing > 0 ? make("p", { class: "note" }, `${count(missing)} more files are not in this page, for its size: datapackage.json lists all.`) : null,
      table.element,
      make("p", { class: "note print-only" }, "Printed are the first 1,000 rows at most; the list as CSV has all."),
      preview.element),
    look(name) {
      const at = list.placeOf(name);
      if (at !== undefined) preview.show(at);
    },
    showSection(place) {
      sections.value = String(place);
      filter({ section: place });
      search.scrollIntoView({ block: "center" });
      search.focus();
    },
  };
}
