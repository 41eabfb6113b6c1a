// Reads typed values out of JSON that someone else wrote. A value of another shape is an error that
// names the field.
import { TagtrailError } from "./errors.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

function bad(name: string, wanted: string): never {
  throw new TagtrailError("invalid_argument", `'${name}' must be ${wanted}`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function object(value: unknown, name: string): JsonObject {
  return isObject(value) ? value : bad(name, "an object");
}

export function text(value: unknown, name: string, maxLength = 65_536): string {
  if (typeof value !== "string") return bad(name, "a string");
  return value.length <= maxLength ? value : bad(name, `at most ${maxLength} characters long`);
}

/** A whole number from 0 to 2^53 - 1. */
export function count(value: unknown, name: string): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : bad(name, "a whole number, 0 or more");
}

export function number(value: unknown, name: string): number {
  return typeof value === "number" && Number.isFinite(value) ? value : bad(name, "a number");
}

export function bool(value: unknown, name: string): boolean {
  return typeof value === "boolean" ? value : bad(name, "true or false");
}

export function oneOf<const T extends string>(value: unknown, name: string, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  return found ?? bad(name, `one of ${words.join(", ")}`);
}

export function list<T>(
  value: unknown,
  name: string,
  read: (item: unknown, name: string) => T,
  maxLength = 100_000,
): T[] {
  if (!Array.isArray(value)) return bad(name, "a list");
  if (value.length > maxLength) return bad(name, `a list of at most ${maxLength}`);
  return value.map((item, index) => read(item, `${name}[${index}]`));
}

/** `read` applied to what is there; undefined where the field is absent. */
export function optional<T>(
  value: unknown,
  name: string,
  read: (item: unknown, name: string) => T,
): T | undefined {
  return value === undefined ? undefined : read(value, name);
}

export function nullable<T>(
  value: unknown,
  name: string,
  read: (item: unknown, name: string) => T,
): T | null {
  return value === null || value === undefined ? null : read(value, name);
}

/** Base64 text, or what came as an attachment. */
export function bytes(value: unknown, name: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const written = text(value, name, Number.MAX_SAFE_INTEGER);
  try {
    return Uint8Array.fromBase64(written, { lastChunkHandling: "strict" });
  } catch {
    return bad(name, "base64");
  }
}

/** Whether a value nests at most `limit` levels. Without recursion: the value may be hostile. */
export function withinDepth(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter(
      (item) => typeof item === "object" && item !== null && !ArrayBuffer.isView(item),
    );
    if (containers.length > 0 && depth >= limit) return false;
    level = [];
    for (const item of containers) {
      for (const child of Object.values(item as object)) level.push(child);
    }
  }
  return true;
}
