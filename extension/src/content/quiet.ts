// Waits until a page has loaded and its DOM has stopped changing.
import * as dom from "./dom.ts";

const CHANGES: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["href", "src", "class", "id"],
};
const POLL_MS = 50;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The page's document, its open shadow roots and same-origin frames. Observers don't cross these. */
function roots(page: Document): Node[] {
  const found: Node[] = [page];
  for (let i = 0; i < found.length; i++) {
    const root = found[i] as Document | ShadowRoot;
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node as Element;
      const shadow = dom.shadowRoot(element);
      if (shadow !== null) found.push(shadow);
      const name = dom.htmlName(element);
      const inside = name === "iframe" || name === "frame" ? dom.frameContent(element, name) : null;
      if (inside !== null) found.push(inside);
    }
  }
  return found;
}

/** Resolves after `quietMs` without changes once the page is complete, or after `maxMs`. */
export async function untilQuiet(page: Document, quietMs: number, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  let lastChange = performance.now();
  const observer = new MutationObserver(() => {
    lastChange = performance.now();
  });
  const observed = new Set<Node>();
  const observeNew = () => {
    const fresh = roots(page).filter((root) => !observed.has(root));
    for (const root of fresh) {
      observed.add(root);
      observer.observe(root, CHANGES);
    }
    return fresh.length > 0;
  };
  observeNew();
  while (performance.now() < end) {
    const rest = lastChange + quietMs - performance.now();
    if (dom.readyState(page) !== "complete") lastChange = performance.now();
    else if (rest <= 0 && !observeNew()) break;
    else if (rest <= 0) lastChange = performance.now();
    await pause(Math.min(POLL_MS, Math.max(0, end - performance.now())));
  }
  observer.disconnect();
}
