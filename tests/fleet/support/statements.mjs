// The SQL of fleets as the sources have it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../e2e/support/program.mjs";

const SOURCES = join(root, "native-host/src/fleet");

/** String literals of C++, those that follow each other joined, as the compiler does. */
function literalsOf(source) {
  const code = source.replace(/^\s*(\/\/|#).*$/gm, "");
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)]
    .map(([text]) => text.replace(/"\s*"/g, "").slice(1, -1));
}

const isSql = (text) => /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WHERE|FROM)\b/.test(text);

/** `[{ name, sql }]`: of all sources, `name` being the file's. */
export function statementsOfFleets() {
  return readdirSync(SOURCES).filter((name) => name.endsWith(".cpp"))
    .flatMap((name) => literalsOf(readFileSync(join(SOURCES, name), "utf8")).filter(isSql).map((sql) => ({ name, sql })));
}
