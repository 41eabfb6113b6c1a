// The page of a folder with jobs: lists them and searches their tables. Loads nothing.
import { type Child, make } from "../dom.ts";
import { bytes, count, counted } from "../format.ts";
import { linkOf } from "../job/file_table.ts";
import { fileHref, webHref } from "../job/links.ts";
import { stateOf } from "../job/ending_part.ts";
import { visible } from "../job/visible.ts";
import { hitsPart, type HitsPart, limitsOf } from "../search/hits_part.ts";
import type { Table } from "../search/table_search.ts";
import { type ListedJob, type JobsData, readJobs, sumOf } from "./jobs_data.ts";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function siteOf({ facts, name }: ListedJob): string {
  const seed = facts?.seed ?? "";
  return URL.canParse(seed) ? new URL(seed).host : name;
}

/** By the sentence of the job's own page. */
function endOf({ facts, trouble }: ListedJob): string {
  if (facts === null) return `can't be read: ${trouble}`;
  const state = stateOf(facts);
  if (facts.ending === null || facts.state === "running") return state;
  return `${facts.ending.words}${state === "" ? "" : ` (${state})`}`;
}

function beganOf({ facts }: ListedJob): number {
  const at = Date.parse(facts?.began ?? "");
  return Number.isNaN(at) ? 0 : at;
}

/** What the site has and the job does not; of a complete one nothing is. */
function leftOutOf({ facts, leftOut }: ListedJob): number {
  return facts === null || (facts.ending !== null && facts.ending.how !== "partial") ? 0 : leftOut.count;
}

/** Its page, where there is one. */
function pageOf({ base, page }: ListedJob): string | null {
  return page ? `${base}index.html` : null;
}

interface Column {
  name: string;
  class: "text" | "number" | "how text" | "site text";
  value(job: ListedJob): number | string;
  cell(job: ListedJob): Child[];
}

const tablesOf = ({ tables }: ListedJob): string => (tables === null ? "" : count(tables.of));

const COLUMNS: readonly Column[] = [
  { name: "site", class: "site text", value: siteOf, cell: (job) => [linkOf(pageOf(job), visible(siteOf(job)), visible(job.name)),
    siteOf(job) === job.name ? null : make("div", { class: "example", dir: "auto" }, visible(job.name))] },
  { name: "began", class: "text", value: beganOf, cell: (job) => [beganOf(job) === 0 ? "" : moment.format(beganOf(job))] },
  { name: "how it ended", class: "how text", value: endOf, cell: (job) => [visible(endOf(job))] },
  { name: "files", class: "number", value: ({ files }) => files, cell: (job) => [job.facts === null ? "" : count(job.files)] },
  { name: "tables", class: "number", value: ({ tables }) => tables?.of ?? 0, cell: (job) => [tablesOf(job)] },
  { name: "size", class: "number", value: (job) => job.bytes, cell: (job) => [job.facts === null ? "" : bytes(job.bytes)] },
  { name: "left out", class: "number", value: leftOutOf, cell: (job) => [leftOutOf(job) === 0 ? ""
    : `${job.leftOut.atLeast ? "at least " : ""}${count(leftOutOf(job))}`] },
];

function compare(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}

/** All jobs, in the order of their folders until a column is clicked. */
function jobsTable(jobs: readonly ListedJob[]): HTMLElement {
  const body = make("tbody");
  const fill = (shown: readonly ListedJob[]): void => body.replaceChildren(...shown.map((job) =>
    make("tr", {}, ...COLUMNS.map((column, place) => make(place === 0 ? "th" : "td", { class: column.class, ...(place === 0 ? { scope: "row" } : {}) },
      ...column.cell(job))))));
  const heads = COLUMNS.map((column) => {
    const button = make("button", { type: "button" }, column.name);
    const head = make("th", { scope: "col", class: column.class }, button);
    button.addEventListener("click", () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      fill(jobs.toSorted((a, b) => compare(column.value(a), column.value(b)) * direction));
    });
    return head;
  });
  fill(jobs);
  return make("div", { class: "scroll" }, make("table", { class: "jobs", "aria-label": "Jobs" }, make("thead", {}, make("tr", {}, ...heads)), body));
}

function limits({ jobs, jobsMore }: JobsData): string[] {
  const lines = limitsOf(sumOf(jobs));
  const without = jobs.filter(({ tables }) => tables === null).length;
  const stale = jobs.filter(({ tables, current }) => tables !== null && !current).length;
  if (without > 0) lines.push(`${counted(without, "job")} ${without === 1 ? "is" : "are"} not searched here: no index, which a search by the command makes, or not to be read.`);
  if (stale > 0) lines.push(`Of ${counted(stale, "job")} newer files are not searched here.`);
  if (jobsMore > 0) lines.push(`${counted(jobsMore, "job")} more ${jobsMore === 1 ? "is" : "are"} neither listed nor searched here, for the size of this page.`);
  return lines;
}

function linksOf(jobs: readonly ListedJob[], { job: number, path, page }: Table): HTMLElement[] {
  const job = jobs[number];
  if (job === undefined) return [];
  const name = path.replace(/^files\//, "");
  const own = pageOf(job);
  return [linkOf(fileHref(job.base, name), "File"), linkOf(webHref(page), "Page", visible(page)),
    ...(own === null ? [] : [linkOf(`${own}#look=${encodeURIComponent(name.toWellFormed())}`, "Preview"), linkOf(own, `Job ${visible(siteOf(job))}`)])];
}

function searchField(hits: HitsPart): HTMLElement {
  const field = make("input", { type: "search", placeholder: "Search the tables of all jobs", "aria-label": "Search the tables of all jobs",
    autocomplete: "off", spellcheck: "false" });
  field.addEventListener("input", () => void hits.show(field.value));
  return make("div", { class: "tools", role: "search" }, field);
}

function show(data: JobsData): Child[] {
  const { jobs, folder, written } = data;
  document.title = `Jobs in ${visible(folder)}`;
  const sum = (of: (job: ListedJob) => number): number => jobs.reduce((total, job) => total + of(job), 0);
  const hits = hitsPart({ folder, limits: limits(data), linksOf: (table) => linksOf(jobs, table),
    wayTo: ({ job }) => `${jobs[job]?.name ?? ""}/` });
  return [
    make("h1", {}, "Jobs in ", make("bdi", {}, visible(folder))),
    make("p", { class: "summary" }, make("b", {}, counted(jobs.length + data.jobsMore, "job")),
      `, ${counted(sum(({ files }) => files), "file")}, ${counted(sumOf(jobs).of, "table")}, ${bytes(sum((job) => job.bytes))}`),
    make("p", { class: "note" }, `As of ${moment.format(written * 1000)}; tagtrail open writes this page anew.`),
    searchField(hits), hits.element, jobsTable(jobs),
  ];
}

const data = readJobs(document.getElementById("data")?.textContent ?? "{}");
const parts = data === null ? [make("p", {}, "This page holds no data: tagtrail fills it.")] : show(data);
document.getElementById("report")?.append(...parts.filter((part) => part !== null));
// For those who measure.
performance.mark("first-row");
