// The package as `./tagtrail package --deb` makes it, and what is in it.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../e2e/support/program.mjs";

const NEEDED = ["/usr/bin/dpkg-shlibdeps", "/usr/bin/file", join(root, "build/native/native-host/tagtrail-lab"),
  join(root, "dist/report.html"), join(root, "dist/chromium/tagtrail.wasm")];

/** Why there can be no package, or false. */
export const notPackable = (() => {
  const missing = NEEDED.filter((path) => !existsSync(path));
  return missing.length > 0 && `not there: ${missing.map((path) => basename(path)).join(", ")}`;
})();

/** Makes the package in `folder`; its path. */
export function makeDeb(folder, { umask = 0o022, zone = "UTC" } = {}) {
  const before = process.umask(umask);
  const result = spawnSync(process.execPath, [join(root, "packaging/deb.mjs"), "--out", folder],
    { encoding: "utf8", env: { ...process.env, TZ: zone } });
  process.umask(before);
  if (result.status !== 0) throw new Error(`packaging/deb.mjs ended with ${result.status}: ${result.stderr}`);
  const name = result.stdout.trim().match(/tagtrail_\S+\.deb$/)[0];
  return { path: join(folder, name), digest: result.stdout.split(" ")[0] };
}

/** A field of its control file. */
export function fieldOf(deb, name) {
  return execFileSync("dpkg-deb", ["-f", deb, name], { encoding: "utf8" }).trim();
}

/** Names of the files of its control archive. */
export function controlFilesOf(deb) {
  const tar = execFileSync("dpkg-deb", ["--ctrl-tarfile", deb], { maxBuffer: 1 << 28 });
  return execFileSync("tar", ["-t"], { input: tar, encoding: "utf8" }).trim().split("\n").map((name) => name.replace(/^\.\//, ""));
}

/** All that it installs: { mode: "-rwxr-xr-x", owner: "root/root", path: "/usr/bin/tagtrail", target? }. */
export function contentsOf(deb) {
  return execFileSync("dpkg-deb", ["-c", deb], { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n").map((line) => {
    const [, mode, owner, path, target] = line.match(/^(\S+) (\S+) +\d+ \S+ \S+ \.(\/.*?)(?: -> (.*))?$/);
    return { mode, owner, path, target };
  });
}

/** Unpacks it into `folder`. */
export function unpack(deb, folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync("dpkg-deb", ["-x", deb, folder]);
}
