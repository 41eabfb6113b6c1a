// A recipe as a file: what was learned of a site, to keep and to exchange.
import { TagtrailError } from "../host/errors.ts";
import { JSON_DEPTH } from "../host/protocol/limits.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import { readRecipe } from "../host/protocol/recipe.ts";
import { withinDepth } from "../host/shape.ts";

export const MAX_RECIPE_BYTES = 8_000_000;
const NOT_IN_NAMES = /[^\p{L}\p{N}.-]+/gu;

export function recipeFileName(host: string): string {
  return `${host.replaceAll(NOT_IN_NAMES, "_")}.tagtrail.json`;
}

/** Errors: too_large, invalid_data (no JSON), and those of readRecipe. */
export function recipeOfText(text: string): Recipe {
  if (text.length > MAX_RECIPE_BYTES) throw new TagtrailError("too_large", "the file is too large for a recipe");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TagtrailError("invalid_data", "the file is not JSON");
  }
  if (!withinDepth(value, JSON_DEPTH)) throw new TagtrailError("invalid_data", "the file nests too deeply");
  return readRecipe(value);
}

export function saveRecipe(host: string, recipe: Recipe): void {
  const text = `${JSON.stringify(recipe, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = recipeFileName(host);
  link.click();
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
