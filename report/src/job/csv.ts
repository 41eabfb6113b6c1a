// Files of the page as CSV (RFC 4180), as `tagtrail export --format csv` writes it.
import type { FileList } from "./file_list.ts";

const HEAD = "name,link text,url,page,section,mediatype,bytes,fetched,tables,rows";

/** What begins so is a formula to some spreadsheet (OWASP, CSV injection). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(list: FileList, places: Iterable<number>): string {
  const lines = [HEAD];
  for (const at of places) {
    const time = list.time(at);
    const fetched = time === 0 ? "" : new Date(time * 1000).toISOString();
    const texts = [list.name(at), list.anchor(at), list.url(at), list.page(at), list.section(at), list.mime(at)];
    lines.push([...texts.map(cell), list.bytes(at), fetched, list.tables(at), list.rows(at)].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}
