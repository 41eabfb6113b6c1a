// The packages as they go to the stores, and the host as people install it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { program, root } from "../../e2e/support/program.mjs";

const wasm = process.env.TAGTRAIL_WASM ?? join(root, "build/wasm/wasm-core/tagtrail.wasm");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Of the largest dot of the icon (extension/icons.mjs). */
export const GOAL_COLOUR = [226, 122, 36];
/** Why there can be no packages, or false. */
export const notPacked = !existsSync(wasm) && "not built: ./tagtrail setup";

/** The path of each package by its browser. */
export function packagesIn(folder) {
  return Object.fromEntries(["chromium", "firefox"].map((name) => [name, join(folder, `tagtrail-${version}-${name}.zip`)]));
}

/** Makes the packages in `folder`; gives the path of each by its browser. */
export function packStores(folder) {
  execFileSync(process.execPath, [join(root, "extension/package.mjs"), "--out", folder, "--wasm", wasm], { stdio: "pipe" });
  return packagesIn(folder);
}

/** Runs `tagtrail install` for a user whose home is `home`, who has used the browser. */
export function installHost(home, used, args) {
  mkdirSync(join(home, used), { recursive: true });
  const env = { ...process.env, HOME: home, TAGTRAIL_HOME: root };
  for (const name of ["XDG_CONFIG_HOME", "XDG_DATA_HOME"]) delete env[name];
  execFileSync(program, ["install", ...args], { env, encoding: "utf8" });
}
