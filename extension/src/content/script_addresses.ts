// Addresses that are written out in a page's scripts, found without running them; as in
// native-host/src/html/script_addresses.hpp.
import { trimmed } from "./text.ts";
import { LONGEST_ADDRESS, mayBeAddress, namesDataFile, pathIn } from "./written_addresses.ts";

export const HANDLER_UNITS = 10_000;

/** How the browser is sent elsewhere; `request.open('GET', ...)` sends nobody. */
const SENDING =
  /(?<![\w$])(?:location(?:\.href)?[ \t\r\n\f]*=|location\.(?:assign|replace)[ \t\r\n\f]*\(|(?:(?<!\.)|(?<=window\.))open[ \t\r\n\f]*\()[ \t\r\n\f]*(["'])/g;

/** The address that the text of a handler sends the browser to, when it is a literal; else "". */
export function addressInHandler(handler: string): string {
  const text = handler.slice(0, HANDLER_UNITS);
  SENDING.lastIndex = 0;
  for (let sending = SENDING.exec(text); sending !== null; sending = SENDING.exec(text)) {
    const quote = sending[1] ?? "";
    const begin = SENDING.lastIndex;
    let close = begin;
    while (close < text.length && !`${quote}\\\n`.includes(text.charAt(close))) close++;
    if (close === text.length) return "";
    SENDING.lastIndex = close;
    if (text.charAt(close) !== quote) continue;
    const address = trimmed(text.slice(begin, close));
    const whole = /^[ \t\r\n\f]*(?:[;,)}]|$)/.test(text.slice(close + 1));
    // `this.location = 'Bern'` and `open('menu')` are no addresses.
    const sure = sending[0].startsWith("location.") || /[/.?]/.test(address);
    if (whole && sure && mayBeAddress(address)) return address;
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

/** The address that a literal is; empty when it is none. */
function fileInLiteral(literal: string): string {
  if (literal.length > LONGEST_ADDRESS || !literal.includes(".")) return "";
  // Of a literal within a literal the quotation marks are escaped.
  let end = literal.length;
  while (literal.charAt(end - 1) === "\\") end--;
  const text = unescaped(literal.slice(0, end));
  return pathIn(text).includes("/") && !text.includes(" ") && namesDataFile(text) ? text : "";
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
      const file = fileInLiteral(script.slice(open + 1, at));
      if (file !== "" && standsAlone(script, open, at)) files.push(file);
    }
    open = at;
  }
  return files;
}
