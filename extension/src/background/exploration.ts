// Does with a page in a tab what a reader would who wants all of it: scrolls to its end, presses "load more", turns the pages of
// lists, opens tabs, folds and views behind `#`, and notes where that leads.
import type { Reread } from "../content/reading.ts";
import { MAX_URL, readButtons } from "../content/reading.ts";
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import * as shape from "../host/shape.ts";
import type { ActedPage } from "./acted_page.ts";
import type { FilePresses } from "./file_presses.ts";
import type { IdleButtons } from "./idle_buttons.ts";
import { runInTab } from "./page_reading.ts";
import type { PressWatch } from "./press_watch.ts";

/** Of a list that keeps only what is in view. */
const MAX_STEPS = 100;
const STEP_QUIET_MS = 100;
/** Presses of page numbers, tabs and their kin; so many of them are looked at. */
const MAX_TURNS = 100;
const MAX_CONTROLS = 100;
/** Presses in a row that bring nothing. */
const VAIN_TURNS = 24;
/** Controls, and parts to scroll, that brought something before, and may be late now. */
const LATE_LOOKS = 1;
/** Views behind `#` of one document, and how many of them may bring nothing. */
const MAX_ROUTES = 200;
const VAIN_ROUTES = 30;
/** Parts of a page that were scrolled to their end in vain; so many, and the others are not. */
const VAIN_SCROLLS = 2;

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

/** `<a href="#">`, whose script has not kept the browser from going there. */
function isTopOf(pageUrl: string, url: string): boolean {
  return url.endsWith("#") && url.slice(0, -1) === pageUrl.replace(/#.*$/s, "");
}

export class Exploration {
  /** What wanted to send something, and showed nothing. */
  readonly left: TabLeft[] = [];
  /** Where presses for more of the page led instead. */
  readonly led: TabLink[] = [];
  private trust = LATE_LOOKS;
  private scrollTrust = LATE_LOOKS;
  private vainScrolls = 0;
  /** So often one part of the page has grown when it was scrolled, at most. */
  private growths = 0;
  /** The page keeps only what is in view. */
  private sweeps = false;
  /** Scripts answer to views. */
  private wentBack = false;
  /** Of one address, which differ in the query. */
  private showsParts = false;
  /** The page was given up while more of it came. */
  cut = false;

  /** `stopWrites`: from then on requests of the tab may only read. */
  constructor(
    private readonly page: ActedPage,
    private readonly files: FilePresses,
    private readonly watch: PressWatch,
    private readonly idle: IdleButtons,
    private readonly stopWrites: () => Promise<void>,
  ) {}

  /** Unfolds the page as long as its links grow, from `first` on. Undefined when they did not. */
  async unfold(first: Reread): Promise<Reread | undefined> {
    let last = first;
    let grew = false;
    this.sweeps = first.grew && first.drops;
    let ended = false;
    for (let left = this.page.limits.scrolls; left > 0 && !ended && this.page.goesOn(); left--) {
      const again = await this.page.gesture(() => globalThis.tagtrailContent?.unfold(), this.page.limits.quietMs);
      last = again ?? last;
      grew ||= again?.grew === true;
      this.sweeps ||= again?.grew === true && again.drops;
      // What has come just before the time was up may not have been read.
      ended = again === undefined || (!again.grew && this.page.time.rest > 0);
    }
    this.cut ||= !ended && this.page.limits.scrolls > 0 && !this.page.isLost;
    const [pressed] = this.page.isLost ? [] : readButtons(await runInTab(this.page.tabId, () => globalThis.tagtrailContent?.pressed(), []), 1);
    if (pressed !== undefined) await this.takeLed(pressed);
    const swept = last.forgets ? await this.sweep() : undefined;
    return swept ?? (grew ? last : undefined);
  }

  /**
   * Turns the pages of lists, opens tabs and folds, and looks at the views behind `#`, as long as links come; presses the
   * buttons of each part that promise files. Undefined when nothing was shown.
   */
  async turn(): Promise<Reread | undefined> {
    const { page, files } = this;
    await files.press();
    if (page.limits.scrolls === 0 || files.isThere) return files.opened ? page.newest : undefined;
    let last = await this.turnPages();
    let vain = this.wentBack ? -Infinity : 0;
    for (let routes = 0; routes < MAX_ROUTES && vain < VAIN_ROUTES && page.goesOn() && !files.isThere; routes++) {
      const [link] = readButtons(await runInTab(this.page.tabId, () => globalThis.tagtrailContent?.nextRoute(), []), 1);
      if (link === undefined) break;
      const shown = await this.page.gesture(() => globalThis.tagtrailContent?.showRoute(), this.page.limits.quietMs);
      const led = await this.takeLed(link);
      if (shown === undefined) break;
      const scrolled = shown.grew ? await this.scrollThrough() : undefined;
      const gave = await files.press();
      vain = led || shown.grew || gave ? -Infinity : vain + 1;
      last = (await this.turnPages()) ?? scrolled ?? shown;
    }
    return files.opened ? page.newest : last;
  }

  /** Presses page numbers, tabs and their kin, one after the other, as long as some are left that are worth it. */
  private async turnPages(): Promise<Reread | undefined> {
    let last: Reread | undefined;
    let vain = 0;
    // A press that brings nothing may have opened a menu, of which the next shows something.
    let opener: TabLink | undefined;
    for (let presses = 0; presses < MAX_TURNS && vain < VAIN_TURNS && this.page.goesOn() && !this.files.isThere; presses++) {
      const { controls, sure } = await this.controls();
      const index = controls.findIndex((control, at) => !this.idle.leaves(control, at >= sure));
      const control = controls[index];
      if (control === undefined) break;
      await this.page.hook();
      // Nobody knows what it does: from now on scripts of the page may send nothing.
      const guessed = index >= sure;
      if (guessed) await this.stopWrites();
      this.watch.takeWrites();
      const made = this.files.count;
      const { turned, led } = await this.turnOne(index, control);
      const scrolled = turned?.grew === true && !led ? await this.scrollThrough() : undefined;
      const files = (this.page.goesOn() && (await this.files.press())) || this.files.count > made;
      if (files && this.page.goesOn()) await runInTab(this.page.tabId, () => globalThis.tagtrailContent?.gained(), []);
      const gave = led || files || turned?.grew === true;
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
    const turned = await this.page.turn(index);
    const led = await this.takeLed(control, turned?.grew === true);
    const patient = this.page.isPatient && !this.idle.isPrompt(control);
    // Of what has shown more before, the browser may only be late to tell what it asked for.
    const trusts = !patient && this.trust > 0 && this.idle.mayBeLate(control);
    if (led || turned?.grew !== false || !(patient || trusts) || !this.page.goesOn()) return { turned, led };
    const late = await this.page.rereadLate(patient);
    this.idle.waitedFor(control, late.grew);
    if (!late.grew && trusts) this.trust--;
    return { turned: late, led };
  }

  private async controls(): Promise<{ controls: TabLink[]; sure: number }> {
    const look = (max: number, guesses: number) => globalThis.tagtrailContent?.controls(max, guesses === 1);
    const found = await runInTab(this.page.tabId, look, [MAX_CONTROLS, Number(this.page.limits.guesses)]);
    return { controls: readButtons(found, MAX_CONTROLS), sure: shape.count(found.sure, "sure") };
  }

  /** To the view in which the last press was made, for the others of it. Undefined when it is there. */
  private async goBack(led: boolean): Promise<Reread | undefined> {
    if (!this.page.goesOn()) return undefined;
    const back = await this.page.gesture((elsewhere) => globalThis.tagtrailContent?.goBack(elsewhere === 1), this.page.limits.quietMs, Number(led));
    this.wentBack ||= back !== undefined;
    return back;
  }

  /** Whether what was pressed for more of the page has led elsewhere: that is a link then, unless it is `shown` here. What it made is kept. */
  private async takeLed(control: TabLink, shown = false): Promise<boolean> {
    const caught = await this.page.caught();
    this.files.take(caught.filter(({ file }) => file !== ""), control);
    const all = caught.filter(({ file }) => file === "").map(({ url }) => url);
    const urls = new Set(all.filter((url) => !tellsOf(this.page.url, url) && !isTopOf(this.page.url, url)));
    // A router writes the part of a list that it shows into the query, also of one that was shown before.
    this.showsParts ||= shown && [...urls].some((url) => pathOf(url) === pathOf(this.page.url));
    const isHere = (url: string) => this.showsParts && pathOf(url) === pathOf(this.page.url);
    for (const url of urls) if (url.length <= MAX_URL && !isHere(url)) this.led.push({ ...control, written: url });
    return urls.size > 0;
  }

  /** To the end of what is shown now, as long as that brings more; not in each part of a page where it brings nothing. */
  private async scrollThrough(): Promise<Reread | undefined> {
    let last: Reread | undefined;
    let grown = 0;
    for (let left = this.page.limits.scrolls; left > 0 && !this.sweeps && this.vainScrolls < VAIN_SCROLLS && this.page.goesOn(); left--) {
      const scroll = (anew: number) => globalThis.tagtrailContent?.scroll(anew === 1);
      const again = await this.page.gesture(scroll, STEP_QUIET_MS, Number(last === undefined));
      if (again === undefined) break;
      last = again.grew || grown >= this.growths ? again : await this.lookLate(again);
      this.scrolled(last);
      if (!last.grew) break;
      grown++;
    }
    this.growths = Math.max(this.growths, grown);
    this.cut ||= last?.grew !== false && !this.page.isLost && !this.page.goesOn();
    if (!this.sweeps || this.vainScrolls >= VAIN_SCROLLS) return last;
    const swept = await this.sweep();
    if (swept !== undefined) this.scrolled(swept);
    return swept ?? last;
  }

  /** A part that grows less often than another did may only be late. */
  private async lookLate(read: Reread): Promise<Reread> {
    if (this.scrollTrust === 0 || !this.page.goesOn()) return read;
    const late = await this.page.rereadLate(false);
    if (!late.grew) this.scrollTrust--;
    return late;
  }

  private scrolled({ grew, drops }: Reread): void {
    this.vainScrolls = grew ? -Infinity : this.vainScrolls + 1;
    this.sweeps ||= grew && drops;
  }

  /** Reads a page that keeps only what is in view, bit by bit. */
  private async sweep(): Promise<Reread | undefined> {
    let last: Reread | undefined;
    let grew = false;
    for (let step = 0; step < MAX_STEPS && this.page.goesOn(); step++) {
      const first = Number(step === 0);
      const again = await this.page.gesture((start) => globalThis.tagtrailContent?.sweep(start === 1), STEP_QUIET_MS, first);
      if (again === undefined) return last;
      grew ||= again.grew;
      last = { ...again, grew };
    }
    this.cut ||= !this.page.isLost;
    return last;
  }
}
