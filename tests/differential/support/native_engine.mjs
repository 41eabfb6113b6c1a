// The natively compiled C interface as a child process (native_engine.cpp).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class NativeEngine {
  #child;
  #lines;

  constructor(program) {
    this.#child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Calls `tagtrail_NAME`: the status and the bytes of the result. */
  async call(name, number, bytes = new Uint8Array()) {
    this.#child.stdin.write(`${name} ${number} ${Buffer.from(bytes).toString("hex") || "-"}\n`);
    const { value } = await this.#lines.next();
    const [status, hex = ""] = value.split(" ");
    return { status: Number(status), result: Buffer.from(hex, "hex") };
  }

  close() {
    this.#child.stdin.end();
  }
}
