// Which tables of a page answer a search, in the order of `tagtrail search` (docs/search.md).
import { unpack } from "../job/look.ts";
import { searchText, wordIsIn, type Word, wordsOf } from "./words.ts";

/** As native-host/src/search/table_list.cpp writes it, by place; with every member checked. */
export interface Table {
  /** Number of its job in the page. */
  job: number;
  /** In the job's folder: `files/a.csv`. */
  path: string;
  title: string;
  link: string;
  pageTitle: string;
  page: string;
  sheet: string;
  heading: string;
  names: string[];
  /** The first rows. */
  sample: string[][];
  /** Different texts in its cells. */
  values: string;
  years: string;
  rows: number;
  atLeast: boolean;
  /** 0: a file without a table. */
  columns: number;
  /** The same for equal tables of several jobs. */
  same: string;
}

/** How much of a job is in its page's blocks. */
export interface TableShare {
  of: number;
  kept: number;
  /** Of these, not all of whose texts are. */
  cut: number;
}

const MOST_COLUMNS = 8;
const MOST_ROWS = 3;
/** Of fields(), as of SearchField in native-host/src/search/search_index.hpp: the first three are the table itself. */
const WORTH = [8, 5, 5, 3, 2] as const;
const OF_TABLE = 3;
const LONGER_WORD = 0.7;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0);
const list = (value: unknown, most: number): unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

export function readTable(value: unknown): Table {
  const all = list(value, 16);
  return {
    job: number(all[0]), path: text(all[1]), title: text(all[2]), link: text(all[3]), pageTitle: text(all[4]), page: text(all[5]),
    sheet: text(all[6]), heading: text(all[7]), names: list(all[8], 1000).map(text),
    sample: list(all[9], MOST_ROWS).map((row) => list(row, 1000).map(text)), values: text(all[10]), years: text(all[11]),
    rows: number(all[12]), atLeast: all[13] === true, columns: number(all[14]), same: text(all[15]),
  };
}

/** Of the blocks of a page, one after the other; `take` gets the tables of each. */
export async function eachBlock(texts: Iterable<string>, take: (tables: Table[]) => void): Promise<void> {
  for (const packed of texts) take((await unpack(packed)).map(readTable));
}

/** What is said of a table in one line. */
export function titleOf({ title, link, path }: Table): string {
  return title || link || (path.split("/").at(-1) ?? "");
}

/** Texts of a table by where they stand, to be searched. */
function fields(table: Table): string[] {
  return [
    table.names.join("\n"), `${table.sample.flat().join("\n")}\n${table.values}\n${table.years}`, `${table.sheet}\n${table.heading}`,
    `${table.title}\n${table.link}\n${table.pageTitle}`, `${table.path}\n${table.page}`,
  ].map(searchText);
}

export interface Hit {
  table: Table;
  /** Words that it has nowhere, as they were typed. */
  lacking: string[];
  /** The same table in other jobs. */
  copies: number;
}

export interface Answer {
  words: Word[];
  /** Tables with as many of the words as the best, the best first. */
  hits: Hit[];
}

interface Candidate {
  table: Table;
  places: (0 | 1 | 2)[][];
  covered: number;
  inTable: number;
  score: number;
}

const has = (places: readonly number[] | undefined): boolean => places?.some((place) => place > 0) === true;

function worthOf(places: readonly number[]): number {
  return Math.max(...places.map((place, field) => (WORTH[field] ?? 0) * (place === 2 ? 1 : place === 1 ? LONGER_WORD : 0)));
}

export class TableSearch {
  private readonly tables: { table: Table; fields: string[] }[] = [];

  add(tables: readonly Table[]): void {
    for (const table of tables) this.tables.push({ table, fields: fields(table) });
  }

  get size(): number {
    return this.tables.length;
  }

  private candidates(words: readonly Word[], wanted: (table: Table) => boolean): Candidate[] {
    const found: Candidate[] = [];
    for (const { table, fields: texts } of this.tables) {
      const places = words.map((word) => texts.map((one) => wordIsIn(one, word)));
      const covered = places.filter(has).length;
      if (covered > 0 && wanted(table)) found.push({ table, places, covered, inTable: places.filter((one) => has(one.slice(0, OF_TABLE))).length, score: 0 });
    }
    return found;
  }

  /** No word, no hit. */
  find(typed: string, wanted: (table: Table) => boolean = () => true): Answer {
    const words = wordsOf(typed);
    const found = this.candidates(words, wanted);
    const rarity = words.map((_, at) => Math.log(1 + this.tables.length / (1 + found.filter(({ places }) => has(places[at])).length)));
    for (const one of found) one.score = one.places.reduce((sum, places, at) => sum + (rarity[at] ?? 0) * worthOf(places), 0);
    // Equal ones stay in the order of the page.
    found.sort((a, b) => b.covered - a.covered || b.inTable - a.inTable || b.score - a.score);
    return { words, hits: hitsOf(found, words) };
  }
}

/** Those that have as many words as the best, each table once. */
function hitsOf(found: readonly Candidate[], words: readonly Word[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { table, covered, places } of found) {
    if (covered < (found[0]?.covered ?? 0)) break;
    const key = table.same === "" ? `${table.job} ${table.path} ${table.sheet}` : table.same;
    const known = hits.get(key);
    if (known !== undefined) known.copies += 1;
    else hits.set(key, { table, copies: 0, lacking: words.filter((_, at) => !has(places[at])).map(({ written }) => written) });
  }
  return [...hits.values()];
}

/** What of a table is shown: the first column, those with words, and others up to eight; the rows with most words. */
export function shownOf({ names, sample }: Table, words: readonly Word[]): { names: string[]; rows: string[][]; columnsMore: number } {
  const wide = Math.max(names.length, ...sample.map((row) => row.length));
  const found = (cell: string | undefined): number => {
    const searched = searchText(cell ?? "");
    return words.filter((word) => wordIsIn(searched, word) > 0).length;
  };
  const columns = Array.from({ length: wide }, (_, at) => ({ at, words: found([names[at] ?? "", ...sample.map((row) => row[at] ?? "")].join("\n")) }));
  const chosen = columns.toSorted((a, b) => Number(b.at === 0) - Number(a.at === 0) || b.words - a.words || a.at - b.at)
    .slice(0, MOST_COLUMNS).map(({ at }) => at).sort((a, b) => a - b);
  const rows = sample.map((row, at) => ({ row, at, words: found(row.join("\n")) })).sort((a, b) => b.words - a.words || a.at - b.at);
  const pick = (row: readonly string[]): string[] => chosen.map((at) => row[at] ?? "");
  return { names: pick(names), rows: rows.map(({ row }) => pick(row)), columnsMore: wide - chosen.length };
}
