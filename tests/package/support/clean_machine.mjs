// A machine with nothing but Debian's smallest set of packages: a root file system made by mmdebstrap from the
// sources that apt has here, in which commands run by bubblewrap. It shares the network, so that what listens on
// loopback is seen on both sides. Needs root.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../e2e/support/program.mjs";

const NEEDED = ["mmdebstrap", "bwrap", "setpriv"];
const SOURCES = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
const SETTINGS = "/etc/apt/apt.conf.d";
const kept = join(root, "build/clean-machine");
const USER = 1000;
const LIMIT_MS = 20 * 60_000;

/** Why there can be none, or false. */
export const noMachine = (() => {
  if (process.env.TAGTRAIL_LONG !== "1") return "with --long only";
  if (process.getuid() !== 0) return "needs root";
  const missing = NEEDED.filter((name) => !existsSync(`/usr/bin/${name}`));
  return missing.length > 0 && `not installed: ${missing.join(", ")}`;
})();

/** The codename of the release that runs here, for which a package made here is. */
export const ownRelease = () => readFileSync("/etc/os-release", "utf8").match(/^VERSION_CODENAME=(\w+)/m)[1];

/** How apt reaches its servers here: proxies, checks. */
function aptSettings() {
  return readdirSync(SETTINGS).filter((name) => readFileSync(join(SETTINGS, name), "utf8").includes("Acquire::"))
    .map((name) => `--aptopt=${join(SETTINGS, name)}`);
}

/** The root file system as an archive, made once. */
export function baseArchive(release) {
  const archive = join(kept, `${release}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(kept, { recursive: true });
  const unfinished = join(kept, `unfinished-${release}.tar`);
  const sources = SOURCES.find((path) => existsSync(path));
  execFileSync("mmdebstrap", ["--variant=minbase", ...aptSettings(), release, unfinished, sources], { stdio: "pipe", timeout: LIMIT_MS });
  renameSync(unfinished, archive);
  return archive;
}

export class CleanMachine {
  /** `folder`: where its root file system goes. */
  constructor(folder, release = ownRelease()) {
    this.folder = join(folder, "machine");
    mkdirSync(this.folder, { recursive: true });
    execFileSync("tar", ["-x", "-f", baseArchive(release), "-C", this.folder]);
    copyFileSync("/etc/resolv.conf", this.path("/etc/resolv.conf"));
    this.asRoot("useradd --create-home --uid 1000 user");
  }

  /** A path in it, as it is called outside. */
  path(inside) {
    return join(this.folder, inside);
  }

  #words(script, { user = false, env = {} } = {}) {
    const settings = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", HOME: user ? "/home/user" : "/root",
      DEBIAN_FRONTEND: "noninteractive", ...env };
    const identity = user ? ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups"] : [];
    return ["bwrap", "--bind", this.folder, "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--die-with-parent", "--cap-add", "ALL",
      "--clearenv", ...Object.entries(settings).flatMap(([name, value]) => ["--setenv", name, value]),
      "--chdir", settings.HOME, ...identity, "bash", "-c", script];
  }

  #run(words, { fails = false } = {}) {
    const result = spawnSync(words[0], words.slice(1), { encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1 << 28 });
    if (!fails && result.status !== 0) throw new Error(`${words.at(-1)} ended with ${result.status ?? result.signal}:\n${result.stdout}${result.stderr}`);
    return result;
  }

  /** Runs a script of bash; gives { status, stdout, stderr }, and throws when it failed unless `fails`. */
  asRoot(script, options) {
    return this.#run(this.#words(script), options);
  }

  asUser(script, options) {
    return this.#run(this.#words(script, { user: true }), options);
  }

  /** A program outside that runs `command` as the user inside, with its own arguments: for who starts browsers. */
  launcher(command, env) {
    const file = `${this.folder}-launcher`;
    const words = this.#words(`exec ${command} "$@"`, { user: true, env }).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    writeFileSync(file, `#!/bin/sh\nexec ${words.join(" ")} sh "$@"\n`, { mode: 0o755 });
    return file;
  }

  /** Copies a file into it. */
  put(file, inside) {
    copyFileSync(file, this.path(inside));
  }

  /** Paths of all that is there, but for what packages and their installation keep of themselves. */
  files() {
    return this.asRoot("find / -xdev '(' -path /proc -o -path /dev -o -path /tmp -o -path /var/cache -o -path /var/log -o -path /var/lib/dpkg "
      + "-o -path /var/lib/apt -o -path /home ')' -prune -o -print").stdout.trim().split("\n").sort();
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(`${this.folder}-launcher`, { force: true });
  }
}
