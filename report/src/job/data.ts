// The data that the program puts into the page (native-host/src/export/page/ writes it). What of it comes
// from the site is anything at all; its shape is the program's.
import type { TableShare } from "../search/table_search.ts";

export interface FileColumns {
  /** Below files/, as on disk. */
  name: string[];
  /** What the link said. */
  anchor: string[];
  /** The URL up to its last slash, by place in `folders`, and what is behind it. */
  folder: number[];
  leaf: string[];
  page: number[];
  section: number[];
  type: number[];
  bytes: number[];
  /** Seconds since 1970, each as the difference to the one before. */
  at: number[];
  content: number[];
}

/** By contents: equal files have one entry. */
export interface ContentColumns {
  formats: string[];
  /** By place in `formats`; 0: not looked into. */
  format: number[];
  tables: number[];
  rows: number[];
  /** -1: not judged. */
  statistics: number[];
  /** The same number for contents that hold the same table; -1: nothing to compare. */
  kin: number[];
  /** Of the preview; -1: not in this page. */
  block: number[];
  slot: number[];
}

export interface Section {
  host: string;
  path: string;
  answers: number;
  files: number;
}

export interface LeftOut {
  cause: string;
  count: number;
  links?: number;
  /** There were more, which nobody counted. */
  atLeast?: boolean;
  example: string;
  words: string;
  /** What gets it; empty: nothing that is known. */
  remedy: string;
}

/** How complete the job is, as the program says it. */
export interface Ending {
  complete: boolean;
  how: "complete" | "about" | "partial";
  words: string;
  /** Of a job without files: why; else absent. */
  reason?: string;
  remedy?: string;
}

/** Name below files/, bytes, seconds since 1970. */
export type Version = [string, number, number];

/** How many of the tables can be searched in the page; `contents`: those of the files that the index knows. */
export interface SearchedTables extends TableShare {
  contents: number;
}

export interface JobData {
  /** `stopped`: why the run ended, in words; `ending`: null while it goes on. */
  job: { seed: string; began: string; folder: string; base: string; state: string; stopped: string; ending: Ending | null; written: number };
  /** `requests`: that went out; null where they were not recorded. */
  total: { answers: number; requests: number | null; files: number; bytes: number };
  files: FileColumns;
  versions: Record<string, Version[]>;
  vanished: Record<string, number>;
  pages: string[];
  folders: string[];
  types: string[];
  contents: ContentColumns;
  /** Null where there is no index. */
  tables: SearchedTables | null;
  sections: Section[];
  answers: Record<string, number>;
  curve: { answers: number[]; files: number[] };
  leftOut: LeftOut[];
  groups: { path: string; requests: number; files: number }[];
  settings: Record<string, string>;
}

/** Null where the page holds no data. */
export function readData(text: string): JobData | null {
  const data = JSON.parse(text) as Partial<JobData>;
  return data.files === undefined ? null : (data as JobData);
}
