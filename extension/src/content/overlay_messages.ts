// What the background script asks of the overlay, and what it answers.
import { TagtrailError } from "../host/errors.ts";
import * as shape from "../host/shape.ts";

export interface OverlayGroup {
  id: number;
  /** Of the group's links, among the links of the page as PageReader numbers them. */
  positions: number[];
  /** Files that a link is expected to lead to. */
  expected: number | null;
  name: string;
}

export interface Overlay {
  show(groups: OverlayGroup[]): Promise<void>;
  hide(): void;
  /** Sets one group off from the others, or none. */
  highlight(id: number | null): void;
  /** The user points at a link; null when they gave up. */
  pick(): Promise<{ position: number } | null>;
}

/** The position of the link that the user pointed at; null when it was cancelled. */
export function readPicked(picked: unknown): number | null {
  if (picked === null || picked === undefined) return null;
  if (!shape.isObject(picked)) throw new TagtrailError("invalid_data", "the page answered nonsense");
  return shape.count(picked.position, "position");
}

declare global {
  /** Set by the overlay's script, in the isolated world. */
  var tagtrailOverlay: Overlay | undefined;
}
