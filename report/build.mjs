// Builds the pages of reports and of jobs, one file each: node report/build.mjs [--out FOLDER]
// The program puts the data in (lab/src/studies/report_data.cpp, native-host/src/export/page/).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { bundledNotices } from "../licences.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const { values } = parseArgs({
  options: { out: { type: "string", default: resolve(source, "../../dist") } },
});

/** By the name of the built file. The program looks for `name`, the mark in it, and the place of the blocks (native-host/src/export/page/). */
const PAGES = {
  "report.html": {
    script: "main.ts", style: "report.css", name: "Tagtrail report", title: "Tagtrail report", blocks: "",
    withoutScripts: "This report needs JavaScript to draw its curves and tables; it loads nothing.",
  },
  "jobs.html": {
    script: "jobs/main.ts", style: "jobs/jobs.css", name: "Tagtrail page of jobs", title: "Jobs", blocks: "<!--blocks-->\n",
    withoutScripts: "This page needs JavaScript to show its list; it loads nothing. The jobs are in folders below this one, each with a page "
      + "of its own.",
  },
  "job.html": {
    script: "job/main.ts", style: "job/job.css", name: "Tagtrail job page: /*mark*/", title: "What came in", blocks: "<!--blocks-->\n",
    withoutScripts: "This page needs JavaScript to show its list; it loads nothing. The files are in the folder files/, and datapackage.json "
      + "lists them.",
  },
};

async function bundle(file, inputs) {
  const result = await build({
    entryPoints: [join(source, file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome120", "firefox120"],
    charset: "ascii",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  inputs.push(...Object.keys(result.metafile.inputs));
  return result.outputFiles[0].text;
}

/** As a content security policy names what may run. */
function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Replaces a mark that must be there once; a function, because `$` in code is no pattern. */
function fill(page, mark, text) {
  if (page.split(mark).length !== 2) throw new Error(`the page must hold ${mark} once`);
  return page.replace(mark, () => text);
}

async function make(file, page) {
  /** What was bundled, for the notices. */
  const inputs = [];
  const script = await bundle(page.script, inputs);
  const style = await bundle(page.style, inputs);
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("the bundle would end its own element");
  }
  const notices = bundledNotices(inputs);
  if (notices.includes("--")) throw new Error("the notices would end their own comment");
  const parts = {
    "/*name*/": page.name, "/*notices*/": notices, "/*title*/": page.title, "/*without scripts*/": page.withoutScripts,
    "/*blocks*/": page.blocks, "/*style-hash*/": hashOf(style), "/*script-hash*/": hashOf(script),
    "/*style*/": style, "/*script*/": script,
  };
  const text = readFileSync(join(source, "page.html"), "utf8");
  writeFileSync(join(values.out, file), Object.entries(parts).reduce((filled, [mark, part]) => fill(filled, mark, part), text));
}

mkdirSync(values.out, { recursive: true });
for (const [file, page] of Object.entries(PAGES)) await make(file, page);
