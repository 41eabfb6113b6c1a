// The page of a job: shows the data it carries and loads nothing.
import { bytes, count, counted } from "../format.ts";
import { type Child, make } from "../dom.ts";
import { type JobData, readData } from "./data.ts";
import { FileList } from "./file_list.ts";
import { linkOf } from "./file_table.ts";
import { filesPart } from "./files_part.ts";
import { endingPart, stateOf } from "./ending_part.ts";
import { glance } from "./glance.ts";
import { webHref } from "./links.ts";
import { visible } from "./visible.ts";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function head(list: FileList): Child[] {
  const { job, total } = list.data;
  const site = URL.canParse(job.seed) ? new URL(job.seed).host : job.folder;
  const complete = list.count === total.files;
  document.title = `What came in from ${visible(site)}`;
  const different = complete && list.distinct < total.files ? ` (${count(list.distinct)} different)` : "";
  const cost = total.requests === null ? counted(total.answers, "answer") : counted(total.requests, "request");
  return [
    make("h1", {}, "What came in from ", make("bdi", {}, visible(site))),
    make("p", { class: "summary" }, make("b", {}, counted(total.files, "file")),
      `${different}, ${bytes(total.bytes)}, with ${cost}: ${stateOf(job)}`),
    make("p", { class: "note" }, "Start: ", linkOf(webHref(job.seed), visible(job.seed)),
      ` · as of ${moment.format(job.written * 1000)}`, job.state === "running" ? "; load this page again for what came since" : ""),
  ];
}

let lookInto: (name: string) => void = () => {};

function show(data: JobData): Child[] {
  const list = new FileList(data);
  const files = filesPart(list);
  lookInto = (name) => files.look(name);
  return [...head(list), endingPart(data), files.element, ...glance(list, (place) => files.showSection(place))];
}

/** `#look=NAME`, by which the page of a folder of jobs leads to a preview. */
function lookAsAddressed(): void {
  const name = /^#look=(.+)$/s.exec(location.hash)?.[1];
  if (name === undefined) return;
  try {
    lookInto(decodeURIComponent(name));
  } catch {
    // No name is written so.
  }
}

const data = readData(document.getElementById("data")?.textContent ?? "{}");
const parts = data === null ? [make("p", {}, "This page holds no data: tagtrail fills it.")] : show(data);
document.getElementById("report")?.append(...parts.filter((part) => part !== null));
lookAsAddressed();
addEventListener("hashchange", lookAsAddressed);
// For those who measure (tests/bench/job_page.mjs).
performance.mark("first-row");
