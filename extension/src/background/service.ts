// What the background script does, apart from registering listeners: serves the host's calls, obeys
// the panel, and keeps the state that the panel shows.
import type { HostHandlers } from "../host/client.ts";
import { errorBody } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { JobAction, JobInfo, JobOptions, ServedCall } from "../host/protocol.ts";
import { readJobProgress } from "../host/protocol.ts";
import type { JsonObject } from "../host/shape.ts";
import { Connection } from "./connection.ts";
import { extended } from "./curve.ts";
import { Engines } from "./engines.ts";
import { FetchWatch } from "./fetch_watch.ts";
import { loadRunning, saveRunning } from "./job_state.ts";
import type { PanelRequest, PanelState } from "./messages.ts";
import { tellPanels } from "./messages.ts";
import type { Requests } from "./requests.ts";
import { Serving } from "./serving.ts";
import { SessionFetches } from "./session_fetch.ts";
import { TabLoader } from "./tab_loader.ts";

const ENDED = new Set(["finished", "stopped", "failed"]);

export class Service implements HostHandlers {
  readonly connection: Connection;
  private readonly tabs: TabLoader;
  private readonly serving: Serving;
  private starting = false;
  private panel: Omit<PanelState, "connection"> = { error: null, job: null, progress: null, curve: [] };

  constructor(requests: Requests) {
    this.tabs = new TabLoader(requests);
    const fetches = new SessionFetches(new FetchWatch());
    this.serving = new Serving("host", new Engines(), this.tabs, fetches, () => this.connection.open());
    this.connection = new Connection(this, {
      connected: (job) => this.connected(job),
      lost: (error) => this.lost(error),
    });
  }

  /** Brings back what ran before the background script was killed or the browser closed. */
  async start(): Promise<void> {
    await this.tabs.cleanUp();
    if (__BUILD__ === "batch") return this.connection.keep();
    await this.resume();
  }

  serve(call: ServedCall): Promise<object> {
    return this.serving.serve(call);
  }

  notice(name: string, message: JsonObject): void {
    if (name === "protocol.error") console.warn("the host could not read a message:", message.error);
    if (name !== "job.progress") return;
    const progress = readJobProgress(message);
    const { requests, targets } = progress.progress;
    const curve = extended(this.panel.curve, [requests, targets]);
    const job = this.panel.job === null ? null : { ...this.panel.job, state: progress.state };
    this.show({ progress, curve, job });
    if (ENDED.has(progress.state)) void this.ended();
  }

  state(): PanelState {
    return { ...this.panel, connection: this.connection.state };
  }

  async answerPanel(request: PanelRequest): Promise<PanelState> {
    try {
      if (request.message === "panel.start") await this.startJob(request.url, request.options);
      if (request.message === "panel.control") await this.control(request.action);
    } catch (thrown) {
      this.show({ error: errorBody(thrown) });
    }
    return this.state();
  }

  private async startJob(url: string, options: JobOptions): Promise<void> {
    this.starting = true;
    this.show({ error: null, progress: null, curve: [] });
    try {
      this.connection.keep();
      const host = await this.connection.open();
      const { job } = await host.call("job.start", { url, options });
      // At once: a job that fails at once says so in the next message.
      this.show({ job });
      await saveRunning({ url, options });
    } catch (thrown) {
      // Nothing runs, so nothing is to be connected to; the error stays until the next start.
      if (__BUILD__ === "store") this.connection.close();
      throw thrown;
    } finally {
      this.starting = false;
    }
  }

  private async control(action: JobAction): Promise<void> {
    if (this.panel.job === null) return;
    const host = await this.connection.open();
    const { state } = await host.call("job.control", { job: this.panel.job.job, action });
    this.show({ job: { ...this.panel.job, state } });
  }

  /** Nothing runs any more: in a store build nothing keeps the host alive then. */
  private async ended(): Promise<void> {
    await saveRunning(null);
    await this.serving.release();
    if (__BUILD__ === "store") this.connection.close();
    this.show({});
  }

  private connected(job: JobInfo | null): void {
    this.show(job === null ? { error: null } : { error: null, job });
    if (__BUILD__ === "store" && job === null && !this.starting) void this.resume();
  }

  /** A new host process knows nothing of the job that the last one worked on. */
  private async resume(): Promise<void> {
    const running = await loadRunning();
    if (running === null) return;
    await this.startJob(running.url, running.options).catch((thrown: unknown) => {
      this.show({ error: errorBody(thrown) });
    });
  }

  private lost(error: ErrorBody): void {
    void this.serving.release();
    this.show({ error });
  }

  private show(change: Partial<typeof this.panel>): void {
    this.panel = { ...this.panel, ...change };
    tellPanels(this.state());
  }
}
