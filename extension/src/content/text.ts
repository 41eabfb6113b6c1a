// Text functions that agree with shared/include/tagtrail/text.hpp: HTML white space only, and
// lengths in UTF-8 bytes.

const SPACE_RUN = /[ \t\n\r\f]+/g;

/** Every run of white space as one space, also at the ends. */
export function squeeze(text: string): string {
  return text.replace(SPACE_RUN, " ");
}

/** Runs of white space become one space; none at either end. */
export function collapse(text: string): string {
  const squeezed = squeeze(text);
  return squeezed.slice(squeezed.startsWith(" ") ? 1 : 0, squeezed.endsWith(" ") ? -1 : undefined);
}

/** Without white space at either end. */
export function trimmed(text: string): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && isSpace(text.charCodeAt(begin))) begin++;
  while (end > begin && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(begin, end);
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}

/** ASCII letters lower-cased, everything else untouched. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function bytesOf(unit: number): number {
  // Half of a pair counts two, so that a pair is four.
  if (unit >= 0xd800 && unit <= 0xdfff) return 2;
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

/** Length in UTF-8 of a well-formed string. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) bytes += bytesOf(text.charCodeAt(i));
  return bytes;
}

/** The longest prefix of at most `bytes` bytes in UTF-8, of a well-formed string. */
export function utf8Prefix(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  let used = 0;
  let end = 0;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    const units = point > 0xffff ? 2 : 1;
    used += units === 2 ? 4 : bytesOf(point);
    if (used > bytes) break;
    end += units;
  }
  return text.slice(0, end);
}

/** An attribute's text as it is reported: collapsed and cut. */
export function collapsedPrefix(text: string, bytes: number): string {
  return text === "" ? "" : utf8Prefix(collapse(text.toWellFormed()), bytes);
}
