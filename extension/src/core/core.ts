// One crawl in WebAssembly, behind types. Everything is synchronous: the engine does no I/O.
import type { ErrorBody } from "../host/errors.ts";
import { ERROR_CODES, TagtrailError } from "../host/errors.ts";
import type { Decision, Judgement, Progress, StepAnswer } from "../host/protocol.ts";
import type { JsonObject } from "../host/shape.ts";
import type { CoreExports } from "./loader.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes of the last call's result, copied: the next call reuses the memory. */
function result(core: CoreExports): Uint8Array {
  const at = core.tagtrail_result_data();
  return new Uint8Array(core.memory.buffer).slice(at, at + core.tagtrail_result_size());
}

function json<T>(bytes: Uint8Array): T {
  return JSON.parse(decoder.decode(bytes)) as T;
}

function check(core: CoreExports, status: number): Uint8Array {
  const bytes = result(core);
  if (status === 0) return bytes;
  const error = json<ErrorBody>(bytes);
  const code = ERROR_CODES.find((known) => known === error.code) ?? "internal";
  throw new TagtrailError(code, error.message);
}

/** Hands `bytes` to `use` in the module's memory, and frees them again. */
function lend(core: CoreExports, bytes: Uint8Array, use: (at: number, size: number) => number): number {
  const at = core.tagtrail_alloc(bytes.length);
  if (at === 0) throw new TagtrailError("too_large", "the engine has no memory left");
  try {
    new Uint8Array(core.memory.buffer).set(bytes, at);
    return use(at, bytes.length);
  } finally {
    core.tagtrail_free(at);
  }
}

export class Core {
  private constructor(
    private readonly core: CoreExports,
    private readonly handle: number,
  ) {}

  /** `config` as config.hpp writes it. Errors: invalid_argument, invalid_url. */
  static create(core: CoreExports, config: JsonObject): Core {
    const bytes = encoder.encode(JSON.stringify(config));
    const status = lend(core, bytes, (at, size) => core.tagtrail_create(at, size));
    return new Core(core, json<{ handle: number }>(check(core, status)).handle);
  }

  /** Errors: invalid_data, wrong_version. */
  static restore(core: CoreExports, snapshot: Uint8Array): { core: Core; progress: Progress } {
    const status = lend(core, snapshot, (at, size) => core.tagtrail_restore(at, size));
    const answer = json<{ handle: number; progress: Progress }>(check(core, status));
    return { core: new Core(core, answer.handle), progress: answer.progress };
  }

  /**
   * Delivers encoded responses in order, then decides if asked to. A record that the engine refuses
   * ends the step with its error; those before it stay delivered. Errors: as Engine::deliver.
   */
  step(records: Uint8Array[], decide: boolean): StepAnswer {
    const judgements = records.map((record) => this.deliver(record));
    if (!decide) return { judgements, progress: this.progress() };
    const answer = check(this.core, this.core.tagtrail_next(this.handle));
    return { judgements, ...json<{ decision: Decision; progress: Progress }>(answer) };
  }

  progress(): Progress {
    return json<Progress>(check(this.core, this.core.tagtrail_progress(this.handle)));
  }

  snapshot(): Uint8Array {
    return check(this.core, this.core.tagtrail_snapshot(this.handle));
  }

  close(): void {
    check(this.core, this.core.tagtrail_close(this.handle));
  }

  private deliver(record: Uint8Array): Judgement {
    const status = lend(this.core, record, (at, size) =>
      this.core.tagtrail_deliver(this.handle, at, size),
    );
    return json<Judgement>(check(this.core, status));
  }
}
