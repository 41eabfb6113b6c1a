// Errors as the host names them (error.hpp), so that both sides speak of the same things.

export const ERROR_CODES = [
  "invalid_argument",
  "invalid_url",
  "invalid_data",
  "too_large",
  "unknown_command",
  "wrong_version",
  "missing_dependency",
  "busy",
  "not_found",
  "refused",
  "network",
  "disk_full",
  "io",
  "disconnected",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorBody {
  code: ErrorCode;
  message: string;
}

/** A failure with a code for programs and a text for people. */
export class TagtrailError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = "TagtrailError";
  }
}

/** A code that someone else wrote; one that is not known is `internal`. */
export function readErrorCode(value: unknown): ErrorCode {
  return ERROR_CODES.find((known) => known === value) ?? "internal";
}

/** The code and text of anything that was thrown; what is not ours is `internal`. */
export function errorBody(thrown: unknown): ErrorBody {
  if (thrown instanceof TagtrailError) return { code: thrown.code, message: thrown.message };
  return { code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) };
}
