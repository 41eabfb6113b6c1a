// Words to ask a box for, where an empty one shows nothing: what the page itself speaks of.
import { saysSearch } from "./promises.ts";

const MAX_WORDS = 12;
/** Shorter ones are of no subject, as a rule. */
const SHORTEST = 4;
const LONGEST = 30;

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isSubject = (word: string) => word.length <= LONGEST && (/^(?:1[89]|20)\d\d$/.test(word) || (/^\D+$/.test(word) && !saysSearch(word) &&
    (word.length >= SHORTEST || /[\u3040-\u9fff\uac00-\ud7a3]/.test(word))));
  return new Set(words.filter(isSubject));
}

/** Those in most of the texts first. */
export function searchWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => [...wordsOf(text)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_WORDS).map(([word]) => word);
}
