// Machines of a small network: each a network namespace with an address of its own on one bridge (iproute2, as root).
import { spawnSync } from "node:child_process";
import { setTimeout as moment } from "node:timers/promises";

const NET = "10.211";

function ip(...words) {
  const { status, stderr } = spawnSync("ip", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}

export class SmallNetwork {
  #names = [];
  #prefix = `tt${process.pid}`;

  constructor() {
    this.#add("switch");
    ip("-n", this.#name("switch"), "link", "add", "bridge", "type", "bridge");
    ip("-n", this.#name("switch"), "link", "set", "bridge", "up");
  }

  #name(machine) {
    return `${this.#prefix}-${machine}`;
  }

  #add(machine) {
    ip("netns", "add", this.#name(machine));
    this.#names.push(machine);
  }

  /** A machine with addresses `10.211.N.M`, given as `N.M`. */
  addMachine(machine, ...hosts) {
    const at = this.#names.length;
    this.#add(machine);
    const name = this.#name(machine);
    ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", `port${at}`, "netns", this.#name("switch"));
    ip("-n", this.#name("switch"), "link", "set", `port${at}`, "master", "bridge", "up");
    for (const host of hosts) ip("-n", name, "address", "add", `${NET}.${host}/16`, "dev", "eth0");
    for (const device of ["eth0", "lo"]) ip("-n", name, "link", "set", device, "up");
  }

  /** Words before a command that make it run there; `user`: a number, of user and group. */
  on(machine, { user } = {}) {
    const as = user ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"] : [];
    return ["ip", "netns", "exec", this.#name(machine), ...as];
  }

  /** Pulls the machine's cable. */
  disconnect(machine) {
    ip("-n", this.#name(machine), "link", "set", "eth0", "down");
  }

  async remove() {
    for (const machine of this.#names.toReversed()) {
      for (let tries = 0; spawnSync("ip", ["netns", "del", this.#name(machine)]).status !== 0 && tries < 50; ++tries) await moment(100);
    }
  }
}
