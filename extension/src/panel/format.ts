// Numbers as people read them.
import { language, words } from "./words.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit + 1 < UNITS.length) {
    value /= 1000;
    unit++;
  }
  const text = new Intl.NumberFormat(language(), {
    style: "unit",
    unit: UNITS[unit] ?? "byte",
    // The short form of bytes is a word, too long for a column of numbers.
    unitDisplay: unit === 0 ? "narrow" : "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
  // The narrow form leaves out the space too.
  return text.replace(/(\d)(?=\p{L})/u, "$1\u00a0");
}

export function formatNumber(value: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits }).format(value);
}

export function formatPercent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Files a page: two digits that count, so that 0.04 is not 0. */
export function formatWorth(files: number): string {
  const digits = files < 0.095 ? 2 : 1;
  return formatNumber(files, digits);
}

function unitOf(value: number, unit: "second" | "minute" | "hour" | "day"): string {
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** Coarse, as a forecast deserves: at most two units. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return unitOf(Math.max(0, Math.round(seconds)), "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unitOf(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return unitOf(Math.round(hours / 24), "day");
  const rest = minutes % 60;
  return rest === 0 ? unitOf(hours, "hour") : `${unitOf(hours, "hour")} ${unitOf(rest, "minute")}`;
}

const MIME_WORD = /^[a-z0-9+-]{1,5}$/;

/** A file's type in one short word: its extension, else the end of its MIME type. */
export function formatType(mime: string, name: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  if (extension !== undefined) return extension.toUpperCase();
  const subtype = mime.split("/")[1]?.split(";")[0] ?? "";
  if (MIME_WORD.test(subtype)) return subtype.toUpperCase();
  return mime === "" ? words("type_unknown") : mime;
}

/** The name of the file that a URL leads to, or its host when it has none. */
export function fileNameOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  const last = pathname.split("/").filter(Boolean).at(-1) ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
