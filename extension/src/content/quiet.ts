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
const POLL_MS = 20;
/** Of quiet: what comes after it comes late. */
const MOMENT_MS = 100;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether a change may have brought a link; pictures that take turns change classes only. */
function bringsContent({ type, attributeName }: MutationRecord): boolean {
  return type === "childList" || attributeName === "href" || attributeName === "src";
}

/**
 * Resolves after `quietMs` without changes once the page is complete, or after `maxMs`; says whether something came
 * after a moment of quiet.
 */
export async function untilQuiet(page: Document, quietMs: number, maxMs: number): Promise<boolean> {
  const end = performance.now() + maxMs;
  let lastChange = performance.now();
  let rested = false;
  let late = false;
  const observer = new MutationObserver((changes) => {
    lastChange = performance.now();
    late ||= rested && changes.some(bringsContent);
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
    const quiet = performance.now() - lastChange;
    if (dom.readyState(page) !== "complete") {
      lastChange = performance.now();
    } else if (quiet >= quietMs) {
      if (!(await observeNew())) break;
      lastChange = performance.now();
      late ||= rested;
    } else {
      rested ||= quiet >= MOMENT_MS;
    }
    await pause(Math.min(POLL_MS, Math.max(0, end - performance.now())));
  }
  observer.disconnect();
  work.end();
  return late;
}
