// Addresses that are written out in a page's scripts, found without running them; as in
// native-host/src/html/script_addresses.hpp.
import { asciiLower, trimmed } from "./text.ts";
import { isClearlyAddress, LONGEST_ADDRESS, mayBeAddress, namesDataFile, pathIn } from "./written_addresses.ts";

export const HANDLER_UNITS = 10_000;

/** How the browser is sent elsewhere; `request.open('GET', ...)` sends nobody. */
const SENDING =
  /(?<![\w$])(?:location(?:\.href)?[ \t\r\n\f]*=|location\.(?:assign|replace)[ \t\r\n\f]*\(|(?:(?<!\.)|(?<=window\.))open[ \t\r\n\f]*\()[ \t\r\n\f]*/g;
/** Nothing is added to what stands before; a line may end without a sign. */
const WHOLE = /[ \t\r\f]*(?:[;,)}]|$|\n(?![ \t\r\n\f]*\+))/y;
const SENDING_LITERAL = new RegExp(`${SENDING.source}(["'])`, "g");

/** The addresses that a script sends the browser to, where they are literals, at most so many. */
export function addressesSentTo(text: string, most: number): string[] {
  const addresses: string[] = [];
  SENDING_LITERAL.lastIndex = 0;
  for (let sending = SENDING_LITERAL.exec(text); sending !== null; sending = SENDING_LITERAL.exec(text)) {
    const quote = sending[1] ?? "";
    const begin = SENDING_LITERAL.lastIndex;
    let close = begin;
    while (close < text.length && !`${quote}\\\n`.includes(text.charAt(close))) close++;
    if (close === text.length) break;
    SENDING_LITERAL.lastIndex = close;
    if (text.charAt(close) !== quote) continue;
    const address = trimmed(text.slice(begin, close));
    WHOLE.lastIndex = close + 1;
    const whole = WHOLE.test(text);
    // `this.location = 'Bern'` and `open('menu')` are no addresses.
    const sure = sending[0].startsWith("location.") || /[/.?]/.test(address);
    if (whole && sure && mayBeAddress(address) && addresses.push(address) >= most) break;
  }
  return addresses;
}

/** The address that the text of a handler sends the browser to, when it is a literal; else "". */
export function addressInHandler(handler: string): string {
  return addressesSentTo(handler.slice(0, HANDLER_UNITS), 1)[0] ?? "";
}

/** An address that is put together from what one control says: `'files/' + this.year.value + '.csv'`. */
export interface FilledAddress {
  before: string;
  after: string;
  /** Name or id of the control; empty: the element with the handler. */
  field: string;
}

/** The first term of a sum, and what is behind it; brackets and quotation marks are whole. */
function firstTerm(sum: string): [string, string] {
  let depth = 0;
  let at = 0;
  for (; at < sum.length; at++) {
    const c = sum.charAt(at);
    if (`"'\``.includes(c)) {
      const close = sum.indexOf(c, at + 1);
      if (close < 0) at = sum.length - 1;
      else at = close;
    } else if ("([".includes(c)) depth++;
    else if (")]".includes(c)) {
      if (depth-- === 0) break;
    } else if (depth === 0 && "+;,}?\n".includes(c)) break;
  }
  return [trimmed(sum.slice(0, at)), sum.charAt(at) === "+" ? sum.slice(at + 1) : ""];
}

/** The control whose value a term is; null for another term. */
function controlOf(whole: string): string | null {
  const term = whole.replace(/^(?:encodeURIComponent|encodeURI|escape)\((.*)\)$/s, "$1").trim();
  const said = /^(.+)\.(?:value|val\(\))$/s.exec(term)?.[1] ?? "";
  const options = said.indexOf(".options[");
  const control = options < 0 ? said : said.slice(0, options);
  if (control === "") return null;
  if (["this", "event.target", "$(this)"].includes(control)) return "";
  const quoted = /[)\]]$/.test(control) ? /^.*(["'])((?:(?!\1).)*)\1[^"']*$/s.exec(control)?.[2] ?? "" : control.replace(/^.*\./s, "");
  const name = quoted.replace(/^#/, "");
  return name === "" || name === "form" ? null : name;
}

function filledBy(whole: string): FilledAddress | null {
  const filled: FilledAddress = { before: "", after: "", field: "" };
  let found = false;
  for (let sum = whole; sum !== "";) {
    const [term, rest] = firstTerm(sum);
    sum = rest;
    const literal = /^(["'`])((?:(?!\1)[^\\$])*)\1$/s.exec(term)?.[2];
    if (literal !== undefined) {
      if (found) filled.after += literal;
      else filled.before += literal;
      continue;
    }
    const control = found ? null : controlOf(term);
    if (control === null) return null;
    filled.field = control;
    found = true;
  }
  return found ? filled : null;
}

/** The address that the text of a handler puts together from what one control says. */
export function filledAddress(handler: string): FilledAddress | null {
  const text = handler.slice(0, HANDLER_UNITS);
  SENDING.lastIndex = 0;
  while (SENDING.exec(text) !== null) {
    const sum = text.slice(SENDING.lastIndex);
    const filled = sum.startsWith("=") ? null : filledBy(sum);
    if (filled !== null) return filled;
  }
  return null;
}

const CALL = /([\w$.]*)\([ \t\r\n\f]*(["'])/g;
const OPENS = /open|popup|goto|redirect|navigate/;

/** The address of a page that a handler gives to a function whose name says that it opens it; else "". */
export function openedAddress(handler: string): string {
  const text = handler.slice(0, HANDLER_UNITS);
  CALL.lastIndex = 0;
  for (let call = CALL.exec(text); call !== null; call = CALL.exec(text)) {
    const [, named = "", quote = ""] = call;
    const close = text.indexOf(quote, CALL.lastIndex);
    if (close < 0) return "";
    const address = trimmed(text.slice(CALL.lastIndex, close));
    const name = asciiLower(named.replace(/^.*\./s, ""));
    const whole = /^[ \t\r\n\f]*[,)]/.test(text.slice(close + 1));
    if (whole && name !== "open" && OPENS.test(name) && !address.includes(" ") && isClearlyAddress(address)) return address;
    CALL.lastIndex = call.index + call[0].length;
  }
  return "";
}

/** `\/` and the ASCII characters that are written by their numbers; others stay, and make it none. */
function unescaped(literal: string): string {
  return literal.replace(/\\(?:\/|(?:u00|x)([0-9a-fA-F]{2}))/g, (written: string, digits?: string) => {
    if (digits === undefined) return "/";
    const code = Number.parseInt(digits, 16);
    return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : written;
  });
}

const LOADS: ReadonlySet<string> = new Set([
  "fetch", "csv", "tsv", "dsv", "json", "xml", "text", "blob", "get", "getjson", "ajax", "load", "request", "axios",
  "readcsv", "loadcsv", "loadjson", "loaddata",
]);
const HOLDS: ReadonlySet<string> = new Set([
  "url", "uri", "href", "src", "file", "path", "dataurl", "data_url", "datafile", "data_file", "csvurl", "jsonurl", "fileurl", "source",
]);
/** What a word and its sign may take before a literal. */
const REACH_UNITS = 100;

/** Whether what stands before a literal says that it is an address: a function that loads it, or what it is assigned to. */
function isSaidToBeAddress(script: string, open: number): boolean {
  const before = script.slice(Math.max(0, open - REACH_UNITS), open);
  const [, word = "", sign = ""] = /([A-Za-z0-9_$]*)["']?[ \t\r\n\f]*([(,:=])[ \t\r\n\f]*$/.exec(before) ?? [];
  const said = asciiLower(word);
  if (sign === "(") return LOADS.has(said);
  // `request.open("GET", "a.csv")`
  return sign === "," ? said === "get" : HOLDS.has(said);
}

/** The address that a literal is; empty when it is none. */
function fileInLiteral(script: string, open: number, close: number): string {
  const literal = script.slice(open + 1, close);
  if (literal.length > LONGEST_ADDRESS || !literal.includes(".")) return "";
  // Of a literal within a literal the quotation marks are escaped.
  let end = literal.length;
  while (literal.charAt(end - 1) === "\\") end--;
  const text = unescaped(literal.slice(0, end));
  if (text.includes(" ") || !namesDataFile(text)) return "";
  return pathIn(text).includes("/") || isSaidToBeAddress(script, open) ? text : "";
}

/** Whether the literal from one quotation mark to the other is no part of a sum, and no key. */
function standsAlone(script: string, open: number, close: number): boolean {
  let before = open - 1;
  while (before >= 0 && " \t\r\n\f\\".includes(script.charAt(before))) before--;
  if (before >= 0 && script.charAt(before) === "+") return false;
  let after = close + 1;
  while (after < script.length && " \t\r\n\f".includes(script.charAt(after))) after++;
  return after >= script.length || !"+:".includes(script.charAt(after));
}

/** The literals of a script that are addresses of data files. */
export function filesInScript(script: string, most: number): string[] {
  const files: string[] = [];
  const quotes = /["'`]/g;
  let open = -1;
  for (let mark = quotes.exec(script); mark !== null && files.length < most; mark = quotes.exec(script)) {
    const at = mark.index;
    // Between neighbouring marks: so a mark that begins nothing, as in a comment, costs one literal.
    if (open >= 0 && script.charAt(open) === script.charAt(at)) {
      const file = fileInLiteral(script, open, at);
      if (file !== "" && standsAlone(script, open, at)) files.push(file);
    }
    open = at;
  }
  return files;
}
