// The engines of the running jobs, each in a module instance of its own: memory of WebAssembly never
// shrinks, and a trap in one crawl must not touch another.
import { Core } from "../core/core.ts";
import type { CoreExports } from "../core/loader.ts";
import { instantiate } from "../core/loader.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobId, Progress, StepAnswer } from "../host/protocol.ts";
import type { JsonObject } from "../host/shape.ts";

async function compile(): Promise<WebAssembly.Module> {
  try {
    const answer = await fetch(browser.runtime.getURL("tagtrail.wasm"));
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (thrown) {
    throw new TagtrailError("missing_dependency", `the engine can't be loaded: ${String(thrown)}`);
  }
}

export class Engines {
  private readonly cores = new Map<JobId, Core>();
  private module: Promise<WebAssembly.Module> | undefined;

  async create(job: JobId, config: JsonObject): Promise<void> {
    this.cores.set(job, Core.create(await this.instance(), config));
  }

  async restore(job: JobId, snapshot: Uint8Array): Promise<Progress> {
    const { core, progress } = Core.restore(await this.instance(), snapshot);
    this.cores.set(job, core);
    return progress;
  }

  step(job: JobId, records: Uint8Array[], decide: boolean): StepAnswer {
    return this.use(job, (core) => core.step(records, decide));
  }

  snapshot(job: JobId): Uint8Array {
    return this.use(job, (core) => core.snapshot());
  }

  /** Closing what is not open is no error: the host may say it twice. */
  close(job: JobId): void {
    this.cores.delete(job);
  }

  private use<T>(job: JobId, call: (core: Core) => T): T {
    const core = this.cores.get(job);
    if (core === undefined) throw new TagtrailError("not_found", `job ${job} has no engine here`);
    try {
      return call(core);
    } catch (thrown) {
      // After a trap the module's memory can't be trusted; the host restores from its snapshot.
      if (!(thrown instanceof TagtrailError)) this.cores.delete(job);
      throw thrown;
    }
  }

  private async instance(): Promise<CoreExports> {
    this.module ??= compile();
    try {
      return await instantiate(await this.module);
    } catch (thrown) {
      this.module = undefined;
      throw thrown;
    }
  }
}
