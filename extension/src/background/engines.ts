// The engines of jobs, and the maker of those of sites. Each has a module instance of its own: memory of WebAssembly never
// shrinks, and a trap in one crawl must not touch another.
import { Core } from "../core/core.ts";
import type { CoreExports } from "../core/loader.ts";
import { instantiate } from "../core/loader.ts";
import { TagtrailError } from "../host/errors.ts";
import type { Progress } from "../host/protocol/engine.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { JsonObject } from "../host/shape.ts";
import type { EngineMaker } from "./site_memory.ts";

async function compile(): Promise<WebAssembly.Module> {
  try {
    const answer = await fetch(browser.runtime.getURL("tagtrail.wasm"));
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (thrown) {
    throw new TagtrailError("missing_dependency", `the engine can't be loaded: ${String(thrown)}`);
  }
}

export class Engines implements EngineMaker {
  private readonly cores = new Map<JobId, Core>();
  private module: Promise<WebAssembly.Module> | undefined;

  /** An engine of nobody's job. */
  async create(config: JsonObject): Promise<Core> {
    return Core.create(await this.instance(), config);
  }

  async restore(snapshot: Uint8Array): Promise<Core> {
    return Core.restore(await this.instance(), snapshot).core;
  }

  async createFor(job: JobId, config: JsonObject): Promise<void> {
    this.cores.set(job, await this.create(config));
  }

  async restoreFor(job: JobId, snapshot: Uint8Array): Promise<Progress> {
    const { core, progress } = Core.restore(await this.instance(), snapshot);
    this.cores.set(job, core);
    return progress;
  }

  /** Closing what is not open is no error: the host may say it twice. */
  close(job: JobId): void {
    this.cores.delete(job);
  }

  /** What `call` has of the job's engine. Errors: not_found, those of the engine. */
  use<T>(job: JobId, call: (core: Core) => T): T {
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
