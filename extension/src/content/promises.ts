// What a button promises, by its words and names: a file, more links, or nothing that may be pressed.
// The words of what must not be pressed are those of links that act (wasm-core/src/acting).
import words from "../../../shared/data/acting_words.json" with { type: "json" };

interface ButtonFacts {
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

const FILE_TYPES =
  "csv|tsv|xlsx?|xlsm|ods|pdf|zip|gz|json|geojson|jsonl|xml|rdf|parquet|docx?|odt|rtf|txt|shp|kml|kmz|gpkg|gpx|sav|dta|sas|netcdf|sqlite";

/** Words that begin so: en, fr, de, es, it, pt; without accents. */
const FILE_WORDS = new RegExp(
  `\\b(?:download|export|telecharg|herunterlad|runterlad|descarg|scaric|esport|baixar|baixe|transferir)|\\b(?:${FILE_TYPES})\\b`,
);
const FILE_NAMES = new RegExp(`\\b(?:downloads?|exports?|exporter|${FILE_TYPES})\\b`);

const MORE_WORDS = new RegExp(
  [
    "\\b(?:load|show|see|view|display|get) (?:\\w+ ){0,2}(?:more|all)\\b|^more(?: \\w+)?$|\\bmore results\\b",
    "\\b(?:charger|afficher|voir|montrer) (?:\\w+ ){0,2}(?:plus|tout|tous|toutes|suite)\\b|^(?:plus|tout afficher|plus de \\w+)$",
    "\\b(?:mehr|weitere|alle) (?:\\w+ ){0,2}(?:laden|anzeigen|zeigen|ansehen)\\b|^(?:mehr|weitere(?: \\w+)?)$",
    "\\b(?:cargar|mostrar|ver) (?:\\w+ ){0,2}(?:mas|todos?|todas?)\\b|^mas(?: \\w+)?$",
    "\\b(?:carica|mostra|vedi|visualizza) (?:\\w+ ){0,2}(?:altr[io]|altre|piu|tutt[io]|tutte)\\b",
    "\\b(?:carregar|mostrar|ver|exibir) (?:\\w+ ){0,2}(?:mais|todos?|todas?|tudo)\\b|^mais(?: \\w+)?$",
  ].join("|"),
);
const MORE_NAMES = /\b(?:load|show|see|view) more\b|\bmore (?:button|btn|link|results)\b|\b(?:btn|button) more\b/;

/** Lower case without accents, and every run of other characters one space. */
export function plainWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
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
function wordsOfNames(names: string): string {
  return plainWords(names.replace(/([a-z\d])([A-Z])/g, "$1 $2"));
}

/** What pressing it promises, or null when it must not be pressed or promises nothing. */
export function promiseOf(facts: ButtonFacts): Promised | null {
  const texts = [plainWords(facts.text), plainWords(facts.label)];
  const names = wordsOfNames(facts.names);
  if (facts.text.length > MAX_BUTTON_TEXT) return null;
  if ([...texts, names].some((words) => NEVER.test(words))) return null;
  if (facts.download || texts.some((words) => FILE_WORDS.test(words)) || FILE_NAMES.test(names)) {
    return "file";
  }
  const next = facts.rel.toLowerCase().split(/\s+/).includes("next");
  return next || texts.some((words) => MORE_WORDS.test(words)) || MORE_NAMES.test(names) ? "more" : null;
}
