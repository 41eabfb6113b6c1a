// What a reader does with a page to see all of it, and what comes of it.
import type { TabLeft, TabLink } from "../host/protocol/tabs.ts";
import { buttonsFor, describe, labelOf, pointAt, press, setTo, silentMore, tagPathOf } from "./buttons.ts";
import { Catcher } from "./catcher.ts";
import { SlicedWork } from "./clock.ts";
import { buttonBehind, isCheck, isFormChoice, placeOf } from "./form_choices.ts";
import { hasAskedItsAddress, isWithoutAddress, send } from "./forms_here.ts";
import { viewIn } from "./left_addresses.ts";
import { leftOnPage, MAX_LEFT } from "./left_on_page.ts";
import type { Control } from "./pressed.ts";
import { Pressed } from "./pressed.ts";
import { pageIsDrawn, pause, timeOfPage } from "./quiet.ts";
import type { Caught, MadeFile } from "./reading.ts";
import { rootsOf } from "./roots.ts";
import { Routes } from "./routes.ts";
import { scrollOn, scrollToEnd, scrollToStart } from "./scroll.ts";

const POLL_MS = 20;
/** Buttons that are pressed once more for each choice. */
const MAX_AGAIN = 3;

async function ownRoots(): Promise<Node[]> {
  const work = new SlicedWork();
  const roots = await rootsOf(document, work, "parts");
  work.end();
  return roots;
}

/** An option shows its words in a list, if at all; a form those of all its fields. */
function described({ element, label, way }: Control): TabLink {
  const link = describe(element);
  return link.anchor === "" || way === "send" ? { ...link, anchor: label } : link;
}

export class Gestures {
  private readonly catcher = new Catcher();
  private found: Element[] = [];
  private readonly tried = new Set<Element>();
  private readonly met = new WeakSet<Element>();
  /** Buttons that led to something; another choice may have them lead to something else. */
  private readonly leading = new Set<Element>();
  /** Buttons that nothing came of: they may wait for a choice. */
  private readonly waiting = new Set<Element>();
  private turning: Control[] = [];
  /** Where the page was before the last press that may have led to another view of it. */
  private before: string | null = null;
  private turnsPages = false;
  private guesses: boolean | undefined;
  private readonly routes = new Routes();
  private readonly pressed = new Pressed();
  private lastPressed: TabLink | null = null;
  private checked: Element | null = null;
  /** The form that was sent last; `alone`: it names no address. */
  private sent: { place: string; path: string; alone: boolean; at: number } | null = null;

  /** For another page, which nothing is to keep the tab from. */
  leaveFor(url: string): void {
    this.catcher.release();
    location.replace(url);
  }

  /** Whether there was anything to scroll to or to press. */
  async unfold(): Promise<boolean> {
    this.catcher.arm();
    const roots = await ownRoots();
    const scrolled = scrollToEnd(roots);
    // The last one: where several lists can grow, the page's own is the one at its end.
    const buttons = buttonsFor("more", roots, Number.MAX_SAFE_INTEGER);
    const more = buttons.at(-1) ?? roots.map(silentMore).findLast((element) => element !== null);
    if (more !== undefined) this.pressForMore({ element: more, label: labelOf(more) }, false);
    if (scrolled) await pageIsDrawn();
    return scrolled || more !== undefined;
  }

  /** What may show more of the page besides, at most `max`, with `guesses` also what only looks so; `sure`: of so many it is known. */
  async controls(max: number, guesses: boolean): Promise<{ buttons: TabLink[]; sure: number }> {
    this.noteAnswer(false);
    const { toPress, turnsPages } = await leftOnPage(document, this.pressed, guesses, this.leading);
    this.guesses = guesses;
    this.turning = toPress.slice(0, max);
    this.turnsPages = turnsPages;
    const sure = this.turning.findIndex(({ place }) => place !== undefined);
    return { buttons: this.turning.map(described), sure: sure < 0 ? max : sure };
  }

  /** Presses one of them; whether it is there. */
  async turn(index: number): Promise<boolean> {
    const control = this.turning[index];
    const pager = this.turnsPages && index === 0;
    this.before = pager ? null : location.href;
    // What is chosen may decide where such a button leads.
    if (control?.place !== undefined) {
      for (const buttons of [this.leading, this.waiting]) {
        if (buttons.size <= MAX_AGAIN) for (const button of buttons) this.tried.delete(button);
      }
    }
    this.catcher.arm();
    if (control === undefined) return false;
    await this.putBack();
    this.pressForMore(control, pager);
    if (isCheck(control.element)) this.checked = control.element;
    const { form } = control;
    const button = form === undefined && isFormChoice(control.element) ? buttonBehind(control.element) : null;
    // Some scripts take note of a choice only when they have come to rest.
    if (form !== undefined || button !== null) await pause(POLL_MS);
    if (form !== undefined) this.send(form);
    if (button !== null) press(button);
    return true;
  }

  private send(form: Element): void {
    this.sent = { place: placeOf(form), path: tagPathOf(form), alone: isWithoutAddress(form), at: performance.now() };
    send(form);
  }

  /** What the script of a form asks of the address that the form would be sent to, the server knows without it. */
  private noteAnswer(gave: boolean): void {
    const { sent } = this;
    this.sent = null;
    if (sent === null) return;
    if (hasAskedItsAddress(sent.at)) this.pressed.served.add(sent.place);
    else if (gave && sent.alone) this.pressed.answered.add(sent.path);
  }

  /** Whether a form, by its path, was answered by a script, which the server would not do. */
  isAnswered(path: string): boolean {
    return this.pressed.answered.has(path);
  }

  /** Back to the view in which the last press was made, for the others of it; whether it was left. `led`: elsewhere, it was caught. */
  goBack(led: boolean): boolean {
    const { before, lastPressed } = this;
    this.before = null;
    if (led && before === null) this.pressed.ledAway();
    else if (led) this.pressed.gained();
    if (before === null || lastPressed === null) return false;
    const route = viewIn(location.hash);
    const view = new URL(before).hash;
    // Out of a view, too, if only to what has no name: "Back" leads to what was pressed there before.
    if (location.href !== before && (route !== "" || viewIn(view) !== "")) {
      if (route !== "") this.routes.take(route, lastPressed);
      this.pressed.ledToView();
      location.hash = view;
      return true;
    }
    const stays = this.turning.some(({ element }) => element.isConnected);
    // A router looks at the address, which was kept, and shows its view again.
    if (led && !stays) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    return led && !stays;
  }

  /** What was pressed last for more. */
  lastOne(): TabLink[] {
    return this.lastPressed === null ? [] : [this.lastPressed];
  }

  /** What was checked to see what that shows is as it was, for the next one. */
  private async putBack(): Promise<void> {
    const { checked } = this;
    this.checked = null;
    if (checked === null || !checked.isConnected) return;
    press(checked);
    await pause(POLL_MS);
  }

  private pressForMore(control: Control, pager: boolean): void {
    const { element } = control;
    this.lastPressed = described(control);
    this.pressed.note(control, pager);
    this.routes.pressed(element);
    if (control.way === "point") pointAt(element);
    else if (control.way === "send") this.send(element);
    else if (control.value === undefined) press(element);
    else setTo(element as HTMLInputElement, control.value);
  }

  /** Links came since the last press: there may be more. */
  gained(): void {
    this.noteAnswer(true);
    this.pressed.gained();
    this.routes.gained();
  }

  async left(): Promise<TabLeft[]> {
    await this.putBack();
    return this.routes.leftOf((await leftOnPage(document, this.pressed, this.guesses, this.leading)).left).slice(0, MAX_LEFT);
  }

  /** Links to views behind `#`: what a list shows later may take their place. */
  meetRoutes(roots: readonly Node[]): void {
    this.routes.meet(roots);
  }

  /** A link to a view behind `#` that was not looked at yet, if there is one. */
  async nextRoute(): Promise<TabLink[]> {
    this.routes.look(await ownRoots());
    return this.routes.next === null ? [] : [this.routes.next];
  }

  /** Has the page show that view; whether there is one. */
  showRoute(): boolean {
    this.catcher.arm();
    this.pressed.forget();
    return this.routes.show();
  }

  /** Whether there was anything to scroll to. `anew`: what is shown has just come, perhaps while the page stood at its end. */
  async scroll(anew: boolean): Promise<boolean> {
    const roots = await ownRoots();
    if (anew) scrollToStart(roots);
    const scrolled = scrollToEnd(roots);
    if (scrolled) await pageIsDrawn();
    return scrolled;
  }

  /** Shows the page bit by bit. */
  async sweep(fromStart: boolean): Promise<boolean> {
    const roots = await ownRoots();
    const scrolled = fromStart || scrollOn(roots);
    if (fromStart) scrollToStart(roots);
    if (scrolled) await pageIsDrawn();
    return scrolled;
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
    for (let rest = maxMs; rest > 0 && !this.catcher.any;) {
      const began = performance.now();
      await pause(POLL_MS);
      rest -= timeOfPage(performance.now() - began);
    }
    const caught = await this.catcher.take();
    if (button !== undefined && caught.length > 0) this.leading.add(button);
    if (button !== undefined) this.waiting[caught.length === 0 ? "add" : "delete"](button);
    return caught;
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
