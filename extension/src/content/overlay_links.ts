// Which links of a page are in view, and where. Only those are ever measured again.
import { SlicedWork } from "./clock.ts";

const MAX_RECTS = 8;

/** Follows the elements of the groups; `changed` is called when others come into view. */
export class VisibleLinks {
  private readonly inView = new Set<Element>();
  private observer: IntersectionObserver | null = null;
  private generation = 0;

  constructor(private readonly changed: () => void) {}

  async follow(elements: readonly Element[]): Promise<void> {
    this.stop();
    const generation = this.generation;
    const observer = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: "100px" });
    this.observer = observer;
    const work = new SlicedWork();
    for (const element of elements) {
      if (generation !== this.generation) break;
      observer.observe(element);
      if (work.due()) await work.pause();
    }
    work.end();
  }

  stop(): void {
    this.generation++;
    this.observer?.disconnect();
    this.observer = null;
    this.inView.clear();
  }

  get elements(): Iterable<Element> {
    return this.inView;
  }

  private seen(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.inView.add(target);
      else this.inView.delete(target);
    }
    this.changed();
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
