// What a button promises, by its words and names: a file, more links, or nothing that may be pressed. The same rules,
// by the same words, as in native-host/src/content/promises.cpp.
// The words of what must not be pressed are those of links that act (wasm-core/src/acting).
import words from "../../../shared/data/acting_words.json" with { type: "json" };
import said from "../../../shared/data/promises.json" with { type: "json" };

export interface ButtonFacts {
  /** The text that it shows. */
  text: string;
  /** What it says besides: aria-label, title, value. */
  label: string;
  /** Its class, id and the like. */
  names: string;
  rel: string;
  /** It has an attribute that only downloads have. */
  download: boolean;
}

export type Promised = "file" | "more";

/** A text longer than this is no button's, but that of a block with a handler. */
export const MAX_BUTTON_TEXT = 80;

const FILE_TYPES: ReadonlySet<string> = new Set(said["file types"]);
const FILE_NAMES: ReadonlySet<string> = new Set(said["file names"]);
const SEARCHES: ReadonlySet<string> = new Set(said.searches);
/** A word, and behind it, with two words between them at most, another. */
const MORE_PAIRS = said.more.map(({ first, then }) => ({ first: new Set(first), then: new Set(then) }));
const REACH = 3;

/** Lower case without accents, and every run of other characters one space. */
export function plainWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What must never happen because of a crawl: to leave the account, to destroy, to pay, to print. */
const NEVER = new RegExp(
  `\\b(?:${words.buttons.join("|")})|(?<![\\p{L}\\p{N}])(?:${
    [...words.leave, ...words.destroy, ...words.judge, ...words.order].map(plainWords).join("|")
  })(?![\\p{L}\\p{N}])`,
  "u",
);

/** `btnDownloadCSV` and `btn-download_csv` are the words btn, download, csv. */
export function wordsOfNames(names: string): string {
  return plainWords(names.replace(/([a-z\d])([A-Z])/g, "$1 $2"));
}

/** Whole words of a plain text. */
function holds(plain: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => ` ${plain} `.includes(` ${phrase} `));
}

/** The same, where the last word may go on. */
function holdsBeginning(plain: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => ` ${plain}`.includes(` ${phrase}`));
}

function hasAny(plain: string, words: ReadonlySet<string>): boolean {
  return plain.split(" ").some((word) => words.has(word));
}

function saysFile(plain: string): boolean {
  return hasAny(plain, FILE_TYPES) || holdsBeginning(plain, said["file beginnings"]);
}

function saysMore(plain: string): boolean {
  if (said["more whole"].includes(plain) || holds(plain, said["more phrases"])) return true;
  if (said["more and a word"].includes(plain.slice(0, Math.max(0, plain.lastIndexOf(" "))))) return true;
  const words = plain.split(" ");
  return MORE_PAIRS.some(({ first, then }) =>
    words.some((word, at) => first.has(word) && words.slice(at + 1, at + 1 + REACH).some((next) => then.has(next))));
}

/** Whether it must never be pressed. */
export function isForbidden({ text, label, names }: Pick<ButtonFacts, "text" | "label" | "names">): boolean {
  return [plainWords(text), plainWords(label), wordsOfNames(names)].some((words) => NEVER.test(words));
}

/** The words of one that is nothing but a command; more of them are a title. */
const MAX_COMMAND_WORDS = 3;
const COMMANDS = [...words.sign, ...words.vague, ...said["never turned"]].map(plainWords);
const WITHOUT_NUMBER = said["never turned without a number"];
const VALUES: ReadonlySet<string> = new Set(words.values);
const THINGS: ReadonlySet<string> = new Set(words.things);

/** Whether what it says is a command that changes something, beyond what no button may do. */
export function saysThatItActs({ text, label }: Pick<ButtonFacts, "text" | "label">): boolean {
  return [plainWords(text), plainWords(label)].some((plain) => {
    const all = plain.split(" ");
    // "Report 2024" is a title.
    const acts = holds(plain, COMMANDS) || VALUES.has(all[0] ?? "") || (!/\d/.test(plain) && holds(plain, WITHOUT_NUMBER));
    const command = all.length <= MAX_COMMAND_WORDS && acts;
    return command || (all.some((word) => VALUES.has(word)) && all.some((word) => THINGS.has(word)));
  });
}

/** What pressing it promises, or null when it must not be pressed or promises nothing. */
export function promiseOf(facts: ButtonFacts): Promised | null {
  const texts = [plainWords(facts.text), plainWords(facts.label)];
  const names = wordsOfNames(facts.names);
  if (facts.text.length > MAX_BUTTON_TEXT) return null;
  if (isForbidden(facts)) return null;
  // "DocSearch" names no document.
  const searches = [plainWords(facts.label), names].some((words) => hasAny(words, SEARCHES));
  const named = !searches && (hasAny(names, FILE_NAMES) || hasAny(names, FILE_TYPES));
  if (facts.download || texts.some(saysFile) || named) return "file";
  const next = facts.rel.toLowerCase().split(/\s+/).includes("next");
  return next || texts.some(saysMore) || holds(names, said["more names"]) ? "more" : null;
}

/** Whether it names a search. */
export function saysSearch(label: string): boolean {
  return hasAny(wordsOfNames(label.slice(0, 4 * MAX_BUTTON_TEXT)), SEARCHES);
}

/** Whether it takes back what was chosen, and chooses nothing. */
export function saysReset(label: string): boolean {
  return holdsBeginning(plainWords(label), said["reset beginnings"]);
}

/** More words than these agree to something in particular, if to anything. */
const MAX_ACCEPT_WORDS = 4;

const ACCEPTS = said.accept.map(plainWords);
const ACCEPTS_ANOTHER_WAY = said["accept another way"].map(plainWords);
const GOES_ON = said["go on"].map(plainWords);
const TRACKING = said.tracking.map(plainWords);

/** Whole words; of scripts that put no spaces between them, any part. */
function says(plain: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => (/[\u3040-\u9fff]/.test(phrase) ? plain.includes(phrase) : holds(plain, [phrase])));
}

/** Whether who presses it agrees to something, and is led on by that; `alone`: it says no more than that he agrees. */
export function saysAccept(label: string): "onward" | "alone" | null {
  const plain = plainWords(label.slice(0, 4 * MAX_BUTTON_TEXT));
  if (!says(plain, ACCEPTS)) return null;
  if (says(plain, GOES_ON)) return "onward";
  return plain.split(" ").length <= MAX_ACCEPT_WORDS && !says(plain, ACCEPTS_ANOTHER_WAY) ? "alone" : null;
}

/** Whether a text asks for something that hides nothing from who does not agree. */
export function tellsOfTracking(text: string): boolean {
  const plain = plainWords(text);
  return TRACKING.some((word) => plain.includes(word));
}

/** Whether a label leads to the next page of a list, by its words. */
export function saysNext(label: string): boolean {
  const plain = plainWords(label);
  return said.next.includes(plain) || holds(plain, said["next phrases"]);
}

/** The same by a sign, as `›`. */
export function isNextSign(text: string): boolean {
  return said["next signs"].includes(text.trim());
}

/** By names of classes and the like: a control that turns pages, or what is around some. */
export function namesPager(names: string): boolean {
  const plain = wordsOfNames(names);
  return holdsBeginning(plain, said["pager beginnings"]) || holds(plain, said["pager phrases"]);
}

const COOKIES: ReadonlySet<string> = new Set(said["cookie beginnings"]);
const SHOWS: ReadonlySet<string> = new Set(said["show words"]);

/** What turns pictures, days and the like, and no pages of a list: of which kinds it is; none: it is no such thing. */
export function kindsSetApart(names: string): string[] {
  const plain = wordsOfNames(names);
  const beginnings = said["set apart beginnings"].filter((word) => holdsBeginning(plain, [word]));
  const phrases = said["set apart phrases"].filter((phrase) => holds(plain, [phrase]));
  return [...beginnings, ...phrases].map((word) => (COOKIES.has(word) ? "cookies" : SHOWS.has(word) ? "show" : word));
}
