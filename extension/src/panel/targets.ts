// The list of wanted files as the user writes it: `data`, `paper`, MIME types or extensions.

const EXTENSION = /^\.?[a-z0-9][a-z0-9_-]{0,15}$/i;
const MIME = /^[a-z0-9][a-z0-9.+-]*\/([a-z0-9][a-z0-9.+-]*\*?|\*)$/i;

/** The list with one form of each word, and the words that are none. */
export function checkTargets(written: string): { targets: string; bad: string[] } {
  const items = written
    .split(/[,;\s]+/)
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);
  const bad = items.filter((item) => !EXTENSION.test(item) && !MIME.test(item));
  const good = items.filter((item) => !bad.includes(item)).map((item) => item.replace(/^\./, ""));
  return { targets: [...new Set(good)].join(","), bad };
}
