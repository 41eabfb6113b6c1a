// Draws boxes and labels onto the overlay's canvas.
import type { Stroke } from "./overlay_style.ts";
import { HALO, HIGHLIGHT, LABEL_BACKGROUND, LABEL_FONT, LABEL_TEXT } from "./overlay_style.ts";

const GAP = 2;
const LABEL_PADDING = 5;
const LABEL_HEIGHT = 19;
const MAX_LABEL_WIDTH = 260;
/** In the group's colour. */
const EDGE = 4;

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

/** Draws one frame's labels, none over another. */
export class Labels {
  private readonly taken: { x: number; y: number; end: number }[] = [];

  /** `within`: the width of the window. */
  constructor(private readonly context: CanvasRenderingContext2D, private readonly within: number) {
    context.font = LABEL_FONT;
    context.textBaseline = "middle";
  }

  /** Above the box, or below where there is no room, within the window. */
  draw(box: DOMRect, text: string, colour: string): void {
    const { context } = this;
    const shown = this.cut(text);
    const width = context.measureText(shown).width + 2 * LABEL_PADDING + EDGE;
    const above = box.y - LABEL_HEIGHT - 2 * GAP;
    const y = above >= 0 ? above : box.bottom + 2 * GAP;
    const x = this.freeFrom(Math.max(0, Math.min(box.x - GAP, this.within - width)), y, width);
    this.taken.push({ x, y, end: x + width });
    context.fillStyle = LABEL_BACKGROUND;
    context.fillRect(x, y, width, LABEL_HEIGHT);
    context.fillStyle = colour;
    context.fillRect(x, y, EDGE, LABEL_HEIGHT);
    context.fillStyle = LABEL_TEXT;
    context.fillText(shown, x + EDGE + LABEL_PADDING, y + LABEL_HEIGHT / 2);
  }

  /** As much of it as fits: squeezed letters can't be read. */
  private cut(text: string): string {
    const fits = (shown: string) => this.context.measureText(shown).width <= MAX_LABEL_WIDTH;
    if (fits(text)) return text;
    let [kept, over] = [0, text.length];
    while (over - kept > 1) {
      const half = Math.floor((kept + over) / 2);
      if (fits(`${text.slice(0, half).trimEnd()}…`)) kept = half;
      else over = half;
    }
    return `${text.slice(0, kept).toWellFormed().trimEnd()}…`;
  }

  /** Further to the right where another label stands. */
  private freeFrom(x: number, y: number, width: number): number {
    const inRow = this.taken.filter((other) => Math.abs(other.y - y) < LABEL_HEIGHT);
    for (const other of inRow.sort((one, two) => one.x - two.x)) {
      if (x < other.end + GAP && x + width + GAP > other.x) x = other.end + GAP;
    }
    return x;
  }
}
