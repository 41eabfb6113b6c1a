// Which links of a page are in view, and where. All are measured once, in slices of time; an observer of
// ten thousand links would cost the page tens of milliseconds a frame.
import { SlicedWork } from "./clock.ts";

const MAX_RECTS = 8;
/** Of the window, above and below, in which links count as in view. */
const MARGIN = 100;
/** Between two measurements of all links. */
const REST_MS = 250;

/** Knows where the elements of the groups are; `changed` is called when they were measured. */
export class VisibleLinks {
  private elements: readonly Element[] = [];
  /** On the page, in CSS pixels: a scrolled window leaves them as they are. */
  private tops = new Float64Array();
  private bottoms = new Float64Array();
  private generation = 0;
  private measuring = false;
  private stale = false;

  constructor(private readonly changed: () => void) {}

  async follow(elements: readonly Element[]): Promise<void> {
    this.stop();
    this.elements = elements;
    this.tops = new Float64Array(elements.length).fill(NaN);
    this.bottoms = new Float64Array(elements.length).fill(NaN);
    await this.measure();
  }

  stop(): void {
    this.generation++;
    this.elements = [];
    this.measuring = this.stale = false;
  }

  /** Things may have moved on the page. */
  moved(): void {
    if (this.measuring) this.stale = true;
    else if (this.elements.length > 0) void this.measure();
  }

  inView(): Element[] {
    const from = scrollY - MARGIN;
    const to = scrollY + innerHeight + MARGIN;
    return this.elements.filter((_, at) => (this.bottoms[at] ?? NaN) >= from && (this.tops[at] ?? NaN) <= to);
  }

  private async measure(): Promise<void> {
    const { generation } = this;
    const goesOn = () => generation === this.generation;
    this.measuring = true;
    this.stale = false;
    await this.measureAll(goesOn);
    if (!goesOn()) return;
    this.changed();
    setTimeout(() => {
      if (!goesOn()) return;
      this.measuring = false;
      if (this.stale) void this.measure();
    }, REST_MS);
  }

  private async measureAll(goesOn: () => boolean): Promise<void> {
    const work = new SlicedWork();
    for (let at = 0; at < this.elements.length && goesOn(); at++) {
      const box = this.elements[at]?.getBoundingClientRect();
      if (box === undefined) break;
      this.tops[at] = box.top + scrollY;
      this.bottoms[at] = box.bottom + scrollY;
      if (work.due()) await work.pause();
    }
    work.end();
  }
}

/** A link may run over several lines; one around an image has no box of its own. */
export function boxesOf(element: Element): DOMRect[] {
  const boxes = Array.from(element.getClientRects()).slice(0, MAX_RECTS);
  const own = boxes.filter(({ width, height }) => width > 1 && height > 1);
  if (own.length > 0) return own;
  const child = element.firstElementChild?.getBoundingClientRect();
  return child !== undefined && child.width > 1 && child.height > 1 ? [child] : [];
}
