// What a job left out, and what gets it, in words.
import type { LeftOut } from "../host/protocol/job_progress.ts";
import { formatNumber } from "./format.ts";
import { words } from "./words.ts";

/** `Pages read only in part (about 2,248 links lost)`; a cause without words as the host names it. */
export function leftOutWords({ cause, links, taken }: LeftOut): string {
  const name = words(`left_out_${cause}${taken ? "_taken" : ""}`) || cause;
  return links === 0 ? name : `${name} ${words("left_out_links", formatNumber(links))}`;
}

/** Empty: nothing that we know of, or a button of its own. */
function remedyFor({ cause }: LeftOut): string {
  return words(`gets_${cause}`);
}

/** What gets each; what causes in a row have in common stands at the last of them. */
export function remediesOf(list: readonly LeftOut[]): string[] {
  return list.map((one, at) => {
    const remedy = remedyFor(one);
    const next = list[at + 1];
    return next !== undefined && remedyFor(next) === remedy ? "" : remedy;
  });
}
