// Draws on the page at hand by the overlay script, which is put into a tab when it is first needed.
import type { OverlayGroup } from "../content/overlay_messages.ts";
import { readPicked } from "../content/overlay_messages.ts";
import type { GroupLook } from "../core/core.ts";

const MAX_NAME = 100;

function target(tabId: number): browser.scripting.InjectionTarget {
  return { tabId, frameIds: [0] };
}

async function inject(tabId: number): Promise<void> {
  await browser.scripting.executeScript({ target: target(tabId), files: ["overlay.js"] });
}

/** `func` runs in the page's isolated world and can use nothing of this file. */
async function call<Args extends unknown[]>(tabId: number, func: (...args: Args) => unknown, args: Args): Promise<unknown> {
  const [answer] = await browser.scripting.executeScript({ target: target(tabId), func, args });
  return answer?.result;
}

function nameOf(group: GroupLook): string {
  return (group.heading || group.anchors[0] || group.readable).slice(0, MAX_NAME);
}

export async function showOverlay(tabId: number, groups: GroupLook[]): Promise<void> {
  await inject(tabId);
  const drawn: OverlayGroup[] = groups.map((group) => {
    // What is never followed brings nothing, whatever it might be worth.
    const expected = group.word === "useless" ? 0 : group.expected;
    return { id: group.id, positions: group.links, expected, name: nameOf(group) };
  });
  await call(tabId, (shown: OverlayGroup[]) => globalThis.tagtrailOverlay?.show(shown), [drawn]);
}

export async function hideOverlay(tabId: number): Promise<void> {
  await call(tabId, () => globalThis.tagtrailOverlay?.hide(), []);
}

export async function highlightOnPage(tabId: number, group: number | null): Promise<void> {
  await call(tabId, (id: number | null) => globalThis.tagtrailOverlay?.highlight(id), [group]);
}

/** The position of the link that the user points at; null when it was cancelled. */
export async function pickOnPage(tabId: number): Promise<number | null> {
  await inject(tabId);
  return readPicked(await call(tabId, () => globalThis.tagtrailOverlay?.pick(), []));
}
