// One element of a tag path, as shared/include/tagtrail/tag_path.hpp defines it.
import { LIMITS } from "./reading_limits.ts";
import { asciiLower, collapse, utf8Prefix } from "./text.ts";

const ONLY_SPACE = /^[ \t\n\r\f]*$/;

export function tagPathToken(tag: string, classList: string, id: string): string {
  let token = asciiLower(tag);
  const classes = collapse(classList);
  if (classes !== "") token += `.${classes}`;
  if (!ONLY_SPACE.test(id)) token += `#${id}`;
  return utf8Prefix(token.toWellFormed(), LIMITS.pathTokenBytes);
}
