// What every message is: a call, a reply or a notice.
import type { ErrorBody } from "../errors.ts";
import { readErrorCode, TagtrailError } from "../errors.ts";
import type { JsonObject } from "../shape.ts";
import * as shape from "../shape.ts";
import { JSON_DEPTH } from "./limits.ts";

type Incoming =
  | { kind: "call"; id: number; call: string; message: JsonObject }
  | { kind: "reply"; id: number; message: JsonObject; error: ErrorBody | null }
  | { kind: "notice"; notice: string; message: JsonObject };

export function readError(value: unknown, name: string): ErrorBody {
  const error = shape.object(value, name);
  return { code: readErrorCode(error.code), message: shape.text(error.message, `${name}.message`) };
}

/** Sorts a whole message. Errors: invalid_data when it is none of the kinds. */
export function readIncoming(value: unknown): Incoming {
  if (!shape.isObject(value)) throw new TagtrailError("invalid_data", "not a JSON object");
  if (!shape.withinDepth(value, JSON_DEPTH)) {
    throw new TagtrailError("invalid_data", `JSON nested deeper than ${JSON_DEPTH}`);
  }
  if (typeof value.notice === "string") {
    return { kind: "notice", notice: value.notice, message: value };
  }
  const id = shape.count(value.id, "id");
  if (value.reply === true) {
    const error = value.error === undefined ? null : readError(value.error, "error");
    return { kind: "reply", id, message: value, error };
  }
  if (typeof value.call === "string") return { kind: "call", id, call: value.call, message: value };
  throw new TagtrailError("invalid_data", "neither call, reply nor notice");
}
