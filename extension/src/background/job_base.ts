// What every job of the panel is, whoever started it: what the host tells of it, and the questions
// that the host answers about it.
import type { ShownAs } from "../host/protocol/calls.ts";
import type { HostClient, HostHandlers } from "../host/client.ts";
import type { ErrorBody } from "../host/errors.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobAction, JobInfo, JobLimits, JobState } from "../host/protocol/job_info.ts";
import type { FoundFile, JobProgress } from "../host/protocol/job_progress.ts";
import { readJobProgress } from "../host/protocol/job_progress.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import type { Feedback, LinkGroup } from "../host/protocol/teaching.ts";
import type { JsonObject } from "../host/shape.ts";
import type { Connection, Hello } from "./connection.ts";
import { extended } from "./curve.ts";
import { Pace } from "./eta.ts";
import type { CurvePoint, JobKey, JobView } from "./shown.ts";
import type { Serving } from "./serving.ts";

export function isEnded(state: JobState): boolean {
  return state === "finished" || state === "stopped" || state === "failed";
}

export interface JobEvents {
  /** What the panel shows of it is another. */
  changed(): void;
  /** The host says so: it waits for the user. */
  attention(job: JobBase): void;
  ended(job: JobBase): void;
  /** A host answered, or was lost. */
  connected(hello: Hello): void;
  lost(error: ErrorBody): void;
}

export abstract class JobBase implements HostHandlers {
  info: JobInfo | null = null;
  progress: JobProgress | null = null;
  curve: CurvePoint[] = [];
  groups: LinkGroup[] = [];
  error: ErrorBody | null = null;
  private pace = new Pace();

  abstract readonly url: string;
  abstract readonly kind: JobView["kind"];
  protected abstract readonly connection: Connection;

  constructor(
    readonly key: JobKey,
    readonly serving: Serving,
    protected readonly events: JobEvents,
  ) {}

  /** The host says that the job has ended. */
  protected abstract endedByHost(state: JobState): void;

  notice(name: string, message: JsonObject): void {
    if (name === "protocol.error") console.warn("the host could not read a message:", message.error);
    if (name === "job.progress") this.take(readJobProgress(message));
  }

  view(): JobView {
    const { key, url, kind, error, info, progress, curve, groups } = this;
    const running = info?.state === "running" && progress !== null;
    const etaSeconds = running
      ? this.pace.etaSeconds(progress.progress, progress.limits, progress.seconds)
      : null;
    const connection = this.connection.state;
    return { key, url, kind, chosen: this.chosen, connection, error, info, progress, curve, groups, etaSeconds };
  }

  /** Files that were chosen to be collected. */
  get chosen(): number {
    return 0;
  }

  get files(): number {
    return this.progress?.progress.targets ?? 0;
  }

  async fillGroups(): Promise<void> {
    const { client, job } = this.host();
    this.groups = (await client.call("job.groups", { job })).groups;
    this.events.changed();
  }

  /** Newest first. Errors: disconnected, and the host's. */
  async listFiles(offset: number, limit: number): Promise<{ total: number; files: FoundFile[] }> {
    const { client, job } = this.host();
    return client.call("job.files", { job, offset, limit });
  }

  async show(path: string, as: ShownAs): Promise<void> {
    const { client, job } = this.host();
    await client.call("job.show", { job, path, as });
  }

  async recipe(): Promise<Recipe> {
    const { client, job } = this.host();
    return (await client.call("job.recipe", { job })).recipe;
  }

  async control(action: JobAction): Promise<void> {
    const { client, job } = this.host();
    this.setState((await client.call("job.control", { job, action })).state);
  }

  async set(limits: Partial<JobLimits>): Promise<void> {
    const { client, job } = this.host();
    const told = await client.call("job.set", { ...limits, job });
    if (this.progress !== null) this.progress = { ...this.progress, limits: told.limits };
    this.events.changed();
  }

  async teach(...words: Feedback[]): Promise<void> {
    const { client, job } = this.host();
    for (const feedback of words) {
      this.groups = (await client.call("job.teach", { job, feedback })).groups;
    }
    this.events.changed();
  }

  /** It has not ended, as far as is known. */
  get active(): boolean {
    return this.info !== null && !isEnded(this.info.state);
  }

  /** Errors: disconnected. */
  protected host(): { client: HostClient; job: string } {
    const { client } = this.connection;
    if (client === undefined || this.info === null) {
      throw new TagtrailError("disconnected", "the job is not connected to its host at the moment");
    }
    return { client, job: this.info.job };
  }

  protected setState(state: JobState): void {
    if (this.info !== null) this.info = { ...this.info, state };
    if (this.progress !== null) this.progress = { ...this.progress, state };
    this.events.changed();
  }

  private take(progress: JobProgress): void {
    const { requests, targets } = progress.progress;
    const asksAnew = progress.attention !== null && this.progress?.attention == null;
    this.curve = extended(this.curve, [requests, targets]);
    this.pace.add(progress.seconds, progress.progress);
    this.progress = progress;
    if (this.info !== null) this.info = { ...this.info, state: progress.state };
    this.connection.steady();
    if (progress.state === "paused") void this.serving.rest();
    if (isEnded(progress.state)) this.endedByHost(progress.state);
    else if (asksAnew) this.events.attention(this);
    this.events.changed();
  }
}
