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

/** By the name of the built file. */
const PAGES = {
  "report.html": { page: "report.html", script: "main.ts", style: "report.css" },
  "jobs.html": { page: "jobs/jobs.html", script: "jobs/main.ts", style: "jobs/jobs.css" },
  "job.html": { page: "job/job.html", script: "job/main.ts", style: "job/job.css" },
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

async function make(name, { page, script: scriptFile, style: styleFile }) {
  /** What was bundled, for the notices. */
  const inputs = [];
  const script = await bundle(scriptFile, inputs);
  const style = await bundle(styleFile, inputs);
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("the bundle would end its own element");
  }
  const notices = bundledNotices(inputs);
  if (notices.includes("--")) throw new Error("the notices would end their own comment");
  const parts = {
    "/*notices*/": notices, "/*style-hash*/": hashOf(style), "/*script-hash*/": hashOf(script),
    "/*style*/": style, "/*script*/": script,
  };
  const text = readFileSync(join(source, page), "utf8");
  writeFileSync(join(values.out, name), Object.entries(parts).reduce((filled, [mark, part]) => fill(filled, mark, part), text));
}

mkdirSync(values.out, { recursive: true });
for (const [name, page] of Object.entries(PAGES)) await make(name, page);
