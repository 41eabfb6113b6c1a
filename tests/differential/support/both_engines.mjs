// The natively compiled engine and the WebAssembly module, told the same: every answer must be equal, to the last bit.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { program, root } from "../../e2e/support/program.mjs";
import { NativeEngine } from "./native_engine.mjs";

const nativeEngine = join(root, "build/native/tests/native_engine");
const module = join(root, "build/wasm/wasm-core/tagtrail.wasm");
export const skip = [program, nativeEngine, module].some((path) => !existsSync(path)) && "not built: ./tagtrail setup";

const encoder = new TextEncoder();
export const json = (value) => encoder.encode(JSON.stringify(value));

/** A number as records write it. */
function varint(number) {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return [...bytes, number];
}

/** An encoded response as the answer to another request. */
export function addressed(record, id, issued) {
  let at = 1;
  for (let numbers = 0; numbers < 2; numbers++) {
    while (record[at] >= 128) at++;
    at++;
  }
  return Uint8Array.from([record[0], ...varint(id), ...varint(issued), ...record.subarray(at)]);
}

/** Small numbers that look drawn. */
export function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The module's answer to a call, as NativeEngine gives it. */
function callModule(core, name, number, bytes = new Uint8Array()) {
  const at = core.tagtrail_alloc(bytes.length);
  new Uint8Array(core.memory.buffer).set(bytes, at);
  const args = { create: [at, bytes.length], restore: [at, bytes.length], next: [number], snapshot: [number],
    groups: [1, number] }[name] ?? [number, at, bytes.length];
  const status = core[`tagtrail_${name}`](...args);
  core.tagtrail_free(at);
  const result = core.tagtrail_result_data();
  return { status, result: Buffer.from(new Uint8Array(core.memory.buffer).slice(result, result + core.tagtrail_result_size())) };
}

export class BothEngines {
  #native = new NativeEngine(nativeEngine);
  #core;

  /** Ended with the test `t`, however that ends. */
  static async create(t, config) {
    const engines = new BothEngines();
    t.after(() => engines.#native.close());
    await engines.#renew();
    await engines.call("create", 0, json(config));
    return engines;
  }

  async #renew() {
    const { instantiate } = await import("../../../extension/src/core/loader.ts");
    this.#core = await instantiate(await WebAssembly.compile(readFileSync(module)));
  }

  /** `tagtrail_NAME` of both, which must succeed alike. */
  async call(name, number, bytes) {
    const expected = await this.#native.call(name, number, bytes);
    const actual = callModule(this.#core, name, name === "groups" ? number : number && 1, bytes);
    assert.equal(actual.status, expected.status, `${name}: ${actual.result}`);
    assert.ok(actual.result.equals(expected.result), `${name} differs: ${expected.result.subarray(0, 600)} and ${actual.result.subarray(0, 600)}`);
    assert.equal(actual.status, 0, `${name}: ${actual.result}`);
    return actual.result;
  }

  async next() {
    return JSON.parse(await this.call("next", 1)).decision;
  }

  /** The module goes on from a snapshot, in a new instance, which first asks again for the requests that are `out`. */
  async restore(out = []) {
    const snapshot = await this.call("snapshot", 1);
    await this.#renew();
    assert.equal(callModule(this.#core, "restore", 0, snapshot).status, 0);
    const again = out.map(() => JSON.parse(callModule(this.#core, "next", 1).result).decision.request);
    const byId = (a, b) => a.id - b.id;
    assert.deepEqual(again.toSorted(byId), out.toSorted(byId));
  }
}
