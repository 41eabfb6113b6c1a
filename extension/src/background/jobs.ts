// The jobs that the panel lists, at most one that runs a site, each with a host process of its own.
import { commandLineOwner } from "../compat/command_line_owner.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import type { Feedback } from "../host/protocol/teaching.ts";
import { Job } from "./job.ts";
import type { JobBase, JobEvents } from "./job_base.ts";
import type { JobKind, StoredJob } from "./job_store.ts";
import { forgetJob, loadJobs, MAX_FEEDBACK, saveJob } from "./job_store.ts";
import type { Again } from "./messages.ts";
import type { JobKey, JobView } from "./shown.ts";
import type { OwnerJob } from "./owner_job.ts";
import type { Serving } from "./serving.ts";

/** Wakes a killed worker while jobs wait for a host. */
export const WAKE_ALARM = "wake";
const ALARM_MINUTES = 0.5;
/** Each running job has an engine and a host. */
const MAX_ACTIVE = 8;
/** Ended jobs stay listed until dismissed, the oldest only until there are too many. */
const MAX_LISTED = 40;

export interface NewJob {
  url: string;
  kind: JobKind;
  options: JobOptions;
  recipe: Recipe | null;
  feedback: Feedback[];
}

/** What a job is one a: the host of its address, with its port. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

export class Jobs {
  private readonly jobs = new Map<JobKey, Job>();
  private owner: OwnerJob | undefined;

  /** `pauseMs`: the first pause before a lost host is tried again. */
  constructor(
    private readonly servingFor: (key: JobKey) => Serving,
    private readonly events: JobEvents,
    private readonly pauseMs?: number,
  ) {}

  /** Goes on with what ran before this script was killed or the browser closed. */
  async restore(): Promise<void> {
    for (const { job, shown } of await loadJobs()) {
      const restored = new Job(job, shown, this.servingFor(job.key), this.jobEvents(), this.pauseMs);
      this.jobs.set(job.key, restored);
    }
    this.owner = commandLineOwner(() => this.servingFor("owner"), this.jobEvents());
    this.owner?.keep();
    this.wake();
    await this.updateAlarm();
  }

  wake(): void {
    this.owner?.wake();
    for (const job of this.jobs.values()) job.wake();
  }

  get all(): JobBase[] {
    const { owner } = this;
    return [...(owner?.listed === true ? [owner] : []), ...this.jobs.values()];
  }

  views(): JobView[] {
    return this.all.map((job) => job.view());
  }

  /** The owner of a run from the command line is there: any other connection would replace its. */
  get owned(): boolean {
    return this.owner?.connected === true && this.owner.listed;
  }

  /** Whether some host is connected at the moment. */
  get connected(): boolean {
    return this.owner?.connected === true || this.views().some((job) => job.connection === "connected");
  }

  /** Errors: not_found. */
  get(key: JobKey): JobBase {
    const job = this.all.find((one) => one.key === key);
    if (job === undefined) throw new TagtrailError("not_found", "there is no such job any more");
    return job;
  }

  /** The job of a site that has not ended. */
  activeOn(site: string): JobBase | undefined {
    return this.all.find((job) => job.active && siteOf(job.url) === site);
  }

  /** Errors: busy (the site has a job, or too many run), too_large. */
  async start(wanted: NewJob): Promise<Job> {
    this.refuseUnlessFree(wanted);
    const stored: StoredJob = {
      ...wanted,
      key: crypto.randomUUID(),
      startedAt: Date.now(),
      chosen: wanted.kind === "collect" ? wanted.feedback.length : 0,
      untold: [],
      wanted: "run",
      info: null,
      error: null,
    };
    const shown = { progress: null, curve: [] };
    const job = new Job(stored, shown, this.servingFor(stored.key), this.jobEvents(), this.pauseMs);
    // Listed before it is stored, so that no second one is started meanwhile.
    this.jobs.set(stored.key, job);
    await saveJob(stored);
    job.wake();
    await this.forgetOldest();
    await this.updateAlarm();
    this.events.changed();
    return job;
  }

  /** Starts an ended job once more: the same one, in its folder. Errors: not_found, busy. */
  async again(key: JobKey, how: Again): Promise<void> {
    const ended = this.jobs.get(key);
    if (ended === undefined) throw new TagtrailError("not_found", "there is no such job any more");
    if (ended.active) throw new TagtrailError("busy", "the job has not ended");
    const stored = ended.onceMore(how);
    this.refuseUnlessFree(stored);
    await ended.dismiss();
    const shown = { progress: null, curve: ended.curve };
    const job = new Job(stored, shown, this.servingFor(key), this.jobEvents(), this.pauseMs);
    this.jobs.set(key, job);
    await saveJob(stored);
    job.wake();
    await this.updateAlarm();
    this.events.changed();
  }

  /** Errors: not_found, busy. */
  async dismiss(key: JobKey): Promise<void> {
    const job = this.jobs.get(key);
    if (job === undefined) throw new TagtrailError("not_found", "there is no such job any more");
    if (job.active) throw new TagtrailError("busy", "the job has not ended; stop it first");
    await forgetJob(key);
    this.jobs.delete(key);
    await job.dismiss();
    this.events.changed();
  }

  private refuseUnlessFree(wanted: NewJob): void {
    if (this.owned) {
      throw new TagtrailError("busy", "this browser belongs to a run from the command line");
    }
    if (this.activeOn(siteOf(wanted.url)) !== undefined) {
      throw new TagtrailError("busy", `a job is running on ${siteOf(wanted.url)} already`);
    }
    if ([...this.jobs.values()].filter((job) => job.active).length >= MAX_ACTIVE) {
      throw new TagtrailError("busy", `${MAX_ACTIVE} jobs are running already`);
    }
    if (wanted.feedback.length > MAX_FEEDBACK) {
      throw new TagtrailError("too_large", `more than ${MAX_FEEDBACK} files at once`);
    }
  }

  private async forgetOldest(): Promise<void> {
    const ended = [...this.jobs.values()].filter((job) => !job.active);
    const tooMany = Math.max(0, this.jobs.size - MAX_LISTED);
    for (const job of ended.slice(0, tooMany)) await this.dismiss(job.key);
  }

  private jobEvents(): JobEvents {
    return {
      ...this.events,
      ended: (job) => {
        void this.updateAlarm();
        this.events.ended(job);
      },
    };
  }

  private async updateAlarm(): Promise<void> {
    const needed = this.owner !== undefined || [...this.jobs.values()].some((job) => job.running);
    if (needed) await browser.alarms.create(WAKE_ALARM, { periodInMinutes: ALARM_MINUTES });
    else await browser.alarms.clear(WAKE_ALARM);
  }
}
