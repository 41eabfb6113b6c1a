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
const EVERY_CHANGE: MutationObserverInit = { subtree: true, childList: true, characterData: true, attributes: true };
const POLL_MS = 10;
/** Of quiet that one look adds at most: a page that could not run was not at rest. */
const MAX_LOOK_MS = 2 * POLL_MS;

/** What of the time between two looks the page had. Hidden tabs look once a second, so there nothing can be told from it. */
export function timeOfPage(elapsedMs: number): number {
  return document.hidden ? elapsedMs : Math.min(elapsedMs, MAX_LOOK_MS);
}

/** Whether a page still is what it was when it was looked at: then reading it once more gives nothing else. */
export class Stillness {
  private changed = false;
  private readonly observer = new MutationObserver(() => {
    this.changed = true;
  });

  private readonly bases: readonly string[];

  /** To be made before the page is read. `roots`: of the page as it is now. */
  constructor(
    private readonly page: Document,
    private readonly roots: readonly Node[],
  ) {
    this.bases = roots.map(dom.baseUri);
    for (const root of roots) this.observer.observe(root, EVERY_CHANGE);
  }

  async lasts(): Promise<boolean> {
    if (this.observer.takeRecords().length > 0) this.changed = true;
    if (this.changed) return false;
    // A shadow tree, the document of a frame and an address come without a change of the tree.
    const work = new SlicedWork();
    const now = await rootsOf(this.page, work, "all");
    work.end();
    const same = (root: Node, at: number) => root === this.roots[at] && dom.baseUri(root) === this.bases[at];
    return !this.changed && now.length === this.roots.length && now.every(same);
  }

  end(): void {
    this.observer.disconnect();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** So long a page that draws nothing is waited for. */
const MAX_FRAME_MS = 1000;

/** Until the page has been told where it stands: that comes with the next picture, which a busy machine draws late. */
export async function pageIsDrawn(): Promise<void> {
  if (document.hidden) return;
  const drawn = new Promise<void>((resolve) => { requestAnimationFrame(() => resolve()); });
  await Promise.race([drawn, pause(MAX_FRAME_MS)]);
  // Who watches what is in sight is told behind that.
  await pause(0);
}

/**
 * Resolves after `quietMs` without changes once the page is complete, or after `maxMs`. Time counts while the page runs:
 * what it was to do while its process, or the whole machine, was held up comes after that. Gives the trees of the page.
 */
export async function untilQuiet(page: Document, quietMs: number, maxMs: number): Promise<readonly Node[]> {
  const end = performance.now() + maxMs;
  let rest = quietMs;
  const observer = new MutationObserver(() => {
    rest = quietMs;
  });
  const observed = new Set<Node>();
  let roots: readonly Node[] = [];
  const work = new SlicedWork();
  const observeNew = async () => {
    const before = observed.size;
    roots = await rootsOf(page, work, "all");
    for (const root of roots) {
      if (observed.has(root)) continue;
      observed.add(root);
      observer.observe(root, CHANGES);
    }
    return observed.size > before;
  };
  await observeNew();
  while (performance.now() < end) {
    if (dom.readyState(page) !== "complete") rest = quietMs;
    else if (rest <= 0 && !(await observeNew())) break;
    else if (rest <= 0) rest = quietMs;
    const began = performance.now();
    await pause(Math.min(POLL_MS, Math.max(0, end - began)));
    rest -= timeOfPage(performance.now() - began);
  }
  observer.disconnect();
  work.end();
  return roots;
}
