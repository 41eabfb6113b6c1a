// What was pressed, or waited for after a press, and gave nothing: the same stands on every page of a site, and each press
// takes its time.
import type { TabLink } from "../host/protocol/tabs.ts";

/** Presses without anything, after which buttons of the same place and words are left. */
const VAIN = 6;
/** The same of any words: rows of a list differ. */
const VAIN_AT_PLACE = 30;
/** The same of what is only guessed, whatever names its rows have: as many as a page is given. */
const VAIN_GUESSES = 24;
/** So often, in all pages, what is at such a place is waited for in vain for what a timer may show. */
const VAIN_WAITS = 3;
/** Three for each button. */
const MAX_NOTED = 6000;

export class IdleButtons {
  /** Presses in vain; one that ever gave something is worth each press. */
  private readonly vain = new Map<string, number>();
  /** How often they, and those of their kind, were waited for in vain. */
  private readonly prompt = new Map<string, number>();

  leaves(button: TabLink, guessed = false): boolean {
    if (guessed && this.times(kindOf(button)) >= VAIN_GUESSES) return true;
    return this.times(keyOf(button)) >= VAIN || this.times(button.tagPath) >= VAIN_AT_PLACE;
  }

  pressed(button: TabLink, gave: boolean): void {
    note(this.vain, [keyOf(button), button.tagPath, kindOf(button)], gave);
  }

  /** Whether its kind has shown something before, and was not yet waited for in vain too often. */
  mayBeLate(button: TabLink): boolean {
    return this.times(keyOf(button)) === -Infinity && (this.prompt.get(keyOf(button)) ?? 0) < VAIN;
  }

  /** Whether those of its kind never showed anything late. */
  isPrompt(button: TabLink): boolean {
    return (this.prompt.get(kindOf(button)) ?? 0) >= VAIN_WAITS;
  }

  /** It was waited for: whether anything came. */
  waitedFor(button: TabLink, gave: boolean): void {
    note(this.prompt, [keyOf(button), kindOf(button)], gave);
  }

  private times(key: string): number {
    return this.vain.get(key) ?? 0;
  }
}

function note(inVain: Map<string, number>, keys: readonly string[], gave: boolean): void {
  for (const key of keys) {
    const before = inVain.get(key);
    if (before !== undefined || inVain.size < MAX_NOTED) inVain.set(key, gave ? -Infinity : (before ?? 0) + 1);
  }
}

/** Where it is, without the names and numbers of its rows. Never a place as it stands. */
function kindOf({ tagPath }: TabLink): string {
  return `kind ${tagPath.replace(/#[^/.]*|[0-9]+/g, "")}`;
}

function keyOf({ tagPath, anchor }: TabLink): string {
  return `${tagPath}\n${anchor}`;
}
