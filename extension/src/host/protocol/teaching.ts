// The user's word about groups of links, and the groups themselves.
import * as shape from "../shape.ts";
import { MAX_TAG_PATH, MAX_URL_LENGTH } from "./limits.ts";

const MAX_GROUPS = 200;
/** Tag paths of groups shown, as the host takes them. */
export const MAX_SHOWN_PATHS = 1000;
/** As the content script cuts it, with room. */
const MAX_ANCHOR = 2000;

export const GROUP_WORDS = ["neutral", "good", "useless", "only"] as const;
const WORDS = [...GROUP_WORDS, "example", "fetch", "paid", "allow", "forbid", "linked", "again"] as const;
export type GroupWord = (typeof GROUP_WORDS)[number];
export type LinkGroup = ReturnType<typeof readLinkGroup>;

/** feedback.hpp. `url` only with `example`, `fetch` and `again`, and perhaps with `allow`; `files` and `requests` only with `paid`. */
export interface Feedback {
  word: (typeof WORDS)[number];
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

function readLinkGroup(value: unknown, name: string) {
  const group = shape.object(value, name);
  const at = (key: string) => shape.count(group[key], `${name}.${key}`);
  return {
    id: at("id"),
    tagPath: shape.text(group.tagPath, `${name}.tagPath`, MAX_TAG_PATH),
    /** As people read it. */
    readable: shape.text(group.readable, `${name}.readable`, MAX_TAG_PATH),
    word: shape.oneOf(group.word, `${name}.word`, GROUP_WORDS),
    anchors: shape.list(group.anchors, `${name}.anchors`, shape.text, 10),
    open: at("open"),
    withheld: at("withheld"),
    /** Links left out because they act. */
    acting: at("acting"),
    requests: at("requests"),
    files: at("files"),
    /** Mean of the files that the policy expects of an open link. */
    expected: shape.nullable(group.expected, `${name}.expected`, shape.number),
  };
}

export function readGroups(message: shape.JsonObject) {
  return { groups: shape.list(message.groups, "groups", readLinkGroup, MAX_GROUPS) };
}

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
  if (word === "example" || word === "fetch" || word === "again") {
    read.url = shape.text(fields.url, `${name}.url`, MAX_URL_LENGTH);
  }
  // Without it, `allow` would be about all links that act.
  const allowed = word === "allow" ? text("url", MAX_URL_LENGTH) : undefined;
  if (allowed !== undefined) read.url = allowed;
  if (word === "paid") {
    read.files = shape.number(fields.files, `${name}.files`);
    read.requests = shape.count(fields.requests, `${name}.requests`);
  }
  return read;
}
