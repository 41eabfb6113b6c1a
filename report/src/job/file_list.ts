// The files of the job: what each is, which of them a search finds, and in which order.
import type { JobData, Version } from "./data.ts";
import { shortUrl } from "./links.ts";

export type Column = "name" | "anchor" | "page" | "section" | "type" | "bytes" | "at" | "inside";

export type Inside = "any" | "tables" | "statistics" | "twice" | "versions" | "vanished";

export interface Wanted {
  text: string;
  /** Short type; empty: all. */
  type: string;
  /** Place of a section; -1: all. */
  section: number;
  inside: Inside;
  /** Files that are found whatever the text: what is in them has its words. */
  also: ReadonlySet<number>;
}

export const ALL: Wanted = { text: "", type: "", section: -1, inside: "any", also: new Set() };

/** A file's type in one short word: its extension, else the end of its MIME type. */
export function shortType(name: string, mime: string): string {
  const extension = /\.([a-z0-9]{1,7})$/i.exec(name)?.[1];
  if (extension !== undefined) return extension.toUpperCase();
  const subtype = mime.split("/")[1]?.split(";")[0] ?? "";
  return subtype === "" ? "?" : subtype.toUpperCase();
}

const letters = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The place of each text among all of them in order; equal texts have the same. */
function ranksOf(texts: readonly string[]): Float64Array {
  const order = texts.map((_, place) => place).sort((a, b) => letters.compare(texts[a] ?? "", texts[b] ?? ""));
  const ranks = new Float64Array(texts.length);
  let rank = 0;
  order.forEach((place, at) => {
    const before = order[at - 1];
    if (before !== undefined && letters.compare(texts[before] ?? "", texts[place] ?? "") !== 0) rank = at;
    ranks[place] = rank;
  });
  return ranks;
}

export class FileList {
  readonly count: number;
  readonly types: readonly string[];
  readonly sections: readonly string[];
  /** How many files have each contents, and how many contents each kin. */
  private readonly copies: Uint32Array;
  private readonly kin = new Map<number, number>();
  private readonly times: Float64Array;
  private readonly shortPages: readonly string[];
  /** In small letters: what a search looks at of each file, and of each page. */
  private readonly texts: readonly string[];
  private readonly pageTexts: readonly string[];
  private readonly pages: Uint32Array;
  private readonly ranks = new Map<Column, Float64Array>();
  private places: Map<string, number> | undefined;
  private last = { words: "", found: null as Uint32Array | null };

  constructor(readonly data: JobData) {
    const { files, contents } = data;
    this.count = files.name.length;
    this.types = files.name.map((name, at) => shortType(name, data.types[files.type[at] ?? 0] ?? ""));
    const hosts = new Set(data.sections.map(({ host }) => host));
    this.sections = data.sections.map(({ host, path }) => (hosts.size > 1 ? host + path : path));
    this.copies = new Uint32Array(contents.format.length);
    for (const content of files.content) this.copies[content] = (this.copies[content] ?? 0) + 1;
    for (const kin of contents.kin) this.kin.set(kin, (this.kin.get(kin) ?? 0) + 1);
    let now = 0;
    this.times = Float64Array.from(files.at, (step) => (now += step));
    this.shortPages = data.pages.map(shortUrl);
    this.pageTexts = this.shortPages.map((page) => page.toLowerCase());
    this.pages = Uint32Array.from(files.page);
    this.texts = files.name.map((name, at) => `${name}\n${files.anchor[at] ?? ""}\n${files.leaf[at] ?? ""}`.toLowerCase());
  }

  name(at: number): string {
    return this.data.files.name[at] ?? "";
  }

  anchor(at: number): string {
    return this.data.files.anchor[at] ?? "";
  }

  url(at: number): string {
    const { folder, leaf } = this.data.files;
    return (this.data.folders[folder[at] ?? 0] ?? "") + (leaf[at] ?? "");
  }

  page(at: number): string {
    return this.data.pages[this.data.files.page[at] ?? 0] ?? "";
  }

  shortPage(at: number): string {
    return this.shortPages[this.data.files.page[at] ?? 0] ?? "";
  }

  section(at: number): string {
    return this.sections[this.data.files.section[at] ?? 0] ?? "";
  }

  mime(at: number): string {
    return this.data.types[this.data.files.type[at] ?? 0] ?? "";
  }

  type(at: number): string {
    return this.types[at] ?? "";
  }

  bytes(at: number): number {
    return this.data.files.bytes[at] ?? 0;
  }

  /** Seconds since 1970. */
  time(at: number): number {
    return this.times[at] ?? 0;
  }

  content(at: number): number {
    return this.data.files.content[at] ?? 0;
  }

  tables(at: number): number {
    return this.data.contents.tables[this.content(at)] ?? 0;
  }

  rows(at: number): number {
    return this.data.contents.rows[this.content(at)] ?? 0;
  }

  /** As the look calls it; empty where the file was not looked into. */
  format(at: number): string {
    const { format, formats } = this.data.contents;
    return formats[format[this.content(at)] ?? 0] ?? "";
  }

  isStatistics(at: number): boolean {
    return this.data.contents.statistics[this.content(at)] === 1;
  }

  versions(at: number): readonly Version[] {
    return this.data.versions[at] ?? [];
  }

  /** When it was found to be gone; null while it is there. */
  vanished(at: number): number | null {
    return this.data.vanished[at] ?? null;
  }

  /** Other files with the same bytes, and other contents with the same table. */
  twins(at: number): { same: number; kin: number } {
    const content = this.content(at);
    const kin = this.data.contents.kin[content] ?? -1;
    return { same: (this.copies[content] ?? 1) - 1, kin: kin < 0 ? 0 : (this.kin.get(kin) ?? 1) - 1 };
  }

  /** How many contents there are. */
  get distinct(): number {
    return this.copies.length;
  }

  /** Whether the filters take it, whatever the text. */
  fits(at: number, { type, section, inside }: Wanted): boolean {
    if (type !== "" && this.types[at] !== type) return false;
    if (section >= 0 && this.data.files.section[at] !== section) return false;
    switch (inside) {
      case "any": return true;
      case "tables": return this.tables(at) > 0;
      case "statistics": return this.isStatistics(at);
      case "twice": return this.twins(at).same + this.twins(at).kin > 0;
      case "versions": return this.versions(at).length > 0;
      case "vanished": return this.vanished(at) !== null;
    }
  }

  /** Files with all words of a text. Who types on searches only what was found so far. */
  private search(text: string): Uint32Array {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const key = words.join(" ");
    const before = this.last.found !== null && key.startsWith(this.last.words) ? this.last.found : null;
    let found = before ?? Uint32Array.from(this.texts, (_, at) => at);
    for (const word of words) {
      // Many files share a page.
      const pages = this.pageTexts.map((page) => page.includes(word));
      found = found.filter((at) => pages[this.pages[at] ?? 0] === true || this.texts[at]?.includes(word) === true);
    }
    this.last = { words: key, found };
    return found;
  }

  /** Makes the first search as fast as the next ones: browsers put texts together when they are first read. */
  warm(): void {
    this.find({ ...ALL, text: "\uffff" });
    this.last = { words: "", found: null };
  }

  /** The file of that name below files/; nothing where the page does not list it. */
  placeOf(name: string): number | undefined {
    this.places ??= new Map(this.data.files.name.map((one, at) => [one, at]));
    return this.places.get(name);
  }

  /** In order of fetching. */
  find(wanted: Wanted): Uint32Array {
    const said = this.search(wanted.text);
    const found = wanted.also.size === 0 ? said : Uint32Array.from(new Set([...said, ...wanted.also])).sort();
    return wanted.type === "" && wanted.section < 0 && wanted.inside === "any" ? found : found.filter((at) => this.fits(at, wanted));
  }

  private ranksOf(column: Column): Float64Array {
    const { files, contents } = this.data;
    switch (column) {
      case "name": return ranksOf(files.name);
      case "anchor": return ranksOf(files.anchor);
      case "page": return this.spread(ranksOf(this.shortPages), files.page);
      case "section": return this.spread(ranksOf(this.sections), files.section);
      case "type": return ranksOf(this.types);
      case "bytes": return Float64Array.from(files.bytes);
      case "at": return this.times;
      case "inside": return Float64Array.from(files.content, (content) =>
        (contents.tables[content] ?? 0) * 1e9 + (contents.rows[content] ?? 0));
    }
  }

  private spread(ranks: Float64Array, places: readonly number[]): Float64Array {
    return Float64Array.from(places, (place) => ranks[place] ?? 0);
  }

  /** Sorted by a column; equal ones stay in order of fetching. A column is ranked once. */
  sort(found: Uint32Array, column: Column, direction: 1 | -1): Uint32Array {
    let ranks = this.ranks.get(column);
    if (ranks === undefined) this.ranks.set(column, ranks = this.ranksOf(column));
    const by = ranks;
    return found.toSorted((a, b) => ((by[a] ?? 0) - (by[b] ?? 0)) * direction || a - b);
  }
}
