// The links of several readings of one page as one: a list that grows may forget its beginning.
import type { TabLink, TabPage } from "../host/protocol/tabs.ts";
import { LIMITS, MAX_LINK_UNITS } from "./reading_limits.ts";

/** Length of all strings of a link together. */
export function unitsOf(link: TabLink): number {
  const { written, tagPath, anchor, heading, around, rel } = link;
  return written.length + tagPath.length + anchor.length + heading.length + around.length + rel.length;
}

export class Collected {
  readonly page: TabPage;
  /** Whether the last reading lacked links that an earlier one had. */
  forgets = false;
  /** The same of the one before it. */
  drops = false;
  private last: ReadonlySet<string> = new Set();
  private readonly seen = new Set<string>();
  private units = 0;
  private readonly cutBefore: number;

  /** Takes the first reading as it is, with links that stand there twice. */
  constructor(first: TabPage) {
    this.page = first;
    this.cutBefore = first.linksCut;
    for (const link of first.links) {
      this.seen.add(this.keyOf(link, first));
      this.units += unitsOf(link);
    }
    this.last = new Set(this.seen);
  }

  /** Adds what leads to other addresses than those known; says how many did. */
  add(later: TabPage): number {
    let added = 0;
    let cut = 0;
    const before = this.seen.size;
    const now = new Set<string>();
    for (const link of later.links) {
      const key = this.keyOf(link, later);
      now.add(key);
      if (this.seen.has(key)) continue;
      if (cut > 0 || !this.hasRoomFor(link)) {
        cut++;
        continue;
      }
      this.seen.add(key);
      this.page.links.push({ ...link, base: this.baseIndex(later.bases[link.base] ?? "") });
      added++;
    }
    // Those for which there is no room come again with each reading.
    this.page.linksCut = Math.max(this.page.linksCut, this.cutBefore + cut);
    this.forgets = now.size - added < before;
    this.drops = [...this.last].some((key) => !now.has(key));
    this.last = now;
    return added;
  }

  /** A link that readers can follow is news even where a script had named its address before. */
  private keyOf(link: TabLink, page: TabPage): string {
    return `${link.element === "link"}\n${page.bases[link.base] ?? ""}\n${link.written}`;
  }

  private hasRoomFor(link: TabLink): boolean {
    this.units += unitsOf(link);
    const fits = this.page.links.length < LIMITS.linksPerPage && this.units <= MAX_LINK_UNITS;
    if (!fits) this.page.truncated = true;
    return fits;
  }

  private baseIndex(base: string): number {
    const known = this.page.bases.indexOf(base);
    return known >= 0 ? known : this.page.bases.push(base) - 1;
  }
}
