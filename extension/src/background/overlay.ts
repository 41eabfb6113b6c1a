// Draws on the page at hand by the overlay script, which is put into a tab when it is first needed.
import type { OverlayGroup } from "../content/overlay.ts";
import { TagtrailError } from "../host/errors.ts";
import * as shape from "../host/shape.ts";
import type { GroupLook } from "../core/core.ts";

const MAX_NAME = 100;

function target(tabId: number): browser.scripting.InjectionTarget {
  return { tabId, frameIds: [0] };
}

async function inject(tabId: number): Promise<void> {
  await browser.scripting.executeScript({ target: target(tabId), files: ["overlay.js"] });
}

function nameOf(group: GroupLook): string {
  return (group.heading || group.anchors[0] || group.readable).slice(0, MAX_NAME);
}

/** The functions below run in the page's isolated world and can use nothing of this file. */
export async function showOverlay(tabId: number, groups: GroupLook[]): Promise<void> {
  await inject(tabId);
  const drawn: OverlayGroup[] = groups.map((group) => {
    const { id, links, files, word } = group;
    // What is never followed brings nothing, whatever it might be worth.
    const expected = word === "useless" ? 0 : group.expected;
    return { id, positions: links, expected, files, name: nameOf(group) };
  });
  const func = (shown: OverlayGroup[]) => globalThis.tagtrailOverlay?.show(shown);
  await browser.scripting.executeScript({ target: target(tabId), func, args: [drawn] });
}

export async function hideOverlay(tabId: number): Promise<void> {
  const func = () => globalThis.tagtrailOverlay?.hide();
  await browser.scripting.executeScript({ target: target(tabId), func });
}

export async function highlightOnPage(tabId: number, group: number | null): Promise<void> {
  const func = (id: number | null) => globalThis.tagtrailOverlay?.highlight(id);
  await browser.scripting.executeScript({ target: target(tabId), func, args: [group] });
}

/** The position of the link that the user points at; null when it was cancelled. */
export async function pickOnPage(tabId: number): Promise<number | null> {
  await inject(tabId);
  const func = () => globalThis.tagtrailOverlay?.pick();
  const [answer] = await browser.scripting.executeScript({ target: target(tabId), func });
  const picked: unknown = answer?.result;
  if (picked === null || picked === undefined) return null;
  if (!shape.isObject(picked)) throw new TagtrailError("invalid_data", "the page answered nonsense");
  return shape.count(picked.position, "position");
}
