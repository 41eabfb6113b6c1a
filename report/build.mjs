// Builds the page of reports into one file: node report/build.mjs [--out FILE]
// The program puts the data in (native-host/src/lab/report_data.cpp).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { bundledNotices } from "../licences.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const { values } = parseArgs({
  options: { out: { type: "string", default: resolve(source, "../../dist/report.html") } },
});

/** What was bundled, for the notices. */
const inputs = [];

async function bundle(file) {
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

/** Replaces a mark that must be there once; a function, because `$` in code is no pattern. */
function fill(page, mark, text) {
  if (page.split(mark).length !== 2) throw new Error(`report.html must hold ${mark} once`);
  return page.replace(mark, () => text);
}

const script = await bundle("main.ts");
const style = await bundle("report.css");
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
  throw new Error("the bundle would end its own element");
}
const notices = bundledNotices(inputs);
if (notices.includes("--")) throw new Error("the notices would end their own comment");
const page = readFileSync(join(source, "report.html"), "utf8");
const out = resolve(values.out);
mkdirSync(dirname(out), { recursive: true });
const parts = { "/*notices*/": notices, "/*style*/": style, "/*script*/": script };
writeFileSync(out, Object.entries(parts).reduce((filled, [mark, text]) => fill(filled, mark, text), page));
