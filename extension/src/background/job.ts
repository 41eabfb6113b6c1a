// A job that the panel started: a state machine whose wishes are stored before they are acted on. What
// the user wants of it (`run`, `pause`, `end`) and what it needs to go on survive the death of this
// script, of the host and of the browser; a new host resumes the job's folder.
import type { ShownAs } from "../host/protocol/calls.ts";
import type { HostClient } from "../host/client.ts";
import type { ErrorBody } from "../host/errors.ts";
import { errorBody, TagtrailError } from "../host/errors.ts";
import type { JobAction, JobInfo, JobLimits, JobState } from "../host/protocol/job_info.ts";
import type { Feedback } from "../host/protocol/teaching.ts";
import type { Hello } from "./connection.ts";
import { Connection } from "./connection.ts";
import type { JobEvents } from "./job_base.ts";
import { JobBase } from "./job_base.ts";
import type { JsonObject } from "../host/shape.ts";
import type { ShownJob, StoredJob } from "./job_store.ts";
import type { Again } from "./messages.ts";
import { MAX_FEEDBACK, saveJob, saveShown } from "./job_store.ts";
import { begunAs, infoAtRest, onceMore, withLimits } from "./job_wishes.ts";
import type { Serving } from "./serving.ts";
import { Turns } from "./turns.ts";

/** The folder may still be locked by a host that is about to end: so often it is tried again. */
const MAX_BUSY = 6;
/** A host that does not answer to stop is let go after so long; it then stops by itself. */
const STOP_MS = 20_000;
/** What the panel shows is stored at most so often. */
const SHOWN_EVERY_MS = 5_000;
/** The host of an ended job answers questions about its files for so long after the last one. */
const LINGER_MS = 300_000;

/** Faults of a start that another try may not have. */
const PASSING: ReadonlySet<ErrorBody["code"]> = new Set(["disconnected"]);

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Job extends JobBase {
  protected readonly connection: Connection;
  /** The host at hand has answered job.start. */
  private started = false;
  private busyTries = 0;
  /** What the host is told must not overtake what it was told before. */
  private readonly turns = new Turns();
  private ended: boolean;
  private shownAt = 0;
  private stopping: Timer;
  private lingering: Timer;

  constructor(
    private stored: StoredJob,
    shown: ShownJob,
    serving: Serving,
    events: JobEvents,
    pauseMs?: number,
  ) {
    super(stored.key, serving, events);
    this.ended = stored.wanted === "end";
    this.info = infoAtRest(stored);
    this.error = stored.error;
    this.curve = shown.curve;
    this.progress = shown.progress;
    // Told before the death of what told it: the wish that was stored since is the newer word.
    if (this.info !== null) this.setState(this.info.state);
    this.connection = new Connection(
      this,
      {
        connected: (client, hello) => this.greeted(client, hello),
        lost: (error) => this.dropped(error),
      },
      pauseMs,
    );
  }

  get url(): string {
    return this.stored.url;
  }

  get kind(): StoredJob["kind"] {
    return this.stored.kind;
  }

  override get chosen(): number {
    return this.stored.chosen;
  }

  override get active(): boolean {
    return this.stored.wanted !== "end";
  }

  /** A connection is wanted, so someone must wake this script if it is killed. */
  get running(): boolean {
    return this.stored.wanted === "run";
  }

  /** Goes on with what was wanted: after being made, and whenever the alarm or a page asks. */
  wake(): void {
    if (this.stored.wanted === "run") this.connection.keep();
  }

  override async control(action: JobAction): Promise<void> {
    if (!this.active) throw new TagtrailError("not_found", "the job has ended");
    if (action === "stop") return this.stop();
    await this.save({ wanted: action === "pause" ? "pause" : "run" });
    return this.turns.take(async () => {
      if (this.started) return super.control(action);
      if (action === "resume") {
        this.setState("running");
        return this.connection.keep();
      }
      this.connection.close();
      this.setState("paused");
    });
  }

  override async set(limits: Partial<JobLimits>): Promise<void> {
    await this.save({ options: withLimits(this.stored.options, limits) });
    return this.turns.take(async () => {
      if (this.started) await super.set(limits);
    });
  }

  /** Kept until a host has heard it. Errors: not_found, too_large, the host's: it is not told again then. */
  override async teach(...feedback: Feedback[]): Promise<void> {
    if (!this.active) throw new TagtrailError("not_found", "the job has ended");
    const untold = [...this.stored.untold, ...feedback];
    if (untold.length > MAX_FEEDBACK) throw new TagtrailError("too_large", "too much to tell at once");
    await this.save({ untold });
    return this.turns.take(() => this.tell());
  }

  override notice(name: string, message: JsonObject): void {
    super.notice(name, message);
    if (Date.now() - this.shownAt >= SHOWN_EVERY_MS) void this.saveShown();
  }

  override listFiles(offset: number, limit: number): ReturnType<JobBase["listFiles"]> {
    this.linger();
    return super.listFiles(offset, limit);
  }

  override show(path: string, as: ShownAs): Promise<void> {
    this.linger();
    return super.show(path, as);
  }

  /** What this job is to be when it starts again. */
  onceMore(how: Again): StoredJob {
    return onceMore(this.stored, how);
  }

  /** Nothing of it is needed any more. */
  async dismiss(): Promise<void> {
    clearTimeout(this.lingering);
    this.connection.close();
    await this.serving.release();
  }

  protected override endedByHost(state: JobState): void {
    void this.end(state, null);
  }

  private greeted(client: HostClient, hello: Hello): void {
    this.events.connected(hello);
    // Its failures become the job's error in there.
    void this.turns.take(() => this.begin(client));
  }

  private async begin(client: HostClient): Promise<void> {
    if (this.stored.wanted !== "run" || client !== this.connection.client) return;
    const { url, options, recipe, feedback } = this.stored;
    try {
      const asked = { url, options, feedback, ...(recipe === null ? {} : { recipe }) };
      const { job } = await client.call("job.start", asked);
      if (this.ended) return;
      await this.begun(job);
      await this.tell();
    } catch (thrown) {
      await this.failed(errorBody(thrown), client);
    }
    this.events.changed();
  }

  private async begun(job: JobInfo): Promise<void> {
    this.started = true;
    this.busyTries = 0;
    this.info = job;
    this.error = null;
    await this.save(begunAs(this.stored, job));
  }

  /** What a start failed by: a passing cause is waited for, any other ends the job. */
  private async failed(error: ErrorBody, client: HostClient): Promise<void> {
    // The port has told its end already, and a new connection is on its way.
    if (client !== this.connection.client) return;
    const waits = PASSING.has(error.code) || (error.code === "busy" && ++this.busyTries < MAX_BUSY);
    if (waits) return this.connection.again(error);
    await this.end("failed", error);
  }

  private async tell(): Promise<void> {
    for (let next = this.stored.untold[0]; this.started && next; next = this.stored.untold[0]) {
      const told = next;
      try {
        await super.teach(told);
      } catch (thrown) {
        // Without a host it stays untold; what a host refuses would be refused again.
        if (errorBody(thrown).code === "disconnected") return;
        await this.save({ untold: this.stored.untold.filter((one) => one !== told) });
        throw thrown;
      }
      await this.save({ untold: this.stored.untold.filter((one) => one !== told) });
    }
  }

  private async stop(): Promise<void> {
    await this.save({ wanted: "end" });
    const { client } = this.connection;
    if (client === undefined || !this.started || this.info === null) return this.end("stopped", null);
    const asked = client.call("job.control", { job: this.info.job, action: "stop" });
    // The end itself comes as a notice, when all is on the disk.
    this.stopping = setTimeout(() => void this.end("stopped", null), STOP_MS);
    await asked.catch(() => this.end("stopped", null));
  }

  private dropped(error: ErrorBody): void {
    this.started = false;
    this.busyTries = error.code === "busy" ? this.busyTries : 0;
    void this.serving.release();
    if (this.ended) return this.connection.close();
    this.events.lost(error);
    if (this.stored.wanted === "end") return void this.end("stopped", null);
    if (this.stored.wanted === "pause") {
      this.connection.close();
      return this.setState("paused");
    }
    this.error = error;
    this.events.changed();
  }

  private async end(state: JobState, error: ErrorBody | null): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.stopping);
    this.error = error;
    this.setState(state);
    // What a host has never heard of must come along when the job is tried again.
    const feedback = this.info === null ? this.stored.feedback : [];
    await this.save({ wanted: "end", info: this.info, error, feedback, untold: [] });
    await this.saveShown();
    await this.serving.release();
    if (this.started) this.linger();
    else this.connection.close();
    this.events.ended(this);
  }

  /** While people look at the files of an ended job, its host stays. */
  private linger(): void {
    if (!this.ended) return;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => this.connection.close(), LINGER_MS);
  }

  private async save(change: Partial<StoredJob>): Promise<void> {
    this.stored = { ...this.stored, ...change };
    await saveJob(this.stored);
  }

  private async saveShown(): Promise<void> {
    this.shownAt = Date.now();
    await saveShown(this.key, { progress: this.progress, curve: this.curve });
  }
}
