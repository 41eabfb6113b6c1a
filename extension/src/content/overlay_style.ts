// How the overlay looks. Worth is told twice: by a colour of a scale that colour-blind people can tell
// apart, and by the thickness of the line.

export interface Stroke {
  colour: string;
  width: number;
}

/** From little to much: lightness falls all the way, so that it also reads without colour. */
const SCALE = ["#e8b33f", "#d98532", "#c2543a", "#9a2d5a", "#5b1a78"];
const UNKNOWN: Stroke = { colour: "#6b7280", width: 1.5 };
const THINNEST = 1.5;
const THICKEST = 4.5;
export const HALO = "rgba(255, 255, 255, 0.85)";
export const LABEL_BACKGROUND = "rgba(17, 24, 39, 0.92)";
export const LABEL_TEXT = "#ffffff";
export const LABEL_FONT = "600 12px system-ui, sans-serif";
export const PICKED: Stroke = { colour: "#0b63ce", width: 3 };
/** Of groups that are not the one that is looked at. */
export const FAINT = 0.25;
export const HIGHLIGHT = "rgba(91, 26, 120, 0.14)";

/** `expected` files of a link, on a scale that ends at `most`, the best group's. */
export function strokeOf(expected: number | null, most: number): Stroke {
  if (expected === null) return UNKNOWN;
  // Counts differ by orders of magnitude.
  const share = most > 0 ? Math.log1p(Math.max(0, expected)) / Math.log1p(most) : 0;
  const step = Math.min(SCALE.length - 1, Math.floor(share * SCALE.length));
  return { colour: SCALE[step] ?? UNKNOWN.colour, width: THINNEST + (THICKEST - THINNEST) * share };
}

/** A mean as people read it: 0.04, 3.2, 41. */
export function expectedText(expected: number, locale?: string): string {
  const digits = expected >= 10 ? 0 : expected >= 0.1 ? 1 : 2;
  return expected.toLocaleString(locale, { maximumFractionDigits: digits });
}
