// The Debian package: node packaging/deb.mjs [--out DIR] [--build DIR]
// Packs what `./tagtrail setup` built. The same sources and tools give the same bytes: times are those of the
// commit, names sorted, owners root.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { bashCompletion } from "./command_line/bash.mjs";
import { commandTree, walk } from "./command_line/commands.mjs";
import { fishCompletion } from "./command_line/fish.mjs";
import { manualPage } from "./command_line/man.mjs";
import { zshCompletion } from "./command_line/zsh.mjs";
import { debianChangelog } from "./debian/changelog.mjs";

const root = resolve(import.meta.dirname, "..");
const WRONG_USAGE = 2;
const COULD_NOT_START = 3;

const HELP = `Makes the Debian package of what is built:
  tagtrail package --deb [--out DIR]
DIR (by default dist) gets tagtrail_VERSION_amd64.deb, for the release of Debian that this machine runs.
Prints its SHA-256, size and path. The same sources and tools give the same bytes.`;

class PackageError extends Error {}

function output(command, args, { env = {}, ...options } = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", ...options, env: { ...process.env, ...env } });
  if (result.error) throw new PackageError(`can't run ${command}: ${result.error.message}`);
  if (result.status !== 0) throw new PackageError(`${command} failed:\n${result.stderr}${result.stdout}`);
  return result.stdout;
}

/** Seconds since 1970 of the commit that is packed; SOURCE_DATE_EPOCH where that is set. */
function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? output("git", ["-C", root, "log", "-1", "--format=%ct"]).trim());
}

/** What is made for the package out of what is built (packaging/CMakeLists.txt says where it goes). */
function makeFiles(build, folder, seconds) {
  const program = join(build, "native-host/tagtrail");
  const laboratory = join(build, "native-host/tagtrail-lab");
  for (const needed of [program, laboratory, join(root, "dist/report.html"), join(root, "build/demo-site.json")]) {
    if (!existsSync(needed)) throw new PackageError(`${needed} is missing: ./tagtrail setup makes it`);
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const walked = walk(commandTree(program, laboratory));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const zipped = (text) => gzipSync(text, { level: 9 });
  mkdirSync(folder, { recursive: true });
  write("tagtrail.1.gz", zipped(manualPage(walked, { version, date: new Date(seconds * 1000).toISOString().slice(0, 10) })));
  write("tagtrail.bash", bashCompletion(walked));
  write("_tagtrail", zshCompletion(walked));
  write("tagtrail.fish", fishCompletion(walked));
  write("changelog.gz", zipped(debianChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"), seconds, cpackSetting(build, "CPACK_DEBIAN_PACKAGE_VERSION"),
    cpackSetting(build, "CPACK_DEBIAN_PACKAGE_MAINTAINER"))));
  output(program, ["host-files", "--program", "/usr/bin/tagtrail", "--wrapper", "/usr/lib/tagtrail/tagtrail-host", "--out", folder]);
}

function cpackSetting(build, name) {
  const text = readFileSync(join(build, "CPackConfig.cmake"), "utf8");
  return text.match(new RegExp(`^set\\(${name} "(.*)"\\)$`, "m"))[1];
}

function makePackage(out, build) {
  const seconds = sourceTime();
  // Also makes CPack's settings.
  output("cmake", ["-S", root, "-B", build]);
  makeFiles(build, join(build, "package-files"), seconds);
  const work = mkdtempSync(join(tmpdir(), "tagtrail-deb-"));
  try {
    output("cpack", ["--config", join(build, "CPackConfig.cmake"), "-B", work],
      { env: { SOURCE_DATE_EPOCH: String(seconds), LC_ALL: "C.UTF-8", TZ: "UTC" } });
    const [made] = readdirSync(work).filter((name) => name.endsWith(".deb"));
    mkdirSync(out, { recursive: true });
    copyFileSync(join(work, made), join(out, made));
    chmodSync(join(out, made), 0o644);
    return join(out, made);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function describe(file) {
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  return `${digest}  ${String(statSync(file).size).padStart(9)}  ${relative(process.cwd(), file)}`;
}

function options() {
  try {
    return parseArgs({ options: {
      deb: { type: "boolean", default: true },
      out: { type: "string", default: join(root, "dist") },
      build: { type: "string", default: join(root, "build/native") },
      help: { type: "boolean", short: "h", default: false },
    } }).values;
  } catch (error) {
    console.error(`tagtrail: ${error.message}`);
    process.exit(WRONG_USAGE);
  }
}

// Folders that CMake makes on the way have the modes that the umask leaves.
process.umask(0o022);
const { out, build, help } = options();
if (help) {
  console.log(HELP);
} else {
  try {
    console.log(describe(makePackage(resolve(out), resolve(build))));
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    console.error(`tagtrail: ${error.message}`);
    process.exit(COULD_NOT_START);
  }
}
