// The job of a run from the command line: the host that this browser was started with owns it, and
// says so in its hello. Only batch builds have one.
import type { ErrorBody } from "../host/errors.ts";
import type { JobInfo } from "../host/protocol/job_info.ts";
import type { Hello } from "./connection.ts";
import { Connection } from "./connection.ts";
import type { JobEvents } from "./job_base.ts";
import { JobBase } from "./job_base.ts";
import type { Serving } from "./serving.ts";

export class OwnerJob extends JobBase {
  readonly kind = "harvest";
  protected readonly connection: Connection;

  constructor(serving: Serving, events: JobEvents) {
    super("owner", serving, events);
    this.connection = new Connection(this, {
      connected: (_client, hello) => this.greeted(hello),
      lost: (error) => this.dropped(error),
    });
  }

  get url(): string {
    return this.info?.seedUrl ?? "";
  }

  /** There is a job, and not only a host that waits for one. */
  get listed(): boolean {
    return this.info !== null || this.progress !== null;
  }

  get connected(): boolean {
    return this.connection.state === "connected";
  }

  keep(): void {
    this.connection.keep();
  }

  wake(): void {
    this.connection.wake();
  }

  protected override endedByHost(): void {
    void this.serving.release();
    this.events.ended(this);
  }

  private greeted(hello: Hello): void {
    const job: JobInfo | null = hello.job;
    this.error = null;
    if (job !== null) this.info = job;
    this.events.connected(hello);
    this.events.changed();
  }

  private dropped(error: ErrorBody): void {
    this.error = error;
    void this.serving.release();
    this.events.lost(error);
    this.events.changed();
  }
}
