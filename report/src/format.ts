// Numbers as people read them.

const counts = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export function count(value: number): string {
  return counts.format(value);
}

/** `1 file`, `1,200 files`. */
export function counted(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? "" : "s"}`;
}

export function shortCount(value: number): string {
  return short.format(value);
}

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let left = value;
  while (left >= 1000 && unit < units.length - 1) {
    left /= 1000;
    unit += 1;
  }
  return `${left >= 100 || unit === 0 ? left.toFixed(0) : left.toFixed(1)} ${units[unit] ?? ""}`;
}
