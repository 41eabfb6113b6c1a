// The WebAssembly engine under `tagtrail bench`: decisions as lines of JSON on standard output,
// records on standard input, each with its length (32 bits, little endian) before it.
//   node wasm_engine.mjs MODULE CONFIG
import { readFileSync, readSync, writeSync } from "node:fs";
import "../unit/extension/support/register.mjs";

const { Core } = await import("../../extension/src/core/core.ts");
const { instantiate } = await import("../../extension/src/core/loader.ts");

/** Exactly so many bytes, or null at the end of the input. */
function read(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const got = readSync(0, bytes, at, size - at);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

function nextRecord() {
  const size = read(4);
  return size && read(new DataView(size.buffer).getUint32(0, true));
}

const [module, config] = process.argv.slice(2);
const instance = await instantiate(await WebAssembly.compile(readFileSync(module)));
const core = Core.create(instance, JSON.parse(config));
let cpuUs = 0;
for (let records = []; ; ) {
  const before = process.cpuUsage();
  const { decision } = core.step(records, true);
  const spent = process.cpuUsage(before);
  cpuUs += spent.user + spent.system;
  const { id, url, method } = decision.request ?? {};
  const finished = decision.kind !== "request";
  const line = { finished, id, url, method, cpuUs, memoryBytes: instance.memory.buffer.byteLength };
  writeSync(1, `${JSON.stringify(line)}\n`);
  const record = finished ? null : nextRecord();
  if (record === null) break;
  records = [record];
}
