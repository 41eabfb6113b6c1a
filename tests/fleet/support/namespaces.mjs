// Network namespaces: workers that ask from addresses of their own, and sites that all of them reach.
import { spawnSync } from "node:child_process";

const ip = (...words) => {
  const { status, stderr } = spawnSync("ip", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
};

/** Why there can be none, or false. */
export const noNamespaces = (process.getuid() !== 0 && "network namespaces need root")
  || (spawnSync("ip", ["netns", "list"]).status !== 0 && "ip is not installed (package iproute2)")
  || (spawnSync("ip", ["netns", "exec", "none", "true"]).error && "no network namespaces here");

/** `count` namespaces, each with an address; `sites` addresses outside, which all reach. */
export class Namespaces {
  #names = [];
  #tag = `tt${process.pid % 100000}`;

  constructor(count, sites) {
    try {
      for (let n = 0; n < count; ++n) this.#add(n, n === 0 ? sites : []);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  #add(n, sites) {
    const name = `${this.#tag}n${n}`;
    const outside = `${this.#tag}o${n}`;
    ip("netns", "add", name);
    this.#names.push(name);
    ip("link", "add", outside, "type", "veth", "peer", "name", "inside", "netns", name);
    ip("addr", "add", `10.213.${n}.1/30`, "dev", outside);
    for (const site of sites) ip("addr", "add", `${site}/32`, "dev", outside);
    ip("link", "set", outside, "up");
    ip("-n", name, "addr", "add", `${this.address(n)}/30`, "dev", "inside");
    ip("-n", name, "link", "set", "inside", "up");
    ip("-n", name, "link", "set", "lo", "up");
    ip("-n", name, "route", "add", "default", "via", `10.213.${n}.1`);
  }

  address(n) {
    return `10.213.${n}.2`;
  }

  /** What stands before a command that is to run there. */
  wrapper(n) {
    return ["ip", "netns", "exec", this.#names[n]];
  }

  /** With a namespace its end of the link goes, and with that the other. */
  remove() {
    for (const name of this.#names.splice(0)) spawnSync("ip", ["netns", "delete", name]);
  }
}
