// Waits until a page has loaded and its DOM has stopped changing.
import { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { rootsOf } from "./roots.ts";

const CHANGES: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["href", "src", "class", "id"],
};
const POLL_MS = 10;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves after `quietMs` without changes once the page is complete, or after `maxMs`. */
export async function untilQuiet(page: Document, quietMs: number, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  let lastChange = performance.now();
  const observer = new MutationObserver(() => {
    lastChange = performance.now();
  });
  const observed = new Set<Node>();
  const work = new SlicedWork();
  const observeNew = async () => {
    const before = observed.size;
    for (const root of await rootsOf(page, work, true)) {
      if (observed.has(root)) continue;
      observed.add(root);
      observer.observe(root, CHANGES);
    }
    return observed.size > before;
  };
  await observeNew();
  while (performance.now() < end) {
    const rest = lastChange + quietMs - performance.now();
    if (dom.readyState(page) !== "complete") lastChange = performance.now();
    else if (rest <= 0 && !(await observeNew())) break;
    else if (rest <= 0) lastChange = performance.now();
    await pause(Math.min(POLL_MS, Math.max(0, end - performance.now())));
  }
  observer.disconnect();
  work.end();
}
