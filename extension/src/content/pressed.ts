// What was pressed on a page to see more of it, and what came of that.
import { isFormChoice } from "./form_choices.ts";

export interface Control {
  element: Element;
  label: string;
  /** Of one that nothing is known of: where it and others of its kind stand. */
  place?: string;
  /** What it is to be set to. */
  value?: string;
  /** It is not pressed, but pointed at, or a form whose script is told that it was sent. */
  way?: "point" | "send";
  /** Of what is chosen in a form that a script answers: that form, which is sent then. */
  form?: Element;
  /** The same of one of which it is known what it does: tabs, of which one is shown at a time. */
  row?: string;
  /** Of what opens a part of the page: the words of what the part was opened by in which it stands. */
  within?: string;
}

interface Press extends Control {
  readonly pager: boolean;
  /** Presses in a row that brought nothing. */
  vain: number;
  /** Presses that brought something. */
  gains: number;
}

/** Whether a list holds something else, if only in new elements; `anew`: which it has whenever it is opened. */
function isOther(before: readonly Control[], now: readonly Control[], anew: boolean): boolean {
  return before.length !== now.length || before.some(({ element, label }, at) => (!anew && element !== now[at]?.element) || label !== now[at]?.label);
}

function keyOf({ place, row }: Control): string | undefined {
  return place ?? row;
}

/**
 * What was pressed on a page. Scripts that draw it anew put other elements in the place of those: of those of one label, within
 * the same, that are gone, the first new ones are what has become of them.
 */
export class Pressed {
  private presses: Press[] = [];
  private last: Press | null = null;
  /** Presses of a kind that brought nothing; of one that ever did, minus infinity. */
  private readonly vain = new Map<string, number>();
  /** What there was of each kind, pressed or not; a view that takes the place of it takes it away. */
  private readonly seen = new Map<string, Map<string, boolean>>();
  /** What was pressed, and as which of its values, whatever it has been called since or stands in now. */
  private readonly touched = new WeakMap<Element, Set<string | undefined>>();
  private looked = false;
  /** Kinds of which a press led to another view. */
  private readonly leading = new Set<string>();
  /** What there was of each kind at the last look. */
  private readonly known = new Map<string, readonly Control[]>();
  /** Of a list that the choice in another has filled: that other. */
  private readonly filledBy = new Map<string, string>();
  /** What a kind came to sight by: a menu that closes when one of it is chosen. */
  private readonly openers = new Map<string, { control: Control; times: number }>();
  /** What boxes are asked for, by place: what they have shown has other words. */
  readonly words = new Map<string, readonly string[]>();
  /** Forms, by place, of which the server knows the answers. */
  readonly served = new Set<string>();
  /** Those, by path, that a script has answered and the server would not. */
  readonly answered = new Set<string>();
  /** Tabs that were to be pressed, by row and words; a page may take them away before. */
  private readonly tabs = new Map<string, Control>();

  /** Undefined: it was not pressed. To be asked of all of one label, in the order in which they stand. */
  of({ element, label, value, within }: Control): Press | undefined {
    const same = this.presses.find((press) => press.element === element && press.value === value);
    if (same !== undefined) return same;
    const gone = this.presses.find((press) => press.label === label && press.within === within && !press.element.isConnected);
    if (gone !== undefined) gone.element = element;
    return gone;
  }

  /** `pager`: it turns pages of a list. */
  note(control: Control, pager: boolean): void {
    const known = this.of(control) ?? { ...control, pager, vain: 0, gains: 0 };
    if (!this.presses.includes(known)) this.presses.push(known);
    known.vain++;
    const { place, element, value } = control;
    this.touched.set(element, (this.touched.get(element) ?? new Set()).add(value));
    this.tookTab(control);
    const key = keyOf(control);
    // What it shows, or what the lists hold that it fills, is something else now.
    if (key !== undefined) this.presses = this.presses.filter((press) => press === known || !this.isBehind(press, key));
    if (place !== undefined) {
      this.vain.set(place, this.vainAt(place) + 1);
      this.seen.get(place)?.set(control.label, true);
    }
    for (const opener of this.openers.values()) if (opener.control.element === control.element) opener.times++;
    this.last = known;
  }

  /** The last press has brought something: of what that shows, no page was turned yet. */
  gained(): void {
    if (this.last === null) return;
    this.last.vain = 0;
    this.last.gains++;
    if (this.last.place !== undefined) this.vain.set(this.last.place, -Infinity);
    if (!this.last.pager) this.presses = this.presses.filter(({ pager }) => !pager);
    // With another year, each region shows something else.
    const key = keyOf(this.last);
    if (key !== undefined) this.forgetBut(this.listsBefore(key));
  }

  /** The last press, which was to turn a page, led elsewhere: the rest of the list is there, unless the page has shown more of it itself. */
  ledAway(): void {
    if (this.last !== null && this.last.vain > 0) this.last.vain = Infinity;
  }

  /** The last press led to another view of the page. */
  ledToView(): void {
    if (this.last?.place !== undefined) this.leading.add(this.last.place);
  }

  leads(place: string): boolean {
    return this.leading.has(place);
  }

  /** What there is of each kind now: a press may have put something else in the place of one. */
  kinds(now: ReadonlyMap<string, readonly Control[]>): void {
    const last = this.last === null ? undefined : keyOf(this.last);
    for (const [place, items] of now) {
      const before = this.known.get(place);
      this.known.set(place, items);
      const opened = this.last !== null && this.openers.get(place)?.control.element === this.last.element;
      const list = items.some(({ element }) => isFormChoice(element)) && this.last !== null && isFormChoice(this.last.element);
      const changed = before === undefined ? list && this.looked : (list || this.vainAt(place) < 0) && isOther(before, items, opened);
      if (changed && last !== undefined) this.filled(place, last);
    }
    this.looked = true;
  }

  private filled(place: string, by: string): void {
    if (this.filledBy.has(place) || this.listsBefore(by).includes(place)) return;
    this.filledBy.set(place, by);
    for (const list of [by, place]) this.vain.set(list, -Infinity);
    this.forgetBut(this.listsBefore(by));
  }

  /** How many lists are to be chosen from before this one. */
  depthOf(place: string): number {
    return this.listsBefore(place).length - 1;
  }

  private forgetBut(keys: readonly string[]): void {
    this.presses = this.presses.filter((press) => {
      const key = keyOf(press);
      return key === undefined || keys.includes(key);
    });
  }

  private isBehind(press: Press, key: string): boolean {
    const own = keyOf(press);
    return own !== undefined && own !== key && this.listsBefore(own).includes(key);
  }

  /** It, and those that have filled it. */
  private listsBefore(place: string): string[] {
    const before = this.filledBy.get(place);
    return before === undefined ? [place] : [place, ...this.listsBefore(before)];
  }

  /** How many steps others of its kind have gone: of one that leads back, as many bring nothing new. */
  stepsOfOthers({ element, place }: Control): number {
    return this.presses.filter((press) => press.place === place && press.element !== element).reduce((sum, { gains }) => sum + gains, 0);
  }

  /** Presses of a kind, if none of them brought anything. */
  vainAt(place: string): number {
    return this.vain.get(place) ?? 0;
  }

  /** It is there, as one of a kind. */
  saw({ place, label, element, value }: Control & { place: string }): void {
    const labels = this.seen.get(place) ?? new Map<string, boolean>();
    if (!this.seen.has(place) && this.last !== null && !this.last.pager) this.openers.set(place, { control: this.last, times: 0 });
    this.seen.set(place, labels);
    const done = this.touched.get(element)?.has(value) === true;
    if (done || !labels.has(label)) labels.set(label, done);
  }

  /** It is there to be pressed. */
  sawTab(tab: Control): void {
    if (tab.row !== undefined) this.tabs.set(`${tab.row}\n${tab.label}`, tab);
  }

  /** It was pressed, or what stands in its place now. */
  tookTab(tab: Control): void {
    this.tabs.delete(`${tab.row}\n${tab.label}`);
  }

  /** Of kinds of which one has shown more, those that were never pressed; and the tabs that are gone. */
  left(): string[] {
    const kinds = [...this.seen].filter(([place]) => this.vainAt(place) < 0);
    const gone = [...this.tabs.values()].filter(({ element, label }) => !element.isConnected && label !== "");
    return [
      ...kinds.flatMap(([, labels]) => [...labels].filter(([, done]) => !done).map(([label]) => label)),
      ...gone.map(({ label }) => label),
    ];
  }

  /** What is to be pressed again to see the rest of a kind that is out of sight. `few`: if so many have not been tried in vain. */
  toOpenAgain(inSight: ReadonlyMap<string, readonly Control[]>, few: number): Control[] {
    const hidden = [...this.seen].filter(([place, labels]) => this.vainAt(place) < few && !inSight.has(place) && [...labels.values()].includes(false));
    return hidden.flatMap(([place, labels]) => {
      const opener = this.openers.get(place);
      if (opener === undefined || opener.times > labels.size) return [];
      const { control } = opener;
      // It may have been drawn anew, with what was chosen as its words.
      const [anew] = control.place === undefined ? [] : (inSight.get(control.place) ?? []);
      if (!control.element.isConnected && anew !== undefined) control.element = anew.element;
      return control.element.isConnected ? [control] : [];
    });
  }

  get anyPager(): boolean {
    return this.presses.some(({ pager }) => pager);
  }

  /** Another view is there. */
  forget(): void {
    this.presses = [];
    this.last = null;
    for (const known of [this.words, this.vain, this.seen, this.known, this.filledBy, this.openers, this.tabs, this.leading]) known.clear();
  }
}
