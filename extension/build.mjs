// Builds the extension: node extension/build.mjs [--out DIR] [--wasm FILE] [output...]
// Outputs: chromium, firefox (for the stores), chromium-batch, firefox-batch (harvest, batch, tests).
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { licences } from "../licences.mjs";
import { icon } from "./icons.mjs";
import { ICON_SIZES, ids, manifest } from "./manifest.mjs";
import { page, PAGES } from "./pages.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const OUTPUTS = {
  chromium: ["chromium", "store"],
  firefox: ["firefox", "store"],
  "chromium-batch": ["chromium", "batch"],
  "firefox-batch": ["firefox", "batch"],
};

const STYLES = {
  "panel.css": join(source, "src/panel/panel.css"),
  "base.css": join(source, "src/panel/base.css"),
  "options.css": join(source, "src/options/options.css"),
  "resting.css": join(source, "src/resting/resting.css"),
  "uplot.css": join(root, "node_modules/uplot/dist/uPlot.min.css"),
};

function bundleOptions(dir, browser, kind) {
  return {
    bundle: true,
    outdir: dir,
    target: ["chrome152", "firefox142"],
    charset: "utf8",
    // Drops the branches of the other browser; store reviewers still get readable code.
    minifySyntax: true,
    // licences.txt has them.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    define: {
      __BROWSER__: JSON.stringify(browser),
      __BUILD__: JSON.stringify(kind),
      __VERSION__: JSON.stringify(version),
      __HOST_NAME__: JSON.stringify(ids.hostName),
      __UNPACKED_ID__: JSON.stringify(ids.chromiumUnpacked.id),
    },
  };
}

async function buildOne(dir, browser, kind, wasm) {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, "icons"), { recursive: true });
  const options = bundleOptions(dir, browser, kind);
  const entry = (name) => join(source, "src", name, `${name}.ts`);
  const pages = Object.fromEntries(["background", ...Object.keys(PAGES)].map((name) => [name, entry(name)]));
  const inPages = (name) => join(source, "src/content", `${name}.ts`);
  const injected = { content: inPages("content"), hooks: inPages("hooks"), overlay: inPages("overlay") };
  if (kind === "batch") Object.assign(injected, { first: inPages("first"), guard: inPages("guard") });
  const bundles = [
    await build({ ...options, format: "esm", entryPoints: pages }),
    await build({ ...options, format: "iife", entryPoints: injected }),
  ];
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(dir, "licences.txt"), licences([...inputs, ...Object.values(STYLES)]));
  for (const size of ICON_SIZES) writeFileSync(join(dir, "icons", `${size}.png`), icon(size));
  for (const name of Object.keys(PAGES)) writeFileSync(join(dir, `${name}.html`), page(name));
  for (const [name, path] of Object.entries(STYLES)) cpSync(path, join(dir, name));
  cpSync(join(source, "_locales"), join(dir, "_locales"), { recursive: true });
  if (existsSync(wasm)) writeFileSync(join(dir, "tagtrail.wasm"), readFileSync(wasm));
  const text = JSON.stringify(manifest(browser, kind, version), null, 2);
  writeFileSync(join(dir, "manifest.json"), `${text}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: join(root, "dist") },
    wasm: { type: "string", default: join(root, "build/wasm/wasm-core/tagtrail.wasm") },
  },
});
for (const name of positionals.length > 0 ? positionals : Object.keys(OUTPUTS)) {
  const output = OUTPUTS[name];
  if (output === undefined) {
    console.error(`unknown output '${name}': one of ${Object.keys(OUTPUTS).join(", ")}`);
    process.exit(2);
  }
  await buildOne(resolve(values.out, name), output[0], output[1], resolve(values.wasm));
}
if (!existsSync(resolve(values.wasm))) {
  console.warn(`built without the engine: ${values.wasm} does not exist`);
}
