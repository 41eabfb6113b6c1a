// A recipe: what was learned of a site, without any address in it, as a file that people may exchange.
// It may come from anyone.
import { TagtrailError } from "../errors.ts";
import * as shape from "../shape.ts";
import { readRecipeSettings } from "./job_options.ts";
import { GROUP_WORDS } from "./teaching.ts";

const MAX_GROUPS = 1000;
const MAX_TAG_PATH = 20_000;

export type RecipeGroup = ReturnType<typeof readGroup>;
export type Recipe = ReturnType<typeof readRecipe>;

function readGroup(value: unknown, name: string) {
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
export function readRecipe(value: unknown) {
  const recipe = shape.object(value, "recipe");
  if (recipe.tagtrail !== "recipe") {
    throw new TagtrailError("invalid_argument", "this is not a recipe of Tagtrail");
  }
  if (recipe.version !== 1) {
    throw new TagtrailError("wrong_version", "this recipe is from a newer version of Tagtrail");
  }
  return {
    tagtrail: "recipe" as const,
    version: 1 as const,
    site: shape.text(recipe.site, "site", 253),
    settings: readRecipeSettings(recipe.settings),
    groups: shape.list(recipe.groups, "groups", readGroup, MAX_GROUPS),
  };
}
