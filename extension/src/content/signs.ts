// What a link says to those who see a sign in place of words, or have it read out. As in
// wasm-core/src/acting/signs.cpp and native-host/src/html/elements.cpp.
import words from "../../../shared/data/acting_words.json" with { type: "json" };
import * as dom from "./dom.ts";
import { plainWords, wordsOfNames } from "./promises.ts";

const NAMES_UNITS = 500;
/** More are a sentence, about something else perhaps. */
const LABEL_WORDS = 3;
const LABELS = ["aria-label", "title", "alt"];

const ICONS: ReadonlySet<string> = new Set(words.icons.map(plainWords));
const ACTS: ReadonlySet<string> = new Set([...words.leave, ...words.destroy, ...words.judge, ...words.order].map(plainWords));

/** `fa-trash-alt`, `trash3`: a bin, whatever its family and its variant. */
function signActs(names: string): boolean {
  return names.replace(/\d/g, " ").split(" ").some((name) => {
    const parts = wordsOfNames(name).split(" ");
    return parts.some((part, at) => ICONS.has(part) || ICONS.has(`${part} ${parts[at + 1] ?? ""}`));
  });
}

function labelActs(label: string): boolean {
  const plain = plainWords(label);
  const parts = plain.split(" ");
  if (plain === "" || parts.length > LABEL_WORDS) return false;
  return [plain, parts[0] ?? "", parts.at(-1) ?? ""].some((part) => ACTS.has(part));
}

/** Of a link, or what stands in it: whether it is a drawing of something done, or has a name like that. */
export function signSaysThatItActs(element: Element): boolean {
  const at = (name: string) => (dom.attribute(element, name) ?? "").slice(0, NAMES_UNITS);
  return LABELS.some((name) => labelActs(at(name))) || signActs(at("class")) || signActs(dom.drawingOf(element).slice(0, NAMES_UNITS));
}
