// Presses what promises a file in a page in a tab: each button once, though the page may draw all of them anew after each press,
// and what a press has opened before the next, which may close it.
import type { Caught } from "../content/reading.ts";
import { MAX_URL, readButtons } from "../content/reading.ts";
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import type { ActedPage } from "./acted_page.ts";
import type { IdleButtons } from "./idle_buttons.ts";
import { addressOfMadeFile } from "./made_file.ts";
import { runInTab } from "./page_reading.ts";

/** Buttons beyond those that are pressed. */
const MAX_UNPRESSED = 100;

interface FileButton {
  button: TabLink;
  /** Of those that were told last. */
  index: number;
}

/** What tells it from others, as long as its page is shown. */
function whichOf({ tagPath, anchor, around }: TabLink): string {
  return [tagPath, anchor, around].join("\n");
}

interface Alike {
  all: number;
  pressed: number;
}

/** In which order the buttons of a view are pressed. */
export class PressOrder {
  private readonly first = new Map<string, Alike>();
  private opened = new Map<string, Alike>();

  /** `there`: those that have not been pressed, and those that were and have been drawn anew. Gives the former, the next to press first. */
  rest(there: readonly FileButton[]): FileButton[] {
    const kinds = new Map<string, FileButton[]>();
    for (const one of there) {
      const which = whichOf(one.button);
      kinds.set(which, [...(kinds.get(which) ?? []), one]);
    }
    const began = this.first.size > 0;
    const opened: FileButton[] = [];
    const others: FileButton[] = [];
    for (const [which, alike] of kinds) {
      const isFirst = !began || this.first.has(which);
      const known = isFirst ? this.first : this.opened;
      const { all, pressed } = known.get(which) ?? { all: alike.length, pressed: 0 };
      known.set(which, { all, pressed });
      (isFirst ? others : opened).push(...alike.slice(Math.max(0, alike.length - (all - pressed))));
    }
    return [opened, others].flatMap((some) => some.sort((one, other) => one.index - other.index));
  }

  /** Whether it came by the press of another. */
  pressed({ button }: FileButton): boolean {
    const which = whichOf(button);
    const alike = this.first.get(which) ?? this.opened.get(which);
    if (alike !== undefined) alike.pressed++;
    // Each may open the same list.
    if (this.first.has(which)) this.opened = new Map();
    return !this.first.has(which);
  }
}

export class FilePresses {
  /** What buttons led to, without what was known before. */
  readonly links: TabLink[] = [];
  /** Buttons that were not pressed: there were too many, or the time was up. */
  readonly left: TabLeft[] = [];
  /** A button has shown links instead. */
  opened = false;
  /** Buttons that nothing came of, however often they were pressed; by what tells them apart. */
  private readonly vainButtons = new Map<string, TabLeft>();
  private readonly made = new Set<string>();

  /** `until`: the name of a made file to stop at. */
  constructor(
    private readonly page: ActedPage,
    private readonly idle: IdleButtons,
    private readonly until?: string,
  ) {}

  /** Those that nothing came of. */
  get vain(): TabLeft[] {
    return [...this.vainButtons.values()];
  }

  /** The file to stop at is there. */
  get isThere(): boolean {
    return this.until !== undefined && this.made.has(this.until);
  }

  /** How many files the page has made or fetched. */
  get count(): number {
    return this.made.size + this.page.fetched;
  }

  /** Presses the buttons of what is shown now: whether that led to something new. */
  async press(): Promise<boolean> {
    const { page } = this;
    const links: TabLink[] = [];
    const order = new PressOrder();
    let opener: TabLink | undefined;
    let waiting = page.goesOn() ? order.rest(await this.buttons()) : [];
    if (waiting.length > 0) await page.hook();
    for (let presses = 0, next = waiting[0]; next !== undefined; presses++, [next] = waiting) {
      if (presses >= page.limits.clicks || !page.goesOn()) {
        this.leave(waiting.map(({ button }) => button));
        break;
      }
      const wasOpened = order.pressed(next);
      const led = await this.pressOne(next);
      links.push(...led);
      if (wasOpened && led.length > 0 && opener !== undefined) this.gaveFile(opener, true);
      if (!wasOpened) opener = next.button;
      if (this.isThere) break;
      waiting = page.goesOn() ? order.rest(await this.buttons()) : waiting.slice(1);
    }
    return this.keep(links);
  }

  /** Keeps what `button` led to, though it did not promise that. */
  take(caught: Caught[], button: TabLink): void {
    this.keep(caught.flatMap((one) => this.linkOf(one, button)));
  }

  /** Whether there are new ones among them. */
  private keep(links: TabLink[]): boolean {
    const fresh = links.filter(({ written }) => !this.links.some((known) => known.written === written));
    this.links.push(...fresh);
    return fresh.length > 0;
  }

  private async pressOne({ index, button }: FileButton): Promise<TabLink[]> {
    const { fetched } = this.page;
    const caught = await this.page.pressForFile(index);
    // "Download" may open a list of what can be had.
    const opened = caught.length === 0 && this.page.goesOn() && (await this.page.reread()).grew;
    this.opened ||= opened;
    this.gaveFile(button, caught.length > 0 || opened || this.page.fetched > fetched);
    return caught.flatMap((one) => this.linkOf(one, button));
  }

  private gaveFile(button: TabLink, gave: boolean): void {
    this.idle.pressed(button, gave);
    this.page.time.showed(gave);
    // One that waits for a choice gives something when that is made.
    if (gave) this.vainButtons.delete(whichOf(button));
    else this.vainButtons.set(whichOf(button), { cause: "script_links", what: button.anchor, count: 1 });
  }

  /** None for what is too long. */
  private linkOf({ url, file }: Caught, button: TabLink): TabLink[] {
    if (file !== "") this.made.add(file);
    const written = file === "" ? url : addressOfMadeFile(this.page.url, file);
    return written.length <= MAX_URL ? [{ ...button, written }] : [];
  }

  private leave(buttons: TabLink[]): void {
    for (const { anchor } of buttons) {
      if (anchor !== "") this.left.push({ cause: "script_links", what: anchor, count: 1 });
    }
  }

  /** Those that were not pressed yet, and are not known to give none; some more than are pressed, to be told of. */
  private async buttons(): Promise<FileButton[]> {
    const most = this.page.limits.clicks + MAX_UNPRESSED;
    const all = readButtons(await runInTab(this.page.tabId, (max) => globalThis.tagtrailContent?.buttons(max), [most]), most);
    return all.map((button, index) => ({ button, index }))
      .filter(({ button }) => this.until !== undefined || !this.idle.leaves(button));
  }
}
