// Data files that the scripts of a page fetch and draw: nothing on the page links to them, but a reader is shown what is in them.
import { DATA_EXTENSIONS, namesDataFile } from "../content/written_addresses.ts";
import { MAX_URL } from "../content/reading.ts";
import type { ReadPage, TabLink } from "../host/protocol/tabs.ts";
import { mimeEssence } from "./navigation.ts";
import type { ScriptAnswer } from "./script_json.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*"] };
const TYPES: browser.webRequest.ResourceType[] = ["xmlhttprequest"];
/** Of one page: a map may draw itself of thousands. */
export const MAX_FETCHED_FILES = 200;
/** Redirects that are under way; far more than a page has. */
const MAX_REDIRECTS = 1000;
/** A place of their own among those that links stand in. */
const PLACE = "/script/@fetched";
/** Large files are read in parts. */
const GIVEN = new Set([200, 206]);

/**
 * targets.data.mime of shared/data/media_types.txt, without what tells no file from another answer: JSON (script_json.ts),
 * XML, and SDMX, which catalogues are asked for.
 */
export const FILE_TYPES: ReadonlySet<string> = new Set((
  "text/csv application/csv application/x-csv text/tab-separated-values text/x-csv text/comma-separated-values " +
  "text/x-comma-separated-values application/vnd.ms-excel application/vnd.ms-excel.sheet.macroenabled.12 " +
  "application/vnd.ms-excel.sheet.binary.macroenabled.12 " +
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet " +
  "application/pdf application/x-pdf application/postscript application/msword application/rtf text/rtf " +
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document " +
  "application/vnd.openxmlformats-officedocument.wordprocessingml.template " +
  "application/vnd.openxmlformats-officedocument.presentationml.presentation " +
  "application/vnd.openxmlformats-officedocument.presentationml.slideshow " +
  "application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.presentation " +
  "application/vnd.ms-powerpoint application/epub+zip application/geo+json application/x-ndjson " +
  "application/yaml text/yaml application/x-yaml text/x-yaml " +
  "application/rdf+xml text/turtle application/n-triples text/n3 " +
  "application/zip application/x-zip-compressed application/gzip application/x-gzip application/x-tar " +
  "application/x-gtar application/x-bzip2 application/x-xz application/zstd application/x-7z-compressed " +
  "application/vnd.rar application/x-rar-compressed application/x-stata application/x-spss-sav application/x-sas-data " +
  "application/vnd.apache.parquet application/x-netcdf application/x-hdf5 application/vnd.sqlite3 application/x-sqlite3 " +
  "application/vnd.google-earth.kml+xml application/vnd.google-earth.kmz application/geopackage+sqlite3 " +
  "application/x-shapefile application/fits image/fits application/dbf"
).split(" "));
/** Whatever its name: a page that says "not found", and what a page is made of. */
const NO_FILE = /^(?:text\/(?:html|css|javascript)|application\/(?:xhtml\+xml|(?:x-)?javascript|wasm)|(?:audio|font|image|video)\/.*)$/;
/**
 * Names of what programs are made of: JSON that pages are drawn from (script_json.ts), settings, words in languages. Servers of
 * static files give names to be saved under to all they have.
 */
const OF_PROGRAMS =
  /\.json$|\/_|\/(?:i18n|l10n|lang|langs|languages?|locales?|translations?)[/.]|\/(?:app|config|env|manifest|package|settings|version)\.\w+$/i;

/** Part of a page of Next, which its scripts ask for when a reader is about to follow a link to it. */
const PART_OF_PAGE = /[?&]_rsc=/;

/** Of a query that is there to pass by caches, as jQuery, D3 and people write it. */
const STAMP = /^(?:(?:_|_?ts?|v|r|rnd|rand(?:om)?|time(?:stamp)?|cb|(?:no)?cache|cachebuster)=)?(\d{10}|\d{13}|0\.\d{6,})$/i;
const STAMP_AGE_MS = 60_000;

/** Says nothing but when it was asked for, or chance. */
function isStamp(part: string): boolean {
  const [, value = ""] = STAMP.exec(part) ?? [];
  if (value.startsWith("0.")) return true;
  const ms = value.length === 13 ? Number(value) : Number(value) * 1000;
  return value !== "" && Math.abs(Date.now() - ms) < STAMP_AGE_MS;
}

/** The address, the same each time the file is asked for. */
function steady(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  const parts = url.slice(start + 1).split("&");
  const kept = parts.filter((part) => !isStamp(part));
  return kept.length === parts.length ? url : url.slice(0, start) + (kept.length === 0 ? "" : `?${kept.join("&")}`);
}

function header(headers: ScriptAnswer["responseHeaders"], name: string): string {
  return headers?.find((one) => one.name.toLowerCase() === name)?.value ?? "";
}

/** Whether it is to be saved under the name of a data file. */
function isSavedAsData(disposition: string): boolean {
  const [, name = ""] = /filename\*?\s*=\s*"?([^";]+)/i.exec(disposition) ?? [];
  return DATA_EXTENSIONS.has(name.trim().split(".").slice(1).at(-1)?.toLowerCase() ?? "");
}

/** Whether what a script got is a data file. */
export function isFetchedFile({ url, method, statusCode, responseHeaders }: ScriptAnswer): boolean {
  if (method !== "GET" || !GIVEN.has(statusCode) || url.length > MAX_URL || !URL.canParse(url)) return false;
  const { pathname, search, username, password } = new URL(url);
  const mime = mimeEssence(header(responseHeaders, "content-type"));
  const isNone = PART_OF_PAGE.test(search) || (NO_FILE.test(mime) && !FILE_TYPES.has(mime));
  if (username !== "" || password !== "" || isNone) return false;
  const disposition = header(responseHeaders, "content-disposition");
  const saved = isSavedAsData(disposition);
  if (FILE_TYPES.has(mime) || (saved && /^\s*attachment/i.test(disposition))) return true;
  return (saved || namesDataFile(pathname)) && !OF_PROGRAMS.test(pathname);
}

interface Fetched {
  files: Set<string>;
  /** Beyond the limit. */
  cut: Set<string>;
}

function linkTo(url: string): TabLink {
  return { base: 0, written: url, tagPath: PLACE, element: "link", anchor: "", heading: "", around: "", rel: "", hints: 0 };
}

export class FetchedFiles {
  private readonly seen = new Map<TabId, Fetched>();
  /** What was asked for before it was redirected: where that leads is often good for once. */
  private readonly asked = new Map<string, { url: string; method: string }>();

  /** `isInside`: of the user's own network, where nothing is to be taken from it. */
  constructor(private readonly isInside: (answer: ScriptAnswer) => boolean = () => false) {}

  /** Registers listeners; to be called once, where webRequest is there. */
  attach(): void {
    const filter = { ...WEB, types: TYPES };
    const { webRequest } = browser;
    webRequest.onBeforeRedirect.addListener((details) => this.redirected(details), filter);
    webRequest.onErrorOccurred.addListener(({ requestId }) => this.asked.delete(requestId), filter);
    webRequest.onCompleted.addListener((details) => {
      this.answered({ ...details, ...this.asked.get(details.requestId) });
      this.asked.delete(details.requestId);
    }, filter, ["responseHeaders"]);
  }

  watch(tabId: TabId): void {
    this.seen.set(tabId, { files: new Set(), cut: new Set() });
  }

  unwatch(tabId: TabId): void {
    this.seen.delete(tabId);
  }

  redirected({ tabId, requestId, url, method }: { tabId: TabId; requestId: string; url: string; method: string }): void {
    const isFirst = this.seen.has(tabId) && !this.asked.has(requestId);
    if (isFirst && this.asked.size < MAX_REDIRECTS) this.asked.set(requestId, { url, method });
  }

  answered(answer: ScriptAnswer): void {
    const seen = this.seen.get(answer.tabId);
    if (seen === undefined || !isFetchedFile(answer) || this.isInside(answer)) return;
    const url = steady(answer.url);
    if (seen.files.has(url)) return;
    if (seen.files.size < MAX_FETCHED_FILES) seen.files.add(url);
    else if (seen.cut.size < MAX_FETCHED_FILES) seen.cut.add(url);
  }

  /** How many have come since the tab is watched. */
  count(tabId: TabId): number {
    return this.seen.get(tabId)?.files.size ?? 0;
  }

  /** Adds links to those that the page has no link to. */
  addTo(page: ReadPage, tabId: TabId): void {
    const { files, cut } = this.seen.get(tabId) ?? { files: new Set<string>(), cut: new Set<string>() };
    if (files.size === 0) return;
    const addressOf = ({ written, base }: TabLink) => (URL.canParse(written, page.bases[base]) ? new URL(written, page.bases[base]).href : written);
    const linked = new Set(page.links.map(addressOf));
    page.links.push(...[...files].filter((url) => !linked.has(url)).map(linkTo));
    page.truncated ||= cut.size > 0;
    page.linksCut += cut.size;
  }
}
