// Buttons that promise files and gave none: the same one stands on every page of a site, and each press is
// waited for.
import type { TabLink } from "../host/protocol/tabs.ts";

/** Presses without anything, after which buttons of the same place and words are left. */
const VAIN = 6;
/** The same of any words: rows of a list differ. */
const VAIN_AT_PLACE = 30;
/** The same of what is only guessed, whatever names its rows have: as many as a page is given. */
const VAIN_GUESSES = 24;
/** So often, in all pages, what is at such a place is waited for in vain for what a timer may show. */
const VAIN_WAITS = 3;
const MAX_BUTTONS = 2000;

export class IdleButtons {
  /** Presses in vain; one that ever gave something is worth each press. */
  private readonly vain = new Map<string, number>();
  /** How often those that did, and those of a kind, were waited for in vain. */
  private readonly prompt = new Map<string, number>();

  leaves(button: TabLink, guessed = false): boolean {
    if (guessed && this.times(kindOf(button)) >= VAIN_GUESSES) return true;
    return this.times(keyOf(button)) >= VAIN || this.times(button.tagPath) >= VAIN_AT_PLACE;
  }

  pressed(button: TabLink, gave: boolean): void {
    for (const key of [keyOf(button), button.tagPath, kindOf(button)]) {
      const before = this.vain.get(key);
      if (before !== undefined || this.vain.size < MAX_BUTTONS) this.vain.set(key, gave ? -Infinity : (before ?? 0) + 1);
    }
  }

  /** Whether its kind has shown something before, and was not yet waited for in vain too often. */
  mayBeLate(button: TabLink): boolean {
    return this.times(keyOf(button)) === -Infinity && (this.prompt.get(keyOf(button)) ?? 0) < VAIN;
  }

  /** Whether those of its kind never showed anything late. */
  isPrompt(button: TabLink): boolean {
    return (this.prompt.get(kindOf(button)) ?? 0) >= VAIN_WAITS;
  }

  /** It was waited for: whether nothing came. */
  waitedFor(button: TabLink, inVain: boolean): void {
    for (const key of [keyOf(button), kindOf(button)]) {
      const before = this.prompt.get(key);
      if (before === undefined && this.prompt.size >= MAX_BUTTONS) continue;
      if (inVain) this.prompt.set(key, (before ?? 0) + 1);
      else if (key === kindOf(button)) this.prompt.set(key, -Infinity);
    }
  }

  private times(key: string): number {
    return this.vain.get(key) ?? 0;
  }
}

/** Where it is, without the names and numbers of its rows. Never a place as it stands. */
function kindOf({ tagPath }: TabLink): string {
  return `kind ${tagPath.replace(/#[^/.]*|[0-9]+/g, "")}`;
}

function keyOf({ tagPath, anchor }: TabLink): string {
  return `${tagPath}\n${anchor}`;
}
