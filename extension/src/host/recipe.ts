// A recipe: what was learned of a site, as a file that people may exchange. It may come from anyone.
import { TagtrailError } from "./errors.ts";
import type { JobOptions } from "./protocol/jobs.ts";
import type { Recipe, RecipeGroup } from "./protocol/teaching.ts";
import { GROUP_WORDS } from "./protocol/teaching.ts";
import * as shape from "./shape.ts";

const MAX_GROUPS = 1000;
const MAX_TAG_PATH = 20_000;
const MAX_TEXT = 2000;

function readSettings(value: unknown): JobOptions {
  const settings = shape.object(value, "settings");
  const read: JobOptions = {};
  for (const name of ["policy", "targets", "scope", "blocklist"] as const) {
    const written = shape.optional(settings[name], `settings.${name}`, (item, at) =>
      shape.text(item, at, MAX_TEXT),
    );
    if (written !== undefined) read[name] = written;
  }
  const delay = shape.optional(settings.delayMs, "settings.delayMs", shape.count);
  if (delay !== undefined) read.delayMs = delay;
  const mode = shape.optional(settings.browser, "settings.browser", (item, at) =>
    shape.oneOf(item, at, ["auto", "always", "never"] as const),
  );
  if (mode !== undefined) read.browser = mode;
  const sitemaps = shape.optional(settings.sitemaps, "settings.sitemaps", shape.bool);
  if (sitemaps !== undefined) read.sitemaps = sitemaps;
  return read;
}

function readGroup(value: unknown, name: string): RecipeGroup {
  const group = shape.object(value, name);
  return {
    tagPath: shape.text(group.tagPath, `${name}.tagPath`, MAX_TAG_PATH),
    word: shape.oneOf(group.word, `${name}.word`, GROUP_WORDS),
    requests: shape.count(group.requests, `${name}.requests`),
    files: shape.count(group.files, `${name}.files`),
    anchors: shape.list(group.anchors, `${name}.anchors`, shape.text, 10),
  };
}

/** Errors: invalid_argument, wrong_version. */
export function readRecipe(value: unknown): Recipe {
  const recipe = shape.object(value, "recipe");
  if (recipe.tagtrail !== "recipe") {
    throw new TagtrailError("invalid_argument", "this is not a recipe of Tagtrail");
  }
  if (recipe.version !== 1) {
    throw new TagtrailError("wrong_version", "this recipe is of a newer version of Tagtrail");
  }
  return {
    tagtrail: "recipe",
    version: 1,
    site: shape.text(recipe.site, "site", 253),
    settings: readSettings(recipe.settings),
    groups: shape.list(recipe.groups, "groups", readGroup, MAX_GROUPS),
  };
}
