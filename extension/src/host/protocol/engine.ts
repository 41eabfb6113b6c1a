// What the engine says, and the readers of what a host passes on of it.
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";

/** How many files there are, as people are told it: made by the engine, and steady. */
export type FileEstimate = ReturnType<typeof readEstimate>;
export type Progress = ReturnType<typeof readProgress>;

/** What a step answers, for the host, who knows what stands in judgements and decision. */
export interface StepAnswer {
  judgements: JsonObject[];
  decision?: JsonObject;
  progress: Progress;
}

function readEstimate(value: unknown, name: string) {
  const estimate = shape.object(value, name);
  const at = (key: string) => shape.count(estimate[key], `${name}.${key}`);
  return {
    files: at("files"),
    low: at("low"),
    high: at("high"),
    /** Requests that a further file costs of late; 0: nothing is left. */
    price: at("price"),
  };
}

export function readProgress(value: unknown, name: string) {
  const fields = shape.object(value, name);
  const at = (key: string) => shape.count(fields[key], `${name}.${key}`);
  return {
    requests: at("requests"),
    gets: at("gets"),
    heads: at("heads"),
    pages: at("pages"),
    targets: at("targets"),
    targetBytes: at("targetBytes"),
    otherBytes: at("otherBytes"),
    knownUrls: at("knownUrls"),
    frontier: at("frontier"),
    issued: at("issued"),
    inFlight: at("inFlight"),
    /** Links left out because they act. */
    acting: at("acting"),
    /** Null while it is too early to tell. */
    estimate: shape.nullable(fields.estimate, `${name}.estimate`, readEstimate),
  };
}
