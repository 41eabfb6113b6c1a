// In which order the buttons of a view that promise files are pressed: each once, though its page may draw all of them anew
// after each press; and what a press has opened before the next, which may close it.
import type { TabLink } from "../host/protocol/tabs.ts";

export interface FileButton {
  button: TabLink;
  /** Of those that were told last. */
  index: number;
}

/** What tells it from others, as long as its page is shown. */
export function whichOf({ tagPath, anchor, around }: TabLink): string {
  return [tagPath, anchor, around].join("\n");
}

interface Alike {
  all: number;
  pressed: number;
}

export class FileButtons {
  private readonly first = new Map<string, Alike>();
  private opened = new Map<string, Alike>();

  /** `there`: those that have not been pressed, and those that were and have been drawn anew. Gives the former, the next to press first. */
  rest(there: readonly FileButton[]): FileButton[] {
    const kinds = new Map<string, FileButton[]>();
    for (const one of there) {
      const which = whichOf(one.button);
      kinds.set(which, [...(kinds.get(which) ?? []), one]);
    }
    const began = this.first.size > 0;
    const opened: FileButton[] = [];
    const others: FileButton[] = [];
    for (const [which, alike] of kinds) {
      const isFirst = !began || this.first.has(which);
      const known = isFirst ? this.first : this.opened;
      const { all, pressed } = known.get(which) ?? { all: alike.length, pressed: 0 };
      known.set(which, { all, pressed });
      (isFirst ? others : opened).push(...alike.slice(Math.max(0, alike.length - (all - pressed))));
    }
    return [opened, others].flatMap((some) => some.sort((one, other) => one.index - other.index));
  }

  /** Whether it came by the press of another. */
  pressed({ button }: FileButton): boolean {
    const which = whichOf(button);
    const alike = this.first.get(which) ?? this.opened.get(which);
    if (alike !== undefined) alike.pressed++;
    // Each may open the same list.
    if (this.first.has(which)) this.opened = new Map();
    return !this.first.has(which);
  }
}
