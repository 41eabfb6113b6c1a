// Lets the user point at a link. The pointer and the keys go to a frame that lies over the page, so the
// page gets no event of it.
import { OVER_ALL, styled } from "./overlay_layer.ts";
import type { OverlayLayer } from "./overlay_layer.ts";

interface Picking {
  /** The position of the link under a point of the window, or null. */
  at(x: number, y: number): number | null;
  /** The link before or after one, in the order of the page. */
  beside(position: number | null, step: 1 | -1): number | null;
  /** Shows which one it would be. */
  show(position: number | null): void;
  /** What a screen reader says of a link. */
  textOf(position: number): string;
}

/** Resolves with a position, or null when the user gave up. */
export async function pickLink(layer: OverlayLayer, picking: Picking, cancelled: AbortSignal): Promise<number | null> {
  const before = document.activeElement;
  const frame = document.createElement("iframe");
  styled(frame, { ...OVER_ALL, "background-color": "transparent", "color-scheme": "only light" });
  const ready = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  layer.root.append(frame);
  layer.takePointer(true);
  try {
    await ready;
    return await choiceIn(frame, picking, cancelled);
  } finally {
    frame.remove();
    layer.takePointer(false);
    picking.show(null);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

function choiceIn(frame: HTMLIFrameElement, picking: Picking, cancelled: AbortSignal): Promise<number | null> {
  const inside = frame.contentDocument;
  const { body } = inside ?? {};
  if (!inside || !body) return Promise.resolve(null);
  const voice = inside.createElement("p");
  voice.setAttribute("aria-live", "assertive");
  styled(voice, { position: "fixed", "clip-path": "inset(50%)" });
  styled(inside.documentElement, { height: "100%", cursor: "crosshair" });
  body.append(voice);
  body.tabIndex = 0;
  body.focus();
  return new Promise((resolve) => {
    let current: number | null = null;
    const show = (position: number | null) => {
      current = position;
      picking.show(position);
      voice.textContent = position === null ? "" : picking.textOf(position);
    };
    inside.addEventListener("pointermove", (event) => show(picking.at(event.clientX, event.clientY)));
    inside.addEventListener("click", (event) => {
      if (event.isTrusted) resolve(picking.at(event.clientX, event.clientY));
    });
    inside.addEventListener("keydown", (event) => {
      if (!["Tab", "Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Escape") resolve(null);
      else if (event.key === "Enter") resolve(current);
      else show(picking.beside(current, event.shiftKey ? -1 : 1));
    });
    cancelled.addEventListener("abort", () => resolve(null), { once: true });
    if (cancelled.aborted) resolve(null);
  });
}
