// The extension's content scripts as one text each, for pages without the extension around them.
import { resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./program.mjs";

/** `name`: of a file in extension/src/content. */
export async function contentScript(name) {
  const entry = resolve(root, "extension/src/content", `${name}.ts`);
  const define = { __VERSION__: '"0.0.0"' };
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "iife", define });
  return outputFiles[0].text;
}
