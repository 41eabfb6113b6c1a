// Words of a search and of what is searched, as `tagtrail search` tells them apart (docs/search.md): case, accents and
// English endings don't count, and a word of four letters or more finds longer ones that begin so.
import { stemmer } from "stemmer";

/** Scripts without spaces between words: each two characters side by side are one. */
const UNSPACED = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Most texts; the long way takes several times as long. */
const PLAIN = /^[\0-\x7f]*$/;
const LEAST_BEGINNING = 4;
const LONG = 7;
const MOST_WORDS = 32;
const MOST_TYPED = 4000;

/** Of which a table says nothing by being there (native-host/src/search/search_words.cpp). */
export const FILLERS: ReadonlySet<string> = new Set(("a al am an and as at auf by con da das de del den der des di die do du e ein el en et for "
  + "from für im in is je la las le les los nach o of on or par per por pro the to und van von vs with y zu").split(" "));

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();
}

function pairs(run: string): string {
  const letters = [...run];
  return letters.length < 2 ? ` ${run} ` : ` ${letters.slice(1).map((letter, at) => (letters[at] ?? "") + letter).join(" ")} `;
}

/** The words of a text, folded. */
function wordsIn(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  // Pairs come before folding, which would take marks of sound off Japanese.
  return fold(text.normalize("NFC").replace(UNSPACED, pairs)).match(WORD) ?? [];
}

/** Names such as `unemploymentRate` are two words. */
function parted(text: string): string {
  return /\p{Ll}\p{Lu}/u.test(text) ? text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2") : text;
}

/** All words of a text, each between spaces, to be looked into by wordIsIn(). */
export function searchText(text: string): string {
  const apart = parted(text);
  return ` ${wordsIn(apart === text ? text : `${text}\n${apart}`).join(" ")} `;
}

export interface Word {
  /** As somebody typed it. */
  written: string;
  /** Folded, and other forms that are as good. */
  forms: string[];
  /** Words that begin so count, too; none do for short ones and numbers. */
  beginnings: string[];
}

/** Itself and its stem, by which `cars` finds `car`; and more of those, which are too short for others to begin so. */
function formsOf(word: string): string[] {
  const stem = stemmer(word);
  return [...new Set([word, stem, ...(/^\p{N}+$/u.test(word) ? [] : [`${stem}s`])])];
}

/**
 * What other forms of a word begin with: its stem (Porter). Only words of a search are stemmed, not all texts, so where the
 * stem has an `i` for a `y`, texts may have either: `cities` is `citi`. Of long ones neither is needed.
 */
function beginningsOf(word: string): string[] {
  const stem = stemmer(word);
  if (stem.length < LEAST_BEGINNING || /^\p{N}+$/u.test(word)) return [];
  if (!/[iy]$/.test(stem)) return [stem];
  const before = stem.slice(0, -1);
  return stem.length >= LONG ? [before] : [`${before}i`, `${before}y`];
}

/** Of what somebody typed, each once. None of it is syntax. Fillers are left away unless there is nothing else. */
export function wordsOf(typed: string): Word[] {
  const words = new Map<string, Word>();
  for (const [written] of typed.slice(0, MOST_TYPED).normalize("NFC").matchAll(WORD)) {
    for (const word of wordsIn(written)) {
      if (words.size < MOST_WORDS && !words.has(word)) words.set(word, { written, forms: formsOf(word), beginnings: beginningsOf(word) });
    }
  }
  const all = [...words.values()];
  const said = all.filter(({ written }) => !FILLERS.has(written.toLowerCase()));
  return said.length > 0 ? said : all;
}

/** 2: the word itself is in a searchText(), 1: a longer one, 0: neither. */
export function wordIsIn(text: string, { forms, beginnings }: Word): 0 | 1 | 2 {
  if (forms.some((form) => text.includes(` ${form} `))) return 2;
  return beginnings.some((beginning) => text.includes(` ${beginning}`)) ? 1 : 0;
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** A text in pieces, those marked that have one of the words. */
export function markedPieces(text: string, words: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const searched = searchText(match[0]);
    if (!words.some((word) => wordIsIn(searched, word) > 0)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), marked: false });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], marked: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), marked: false });
  return pieces;
}
