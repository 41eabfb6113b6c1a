// Buttons that promise files and gave none: the same one stands on every page of a site, and each press is
// waited for.
import type { TabLink } from "../host/protocol/tabs.ts";

/** Presses without anything, after which buttons of the same place and words are left. */
const VAIN = 6;
/** The same of any words: rows of a list differ. */
const VAIN_AT_PLACE = 30;
const MAX_BUTTONS = 2000;

export class IdleButtons {
  /** Presses in vain; one that ever gave something is worth each press. */
  private readonly vain = new Map<string, number>();
  /** How often those that did were waited for in vain. */
  private readonly prompt = new Map<string, number>();

  leaves(button: TabLink): boolean {
    return this.times(keyOf(button)) >= VAIN || this.times(button.tagPath) >= VAIN_AT_PLACE;
  }

  pressed(button: TabLink, gave: boolean): void {
    for (const key of [keyOf(button), button.tagPath]) {
      const before = this.vain.get(key);
      if (before !== undefined || this.vain.size < MAX_BUTTONS) this.vain.set(key, gave ? -Infinity : (before ?? 0) + 1);
    }
  }

  /** Whether its kind has shown something before, and was not yet waited for in vain too often. */
  mayBeLate(button: TabLink): boolean {
    return this.times(keyOf(button)) === -Infinity && (this.prompt.get(keyOf(button)) ?? 0) < VAIN;
  }

  /** It was waited for, and nothing came. */
  wasNotLate(button: TabLink): void {
    this.prompt.set(keyOf(button), (this.prompt.get(keyOf(button)) ?? 0) + 1);
  }

  private times(key: string): number {
    return this.vain.get(key) ?? 0;
  }
}

function keyOf({ tagPath, anchor }: TabLink): string {
  return `${tagPath}\n${anchor}`;
}
