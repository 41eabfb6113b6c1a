// Buttons that promise files and gave none: the same one stands on every page of a site, and each press is
// waited for.
import type { TabLink } from "../host/protocol/tabs.ts";

/** Presses without anything, after which buttons of the same place and words are left. */
const VAIN = 6;
const MAX_BUTTONS = 2000;

export class IdleButtons {
  /** Presses in vain; one that ever gave something is worth each press. */
  private readonly vain = new Map<string, number>();

  leaves(button: TabLink): boolean {
    return (this.vain.get(keyOf(button)) ?? 0) >= VAIN;
  }

  pressed(button: TabLink, gave: boolean): void {
    const key = keyOf(button);
    const before = this.vain.get(key);
    if (before === undefined && this.vain.size >= MAX_BUTTONS) return;
    this.vain.set(key, gave ? -Infinity : (before ?? 0) + 1);
  }
}

function keyOf({ tagPath, anchor }: TabLink): string {
  return `${tagPath}\n${anchor}`;
}
