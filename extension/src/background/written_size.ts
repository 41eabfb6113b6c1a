// The size of a file as its page writes it, in the link or right after it: "Spending 2024 (CSV, 1.2 MB)".
const SIZE = String.raw`\d+(?:[.,]\d+)*\s?(?:[kKMGT]i?[Bb]|[kKMGT]o|bytes|octets)(?![\p{L}\d])`;
const IN_LINK = new RegExp(SIZE, "u");
/** At most one word between, which is the type. */
const AFTER_LINK = new RegExp(String.raw`^[^\p{L}\d]*(?:\p{L}[\p{L}\d]*[^\p{L}\d]+)?(${SIZE})`, "u");

/** Empty when nothing is written; `around` is the text of the block in which a link with the text `anchor` stands. */
export function writtenSize(anchor: string, around: string): string {
  const inLink = IN_LINK.exec(anchor)?.[0];
  if (inLink !== undefined) return inLink;
  const at = anchor === "" ? -1 : around.indexOf(anchor);
  return at < 0 ? "" : (AFTER_LINK.exec(around.slice(at + anchor.length))?.[1] ?? "");
}
