// What the stores are told: en.md and fr.md, a section a field, and stores.json. writeListings() puts it beside
// the packages, in the form that each store takes. Both stores' limits, in characters, are here.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { manifest } from "../manifest.mjs";

const root = resolve(import.meta.dirname, "../..");

export const LANGUAGES = ["en", "fr"];
/** As addons.mozilla.org names them. */
const AMO_LANGUAGES = { en: "en-US", fr: "fr" };

export const LIMITS = {
  chromium: { name: 75, summary: 132, description: 16_000, "single purpose": 1000, "remote code": 1000, permission: 1000 },
  firefox: { name: 50, "summary amo": 250, description: 15_000, reviewers: 3000, "release notes": 3000 },
};

/** Lines of a paragraph are one, but for items of a list and what follows a colon. */
function unwrapped(text) {
  return text.trim().replace(/(?<!:)\n(?=[^\n•])(?<!\n\n)/g, " ").replace(/ {2,}/g, " ");
}

/** What the package for a store asks for, at once or later. */
export function permissionsOf(store) {
  const { permissions, optional_permissions, optional_host_permissions } = manifest(store, "store", "0");
  return [...permissions, ...optional_permissions, ...optional_host_permissions];
}

/** Field -> text, of one language; "permission NAME" is the reason for a permission, "screenshot NAME" a caption. */
export function readListing(language) {
  const [, ...parts] = readFileSync(join(import.meta.dirname, `${language}.md`), "utf8").split(/^## /m);
  return new Map(parts.map((part) => {
    const end = part.indexOf("\n");
    return [part.slice(0, end).trim(), unwrapped(part.slice(end))];
  }));
}

/** Name -> text of the fields that begin with a word. */
export function fieldsOf(listing, word) {
  return new Map([...listing].filter(([field]) => field.startsWith(`${word} `)).map(([field, text]) => [field.slice(word.length + 1), text]));
}

export function stores() {
  return JSON.parse(readFileSync(join(import.meta.dirname, "stores.json"), "utf8"));
}

/** What a version brought to the extension, as the change log has it: of the version, or of what is to become it. */
export function releaseNotes(changeLog, version) {
  const sections = changeLog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${version}]`)) ?? sections[0] ?? "";
  const ofExtension = /^\*\*Browser extension\*\*.*\n\n?([^]*?)(?=^\*\*|^#|$(?![^]))/m.exec(section)?.[1] ?? section;
  return ofExtension.replace(/\n {2,}(?=\S)/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "").trim();
}

function writeTexts(folder, texts) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `${name}.txt`), `${text}\n`);
}

/** As `web-ext sign --amo-metadata` takes it. */
function amoMetadata(listings, notes) {
  const { categories, license } = stores().firefox;
  const inAll = (textOf) => Object.fromEntries(LANGUAGES.map((language) => [AMO_LANGUAGES[language], textOf(listings[language])]));
  return {
    categories,
    summary: inAll((listing) => listing.get("summary amo")),
    description: inAll((listing) => listing.get("description")),
    version: { license, release_notes: inAll(() => notes), approval_notes: listings.en.get("reviewers") },
  };
}

/** Writes `out`/store anew, but for its screenshots. */
export function writeListings(out, version) {
  const folder = join(out, "store");
  const notes = releaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  const listings = Object.fromEntries(LANGUAGES.map((language) => [language, readListing(language)]));
  for (const store of ["chromium", "firefox"]) rmSync(join(folder, store), { recursive: true, force: true });
  for (const [language, listing] of Object.entries(listings)) {
    const lines = (entries) => entries.map(([name, text]) => `${name}:\n${text}`).join("\n\n");
    const common = (store) => ({
      name: listing.get("name"), description: listing.get("description"), support: listing.get("support"),
      permissions: lines(permissionsOf(store).map((name) => [name, listing.get(`permission ${name}`)])),
      captions: lines([...fieldsOf(listing, "screenshot")]),
    });
    writeTexts(join(folder, "chromium", language), {
      ...common("chromium"), summary: listing.get("summary"), category: stores().chromium.category,
      "single-purpose": listing.get("single purpose"), "remote-code": listing.get("remote code"), "data-use": listing.get("data use"),
    });
    writeTexts(join(folder, "firefox", language), {
      ...common("firefox"), summary: listing.get("summary amo"), tags: stores().tags.join(", "),
      "data-permissions": listing.get("data permissions"), reviewers: listing.get("reviewers"), "release-notes": notes,
    });
    cpSync(join(import.meta.dirname, `privacy.${language}.md`), join(folder, `privacy.${language}.md`));
  }
  writeFileSync(join(folder, "firefox/amo-metadata.json"), `${JSON.stringify(amoMetadata(listings, notes), null, 2)}\n`);
  return folder;
}
