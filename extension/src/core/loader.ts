// Instantiates the engine: a standalone WebAssembly module without JavaScript of its own. It does no
// I/O; the few WASI functions that its C++ library wants are stubs.
import { TagtrailError } from "../host/errors.ts";

/** What wasm-core/abi/tagtrail.h exports. */
export interface CoreExports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  tagtrail_abi_version(): number;
  tagtrail_alloc(size: number): number;
  tagtrail_free(pointer: number): void;
  tagtrail_create(config: number, size: number): number;
  tagtrail_restore(snapshot: number, size: number): number;
  tagtrail_deliver(handle: number, record: number, size: number): number;
  tagtrail_next(handle: number): number;
  tagtrail_progress(handle: number, whole: number): number;
  tagtrail_snapshot(handle: number): number;
  tagtrail_teach(handle: number, feedback: number, size: number): number;
  tagtrail_groups(handle: number, limit: number): number;
  tagtrail_acting(handle: number, from: number, limit: number): number;
  tagtrail_set_budget(handle: number, budget: number, size: number): number;
  tagtrail_revisit(handle: number, budget: number, size: number): number;
  tagtrail_observe(handle: number, page: number, size: number): number;
  tagtrail_look(handle: number, page: number, size: number): number;
  tagtrail_close(handle: number): number;
  tagtrail_result_data(): number;
  tagtrail_result_size(): number;
}

const ABI_VERSION = 5;
const FUNCTIONS: readonly (keyof CoreExports)[] = [
  "tagtrail_abi_version", "tagtrail_alloc", "tagtrail_free", "tagtrail_create", "tagtrail_restore",
  "tagtrail_deliver", "tagtrail_next", "tagtrail_progress", "tagtrail_snapshot", "tagtrail_close",
  "tagtrail_teach", "tagtrail_groups", "tagtrail_set_budget", "tagtrail_observe", "tagtrail_look",
  "tagtrail_revisit", "tagtrail_acting", "tagtrail_result_data", "tagtrail_result_size",
];
const WASI_SUCCESS = 0;
const WASI_BAD_DESCRIPTOR = 8;

/** Stubs by name. `memory` is only known once the module runs. */
function stubs(memory: () => WebAssembly.Memory): Record<string, (...args: number[]) => number> {
  return {
    fd_write: (_fd = 0, vectors = 0, length = 0, written = 0) => {
      const view = new DataView(memory().buffer);
      let total = 0;
      for (let i = 0; i < length; i++) {
        const at = view.getUint32(vectors + i * 8, true);
        const size = view.getUint32(vectors + i * 8 + 4, true);
        console.warn(new TextDecoder().decode(new Uint8Array(memory().buffer, at, size)));
        total += size;
      }
      view.setUint32(written, total, true);
      return WASI_SUCCESS;
    },
    environ_get: () => WASI_SUCCESS,
    environ_sizes_get: (count = 0, size = 0) => {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return WASI_SUCCESS;
    },
    fd_close: () => WASI_BAD_DESCRIPTOR,
    fd_seek: () => WASI_BAD_DESCRIPTOR,
    proc_exit: (code) => {
      throw new TagtrailError("internal", `the engine ended with code ${code}`);
    },
    emscripten_notify_memory_growth: () => WASI_SUCCESS,
  };
}

function isCore(exports: WebAssembly.Exports): boolean {
  return (
    exports.memory instanceof WebAssembly.Memory &&
    FUNCTIONS.every((name) => typeof exports[name] === "function")
  );
}

/** Errors: invalid_data (not our module, or it wants what isn't there), wrong_version. */
export async function instantiate(module: WebAssembly.Module): Promise<CoreExports> {
  let memory: WebAssembly.Memory | undefined;
  const known = stubs(() => {
    if (memory === undefined) throw new TagtrailError("internal", "the engine has not started");
    return memory;
  });
  const imports: WebAssembly.Imports = {};
  for (const wanted of WebAssembly.Module.imports(module)) {
    const stub = known[wanted.name];
    if (wanted.kind !== "function" || stub === undefined) {
      throw new TagtrailError("invalid_data", `the engine wants ${wanted.module}.${wanted.name}`);
    }
    (imports[wanted.module] ??= {})[wanted.name] = stub;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  if (!isCore(exports)) throw new TagtrailError("invalid_data", "the module is not the engine");
  const core = exports as unknown as CoreExports;
  memory = core.memory;
  core._initialize?.();
  if (core.tagtrail_abi_version() !== ABI_VERSION) {
    throw new TagtrailError("wrong_version", "the engine has another interface: build again");
  }
  return core;
}
