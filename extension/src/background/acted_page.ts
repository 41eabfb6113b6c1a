// A page in a tab that is acted on: what is done to it, how long it may take to show what came of that, and what it led to.
import type { Caught, Reread } from "../content/reading.ts";
import { readCaught } from "../content/reading.ts";
import * as shape from "../host/shape.ts";
import type { FetchedFiles } from "./fetched_files.ts";
import { readAtRest, runInTab } from "./page_reading.ts";
import { PageTime, type SpareTime } from "./page_time.ts";
import type { Pending } from "./pending.ts";
import { pause, UNTOLD_MS } from "./pending.ts";
import type { PressWatch } from "./press_watch.ts";

export interface GestureLimits {
  scrolls: number;
  clicks: number;
  guesses: boolean;
  quietMs: number;
  /** By Date.now(); for pages that go on showing more there is `spare`. */
  deadline: number;
  /** Of the job, for all of its pages. */
  spare: SpareTime;
}

/** What a press does, it does within this time, unless it waits for a server. */
const PRESS_MS = 500;
/** So long the answer to a page's script is waited for. */
export const MAX_ANSWER_MS = 5000;
/** Of stillness after a press that brought nothing, so often in a page. */
const LATE_MS = 2000;
const LATE_LOOKS = 1;
/** To the page and back, until a request must have been told. */
const WAYS = 4;

export class ActedPage {
  readonly time: PageTime;
  /** How often something was done to see more; what was left before may not be so any more. */
  acts = 0;
  /** As it was read last. */
  newest: Reread | undefined;
  private patience = LATE_LOOKS;
  private hooked = false;
  /** After a press. */
  private quietMs: number;

  constructor(
    readonly tabId: number,
    readonly url: string,
    readonly limits: GestureLimits,
    private readonly watch: PressWatch,
    private readonly pending: Pending,
    private readonly files: FetchedFiles,
  ) {
    this.quietMs = limits.quietMs;
    this.time = new PageTime(limits.deadline, limits.spare);
  }

  /** Its document has gone. */
  get isLost(): boolean {
    return this.watch.lost;
  }

  /** How many data files its scripts have fetched. */
  get fetched(): number {
    return this.files.count(this.tabId);
  }

  goesOn(): boolean {
    return !this.isLost && this.time.goesOn();
  }

  /** Does something and reads what is there then. Undefined when there was nothing to do. */
  async gesture(make: (which: number) => unknown, quietMs: number, which = 0): Promise<Reread | undefined> {
    this.pending.watch(this.tabId);
    const { fetched } = this;
    const { acted } = await runInTab(this.tabId, make, [which]);
    if (!shape.bool(acted, "acted")) return undefined;
    this.acts++;
    const read = await this.reread(quietMs);
    // What it draws of a file need not be links.
    const grew = read.grew || this.fetched > fetched;
    this.time.showed(grew);
    return { ...read, grew };
  }

  /** The same for something that is pressed. */
  async turn(index: number): Promise<Reread | undefined> {
    const turn = (which: number) => globalThis.tagtrailContent?.turn(which);
    return this.gesture(turn, this.quietMs, index).catch((thrown: unknown) => {
      if (this.isLost) return undefined;
      throw thrown;
    });
  }

  /** Who waits for nothing that can be seen may wait for a timer: whether that has not been tried yet. */
  get isPatient(): boolean {
    return this.patience > 0;
  }

  /** Waits for what comes late. When that was patience, and it came, the page is one that is always late. */
  async rereadLate(patiently: boolean): Promise<Reread> {
    if (patiently) this.patience--;
    const late = await this.reread(LATE_MS);
    if (late.grew && patiently) this.quietMs = LATE_MS;
    return late;
  }

  async reread(quietMs = this.quietMs): Promise<Reread> {
    const settled = async (patient: boolean) => {
      // What the page has just asked for for the first time, the browser tells late where the machine is busy: a way to the
      // page and back takes longer then, too, and a request is handed on more often than that.
      for (let ways = WAYS; patient && ways > 0 && !this.pending.hasAsked(this.tabId); ways--) {
        await runInTab(this.tabId, () => ({}), []);
        await pause(UNTOLD_MS / WAYS);
      }
      return this.pending.settled(this.tabId, Math.min(MAX_ANSWER_MS, this.time.rest), patient);
    };
    this.newest = await readAtRest(this.tabId, quietMs, () => this.time.rest, settled, this.isPatient);
    return this.newest;
  }

  /** From now on what the page opens or makes is caught. Where its own world can't be reached, windows are, as tabs. */
  async hook(): Promise<void> {
    if (this.hooked) return;
    this.hooked = true;
    const target = { tabId: this.tabId, frameIds: [0] };
    await browser.scripting.executeScript({ target, files: ["hooks.js"], world: "MAIN" });
  }

  /** Presses a button that promises a file: what came of it. */
  async pressForFile(index: number): Promise<Caught[]> {
    this.pending.watch(this.tabId);
    this.acts++;
    const caught = await this.take(index, PRESS_MS);
    if (caught.length === 0) await this.pending.settled(this.tabId, MAX_ANSWER_MS);
    // An answer that came just now, the page may not have made anything of yet.
    const mayCome = caught.length === 0 && this.pending.hasAsked(this.tabId);
    if (mayCome && !this.isLost) caught.push(...(await this.take(-1, PRESS_MS)));
    const known = new Set(caught.map(({ url }) => url));
    for (const url of this.watch.take()) if (!known.has(url)) caught.push({ url, file: "" });
    return caught;
  }

  /** What was caught since the last time: files that the page made, and addresses that it wanted. */
  async caught(): Promise<Caught[]> {
    const caught = this.isLost ? [] : await this.take(-1, 0);
    return [...caught, ...this.watch.take().map((url) => ({ url, file: "" }))];
  }

  /** Presses, unless the number is that of no button, and takes what was caught. */
  private async take(index: number, maxMs: number): Promise<Caught[]> {
    // The page may be gone because of the press: then the browser has told where to.
    const answer = await runInTab(
      this.tabId,
      (button, max) => globalThis.tagtrailContent?.press(button, max) ?? {},
      [index, maxMs],
    ).catch(() => ({ caught: [] }));
    return readCaught(answer);
  }
}
