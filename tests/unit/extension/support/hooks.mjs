// A module hook that turns TypeScript into JavaScript while it is loaded.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const define = {
  __BROWSER__: '"chromium"',
  __BUILD__: '"batch"',
  __VERSION__: '"0.0.0"',
  __HOST_NAME__: '"org.tagtrail.host"',
};

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const text = readFileSync(fileURLToPath(url), "utf8");
  const { code } = transformSync(text, { loader: "ts", define, sourcemap: "inline" });
  return { format: "module", source: code, shortCircuit: true };
}
