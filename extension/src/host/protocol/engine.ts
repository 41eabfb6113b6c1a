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

/** Which share of the files within reach has been found, and the bounds of four in five such guesses. */
export interface StopAdvice {
  share: number;
  low: number;
  high: number;
  /** Narrow enough to be worth telling. */
  told: boolean;
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
  advice: StopAdvice | null;
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

function readAdvice(value: unknown, name: string): StopAdvice {
  const advice = shape.object(value, name);
  const share = (key: "share" | "low" | "high") => readShare(advice[key], `${name}.${key}`);
  return { share: share("share"), low: share("low"), high: share("high"), told: shape.optional(advice.told, `${name}.told`, shape.bool) ?? false };
}

export function readProgress(value: unknown, name: string): Progress {
  const fields = shape.object(value, name);
  const at = (key: Exclude<keyof Progress, "advice">) => shape.count(fields[key], `${name}.${key}`);
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
    advice: shape.nullable(fields.advice, `${name}.advice`, readAdvice),
  };
}

export function readTerm(value: unknown, name: string): ReasonTerm {
  const term = shape.object(value, name);
  return {
    name: shape.text(term.name, `${name}.name`, MAX_TERM_NAME),
    value: shape.number(term.value, `${name}.value`),
  };
}
