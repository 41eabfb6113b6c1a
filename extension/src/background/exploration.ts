// Does with a page in a tab what a reader would who wants all of it: scrolls to its end, presses "load
// more", presses the buttons that promise files, and notes where they lead.
import type { Caught, Reread } from "../content/reading.ts";
import { MAX_URL, readButtons, readCaught } from "../content/reading.ts";
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import * as shape from "../host/shape.ts";
import { type FileButton, FileButtons, whichOf } from "./file_buttons.ts";
import type { IdleButtons } from "./idle_buttons.ts";
import { addressOfMadeFile } from "./made_file.ts";
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
/** Of a list that keeps only what is in view. */
const MAX_STEPS = 100;
const STEP_QUIET_MS = 100;
/** Presses of page numbers, tabs and their kin; so many of them are looked at. */
const MAX_TURNS = 100;
const MAX_CONTROLS = 100;
/** Presses in a row that bring nothing. */
const VAIN_TURNS = 24;
/** Of stillness after a press that brought nothing, so often in a page. */
const LATE_MS = 2000;
const LATE_LOOKS = 1;
/** Views behind `#` of one document; when so many bring nothing, its scripts don't answer to them. */
const MAX_ROUTES = 200;
const VAIN_ROUTES = 3;
/** Parts of a page that were scrolled to their end in vain; so many, and the others are not. */
const VAIN_SCROLLS = 2;
/** Buttons beyond those that are pressed. */
const MAX_UNPRESSED = 100;

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/$/, "");
}

/** Whether an address elsewhere is there to tell others of the page, and shows nothing more of it. */
export function tellsOf(pageUrl: string, url: string): boolean {
  if (![url, pageUrl].every((one) => URL.canParse(one)) || new URL(url).host === new URL(pageUrl).host) return false;
  const page = pageUrl.replace(/#.*$/s, "").replace(/\/$/, "");
  const said: string[] = [];
  // Firefox lets content scripts iterate no URLSearchParams.
  new URL(url).searchParams.forEach((value) => said.push(value.replace(/#.*$/s, "").replace(/\/$/, "")));
  return said.some((value) => value === page || value.endsWith(` ${page}`));
}

export class Exploration {
  /** Buttons that promise a file and were not pressed: there were too many, or the time was up. */
  readonly left: TabLeft[] = [];
  /** Buttons that promise a file, and that nothing came of, however often they were pressed; by what tells them apart. */
  private readonly vainButtons = new Map<string, TabLeft>();
  /** Where presses for more of the page led instead. */
  readonly led: TabLink[] = [];
  /** What buttons that promise files led to. */
  readonly pressed: TabLink[] = [];
  private readonly made = new Set<string>();
  /** A button that promises a file has shown links instead. */
  private opened = false;
  private newest: Reread | undefined;
  private hooked = false;
  private patience = LATE_LOOKS;
  private trust = LATE_LOOKS;
  private vainScrolls = 0;
  /** The page keeps only what is in view. */
  private sweeps = false;
  /** Scripts answer to views. */
  private wentBack = false;
  readonly time: PageTime;
  /** After a press. */
  private quietMs: number;
  /** Of one address, which differ in the query. */
  private showsParts = false;
  /** How often it has done something to see more; what was left before may not be so any more. */
  acts = 0;
  /** The page was given up while more of it came. */
  cut = false;

  /** `stopWrites`: from then on requests of the tab may only read. */
  constructor(
    private readonly tabId: number,
    private readonly pageUrl: string,
    private readonly limits: GestureLimits,
    private readonly watch: PressWatch,
    private readonly pending: Pending,
    private readonly idle: IdleButtons,
    private readonly stopWrites: () => Promise<void>,
  ) {
    this.quietMs = limits.quietMs;
    this.time = new PageTime(limits.deadline, limits.spare);
  }

  /** Unfolds the page as long as its links grow, from `first` on. Undefined when they did not. */
  async unfold(first: Reread): Promise<Reread | undefined> {
    let last = first;
    let grew = false;
    this.sweeps = first.grew && first.drops;
    let ended = false;
    for (let left = this.limits.scrolls; left > 0 && !ended && this.goesOn(); left--) {
      const again = await this.gesture(() => globalThis.tagtrailContent?.unfold(), this.limits.quietMs);
      last = again ?? last;
      grew ||= again?.grew === true;
      this.sweeps ||= again?.grew === true && again.drops;
      // What has come just before the time was up may not have been read.
      ended = again === undefined || (!again.grew && this.time.rest > 0);
    }
    this.cut ||= !ended && this.limits.scrolls > 0 && !this.watch.lost;
    const [pressed] = this.watch.lost ? [] : readButtons(await runInTab(this.tabId, () => globalThis.tagtrailContent?.pressed(), []), 1);
    if (pressed !== undefined) await this.takeLed(pressed);
    const swept = last.forgets ? await this.sweep() : undefined;
    return swept ?? (grew ? last : undefined);
  }

  /**
   * Turns the pages of lists, opens tabs and folds, and looks at the views behind `#`, as long as links come; presses the
   * buttons of each part that promise files. `until` names a made file to stop at. Undefined when nothing was shown.
   */
  async turn(until?: string): Promise<Reread | undefined> {
    const pressFiles = async () => this.keep(await this.press(until));
    await pressFiles();
    if (this.limits.scrolls === 0 || this.has(until)) return this.opened ? this.newest : undefined;
    let last = await this.turnPages(pressFiles, until);
    let vain = this.wentBack ? -Infinity : 0;
    for (let routes = 0; routes < MAX_ROUTES && vain < VAIN_ROUTES && this.goesOn() && !this.has(until); routes++) {
      const [link] = readButtons(await runInTab(this.tabId, () => globalThis.tagtrailContent?.nextRoute(), []), 1);
      if (link === undefined) break;
      const shown = await this.gesture(() => globalThis.tagtrailContent?.showRoute(), this.limits.quietMs);
      const led = await this.takeLed(link);
      if (shown === undefined) break;
      const scrolled = shown.grew ? await this.scrollThrough() : undefined;
      const files = await pressFiles();
      vain = led || shown.grew || files ? -Infinity : vain + 1;
      last = (await this.turnPages(pressFiles, until)) ?? scrolled ?? shown;
    }
    return this.opened ? this.newest : last;
  }

  /** Whether there are new ones among what buttons led to. */
  private keep(links: TabLink[]): boolean {
    const fresh = links.filter(({ written }) => !this.pressed.some((known) => known.written === written));
    this.pressed.push(...fresh);
    return fresh.length > 0;
  }

  get vain(): TabLeft[] {
    return [...this.vainButtons.values()];
  }

  private has(until: string | undefined): boolean {
    return until !== undefined && this.made.has(until);
  }

  /** Presses page numbers, tabs and their kin, one after the other, as long as some are left that are worth it. */
  private async turnPages(pressFiles: () => Promise<boolean>, until?: string): Promise<Reread | undefined> {
    let last: Reread | undefined;
    let vain = 0;
    // A press that brings nothing may have opened a menu, of which the next shows something.
    let opener: TabLink | undefined;
    for (let presses = 0; presses < MAX_TURNS && vain < VAIN_TURNS && this.goesOn() && !this.has(until); presses++) {
      const { controls, sure } = await this.controls();
      const index = controls.findIndex((control) => !this.idle.leaves(control));
      const control = controls[index];
      if (control === undefined) break;
      await this.hook();
      // Nobody knows what it does: from now on scripts of the page may send nothing.
      const guessed = index >= sure;
      if (guessed) await this.stopWrites();
      this.watch.takeWrites();
      const made = this.made.size;
      const { turned, led } = await this.turnOne(index, control);
      const scrolled = turned?.grew === true && !led ? await this.scrollThrough() : undefined;
      const files = this.goesOn() && (await pressFiles());
      if ((files || this.made.size > made) && this.goesOn()) await runInTab(this.tabId, () => globalThis.tagtrailContent?.gained(), []);
      const gave = led || files || this.made.size > made || turned?.grew === true;
      if (opener !== undefined && !gave) this.idle.pressed(opener, false);
      if (gave) this.idle.pressed(control, true);
      opener = gave ? undefined : control;
      if (guessed && this.watch.takeWrites() && !gave) this.left.push({ cause: "controls", what: control.anchor, count: 1 });
      vain = gave ? 0 : vain + 1;
      last = (await this.goBack(led)) ?? scrolled ?? turned ?? last;
    }
    if (opener !== undefined) this.idle.pressed(opener, false);
    return last;
  }

  /** Presses it, and looks whether that led elsewhere. */
  private async turnOne(index: number, control: TabLink): Promise<{ turned: Reread | undefined; led: boolean }> {
    const turn = (which: number) => globalThis.tagtrailContent?.turn(which);
    const turned = await this.gesture(turn, this.quietMs, index).catch((thrown: unknown) => {
      if (this.watch.lost) return undefined;
      throw thrown;
    });
    const led = await this.takeLed(control, turned?.grew === true);
    // Who waits for nothing that can be seen may wait for a timer.
    const patient = this.patience > 0;
    // Of what has shown more before, the browser may only be late to tell what it asked for.
    const trusts = !patient && this.trust > 0 && this.idle.mayBeLate(control);
    if (led || turned?.grew !== false || !(patient || trusts) || !this.goesOn()) return { turned, led };
    if (patient) this.patience--;
    const late = await this.reread(LATE_MS);
    if (late.grew && patient) this.quietMs = LATE_MS;
    if (!late.grew) this.idle.wasNotLate(control);
    if (!late.grew && trusts) this.trust--;
    return { turned: late, led };
  }

  private async controls(): Promise<{ controls: TabLink[]; sure: number }> {
    const look = (max: number, guesses: number) => globalThis.tagtrailContent?.controls(max, guesses === 1);
    const found = await runInTab(this.tabId, look, [MAX_CONTROLS, Number(this.limits.guesses)]);
    return { controls: readButtons(found, MAX_CONTROLS), sure: shape.count(found.sure, "sure") };
  }

  /** To the view in which the last press was made, for the others of it. Undefined when it is there. */
  private async goBack(led: boolean): Promise<Reread | undefined> {
    if (!this.goesOn()) return undefined;
    const back = await this.gesture((elsewhere) => globalThis.tagtrailContent?.goBack(elsewhere === 1), this.limits.quietMs, Number(led));
    this.wentBack ||= back !== undefined;
    return back;
  }

  /** Whether what was pressed for more of the page has led elsewhere: that is a link then, unless it is `shown` here. What it made is kept. */
  private async takeLed(control: TabLink, shown = false): Promise<boolean> {
    const caught = this.watch.lost ? [] : await this.caught(-1, 0);
    this.keep(caught.filter(({ file }) => file !== "").flatMap((one) => this.linkOf(one, control)));
    const all = [...caught.filter(({ file }) => file === "").map(({ url }) => url), ...this.watch.take()];
    const urls = new Set(all.filter((url) => !tellsOf(this.pageUrl, url)));
    // A router writes the part of a list that it shows into the query, also of one that was shown before.
    this.showsParts ||= shown && [...urls].some((url) => pathOf(url) === pathOf(this.pageUrl));
    const isHere = (url: string) => this.showsParts && pathOf(url) === pathOf(this.pageUrl);
    for (const url of urls) if (url.length <= MAX_URL && !isHere(url)) this.led.push({ ...control, written: url });
    return urls.size > 0;
  }

  /** To the end of what is shown now, as long as that brings more; not in each part of a page where it brings nothing. */
  private async scrollThrough(): Promise<Reread | undefined> {
    let last: Reread | undefined;
    for (let left = this.limits.scrolls; left > 0 && !this.sweeps && this.vainScrolls < VAIN_SCROLLS && this.goesOn(); left--) {
      const scroll = (anew: number) => globalThis.tagtrailContent?.scroll(anew === 1);
      const again = await this.gesture(scroll, STEP_QUIET_MS, Number(last === undefined));
      if (again === undefined) break;
      last = again;
      this.scrolled(again);
      if (!again.grew) break;
    }
    this.cut ||= last?.grew !== false && !this.watch.lost && !this.goesOn();
    if (!this.sweeps || this.vainScrolls >= VAIN_SCROLLS) return last;
    const swept = await this.sweep();
    if (swept !== undefined) this.scrolled(swept);
    return swept ?? last;
  }

  private scrolled({ grew, drops }: Reread): void {
    this.vainScrolls = grew ? -Infinity : this.vainScrolls + 1;
    this.sweeps ||= grew && drops;
  }

  /** Reads a page that keeps only what is in view, bit by bit. */
  private async sweep(): Promise<Reread | undefined> {
    let last: Reread | undefined;
    let grew = false;
    for (let step = 0; step < MAX_STEPS && this.goesOn(); step++) {
      const first = Number(step === 0);
      const again = await this.gesture((start) => globalThis.tagtrailContent?.sweep(start === 1), STEP_QUIET_MS, first);
      if (again === undefined) return last;
      grew ||= again.grew;
      last = { ...again, grew };
    }
    this.cut ||= !this.watch.lost;
    return last;
  }

  /** Undefined when there was nothing to do. */
  private async gesture(
    make: (which: number) => unknown,
    quietMs: number,
    which = 0,
  ): Promise<Reread | undefined> {
    this.pending.watch(this.tabId);
    const { acted } = await runInTab(this.tabId, make, [which]);
    if (!shape.bool(acted, "acted")) return undefined;
    this.acts++;
    const read = await this.reread(quietMs);
    this.time.showed(read.grew);
    return read;
  }

  /** A link for each thing that pressing the buttons of a view led to. */
  private async press(until?: string): Promise<TabLink[]> {
    const links: TabLink[] = [];
    const order = new FileButtons();
    let opener: TabLink | undefined;
    let waiting = this.goesOn() ? order.rest(await this.buttons(until)) : [];
    if (waiting.length > 0) await this.hook();
    for (let presses = 0, next = waiting[0]; next !== undefined; presses++, [next] = waiting) {
      if (presses >= this.limits.clicks || !this.goesOn()) {
        this.leave(waiting.map(({ button }) => button));
        break;
      }
      const wasOpened = order.pressed(next);
      const led = await this.pressForFile(next);
      links.push(...led);
      if (wasOpened && led.length > 0 && opener !== undefined) this.gaveFile(opener, true);
      if (!wasOpened) opener = next.button;
      if (this.has(until)) break;
      waiting = this.goesOn() ? order.rest(await this.buttons(until)) : waiting.slice(1);
    }
    return links;
  }

  private async pressForFile({ index, button }: FileButton): Promise<TabLink[]> {
    const caught = await this.pressOne(index);
    // "Download" may open a list of what can be had.
    const opened = caught.length === 0 && this.goesOn() && (await this.reread(this.quietMs)).grew;
    this.opened ||= opened;
    this.acts++;
    this.gaveFile(button, caught.length > 0 || opened);
    return caught.flatMap((one) => this.linkOf(one, button));
  }

  private gaveFile(button: TabLink, gave: boolean): void {
    this.idle.pressed(button, gave);
    this.time.showed(gave);
    // One that waits for a choice gives something when that is made.
    if (gave) this.vainButtons.delete(whichOf(button));
    else this.vainButtons.set(whichOf(button), { cause: "script_links", what: button.anchor, count: 1 });
  }

  /** None for what is too long. */
  private linkOf({ url, file }: Caught, button: TabLink): TabLink[] {
    if (file !== "") this.made.add(file);
    const written = file === "" ? url : addressOfMadeFile(this.pageUrl, file);
    return written.length <= MAX_URL ? [{ ...button, written }] : [];
  }

  private goesOn(): boolean {
    return !this.watch.lost && this.time.goesOn();
  }

  private async reread(quietMs: number): Promise<Reread> {
    const settled = async (patient: boolean) => {
      // What the page has just asked for for the first time, the browser tells late where the machine is busy: a way to the
      // page and back takes longer then, too.
      if (patient && !this.pending.hasAsked(this.tabId)) {
        await runInTab(this.tabId, () => ({}), []);
        await pause(UNTOLD_MS);
      }
      return this.pending.settled(this.tabId, Math.min(MAX_ANSWER_MS, this.time.rest), patient);
    };
    this.newest = await readAtRest(this.tabId, quietMs, () => this.time.rest, settled, this.patience > 0);
    return this.newest;
  }

  private leave(buttons: TabLink[]): void {
    for (const { anchor } of buttons) {
      if (anchor !== "") this.left.push({ cause: "script_links", what: anchor, count: 1 });
    }
  }

  /** Those that promise a file, were not pressed yet, and are not known to give none; some more than are pressed, to be told of. */
  private async buttons(until?: string): Promise<FileButton[]> {
    const most = this.limits.clicks + MAX_UNPRESSED;
    const all = readButtons(await runInTab(this.tabId, (max) => globalThis.tagtrailContent?.buttons(max), [most]), most);
    return all.map((button, index) => ({ button, index })).filter(({ button }) => until !== undefined || !this.idle.leaves(button));
  }

  /** Where the page's own world can't be reached, windows that it opens are caught as tabs. */
  private async hook(): Promise<void> {
    if (this.hooked) return;
    this.hooked = true;
    const target = { tabId: this.tabId, frameIds: [0] };
    await browser.scripting.executeScript({ target, files: ["hooks.js"], world: "MAIN" });
  }

  private async pressOne(index: number): Promise<Caught[]> {
    this.pending.watch(this.tabId);
    const press = (button: number, max: number) => this.caught(button, max);
    const caught = await press(index, PRESS_MS);
    if (caught.length === 0) await this.pending.settled(this.tabId, MAX_ANSWER_MS);
    // An answer that came just now, the page may not have made anything of yet.
    const mayCome = caught.length === 0 && this.pending.hasAsked(this.tabId);
    if (mayCome && !this.watch.lost) caught.push(...(await press(-1, PRESS_MS)));
    const known = new Set(caught.map(({ url }) => url));
    for (const url of this.watch.take()) if (!known.has(url)) caught.push({ url, file: "" });
    return caught;
  }

  /** Presses, unless the number is that of no button, and takes what was caught. */
  private async caught(index: number, maxMs: number): Promise<Caught[]> {
    // The page may be gone because of the press: then the browser has told where to.
    const answer = await runInTab(
      this.tabId,
      (button, max) => globalThis.tagtrailContent?.press(button, max) ?? {},
      [index, maxMs],
    ).catch(() => ({ caught: [] }));
    return readCaught(answer);
  }
}
