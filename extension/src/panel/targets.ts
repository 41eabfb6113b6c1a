// The list of wanted files as the user writes it: `data`, `paper`, MIME types or extensions.

const EXTENSION = /^\.?[a-z0-9]{1,16}$/i;
const MIME = /^[a-z0-9][a-z0-9.+-]*\/([a-z0-9][a-z0-9.+-]*\*?|\*)$/i;

/**
 * The list with each word once, and the words that are none. A dot stays: it says that an extension nobody has heard
 * of is meant, which the host would ask about.
 */
export function checkTargets(written: string): { targets: string; bad: string[] } {
  const items = written
    .split(/[,;\s]+/)
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);
  const bad = items.filter((item) => !EXTENSION.test(item) && !MIME.test(item));
  const good = new Map<string, string>();
  for (const item of items.filter((one) => !bad.includes(one))) {
    const bare = item.replace(/^\./, "");
    if (!good.has(bare)) good.set(bare, item);
  }
  return { targets: [...good.values()].join(","), bad };
}
