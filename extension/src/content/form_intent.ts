// Whether a form only looks for something, by what it says of itself: the rules of wasm-core/src/forms/form_intent.cpp, by
// the same words, for forms that a press in a tab sends. A doubt is enough to leave one. And what a box is asked for.
import acting from "../../../shared/data/acting_words.json" with { type: "json" };
import said from "../../../shared/data/form_words.json" with { type: "json" };
import { isForbidden, plainWords, saysSearch, wordsOfNames } from "./promises.ts";

const MAX_WORDS = 12;
/** Shorter ones are of no subject, as a rule. */
const SHORTEST = 4;
const LONGEST = 30;

export interface FieldFacts {
  /** Of an input its type, else the name of the element. */
  kind: string;
  /** Its name and its id. */
  name: string;
  /** What people read beside or in it. */
  label: string;
}

export interface FormFacts {
  /** Its class, id and role. */
  names: string;
  fields: readonly FieldFacts[];
  /** What is on the buttons that send it. */
  buttons: readonly string[];
}

/** `*`: and what begins so, as do all words of scripts that put no spaces between them. */
class Phrases {
  private readonly inside: RegExp;
  private readonly first: RegExp;
  private readonly whole: ReadonlySet<string>;

  constructor(written: readonly string[]) {
    const parts = written.map((phrase) => ({ text: plainWords(phrase), open: phrase.endsWith("*") })).filter(({ text }) => text !== "");
    const unspaced = (text: string) => /^[\u2000-\uffff]/.test(text);
    const end = (text: string, open: boolean) => (open || unspaced(text) ? "" : "(?= |$)");
    this.inside = new RegExp(parts.map(({ text, open }) => `${unspaced(text) ? "" : "(?:^| )"}${text}${end(text, open)}`).join("|"), "u");
    this.first = new RegExp(`^(?:${parts.map(({ text, open }) => `${text}${end(text, open)}`).join("|")})`, "u");
    this.whole = new Set(parts.map(({ text }) => text));
  }

  in(plain: string): boolean {
    return this.inside.test(plain);
  }

  begin(plain: string): boolean {
    return this.first.test(plain);
  }

  are(plain: string): boolean {
    return this.whole.has(plain);
  }
}

const ASKS = new Phrases(said.asks);
const GETS = new Phrases([...said.gets, ...said.formats]);
const NEUTRAL = new Phrases(said.neutral);
const SENDS = new Phrases(said.sends);
const ACTS = new Phrases(said.acts);
const PLACES = new Phrases(said.places);
const BOXES = new Phrases(said.boxes);
const CONSENTS = new Phrases(said.consents);
const TOKENS: ReadonlySet<string> = new Set([...acting.tokens, ...acting["weak tokens"]].map(wordsOfNames));
const SEARCH_KEYS: ReadonlySet<string> = new Set(acting["search keys"]);
const HARMLESS: ReadonlySet<string> = new Set(["submit", "confirm", "follow", "reset"]);
const SIGNS: ReadonlySet<string> = new Set([...acting.vague, ...acting.sign].map(plainWords).filter((word) => !HARMLESS.has(word)));

const BOX_KINDS: ReadonlySet<string> = new Set(["text", "search", "url"]);
const NEVER_KINDS: ReadonlySet<string> = new Set(["password", "email", "tel", "file", "textarea"]);
const ENTRY_KINDS: ReadonlySet<string> = new Set(["number", "range", "date", "month", "week", "time", "datetime-local", "color"]);

function takesMoreThanASearch({ kind, name, label }: FieldFacts): boolean {
  if (NEVER_KINDS.has(kind)) return true;
  if (!BOX_KINDS.has(kind) && !ENTRY_KINDS.has(kind)) return false;
  const tells = (plain: string) => /mail|captcha/.test(plain) || BOXES.in(plain);
  if (tells(wordsOfNames(name))) return true;
  const plain = plainWords(label);
  return !ASKS.begin(plain) && (/\S@\S/.test(label) || tells(plain));
}

function fieldActs(field: FieldFacts): boolean {
  const name = wordsOfNames(field.name);
  if (takesMoreThanASearch(field)) return true;
  if (field.kind === "hidden") return TOKENS.has(name) || name.includes("captcha");
  return ["checkbox", "radio"].includes(field.kind) && CONSENTS.begin(plainWords(field.label));
}

type Says = "nothing" | "asks" | "unknown" | "sends" | "acts";

function read(label: string): Says {
  const plain = plainWords(label);
  if (plain === "" || NEUTRAL.are(plain)) return "nothing";
  if (SIGNS.has(plain) || isForbidden({ text: label, label: "", names: "" })) return "acts";
  if (ASKS.begin(plain)) return ACTS.begin(plain) ? "acts" : "asks";
  if (ACTS.in(plain)) return "acts";
  if (SENDS.in(plain)) return "sends";
  return GETS.in(plain) || ASKS.in(plain) ? "asks" : "unknown";
}

/** It is called a search, or has a box of that kind. */
function isCalledSearch({ names, fields }: FormFacts): boolean {
  return PLACES.in(wordsOfNames(names)) || fields.some(({ kind }) => kind === "search");
}

function asksForWords({ kind, name, label }: FieldFacts): boolean {
  const [named, called] = [wordsOfNames(name), plainWords(label)];
  return BOX_KINDS.has(kind) && (SEARCH_KEYS.has(named) || PLACES.in(named) || ASKS.begin(called) || PLACES.in(called));
}

/** Whether who sends it looks for something and does nothing else. */
export function onlyAsks(form: FormFacts): boolean {
  const buttons = form.buttons.map(read);
  if (buttons.includes("acts") || form.fields.some(fieldActs) || isForbidden({ text: "", label: "", names: form.names })) return false;
  if (isCalledSearch(form)) return true;
  if (buttons.includes("sends")) return false;
  if (buttons[0] === "asks" || form.fields.some(asksForWords)) return true;
  // Lists alone may be chosen from; buttons to choose from are a poll, perhaps.
  const has = (kinds: readonly string[]) => form.fields.some(({ kind }) => kinds.includes(kind));
  return !buttons.includes("unknown") && !has([...BOX_KINDS]) && has(["select", "checkbox"]);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isSubject = (word: string) => word.length <= LONGEST && (/^(?:1[89]|20)\d\d$/.test(word) || (/^\D+$/.test(word) && !saysSearch(word) &&
    (word.length >= SHORTEST || /[\u3040-\u9fff\uac00-\ud7a3]/.test(word))));
  return new Set(words.filter(isSubject));
}

/** Words to ask a box for, where an empty one shows nothing: what the page itself speaks of, in most of its texts first. */
export function searchWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => [...wordsOf(text)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_WORDS).map(([word]) => word);
}
