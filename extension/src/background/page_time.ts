// How long a page in a tab may take: its own time and, as long as it goes on showing more, of a time that the pages of a
// job share.

export interface SpareTime {
  /** What is left of it. */
  ms: number;
  /** A page takes so much of it at once. */
  stepMs: number;
}

export const TIME_IS_UP = Symbol("time is up");

/** What the work gives, or that it has not ended in time. Errors: those of the work. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | typeof TIME_IS_UP> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof TIME_IS_UP>((resolve) => {
    timer = setTimeout(() => resolve(TIME_IS_UP), Math.max(0, ms));
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

export class PageTime {
  /** It has shown something since it was given time. */
  private gave = false;

  /** `deadline`: of the page's own time, by Date.now(). */
  constructor(
    private deadline: number,
    private readonly spare: SpareTime,
  ) {}

  /** Of what it was given. */
  get rest(): number {
    return Math.max(0, this.deadline - Date.now());
  }

  /** Whether it has shown something just now. */
  showed(more: boolean): void {
    this.gave ||= more;
  }

  /** Whether it may go on; takes spare time where its own is up. */
  goesOn(): boolean {
    if (this.rest > 0) return true;
    if (!this.gave || this.spare.ms < this.spare.stepMs) return false;
    this.gave = false;
    this.spare.ms -= this.spare.stepMs;
    this.deadline = Date.now() + this.spare.stepMs;
    return true;
  }

  /** As `within`, as long as the page has time, and `moreMs`. */
  async within<T>(moreMs: number, work: Promise<T>): Promise<T | typeof TIME_IS_UP> {
    for (;;) {
      const end = this.deadline;
      const outcome = await within(end + moreMs - Date.now(), work);
      if (outcome !== TIME_IS_UP || end === this.deadline) return outcome;
    }
  }
}
