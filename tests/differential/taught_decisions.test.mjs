// The user's words, observed pages, budgets and rounds of revisiting bring the same decisions natively and in WebAssembly.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { program, root, runToEnd } from "../e2e/support/program.mjs";
import { writeGrownSite } from "./support/grown_site.mjs";
import { NativeEngine } from "./support/native_engine.mjs";

const POLICIES = ["trail", "sb-classifier"];
const FEWEST = 900;  // decisions in each crawl
const ROUNDS = 2;
const nativeEngine = join(root, "build/native/tests/native_engine");
const module = join(root, "build/wasm/wasm-core/tagtrail.wasm");
const skip = [program, nativeEngine, module].some((path) => !existsSync(path)) && "not built: ./tagtrail setup";

const encoder = new TextEncoder();
const json = (value) => encoder.encode(JSON.stringify(value));

/** A number as records write it. */
function varint(number) {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return [...bytes, number];
}

/** An encoded response as the answer to another request. */
function addressed(record, id, issued) {
  let at = 1;
  for (let numbers = 0; numbers < 2; numbers++) {
    while (record[at] >= 128) at++;
    at++;
  }
  return Uint8Array.from([record[0], ...varint(id), ...varint(issued), ...record.subarray(at)]);
}

/** Small numbers that look drawn. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe("native and WebAssembly decisions with a user's words in between", { skip }, () => {
  const folder = temporaryFolder();
  const records = new Map();
  const paths = [];
  let config;
  let instantiate;

  before(async () => {
    ({ instantiate } = await import("../../extension/src/core/loader.ts"));
    writeGrownSite(join(folder.path, "grown"));
    const replica = join(folder.path, "grown.replica");
    const trace = join(folder.path, "trace");
    runToEnd(["import", join(folder.path, "grown"), "--base", "https://example.org/", "-o", replica]);
    runToEnd(["replay", replica, "--policy", "bfs", "--scope", "host", "--trace", trace]);
    const [first, ...steps] = readFileSync(trace, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    config = first;
    for (const { request, record } of steps) {
      records.set(request.url, Uint8Array.fromBase64(record));
      if (request.tagPath && !paths.includes(request.tagPath)) paths.push(request.tagPath);
    }
  });
  after(() => folder.remove());

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

  function disturbance(below) {
    const tagPath = paths[below(paths.length)];
    const url = [...records.keys()][below(records.size)];
    const page = { title: "", language: "", text: "", truncated: false, bases: [url],
      links: Array.from({ length: 4 }, (_, at) => ({ base: 0, written: at ? `/s1/d${below(99)}.html` : `/s1/files/${below(99)}-0.csv`,
        tagPath: at ? tagPath : "/html/body/p/a", element: "a", anchor: `Link ${at}`, heading: "", around: "", rel: "", hints: 0 })) };
    return [
      ["teach", { word: ["neutral", "good", "useless", "only"][below(4)], tagPath }],
      ["teach", { word: "neutral", tagPath }],
      ["teach", { word: "example", tagPath, url }],
      ["teach", { word: "fetch", tagPath: "", url }],
      ["teach", { word: "paid", tagPath, files: below(50), requests: 1 + below(12) }],
      ["observe", { url, status: 200, mime: "text/html", page }],
      ["look", { url, status: 200, mime: "text/html", page }],
      ["set_budget", { requests: 100000 + below(9) }],
    ][below(8)];
  }

  for (const policy of POLICIES) {
    it(`are the same with ${policy}, also from a snapshot on`, async (t) => {
      const native = new NativeEngine(nativeEngine);
      let core = await instantiate(await WebAssembly.compile(readFileSync(module)));
      const both = async (name, number, bytes) => {
        const expected = await native.call(name, number, bytes);
        const actual = callModule(core, name, name === "groups" ? number : number && 1, bytes);
        assert.equal(actual.status, expected.status, `${name}: ${actual.result}`);
        assert.ok(actual.result.equals(expected.result), `${name} differs`);
        assert.equal(actual.status, 0, `${name}: ${actual.result}`);
        return actual.result;
      };
      await both("create", 0, json({ ...config, policy }));
      const below = numbers(5);
      const gone = records.get([...records.keys()].find((url) => url.includes("/gone-")));
      const others = [...records.values()];
      let decisions = 0;
      let revisits = 0;
      let round = 0;
      for (;;) {
        let { decision } = JSON.parse(await both("next", 1));
        if (decision.kind !== "request") {
          // All words are taken back, until nothing is left withheld.
          for (const tagPath of paths) await both("teach", 1, json({ word: "neutral", tagPath }));
          ({ decision } = JSON.parse(await both("next", 1)));
          if (decision.kind !== "request" && round++ < ROUNDS) {
            await both("revisit", 1, json({ requests: 400 }));
            continue;
          }
          if (decision.kind !== "request") break;
        }
        decisions++;
        if (below(12) === 0) {
          const [name, value] = disturbance(below);
          await both(name, 1, json(value));
        }
        let record = records.get(decision.request.url) ?? gone;
        if (decision.request.revisit) {
          revisits++;
          if (below(4) === 0) record = others[below(others.length)];
        }
        await both("deliver", 1, addressed(record, decision.request.id, decision.request.id));
        if (decisions % 300 === 0) {
          await both("groups", 50);
          const snapshot = await both("snapshot", 1);
          core = await instantiate(await WebAssembly.compile(readFileSync(module)));
          assert.equal(callModule(core, "restore", 0, snapshot).status, 0);
        }
      }
      await both("groups", 1000);
      await both("snapshot", 1);
      native.close();
      assert.ok(decisions - revisits >= FEWEST, `only ${decisions - revisits} decisions`);
      assert.ok(revisits >= 300, `only ${revisits} revisits`);
      t.diagnostic(`${decisions} decisions, ${revisits} of them revisits`);
    });
  }
});
