// Scrolls a page to its end, as a reader would who wants to see all of it.
import * as dom from "./dom.ts";

/** Less than this left below counts as the end. */
const SLACK = 2;
/** Of the height in view: what is cut off at one step is whole at the next. */
const STEP = 0.8;

function roomBelow(element: Element): number {
  return element.scrollHeight - element.clientHeight - element.scrollTop;
}

function scrolls(element: Element): boolean {
  return /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
}

/** The container with the largest area among those that scroll by themselves, or null. */
function largestContainer(page: Document): Element | null {
  let largest: Element | null = null;
  let area = 0;
  // What stands in the middle of the window, with all around it: asking every element for its style
  // would lay out the page again and again.
  for (const share of [0.25, 0.5, 0.75]) {
    let at = page.elementFromPoint(innerWidth * share, innerHeight / 2);
    for (; at !== null && at !== page.scrollingElement; at = dom.parentAcrossShadow(at)) {
      const size = at.clientWidth * at.clientHeight;
      if (size > area && at.scrollHeight > at.clientHeight + SLACK && scrolls(at)) {
        largest = at;
        area = size;
      }
    }
  }
  return largest;
}

/** What scrolls: the window, and the largest container where it has one. */
function scrollers(page: Document): Element[] {
  const found = [page.scrollingElement, largestContainer(page)];
  return Array.from(new Set(found)).filter((element) => element !== null);
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

/** Whether there was anything left to scroll to. */
export function scrollToEnd(page: Document): boolean {
  let moved = false;
  for (const element of scrollers(page)) {
    if (roomBelow(element) > SLACK) moved = true;
    scrollTo(element, element.scrollHeight);
  }
  return moved;
}

export function scrollToStart(page: Document): void {
  for (const element of scrollers(page)) scrollTo(element, 0);
}

/** A little less than what is in view; whether anything moved. */
export function scrollOn(page: Document): boolean {
  let moved = false;
  for (const element of scrollers(page)) {
    moved = scrollTo(element, element.scrollTop + element.clientHeight * STEP) || moved;
  }
  return moved;
}
