// Containers, by buildah and podman as root, with a storage of their own. They run where the system's control
// groups can't be seen, since podman refuses a mixture of their versions, which some machines have.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const LIMIT_MS = 20 * 60_000;
const HIDDEN = "umount -R /sys/fs/cgroup && mount -t tmpfs none /sys/fs/cgroup && exec \"$@\"";
/** Within what any machine lets root have. */
const LIMITS = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"];

/** Why there can be none, or false. */
export const noContainers = (() => {
  const missing = ["podman", "buildah", "unshare"].filter((name) => !existsSync(`/usr/bin/${name}`));
  return missing.length > 0 && `not installed: ${missing.join(", ")}`;
})();

export class Containers {
  /** `folder`: for images and containers. */
  constructor(folder) {
    mkdirSync(join(folder, "images"));
    this.folder = folder;
    this.storage = ["--root", join(folder, "images"), "--runroot", join(folder, "running"), "--storage-driver", "vfs"];
  }

  #run(words, { fails = false } = {}) {
    const result = spawnSync("unshare", ["--mount", "sh", "-c", HIDDEN, "sh", ...words],
      { encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1 << 28 });
    if (!fails && result.status !== 0) throw new Error(`${words.join(" ")} ended with ${result.status ?? result.signal}:\n${result.stdout}${result.stderr}`);
    return result;
  }

  #podman(words, options) {
    return this.#run(["podman", ...this.storage, "--cgroup-manager", "cgroupfs", ...words], options);
  }

  /** Makes an image of a root file system. */
  import(archive, name) {
    this.#podman(["import", archive, name]);
  }

  /** Builds a Containerfile in `folder`. */
  build(folder, name, base) {
    return this.#run(["buildah", ...this.storage, "build", "--isolation", "chroot", "--build-arg", `BASE=${base}`, "--tag", name,
      "--file", "Containerfile", folder]);
  }

  /** Megabytes of an image. */
  size(name) {
    return Math.round(Number(this.#podman(["image", "inspect", "--format", "{{.Size}}", name]).stdout) / 1e6);
  }

  /** Runs an image; `flags` are podman's. */
  run(name, words, { network = "host", flags = [], ...options } = {}) {
    return this.#podman(["run", "--rm", "--cgroups=disabled", ...LIMITS, "--network", network, ...flags, name, ...words], options);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
