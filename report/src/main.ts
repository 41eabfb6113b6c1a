// The page of `tagtrail report`: shows the data it carries and loads nothing.
import { readReport } from "./data.ts";
import { make } from "./dom.ts";
import { jobReport } from "./job.ts";
import { labReport } from "./lab.ts";

const report = readReport();
const parts = report === null
  ? [make("p", {}, "This page holds no data: tagtrail report fills it.")]
  : report.kind === "lab" ? labReport(report) : jobReport(report);
document.getElementById("report")?.append(...parts.filter((part) => part !== null));
