// The user's word about groups of links, and the groups themselves.
import * as shape from "../shape.ts";
import type { JobOptions } from "./jobs.ts";
import { MAX_TAG_PATH, MAX_URL_LENGTH } from "./limits.ts";

const MAX_GROUPS = 200;
/** Tag paths of groups shown, as the host takes them. */
export const MAX_SHOWN_PATHS = 1000;
/** As the content script cuts it, with room. */
const MAX_ANCHOR = 2000;

export const GROUP_WORDS = ["neutral", "good", "useless", "only"] as const;
export type GroupWord = (typeof GROUP_WORDS)[number];

/** A link that was left out because it does something when it is opened (acting.hpp). */
export interface ActingLink {
  url: string;
  page: string;
  anchor: string;
  tagPath: string;
  /** A clause for people. */
  reason: string;
  /** Whether there is no doubt. */
  sure: boolean;
}

/** feedback.hpp. `url` only with `example` and `fetch`, `files` and `requests` only with `paid`. */
export interface Feedback {
  word: GroupWord | "example" | "fetch" | "paid" | "allow" | "forbid";
  /** Empty with `allow` and `forbid`: all links that act. */
  tagPath: string;
  url?: string;
  anchor?: string;
  page?: string;
  files?: number;
  requests?: number;
  /** The groups that were seen, each by its tag paths: the word is about the one that `tagPath` is in, and no other. */
  shown?: string[][];
}

export interface LinkGroup {
  id: number;
  tagPath: string;
  /** As people read it. */
  readable: string;
  word: GroupWord;
  anchors: string[];
  open: number;
  withheld: number;
  /** Links left out because they act. */
  acting: number;
  requests: number;
  files: number;
  /** Mean of the files that the policy expects of an open link. */
  expected: number | null;
}

export interface RecipeGroup {
  tagPath: string;
  word: GroupWord;
  requests: number;
  files: number;
  anchors: string[];
}

/** What was learned of a site, without any address in it. */
export interface Recipe {
  tagtrail: "recipe";
  version: 1;
  site: string;
  settings: JobOptions;
  groups: RecipeGroup[];
}

export function readLinkGroup(value: unknown, name: string): LinkGroup {
  const group = shape.object(value, name);
  const at = (key: "id" | "open" | "withheld" | "acting" | "requests" | "files") =>
    shape.count(group[key], `${name}.${key}`);
  return {
    id: at("id"),
    tagPath: shape.text(group.tagPath, `${name}.tagPath`, MAX_TAG_PATH),
    readable: shape.text(group.readable, `${name}.readable`, MAX_TAG_PATH),
    word: shape.oneOf(group.word, `${name}.word`, GROUP_WORDS),
    anchors: shape.list(group.anchors, `${name}.anchors`, shape.text, 10),
    open: at("open"),
    withheld: at("withheld"),
    acting: at("acting"),
    requests: at("requests"),
    files: at("files"),
    expected: shape.nullable(group.expected, `${name}.expected`, shape.number),
  };
}

export function readGroups(message: shape.JsonObject): { groups: LinkGroup[] } {
  return { groups: shape.list(message.groups, "groups", readLinkGroup, MAX_GROUPS) };
}

const WORDS = [...GROUP_WORDS, "example", "fetch", "paid", "allow", "forbid"] as const;

/** What is not for this word is left out. */
export function readFeedback(value: unknown, name: string): Feedback {
  const fields = shape.object(value, name);
  const word = shape.oneOf(fields.word, `${name}.word`, WORDS);
  const text = (key: "anchor" | "page" | "url", limit: number) =>
    shape.optional(fields[key], `${name}.${key}`, (item, at) => shape.text(item, at, limit));
  const read: Feedback = { word, tagPath: shape.text(fields.tagPath, `${name}.tagPath`, MAX_TAG_PATH) };
  const anchor = text("anchor", MAX_ANCHOR);
  if (anchor !== undefined) read.anchor = anchor;
  const page = text("page", MAX_URL_LENGTH);
  if (page !== undefined) read.page = page;
  const paths = (value: unknown, at: string) =>
    shape.list(value, at, (path, where) => shape.text(path, where, MAX_TAG_PATH), MAX_SHOWN_PATHS);
  const shown = shape.optional(fields.shown, `${name}.shown`, (value, at) => shape.list(value, at, paths, MAX_SHOWN_PATHS));
  if (shown !== undefined) read.shown = shown;
  if (word === "example" || word === "fetch") {
    read.url = shape.text(fields.url, `${name}.url`, MAX_URL_LENGTH);
  }
  if (word === "paid") {
    read.files = shape.number(fields.files, `${name}.files`);
    read.requests = shape.count(fields.requests, `${name}.requests`);
  }
  return read;
}
