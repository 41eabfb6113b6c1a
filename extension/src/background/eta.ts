// How long a job will still take, from its pace over the last minutes.
import type { Progress } from "../host/protocol/engine.ts";
import type { JobLimits } from "../host/protocol/job_info.ts";

/** The pace of the last minutes counts: sites and delays change while a job runs. */
const WINDOW_SECONDS = 180;
/** A pace measured over less is chance. */
const LEAST_SECONDS = 5;
const MAX_SAMPLES = 60;

interface Sample {
  seconds: number;
  requests: number;
  bytes: number;
}

const bytesOf = (progress: Progress) => progress.targetBytes + progress.otherBytes;

export class Pace {
  private samples: Sample[] = [];

  /** `seconds`: how long the job has run, pauses left out. */
  add(seconds: number, progress: Progress): void {
    const sample = { seconds, requests: progress.requests, bytes: bytesOf(progress) };
    const last = this.samples.at(-1);
    if (last !== undefined && (seconds < last.seconds || sample.requests < last.requests)) {
      this.samples = [];
    }
    const tooSoon = last !== undefined && seconds - last.seconds < WINDOW_SECONDS / MAX_SAMPLES;
    if (tooSoon && this.samples.length > 1) this.samples.pop();
    this.samples.push(sample);
    this.samples = this.samples.filter((one) => seconds - one.seconds <= WINDOW_SECONDS);
  }

  /**
   * Seconds until the first of budget, frontier and time is used up; null when the pace is unknown.
   * A frontier that still grows makes it an underestimate.
   */
  etaSeconds(progress: Progress, limits: JobLimits, seconds: number): number | null {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return null;
    const elapsed = last.seconds - first.seconds;
    const made = last.requests - first.requests;
    if (elapsed < LEAST_SECONDS || made <= 0) return null;
    let left = ((progress.frontier + progress.inFlight) * elapsed) / made;
    const { maxRequests, maxBytes, maxTimeMs } = limits;
    if (maxRequests !== null) {
      left = Math.min(left, ((maxRequests - progress.requests) * elapsed) / made);
    }
    const bytes = last.bytes - first.bytes;
    if (maxBytes !== null && bytes > 0) {
      left = Math.min(left, ((maxBytes - bytesOf(progress)) * elapsed) / bytes);
    }
    if (maxTimeMs !== null) left = Math.min(left, maxTimeMs / 1000 - seconds);
    return Math.max(0, left);
  }
}
