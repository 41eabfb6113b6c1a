// The report of one crawl.
import { curvesOf } from "./curves.ts";
import type { JobReport } from "./data.ts";
import { type Child, make, section } from "./dom.ts";
import { count, shortCount } from "./format.ts";
import { tableOf } from "./tables.ts";

export function jobReport(report: JobReport): Child[] {
  const facts = Object.entries(report.config)
    .flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  return [
    make("h1", {}, "Harvest"),
    make("p", {}, `${count(report.targets)} files with ${count(report.requests)} answers`),
    curvesOf("Files found", report.curves, { x: "answers", y: "files", format: shortCount }),
    ...report.tables.map(tableOf),
    section("Settings", make("dl", {}, ...facts)),
  ];
}
