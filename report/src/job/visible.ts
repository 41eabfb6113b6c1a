// Texts of a site as people may see them.

/**
 * Control characters, marks and overrides of direction, zero width, tags: what can't be seen, or changes how
 * others are read. Joiners stay: they are spelling in some scripts.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** With what can't be seen written out (`\u202E`), and blanks of lines as spaces. */
export function visible(text: string): string {
  return text.replace(/[\t\n\r]+/g, " ").toWellFormed().replace(UNSEEN, (character) =>
    `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
}
