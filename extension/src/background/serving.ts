// Serves the calls of one host. Hosts number their jobs alike, so engines and tabs are kept under names
// of our own: two hosts never meet in one engine or tab.
import type { BodyHost } from "../host/body_stream.ts";
import type { ServedCall } from "../host/protocol/calls.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { Engines } from "./engines.ts";
import { loadMadeFile } from "./made_file_load.ts";
import type { SessionFetches } from "./session_fetch.ts";
import type { TabLoader } from "./tab_loader.ts";

export class Serving {
  private readonly used = new Set<JobId>();

  /** `prefix`: of what this host's jobs are called here. `fetches` are this host's alone. */
  constructor(
    private readonly prefix: string,
    private readonly engines: Engines,
    private readonly loader: TabLoader,
    private readonly fetches: SessionFetches,
  ) {}

  /** `host`: who asks, and where bodies go. Errors: those of the engine, the tab, the fetch. */
  async serve(asked: ServedCall, host: BodyHost): Promise<object> {
    if (asked.call === "fetch.load") return this.fetches.load(asked, host);
    if (asked.call === "fetch.cancel") {
      this.fetches.cancel(asked.job, asked.load);
      return {};
    }
    if (asked.call === "blob.load") {
      return loadMadeFile(this.loader, asked, this.nameOf(asked.job), host);
    }
    const call = { ...asked, job: this.nameOf(asked.job) };
    switch (call.call) {
      case "engine.create":
        await this.engines.createFor(call.job, call.config);
        return {};
      case "engine.restore":
        return { progress: await this.engines.restoreFor(call.job, call.snapshot) };
      case "engine.step":
        return this.engines.use(call.job, (core) => core.step(call.records, call.decide, call.whole));
      case "engine.snapshot":
        return { snapshot: this.engines.use(call.job, (core) => core.snapshot()) };
      case "engine.close":
        this.engines.close(call.job);
        return {};
      case "engine.teach":
        return { progress: this.engines.use(call.job, (core) => core.teach(call.feedback)) };
      case "engine.acting":
        return { links: this.engines.use(call.job, (core) => core.acting(call.from, call.limit)) };
      case "engine.groups":
        return { groups: this.engines.use(call.job, (core) => core.groups(call.limit)) };
      case "engine.budget":
        return { progress: this.engines.use(call.job, (core) => core.setBudget(call.budget)) };
      case "engine.revisit":
        return { progress: this.engines.use(call.job, (core) => core.revisit(call.budget)) };
      case "tab.load":
        return this.loader.load(call);
      case "tab.close":
        await this.loader.close(call.job);
        return {};
    }
  }

  private nameOf(job: JobId): JobId {
    const name = `${this.prefix}/${job}`;
    this.used.add(name);
    return name;
  }

  /** The job is paused: no tab of it stays open for that long. */
  async rest(): Promise<void> {
    await Promise.all([...this.used].map((job) => this.loader.tabs.closeIdle(job)));
  }

  /** The host has gone, or its job has ended: nothing of it stays open here. */
  async release(): Promise<void> {
    const jobs = [...this.used];
    this.used.clear();
    this.fetches.cancelAll();
    for (const job of jobs) this.engines.close(job);
    await Promise.all(jobs.map((job) => this.loader.close(job)));
  }
}
