// Addresses in links of a page that lead to no request: what they are, if they may hold a file; as in
// native-host/src/content/left_addresses.cpp, but for viewIn().
import * as dom from "./dom.ts";

const FILE_SCHEMES: ReadonlySet<string> = new Set(
  ["ftp", "ftps", "sftp", "s3", "gs", "dav", "davs", "smb", "magnet", "ed2k"],
);
const MAX_TYPE_UNITS = 200;

/** Whether it is of a kind that holds files. */
export function isOfFileScheme(href: string): boolean {
  const scheme = /^([a-z0-9]{1,7}):./is.exec(href.slice(0, 9))?.[1];
  return scheme !== undefined && FILE_SCHEMES.has(scheme.toLowerCase());
}

/** The type of the file that a `data:` address is; null for what is none, is empty, or is shown, not kept. */
export function inlineFileType(href: string, download: boolean): string | null {
  const said = /^data:([^,]*),./is.exec(href.slice(0, MAX_TYPE_UNITS))?.[1];
  if (said === undefined) return null;
  const essence = (said.split(";")[0] ?? "").trim().toLowerCase();
  const type = /^[^/]+\/[^/]+$/.test(essence) ? essence : "text/plain";
  if (type.startsWith("image/")) return null;
  return /^(?:font|audio|video)\//.test(type) && !download ? null : type;
}

/** The fragment of an address, with its `#`, if it is a route of a script; else empty. */
export function routeIn(href: string): string {
  const hash = href.indexOf("#");
  const fragment = hash < 0 ? "" : href.slice(hash);
  return /^#(?:!\/?|\/)./s.test(fragment) && fragment !== "#!/" ? fragment : "";
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The places of this page that are called as in `#name`. */
export function placesOf(href: string): Element[] {
  const name = CSS.escape(decoded(href.slice(1)));
  return dom.selectAll(document, `#${name},[name="${name}"]`);
}

/** The same, and the state of a script, `#view=1` or `#archive/2020`, in what leads no further than into the page and to no element of it. */
export function viewIn(href: string): string {
  const route = routeIn(href);
  if (route !== "" || !/^#(?!:~:)[^=/]+[=/]./s.test(href)) return route;
  return placesOf(href).length > 0 ? "" : href;
}
