// What a job is started with.
import * as shape from "../shape.ts";

const MAX_OPTION_TEXT = 2000;

function readText(value: unknown, name: string): string {
  return shape.text(value, name, MAX_OPTION_TEXT);
}

function oneOf<Word extends string>(...words: readonly Word[]): (value: unknown, name: string) => Word {
  return (value, name) => shape.oneOf(value, name, words);
}

const READERS = {
  policy: readText,
  /** What is looked for, as `--objective`. */
  objective: readText,
  /** Kinds of markup that count, as `--markup`. */
  markup: readText,
  targets: readText,
  scope: readText,
  /** Whose files: of the site, or also those that it links to on other hosts. */
  files: oneOf("site", "linked"),
  blocklist: readText,
  seed: shape.count,
  maxRequests: shape.count,
  maxBytes: shape.count,
  maxTimeMs: shape.count,
  delayMs: shape.count,
  browser: oneOf("auto", "always", "never"),
  allowPrivate: shape.bool,
  sitemaps: shape.bool,
  catalogues: oneOf("auto", "only", "never"),
  /** As `--catalogue-filter`. */
  catalogueFilter: readText,
  robots: shape.bool,
  administration: shape.bool,
  /** Scripts of pages may send by POST what is not known to only ask, as `--allow-posts`. */
  allowPosts: shape.bool,
  archive: oneOf("warc", "none"),
  dir: readText,
  /** A mask of file names, as `--name`. */
  name: readText,
  maxFileBytes: shape.count,
  contact: readText,
  /** A job that has ended looks for what is new, changed or gone. */
  revisit: shape.bool,
};

type Name = keyof typeof READERS;
export type JobOptions = { [Key in Name]?: ReturnType<(typeof READERS)[Key]> };

function readInto(read: JobOptions, names: readonly Name[], options: shape.JsonObject, at: string): JobOptions {
  const values = names.filter((name) => options[name] !== undefined);
  return Object.assign(read, Object.fromEntries(values.map((name) => [name, READERS[name](options[name], `${at}${name}`)])));
}

/** Unknown options are left out: the host refuses them, and its word on them is not ours to give. */
export function readJobOptions(value: unknown, name: string): JobOptions {
  return readInto({}, Object.keys(READERS) as Name[], shape.object(value, name), "");
}

/** Options that a recipe may bring: it may come from anyone. */
export function readRecipeSettings(value: unknown): JobOptions {
  const names: Name[] = ["policy", "objective", "markup", "targets", "scope", "files", "blocklist", "delayMs", "browser", "sitemaps"];
  return readInto({}, names, shape.object(value, "settings"), "settings.");
}
