// What was pressed on a page to see more of it, and what came of that.

export interface Control {
  element: Element;
  label: string;
  /** Of one that nothing is known of: where it and others of its kind stand. */
  place?: string;
}

interface Press extends Control {
  readonly pager: boolean;
  /** Presses in a row that brought nothing. */
  vain: number;
}

/**
 * What was pressed on a page. Scripts that draw it anew put other elements in the place of those: of those of one label that
 * are gone, the first new ones are what has become of them.
 */
export class Pressed {
  private presses: Press[] = [];
  private last: Press | null = null;
  /** Presses of a kind that brought nothing; of one that ever did, minus infinity. */
  private readonly vain = new Map<string, number>();
  /** What there was of each kind, pressed or not; a view that takes the place of it takes it away. */
  private readonly seen = new Map<string, Map<string, boolean>>();

  /** Undefined: it was not pressed. To be asked of all of one label, in the order in which they stand. */
  of({ element, label }: Control): Press | undefined {
    const same = this.presses.find((press) => press.element === element);
    if (same !== undefined) return same;
    const gone = this.presses.find((press) => press.label === label && !press.element.isConnected);
    if (gone !== undefined) gone.element = element;
    return gone;
  }

  /** `pager`: it turns pages of a list. */
  note(control: Control, pager: boolean): void {
    const known = this.of(control) ?? { ...control, pager, vain: 0 };
    if (!this.presses.includes(known)) this.presses.push(known);
    known.vain++;
    const { place } = control;
    if (place !== undefined) {
      this.vain.set(place, this.vainAt(place) + 1);
      this.seen.get(place)?.set(control.label, true);
    }
    this.last = known;
  }

  /** The last press has brought something: of what that shows, no page was turned yet. */
  gained(): void {
    if (this.last === null) return;
    this.last.vain = 0;
    if (this.last.place !== undefined) this.vain.set(this.last.place, -Infinity);
    if (!this.last.pager) this.presses = this.presses.filter(({ pager }) => !pager);
    // With another year, each region shows something else.
    const { place } = this.last;
    if (place !== undefined) this.presses = this.presses.filter((press) => press.place === undefined || press.place === place);
  }

  /** Presses of a kind, if none of them brought anything. */
  vainAt(place: string): number {
    return this.vain.get(place) ?? 0;
  }

  /** It is there, as one of a kind. */
  saw(place: string, label: string): void {
    const labels = this.seen.get(place) ?? new Map<string, boolean>();
    this.seen.set(place, labels);
    if (!labels.has(label)) labels.set(label, false);
  }

  /** Of kinds of which one has shown more: those that were never pressed. */
  left(): string[] {
    const kinds = [...this.seen].filter(([place]) => this.vainAt(place) < 0);
    return kinds.flatMap(([, labels]) => [...labels].filter(([, done]) => !done).map(([label]) => label));
  }

  get anyPager(): boolean {
    return this.presses.some(({ pager }) => pager);
  }

  /** Another view is there. */
  forget(): void {
    this.presses = [];
    this.last = null;
    this.vain.clear();
    this.seen.clear();
  }
}
