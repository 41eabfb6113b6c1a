// The trees of a page: its document, its open shadow roots and its frames of the same origin.
// Selectors, walkers and observers don't cross from one to the next.
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";

/** Which frames inside count; `parts`: those that have no address, and are part of the page. */
export type Frames = "all" | "parts";

function counts(inside: Document, frames: Frames): boolean {
  return frames === "all" || /^about:(?:srcdoc|blank)$/.test(dom.address(inside));
}

/** In slices of time: a page may have a million elements. */
export async function rootsOf(page: Document, work: SlicedWork, frames: Frames): Promise<Node[]> {
  const found: Node[] = [page];
  for (let i = 0; i < found.length; i++) {
    const walker = page.createTreeWalker(found[i] as Node, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node as Element;
      const shadow = dom.shadowRoot(element);
      if (shadow !== null) found.push(shadow);
      const name = dom.htmlName(element);
      const inside = name === "iframe" || name === "frame" ? dom.frameContent(element, name) : null;
      if (inside !== null && counts(inside, frames)) found.push(inside);
      if (work.due()) await work.pause();
    }
  }
  return found;
}
