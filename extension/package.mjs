// Packages of the extension for both stores, the sources for reviewers, and what the stores are told:
//   node extension/package.mjs [--out DIR] [--wasm FILE] [--screenshots]
// Builds the four outputs into DIR and zips those for the stores. The same sources give the same
// bytes: names sorted, times and modes fixed, nothing of the machine.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeListings } from "./store/listing.mjs";

const root = resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const STORES = ["chromium", "firefox"];
const WRONG_USAGE = 2;
const COULD_NOT_START = 3;
/** The earliest time that a zip file can hold. */
const FIXED_TIME = new Date("1980-01-01T00:00:00Z");
const FIXED_MODE = 0o644;

const HELP = `Builds the extension and packs it for both stores:
  tagtrail package [--out DIR] [--screenshots]
DIR (by default dist) gets the four outputs, tagtrail-${version}-chromium.zip and -firefox.zip to send
to the stores, and tagtrail-${version}-source.zip, the commit they were made from, for reviewers. In
DIR/store is what the stores' forms ask for, in English and French; --screenshots makes the pictures,
too, for which it opens browsers on a screen of its own. --deb makes the Debian package instead.
Prints the SHA-256, size and path of each. The same sources give the same bytes.`;

class PackageError extends Error {}

/** Standard output of a program that must succeed. */
function output(command, args, options = {}) {
  const env = { ...process.env, TZ: "UTC" };
  const result = spawnSync(command, args, { encoding: "utf8", env, ...options });
  if (result.error) throw new PackageError(`can't run ${command}: ${result.error.message}`);
  if (result.status !== 0) throw new PackageError(`${command} ${args[0]} failed:\n${result.stderr}${result.stdout}`);
  return result.stdout;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Stores give an extension its id themselves, and Chromium's refuses one that brings its own. */
function dropKey(file) {
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  delete manifest.key;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Zips a copy of `folder`, whose times and modes can be set without touching the build. */
function zipFolder(folder, file) {
  const stage = mkdtempSync(join(tmpdir(), "tagtrail-package-"));
  try {
    cpSync(folder, stage, { recursive: true });
    dropKey(join(stage, "manifest.json"));
    const names = filesBelow(stage);
    for (const name of names) {
      chmodSync(join(stage, name), FIXED_MODE);
      utimesSync(join(stage, name), FIXED_TIME, FIXED_TIME);
    }
    rmSync(file, { force: true });
    // -X: no owners, no times of access; -D: no entries for folders; -@: the names in this order.
    output("zip", ["-X", "-D", "-9", "-q", file, "-@"], { cwd: stage, input: `${names.join("\n")}\n` });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function zipSources(file) {
  const git = (...args) => output("git", ["-C", root, ...args]);
  if (git("status", "--porcelain", "--untracked-files=no").trim() !== "") {
    console.error("tagtrail: there are uncommitted changes: the sources for reviewers are without them");
  }
  git("archive", "--format=zip", "-9", `--prefix=tagtrail-${version}/`, `--output=${file}`, "HEAD");
}

function makeAll(out, wasm) {
  if (!existsSync(wasm)) throw new PackageError(`${wasm} is missing: ./tagtrail setup makes it`);
  mkdirSync(out, { recursive: true });
  // The bundler names sources relative to where it runs.
  output(process.execPath, [join(import.meta.dirname, "build.mjs"), "--out", out, "--wasm", wasm], { cwd: root });
  const path = (name) => join(out, `tagtrail-${version}-${name}.zip`);
  for (const store of STORES) zipFolder(join(out, store), path(store));
  zipSources(path("source"));
  return [...STORES, "source"].map(path);
}

/** What the stores' forms ask for, beside the packages. */
function makeListings(out, screenshots) {
  const folder = writeListings(out, version);
  const pictures = join(folder, "screenshots");
  if (screenshots) {
    output(process.execPath, [join(root, "tests/store/screenshots.mjs"), "--out", pictures, "--packages", out], { cwd: root });
  } else if (!existsSync(pictures)) {
    console.error("tagtrail: without pictures for the stores; --screenshots makes them");
  }
}

function describe(file) {
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  return `${digest}  ${String(statSync(file).size).padStart(9)}  ${relative(process.cwd(), file)}`;
}

function options() {
  try {
    return parseArgs({ options: {
      out: { type: "string", default: join(root, "dist") },
      wasm: { type: "string", default: join(root, "build/wasm/wasm-core/tagtrail.wasm") },
      screenshots: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    } }).values;
  } catch (error) {
    console.error(`tagtrail: ${error.message}`);
    process.exit(WRONG_USAGE);
  }
}

const { out, wasm, screenshots, help } = options();
if (help) {
  console.log(HELP);
} else {
  try {
    const files = makeAll(resolve(out), resolve(wasm));
    makeListings(resolve(out), screenshots);
    for (const file of files) console.log(describe(file));
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    console.error(`tagtrail: ${error.message}`);
    process.exit(COULD_NOT_START);
  }
}
