// The report of studies.
import { matricesOf } from "./confusion.ts";
import { curvesOf } from "./curves.ts";
import type { LabReport, Site, Table } from "./data.ts";
import { type Child, make, section } from "./dom.ts";
import { bytes, count, shortCount } from "./format.ts";
import { tableOf } from "./tables.ts";

function sitesTable(sites: Site[]): Table {
  const number = (value: number, text: string): { text: string; value: number } => ({ text, value });
  return {
    id: "sites",
    title: "The replicas",
    note: "URLs: all that a full crawl within the host meets, dead links included.",
    columns: ["site", "URLs", "pages", "targets", "target volume", "other volume", "replica", "runs", "SHA-256"],
    rows: sites.map((site) => [
      { text: site.label, value: null },
      number(site.urls, count(site.urls)),
      number(site.pages, count(site.pages)),
      number(site.targets, count(site.targets)),
      number(site.targetBytes, bytes(site.targetBytes)),
      number(site.otherBytes, bytes(site.otherBytes)),
      number(site.bytes, bytes(site.bytes)),
      number(site.runs, count(site.runs)),
      { text: site.sha256.slice(0, 16), value: null },
    ]),
    footer: [],
  };
}

function curvesOfSite(site: Site): HTMLElement {
  return make("div", { class: "pair" },
    curvesOf(`${site.label}: targets`, site.targetCurves,
      { x: "requests", y: "targets", format: shortCount }),
    curvesOf(`${site.label}: volume`, site.volumeCurves,
      { x: "other volume", y: "target volume", format: bytes }));
}

function originOf({ origin }: LabReport): HTMLElement {
  const facts: [string, Child][] = [
    ["Runs", `${count(origin.runs)}${origin.failed > 0 ? `, ${count(origin.failed)} of them failed` : ""}`],
    ["Made on", origin.dates.join(", ")],
    ["Tagtrail", origin.versions.join(", ")],
  ];
  if (origin.badLines > 0) facts.push(["Left out", `${count(origin.badLines)} lines that are no results`]);
  return make("div", {},
    make("dl", {}, ...facts.flatMap(([name, fact]) => [make("dt", {}, name), make("dd", {}, fact)])),
    make("p", {}, "Made by:"),
    make("pre", {}, origin.commands.join("\n")));
}

export function labReport(report: LabReport): Child[] {
  const drawn = report.sites.filter((site) => site.targetCurves.series.length > 0);
  return [
    make("h1", {}, "Policies side by side"),
    make("p", { class: "note" },
      "Lower is better in all tables of requests and volume. Recorded and generated sites are not the "
      + "web: what holds here may not hold there."),
    ...report.tables.map(tableOf),
    report.confusion.length === 0 ? null : section("Confusion of URL classifiers",
      make("p", { class: "note" },
        "Rows: what URLs were. Columns: what they were taken for. Per cent of all URLs judged, mean over sites."),
      matricesOf(report.confusion)),
    drawn.length === 0 ? null : section("Curves",
      make("p", { class: "note" },
        "Mean over seeds, with a band of one standard deviation. A click on a name in a legend hides it in all curves."),
      ...drawn.map(curvesOfSite)),
    report.groups.length === 0 ? null : section("Groups of links that paid best",
      make("p", { class: "note" }, "Where on a page the links were found, in how many runs that was among the 20 that paid best, and for these "
        + "runs the mean (standard deviation) of pages read through them and of new files a page."),
      ...report.groups.map((table) => make("details", {}, make("summary", {}, table.title), tableOf(table)))),
    section("How this was made", originOf(report), tableOf(sitesTable(report.sites))),
  ];
}
