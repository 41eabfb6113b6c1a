// What kinds of HTML elements mean to a reader of links; as in native-host/src/html/elements.cpp.
import { asciiLower, trimmed } from "./text.ts";
import { namesDataFile } from "./written_addresses.ts";

export const HEADINGS: ReadonlySet<string> = new Set(
  ["h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "legend", "caption"],
);

/** The nearest of these around a link gives its surrounding text. */
export const SURROUNDING: ReadonlySet<string> = new Set(
  ["p", "li", "td", "th", "dd", "dt", "div", "section", "article", "tr", "figure", "body"],
);

/** Text in these is not text of the page. */
export const MUTED: ReadonlySet<string> = new Set(
  ["script", "style", "template", "noscript", "noframes", "noembed", "iframe", "title"],
);

/** Elements that may stand within a word. */
export const INLINE: ReadonlySet<string> = new Set([
  "a", "abbr", "b", "big", "code", "em", "font", "i", "mark", "s", "small", "span", "strike",
  "strong", "sub", "sup", "tt", "u", "wbr",
]);

/** The attribute that holds the URL of each element whose links are followed. */
export const LINK_ATTRIBUTES = {
  a: "href", area: "href", frame: "src", iframe: "src", link: "href",
} as const;

export type LinkName = keyof typeof LINK_ATTRIBUTES;

export function isLinkName(name: string): name is LinkName {
  return Object.hasOwn(LINK_ATTRIBUTES, name);
}

const COMMANDS: ReadonlySet<string> = new Set([
  "hx-delete", "hx-post", "hx-put", "hx-patch", "ic-delete-from", "ic-post-to", "ic-put-to", "ic-patch-to",
  "post-url", "delete-url",
]);

const CHANGING: ReadonlySet<string> = new Set(["post", "put", "patch", "delete"]);

/** Whatever library an attribute is of: `data-hx-post` is `hx-post`. */
function hintsOfOne(name: string, value: string): number {
  const bare = name.startsWith("data-") ? name.slice(5) : name;
  // The name of what asks, `confirm-action`; a text may speak of confirmed cases.
  const toldToAsk = name.startsWith("data-") && value.includes("confirm") &&
    !value.includes("confirmed") && !value.includes(" ");
  const confirms = name.includes("confirm") || toldToAsk || (name === "onclick" && value.includes("confirm("));
  // An answer that is shown nowhere was not asked for to be read.
  const shownNowhere = bare === "hx-swap" && trimmed(value) === "none";
  // What is sent, `table=a&sql=b`; a number is that of an article.
  const holdsPost = bare === "post" && value.includes("=");
  const commands = COMMANDS.has(bare) || shownNowhere || holdsPost || (bare.endsWith("method") && CHANGING.has(asciiLower(trimmed(value))));
  const handles = ["click", "mousedown", "ajax", "callback"].some((part) => name.includes(part)) ||
    name === "data-action" || name === "data-module-action" || name === "data-remote";
  return (confirms ? 1 : 0) | (commands ? 2 : 0) | (handles ? 4 : 0);
}

/**
 * What the attributes of a link say about following it: 1, it asks first; 2, it is no GET; 4, a script handles presses
 * on it.
 */
export function hintsOf(names: readonly string[], attribute: (name: string) => string | null): number {
  return names.reduce((hints, name) => hints | hintsOfOne(name, attribute(name) ?? ""), 0);
}

const FEED_TYPES: ReadonlySet<string> = new Set(["application/rss+xml", "application/atom+xml"]);

/** Whether a <link> leads to a feed or a sitemap: the others are no links for readers. */
export function namesLinkSource(rel: string, type: string): boolean {
  const words = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
  return words.includes("sitemap") || (words.includes("alternate") && FEED_TYPES.has(essence));
}

/** Whether a <link> names what a script of the page loads next. */
export function comesNext(rel: string, as: string): boolean {
  const words = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  return words.includes("prefetch") || words.includes("prerender") || (words.includes("preload") && as === "fetch");
}

const SHOWN_TYPES: ReadonlySet<string> = new Set([
  "application/pdf", "text/html", "application/xhtml+xml", "text/csv", "text/plain", "application/json", "text/xml", "application/xml",
  "image/svg+xml",
]);

/** Where a `<meta http-equiv=refresh>` sends, as written; empty: nowhere else. */
export function refreshAddress(content: string): string {
  const rest = trimmed(trimmed(content).replace(/^[0-9.]*/, ""));
  if (!/^[;,]/.test(rest)) return "";
  const after = trimmed(rest.slice(1));
  const value = /^url/i.test(after) ? trimmed(after.slice(3)) : "";
  const address = value.startsWith("=") ? trimmed(value.slice(1)) : after;
  const quote = address.charAt(0);
  return quote === '"' || quote === "'" ? (address.slice(1).split(quote, 1)[0] ?? "") : address;
}

/** The address of a page, drawing or file that <embed> or <object> shows in the page; empty of what else they show. */
export function shownDocument(address: string, type: string): string {
  const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (SHOWN_TYPES.has(essence)) return address;
  const name = asciiLower(address.replace(/[?#].*$/s, "").replace(/^.*\//s, ""));
  const namesPage = essence === "" && (!name.includes(".") || /\.html?$/.test(name));
  return namesPage || /\.(?:pdf|svgz?)$/.test(name) || namesDataFile(address) ? address : "";
}
