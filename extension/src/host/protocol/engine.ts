// What the engine says, and the readers of what a host passes on of it.
import { TagtrailError } from "../errors.ts";
import * as shape from "../shape.ts";

const MAX_TERM_NAME = 100;

export interface Reason {
  words: string;
  action: number;
  score: number;
  targetProbability: number;
  terms: ReasonTerm[];
}

export interface EngineRequest {
  id: number;
  url: string;
  method: "GET" | "HEAD";
  purpose: "page" | "target" | "type_check";
  sourcePage: string;
  tagPath: string;
  anchor: string;
  depth: number;
  reason: Reason;
}

export type Decision =
  | { kind: "request"; request: EngineRequest }
  | { kind: "wait" }
  | { kind: "finished"; reason: string };

export interface Judgement {
  urlClass: string;
  newTarget: boolean;
  redirect: boolean;
}

/** How many files there are, as people are told it: made by the engine, and steady. */
export interface FileEstimate {
  files: number;
  low: number;
  high: number;
  /** Requests that a further file costs of late; 0: nothing is left. */
  price: number;
}

export interface Progress {
  requests: number;
  gets: number;
  heads: number;
  pages: number;
  targets: number;
  targetBytes: number;
  otherBytes: number;
  knownUrls: number;
  frontier: number;
  issued: number;
  inFlight: number;
  /** Links left out because they act. */
  acting: number;
  /** Null while it is too early to tell. */
  estimate: FileEstimate | null;
}

export interface StepAnswer {
  judgements: Judgement[];
  decision?: Decision;
  progress: Progress;
}

/** A part of a score; one named `whole: part` is counted in the term `whole`. */
export interface ReasonTerm {
  name: string;
  value: number;
}

export function readShare(value: unknown, name: string): number {
  const read = shape.number(value, name);
  if (read < 0 || read > 1) {
    throw new TagtrailError("invalid_argument", `'${name}' must be between 0 and 1`);
  }
  return read;
}

function readEstimate(value: unknown, name: string): FileEstimate {
  const estimate = shape.object(value, name);
  const at = (key: keyof FileEstimate) => shape.count(estimate[key], `${name}.${key}`);
  return { files: at("files"), low: at("low"), high: at("high"), price: at("price") };
}

export function readProgress(value: unknown, name: string): Progress {
  const fields = shape.object(value, name);
  const at = (key: Exclude<keyof Progress, "estimate">) => shape.count(fields[key], `${name}.${key}`);
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
    acting: at("acting"),
    estimate: shape.nullable(fields.estimate, `${name}.estimate`, readEstimate),
  };
}

export function readTerm(value: unknown, name: string): ReasonTerm {
  const term = shape.object(value, name);
  return {
    name: shape.text(term.name, `${name}.name`, MAX_TERM_NAME),
    value: shape.number(term.value, `${name}.value`),
  };
}
