// The site at a glance: its sections, how the files came in, and where they came from.
import { curvesOf } from "../curves.ts";
import type { Cell, Table } from "../data.ts";
import { type Child, make, section } from "../dom.ts";
import { bytes, count, shortCount } from "../format.ts";
import { tableOf } from "../tables.ts";
import type { JobData } from "./data.ts";
import type { FileList } from "./file_list.ts";
import { answerWords } from "./answer_words.ts";
import { legend, perAnswer, treemapOf } from "./treemap.ts";
import { visible } from "./visible.ts";

const MOST_ROWS = 15;

function number(value: number, text = count(value)): Cell {
  return { text, value };
}

function table(id: string, title: string, columns: string[], rows: Cell[][], footer: Cell[][] = []): Table {
  return { id, title, note: "", columns, rows, footer };
}

/** Files and bytes by what `of` says of each, the most first. */
function tally(list: FileList, id: string, title: string, column: string, of: (at: number) => string): HTMLElement | null {
  const sums = new Map<string, { files: number; size: number }>();
  for (let at = 0; at < list.count; at++) {
    const key = of(at);
    const sum = sums.get(key) ?? { files: 0, size: 0 };
    sum.files += 1;
    sum.size += list.bytes(at);
    sums.set(key, sum);
  }
  if (sums.size === 0) return null;
  const sorted = [...sums].sort(([, a], [, b]) => b.files - a.files);
  const rows = sorted.slice(0, MOST_ROWS).map(([key, { files, size }]) =>
    [{ text: visible(key), value: null }, number(files), number(size, bytes(size))]);
  const rest = sorted.slice(MOST_ROWS);
  const sum = (of: "files" | "size"): number => rest.reduce((total, [, one]) => total + one[of], 0);
  const footer = rest.length === 0 ? []
    : [[{ text: `${count(rest.length)} others`, value: null }, number(sum("files")), number(sum("size"), bytes(sum("size")))]];
  return tableOf(table(id, title, [column, "files", "size"], rows, footer));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function originOf(list: FileList): HTMLElement {
  return section("Where the files came from",
    make("div", { class: "pair" },
      tally(list, "pages", "Pages that led to most files", "page", (at) => list.page(at) === "" ? "(none)" : list.shortPage(at)),
      tally(list, "hosts", "Hosts of files", "host", (at) => hostOf(list.url(at)))));
}

export function glance(list: FileList, choose: (place: number) => void): Child[] {
  const { data } = list;
  const { sections, curve, total } = data;
  const rows = sections.map((one, place) => [
    { text: visible(list.sections[place] ?? ""), value: null }, number(one.answers), number(one.files),
    number(one.answers === 0 ? 0 : one.files / one.answers, perAnswer(one)),
  ]);
  const sums = (of: "answers" | "files"): Cell => number(sections.reduce((sum, one) => sum + one[of], 0));
  return [
    section("The site at a glance",
      make("figure", {}, make("figcaption", {}, "Sections of the site"),
        make("p", { class: "note" }, "As large as the answers they took; a file counts where the page is that links to it. "
          + "A click shows a section's files."),
        treemapOf(sections, list.sections, choose), legend(),
        make("details", {}, make("summary", {}, "The same as a table"),
          tableOf(table("sections", "Sections", ["section", "answers", "files", "files per answer"], rows,
            [[{ text: "all", value: null }, sums("answers"), sums("files"), { text: "", value: null }]])))),
      make("div", { class: "pair" }, curvesOf("Files over answers", { x: curve.answers, series: [{ policy: "files", mean: curve.files, deviation: [] }] },
        { x: "answers", y: "files", format: shortCount }), tally(list, "types", "By type", "type", (at) => list.type(at)))),
    total.files > 0 ? originOf(list) : null,
    answersOf(data),
    more(data),
  ];
}

/** What came of all requests; what of the site was not had stands at the top. */
function answersOf(data: JobData): HTMLElement {
  const answers = Object.entries(data.answers).sort(([, a], [, b]) => b - a);
  const sum = answers.reduce((total, [, times]) => total + times, 0);
  const share = (times: number): Cell => number(times, `${((times / Math.max(1, sum)) * 100).toFixed(1)} %`);
  const { requests } = data.total;
  return section("What came of all requests",
    tableOf({
      ...table("answers", "All answers, by what came of each", ["answer", "times", "share"],
        answers.map(([name, times]) => [{ text: answerWords(name), value: null }, number(times), share(times)]),
        [[{ text: "all", value: null }, number(sum), share(sum)]]),
      note: requests === null ? "" : `For these, ${count(requests)} requests went out. What robots.txt forbids is never asked for; what failed may have been tried again.`,
    }));
}

function more({ groups, settings }: JobData): HTMLElement {
  const rows = groups.map(({ path, requests, files }) => [{ text: visible(path), value: null }, number(requests), number(files)]);
  const facts = Object.entries(settings).flatMap(([name, value]) => [make("dt", {}, visible(name)), make("dd", {}, visible(value))]);
  return section("How it was done",
    rows.length === 0 ? null : make("details", {}, make("summary", {}, "Groups of links that brought most files"),
      tableOf(table("job-groups", "Groups of links", ["tag path", "requests", "files"], rows))),
    make("details", {}, make("summary", {}, "Settings"), make("dl", {}, ...facts)));
}
