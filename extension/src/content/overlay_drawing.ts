// Draws boxes and labels onto the overlay's canvas.
import type { Stroke } from "./overlay_style.ts";
import { HALO, HIGHLIGHT, LABEL_BACKGROUND, LABEL_FONT, LABEL_TEXT } from "./overlay_style.ts";

const GAP = 2;
const LABEL_PADDING = 5;
const LABEL_HEIGHT = 19;
const MAX_LABEL_WIDTH = 260;

/** `filled`: the group that is looked at. */
export function drawBox(context: CanvasRenderingContext2D, box: DOMRect, stroke: Stroke, filled: boolean): void {
  const [x, y] = [box.x - GAP, box.y - GAP];
  const [width, height] = [box.width + 2 * GAP, box.height + 2 * GAP];
  if (filled) {
    context.fillStyle = HIGHLIGHT;
    context.fillRect(x, y, width, height);
  }
  // The halo sets the line off from any background.
  context.strokeStyle = HALO;
  context.lineWidth = stroke.width + 2;
  context.strokeRect(x, y, width, height);
  context.strokeStyle = stroke.colour;
  context.lineWidth = stroke.width;
  context.strokeRect(x, y, width, height);
}

/** Above the box, or below where there is no room, within the window. */
export function drawLabel(context: CanvasRenderingContext2D, box: DOMRect, text: string, colour: string): void {
  context.font = LABEL_FONT;
  context.textBaseline = "middle";
  const inner = Math.min(MAX_LABEL_WIDTH, context.measureText(text).width);
  const width = inner + 2 * LABEL_PADDING + 4;
  const above = box.y - LABEL_HEIGHT - 2 * GAP;
  const y = above >= 0 ? above : box.bottom + 2 * GAP;
  const x = Math.max(0, Math.min(box.x - GAP, innerWidth - width));
  context.fillStyle = LABEL_BACKGROUND;
  context.fillRect(x, y, width, LABEL_HEIGHT);
  context.fillStyle = colour;
  context.fillRect(x, y, 4, LABEL_HEIGHT);
  context.fillStyle = LABEL_TEXT;
  context.fillText(text, x + 4 + LABEL_PADDING, y + LABEL_HEIGHT / 2, MAX_LABEL_WIDTH);
}
