// Scrolls a page to its end, as a reader would who wants to see all of it: the window, and the boxes that scroll by themselves.
import * as dom from "./dom.ts";

/** Less than this left below counts as the end. */
const SLACK = 2;
/** Of the height in view: what is cut off at one step is whole at the next. */
const STEP = 0.8;
/** What lists stand in; a page may have a million elements. */
const BOXES = "div,ul,ol,section,main,article,aside,tbody";
const MAX_LOOKED = 5000;
/** A box of less is a field. */
const MIN_HEIGHT = 60;
/** Boxes that are scrolled, the largest. */
const MAX_BOXES = 6;

function roomBelow(element: Element): number {
  return element.scrollHeight - element.clientHeight - element.scrollTop;
}

function areaOf(element: Element): number {
  return element.clientWidth * element.clientHeight;
}

/** The style is asked of those alone that hold more than they show. */
function scrolls(element: Element): boolean {
  return element.clientHeight >= MIN_HEIGHT && element.scrollHeight > element.clientHeight + SLACK &&
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
}

function scrollersIn(root: Node): Element[] {
  const boxes = dom.selectAll(root, BOXES).slice(0, MAX_LOOKED).filter(scrolls);
  boxes.sort((one, other) => areaOf(other) - areaOf(one));
  const whole = dom.nodeType(root) === Node.DOCUMENT_NODE ? (root as Document).scrollingElement : null;
  const found = new Set([whole, ...boxes.slice(0, MAX_BOXES)]);
  return Array.from(found).filter((element) => element !== null);
}

function scrollTo(element: Element, top: number): boolean {
  const before = element.scrollTop;
  element.scrollTo({ top, behavior: "instant" });
  // A hidden tab fires no scroll events by itself.
  const isWindow = element === element.ownerDocument.scrollingElement;
  const target = isWindow ? element.ownerDocument : element;
  target.dispatchEvent(new Event("scroll", { bubbles: isWindow }));
  return Math.abs(element.scrollTop - before) > SLACK;
}

/** Whether there was anything left to scroll to. `roots`: the trees of the page, here and below. */
export function scrollToEnd(roots: readonly Node[]): boolean {
  let moved = false;
  for (const element of roots.flatMap(scrollersIn)) {
    if (roomBelow(element) > SLACK) moved = true;
    scrollTo(element, element.scrollHeight);
  }
  return moved;
}

export function scrollToStart(roots: readonly Node[]): void {
  for (const element of roots.flatMap(scrollersIn)) scrollTo(element, 0);
}

/** A little less than what is in view; whether anything moved. */
export function scrollOn(roots: readonly Node[]): boolean {
  let moved = false;
  for (const element of roots.flatMap(scrollersIn)) {
    moved = scrollTo(element, element.scrollTop + element.clientHeight * STEP) || moved;
  }
  return moved;
}
