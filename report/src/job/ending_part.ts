// At the top: complete, about complete or not complete, as at a terminal, and what is missing.
import { make } from "../dom.ts";
import type { JobData } from "./data.ts";
import { leftOutTable } from "./left_out.ts";
import { visible } from "./visible.ts";

/** Null while the job goes on. */
export function endingPart({ job: { state, ending }, leftOut }: JobData): HTMLElement | null {
  if (state === "running") return null;
  const lists = leftOut.length > 0 && (ending === null || ending.how === "partial");
  const remedy = ending?.remedy ?? "";
  return make("div", { class: "ending" },
    ending === null ? null : make("p", { "data-how": ending.how }, make("strong", {}, visible(ending.words)), lists && ending.reason === undefined ? ":" : ""),
    remedy === "" ? null : make("p", {}, `To get them: ${visible(remedy)}`),
    lists ? leftOutTable(leftOut) : null);
}
