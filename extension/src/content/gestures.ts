// What a reader does with a page to see all of it, and what comes of it.
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import { buttonsFor, describe, press } from "./buttons.ts";
import { Catcher } from "./catcher.ts";
import { SlicedWork } from "./clock.ts";
import { leftOnPage, MAX_LEFT } from "./left_on_page.ts";
import { labelOf, Pressed } from "./page_controls.ts";
import { pause } from "./quiet.ts";
import type { Caught, MadeFile } from "./reading.ts";
import { rootsOf } from "./roots.ts";
import { Routes } from "./routes.ts";
import { scrollOn, scrollToEnd, scrollToStart } from "./scroll.ts";

const POLL_MS = 20;

async function ownRoots(): Promise<Node[]> {
  const work = new SlicedWork();
  const roots = await rootsOf(document, work, false);
  work.end();
  return roots;
}

export class Gestures {
  private readonly catcher = new Catcher();
  private found: Element[] = [];
  private readonly tried = new Set<Element>();
  private readonly met = new WeakSet<Element>();
  private turning: Element[] = [];
  private turnsPages = false;
  private readonly routes = new Routes();
  private readonly pressed = new Pressed();
  private lastPressed: TabLink | null = null;

  /** Whether there was anything to scroll to or to press. */
  async unfold(): Promise<boolean> {
    this.catcher.arm();
    const scrolled = scrollToEnd(document);
    // The last one: where several lists can grow, the page's own is the one at its end.
    const more = buttonsFor("more", await ownRoots(), Number.MAX_SAFE_INTEGER).at(-1);
    if (more !== undefined) this.pressForMore(more, false);
    return scrolled || more !== undefined;
  }

  /** What may show more of the page besides, page numbers and tabs, at most `max`. */
  async controls(max: number): Promise<TabLink[]> {
    const { toPress, turnsPages } = await leftOnPage(document, this.pressed);
    this.turning = toPress.slice(0, max);
    this.turnsPages = turnsPages;
    return this.turning.map(describe);
  }

  /** Presses one of them; whether it is there. */
  turn(index: number): boolean {
    const control = this.turning[index];
    this.catcher.arm();
    if (control !== undefined) this.pressForMore(control, this.turnsPages && index === 0);
    return control !== undefined;
  }

  /** What was pressed last for more. */
  lastOne(): TabLink[] {
    return this.lastPressed === null ? [] : [this.lastPressed];
  }

  private pressForMore(element: Element, pager: boolean): void {
    this.lastPressed = describe(element);
    this.pressed.note(element, labelOf(element), pager);
    press(element);
  }

  /** Links came since the last press: there may be more. */
  gained(): void {
    this.pressed.gained();
  }

  async left(): Promise<TabLeft[]> {
    return this.routes.leftOf((await leftOnPage(document, this.pressed)).left).slice(0, MAX_LEFT);
  }

  /** A link to a view behind `#` that was not looked at yet, if there is one. */
  async nextRoute(): Promise<TabLink[]> {
    this.routes.meet(await ownRoots());
    return this.routes.next === null ? [] : [this.routes.next];
  }

  /** Has the page show that view; whether there is one. */
  showRoute(): boolean {
    this.catcher.arm();
    this.pressed.forget();
    return this.routes.show();
  }

  /** Shows the page bit by bit. */
  sweep(fromStart: boolean): boolean {
    if (!fromStart) return scrollOn(document);
    scrollToStart(document);
    return true;
  }

  /** Those that were not pressed yet. */
  async buttons(max: number): Promise<TabLink[]> {
    const all = buttonsFor("file", await ownRoots(), max + this.tried.size);
    this.found = all.filter((button) => !this.tried.has(button)).slice(0, max);
    // Where files hang on buttons these are what a turned page brings.
    if (this.found.some((button) => !this.met.has(button))) this.pressed.gained();
    for (const button of this.found) this.met.add(button);
    return this.found.map(describe);
  }

  async press(index: number, maxMs: number): Promise<Caught[]> {
    const button = this.found[index];
    this.catcher.arm();
    if (button !== undefined) {
      this.tried.add(button);
      press(button);
    }
    const end = performance.now() + maxMs;
    while (!this.catcher.any && performance.now() < end) await pause(POLL_MS);
    return this.catcher.take();
  }

  async madeFile(name: string): Promise<MadeFile | null> {
    const blob = await this.catcher.files.get(name);
    return blob ? { type: blob.type, bytes: blob.size } : null;
  }

  async madeBytes(name: string, begin: number, end: number): Promise<string> {
    const blob = await this.catcher.files.get(name);
    if (!blob) return "";
    return new Uint8Array(await blob.slice(begin, end).arrayBuffer()).toBase64();
  }
}
