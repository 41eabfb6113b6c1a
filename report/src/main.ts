// The page of `tagtrail report` for results of a lab: shows the data it carries and loads nothing.
import { readReport } from "./data.ts";
import { make } from "./dom.ts";
import { labReport } from "./lab.ts";

const report = readReport();
const parts = report === null ? [make("p", {}, "This page holds no data: tagtrail report fills it.")] : labReport(report);
document.getElementById("report")?.append(...parts.filter((part) => part !== null));
