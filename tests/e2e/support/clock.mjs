// A clock of a test's own, for all programs that it starts with it: instead of waiting, the test moves it on
// (tests/faults/clock_shim.cpp).
import { chmodSync, existsSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.mjs";

export const clockShim = join(root, "build/native/tests/libclock_shim.so");
/** Why tests with a clock of their own can't run, or false. */
export const noClock = !existsSync(clockShim) && "the clock shim is not built: ./tagtrail test";

const SIZE = 8192;
const [MOVED, LIMIT, LEAPED] = [0, 8, 16];
const ALWAYS = (1n << 63n) - 1n;
const ns = (ms) => BigInt(Math.round(ms * 1e6));

export class Clock {
  #file;
  #descriptor;

  constructor(folder) {
    this.#file = join(folder, "clock");
    writeFileSync(this.#file, Buffer.alloc(SIZE));
    chmodSync(this.#file, 0o666);
    this.#descriptor = openSync(this.#file, "r+");
  }

  /** For programs that go by it. */
  get env() {
    return { LD_PRELOAD: clockShim, TAGTRAIL_CLOCK: this.#file };
  }

  #read(at) {
    const bytes = Buffer.alloc(8);
    readSync(this.#descriptor, bytes, 0, 8, at);
    return bytes.readBigInt64LE();
  }
  #write(at, value) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    writeSync(this.#descriptor, bytes, 0, 8, at);
  }
  #ns() {
    return process.hrtime.bigint() + this.#read(MOVED) + this.#read(LEAPED);
  }

  /** Milliseconds. */
  now() {
    return Number(this.#ns()) / 1e6;
  }
  /** The same of Date.now(). */
  date() {
    return Date.now() + this.ahead;
  }
  /** Milliseconds by which it is ahead of the real one. */
  get ahead() {
    return Number(this.#read(MOVED) + this.#read(LEAPED)) / 1e6;
  }

  /** At once; what is under way has then taken so long. */
  move(ms) {
    this.#write(MOVED, this.#read(MOVED) + ns(ms));
  }
  /** From now on: whenever all programs wait, and nobody owes one of them an answer, it is what the next one waits for. */
  run() {
    this.#write(LIMIT, ALWAYS);
  }
  /** No longer. */
  stop() {
    this.#write(LIMIT, 0n);
  }
  /** The same for so long. What they would have done meanwhile they have then done. */
  async pass(ms) {
    const end = this.#ns() + ns(ms);
    if (this.#read(LIMIT) !== ALWAYS) this.#write(LIMIT, end);
    while (this.#ns() < end) await new Promise((wake) => setTimeout(wake, 1));
  }
}
