// What texts that pages mean for their scripts look like when they are addresses; as in
// shared/include/tagtrail/written_addresses.hpp.
import { asciiLower, utf8Length } from "./text.ts";

/** `{id}`, `<%= x %>`, `*.csv`, `$1`, `[name]` and `%s` are no addresses yet. */
const NEVER_WRITTEN = /[\x00-\x1f\x7f"'`<>{}[\]|\\^*$]/;
const ABSOLUTE = /^https?:\/\//i;
/** In UTF-8. */
export const LONGEST_ADDRESS = 2048;
const LONGEST_EXTENSION = 8;

/** targets.data.extensions of shared/data/media_types.txt, without px and tab, which are units and words. */
export const DATA_EXTENSIONS: ReadonlySet<string> = new Set((
  "csv tsv psv dif xls xlt xlsx xltx xlsm xlsb ods fods pdf ps doc docx dotx odt rtf ppt pptx odp epub json " +
  "geojson topojson jsonl ndjson jsonld xml xsd yaml yml rdf ttl nt n3 gml zip gz tgz tar bz2 xz zst 7z rar dta " +
  "sav por sas7bdat rds rda parquet feather arrow nc h5 hdf sqlite db kml kmz gpkg fits shp shx dbf prj txt dat " +
  "asc"
).split(" "));
const PAGE_EXTENSIONS: ReadonlySet<string> = new Set(
  ["html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cfm"],
);

/** Without query and fragment. */
export function pathIn(text: string): string {
  const end = text.search(/[?#]/);
  return end < 0 ? text : text.slice(0, end);
}

/** Of the name in the path, lower case; empty for none. */
function extensionOf(text: string): string {
  const path = pathIn(text);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name.length - dot - 1 > LONGEST_EXTENSION ? "" : asciiLower(name.slice(dot + 1));
}

export function mayBeAddress(text: string): boolean {
  if (text === "" || NEVER_WRITTEN.test(text) || text.startsWith("#")) return false;
  if (utf8Length(text) > LONGEST_ADDRESS) return false;
  if (ABSOLUTE.test(text)) return true;
  // Another scheme, or a way to many things: `/files/:id`.
  return !/^[^/?#]*:/.test(text) && !text.includes("/:");
}

export function isClearlyAddress(text: string): boolean {
  if (!mayBeAddress(text)) return false;
  if (ABSOLUTE.test(text)) return true;
  const start = /^\.{0,2}\//.exec(text)?.[0];
  if (start !== undefined) return text.length > start.length;
  const extension = extensionOf(text);
  return DATA_EXTENSIONS.has(extension) || PAGE_EXTENSIONS.has(extension);
}

export function namesDataFile(text: string): boolean {
  if (!mayBeAddress(text)) return false;
  // `https://example.nt` is a host.
  if (ABSOLUTE.test(text) && !text.slice(text.indexOf("//") + 2).includes("/")) return false;
  return DATA_EXTENSIONS.has(extensionOf(text));
}

/** Of a query or fragment of a viewer, what it shows. */
const SHOWN: ReadonlySet<string> = new Set(["file", "url", "src", "pdf", "doc", "document"]);

/** `file` as if it were written in the place of `viewer`, an address without query. */
function besideViewer(viewer: string, file: string): string {
  if (ABSOLUTE.test(file)) return file;
  const host = /^(?:https?:)?\/\/[^/]*/i.exec(viewer)?.[0] ?? "";
  if (file.startsWith("/")) return host + file;
  const last = viewer.lastIndexOf("/");
  if (last < host.length) return host === "" ? file : "";
  return viewer.slice(0, last + 1) + file;
}

/**
 * The data file that the address of a viewer names in its query or fragment (`viewer.html?file=`, `gview?url=`,
 * `viewer#file=`), or as its fragment (`ViewerJS/#../a.pdf`), as written in the place of that address; empty for none.
 */
export function fileInViewer(address: string): string {
  const [, viewer = "", query = "", fragment = ""] = /^([^?#]*)\??([^#]*)#?(.*)$/s.exec(address) ?? [];
  for (const pair of `${query}&${fragment.replace(/^\?/, "")}`.split("&")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || !SHOWN.has(pair.slice(0, equals))) continue;
    const file = percentDecoded(pair.slice(equals + 1));
    if (file !== null && namesDataFile(file)) return besideViewer(viewer, file);
  }
  const whole = percentDecoded(fragment) ?? "";
  return whole.includes("/") && !whole.includes("=") && namesDataFile(whole) ? besideViewer(viewer, whole) : "";
}

/** Null for what is no text. A lone `%` stays. */
function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, "%25"));
  } catch {
    return null;
  }
}
