// What the stores are told fits them, fits the packages, and says the same in both languages.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { manifest } from "../../../extension/manifest.mjs";
import { fieldsOf, LANGUAGES, LIMITS, permissionsOf, readListing, releaseNotes, writeListings } from "../../../extension/store/listing.mjs";

const root = new URL("../../../", import.meta.url).pathname;
const read = (path) => readFileSync(join(root, path), "utf8");
const listings = LANGUAGES.map((language) => [language, readListing(language)]);
const manifests = ["chromium", "firefox"].map((browser) => manifest(browser, "store", "1.2.3"));

test("the languages have the same fields, none of them empty", () => {
  const [[, first], ...others] = listings;
  for (const [language, listing] of others) assert.deepEqual([...listing.keys()], [...first.keys()], language);
  for (const [language, listing] of listings) {
    for (const [field, text] of listing) assert.ok(text.length > 5, `${language}: ${field}`);
  }
});

test("each permission of the packages has a reason, and no reason is without a permission", () => {
  const asked = new Set(["chromium", "firefox"].flatMap(permissionsOf));
  assert.ok(manifests.every((one) => one.host_permissions === undefined), "no host is asked for from the start");
  for (const [language, listing] of listings) {
    assert.deepEqual([...fieldsOf(listing, "permission").keys()].sort(), [...asked].sort(), language);
  }
  const optional = manifests.flatMap((one) => [...one.optional_permissions, ...one.optional_host_permissions]);
  for (const name of optional) assert.match(listings[0][1].get(`permission ${name}`), /Asked for when|asked for when|Optional/, name);
});

test("texts are no longer than the stores take", () => {
  for (const [language, listing] of listings) {
    for (const limits of Object.values(LIMITS)) {
      const { permission, ...fields } = limits;
      for (const [field, limit] of Object.entries(fields)) {
        const length = listing.get(field)?.length ?? 0;
        assert.ok(length <= limit, `${language}: ${field} has ${length} characters, the store takes ${limit}`);
      }
      for (const [name, text] of fieldsOf(listing, "permission")) assert.ok(text.length <= (permission ?? Infinity), `${language}: ${name}`);
    }
  }
});

test("name and summary are those of the packages, where one store takes them from", () => {
  for (const [language, listing] of listings) {
    const messages = JSON.parse(read(`extension/_locales/${language}/messages.json`));
    assert.equal(listing.get("name"), messages.name.message);
    assert.equal(listing.get("summary"), messages.description.message);
  }
});

test("paragraphs are single lines, lists and headings keep theirs", () => {
  for (const [language, listing] of listings) {
    const lines = listing.get("description").split("\n");
    assert.ok(lines.filter((line) => line.startsWith("• ")).length >= 8, language);
    assert.ok(lines.includes(language === "en" ? "Your privacy:" : "Votre vie privée :"));
    assert.ok(lines.some((line) => line.length > 200));
  }
});

test("the privacy policies have the same parts", () => {
  const shape = (language) => read(`extension/store/privacy.${language}.md`).split("\n")
    .filter((line) => /^(#|\|)/.test(line)).map((line) => line.replace(/[^#|]/g, ""));
  assert.deepEqual(shape("fr"), shape("en"));
});

test("release notes are what the change log says of the extension", () => {
  const log = "# Log\n\n## [Unreleased]\n\n## [1.1.0]\n\n### Added\n\n**Jobs**\n- Files.\n\n**Browser extension**, in two\n- A `panel` that\n"
    + "  is [wide](x.md).\n- More.\n\n**Other**\n- No.\n\n## [1.0.0]\n- Old.\n";
  assert.equal(releaseNotes(log, "1.1.0"), "- A panel that is wide.\n- More.");
  assert.equal(releaseNotes(log, "1.0.0").split("\n").at(-1), "- Old.");
  const { version } = JSON.parse(read("package.json"));
  const notes = releaseNotes(read("CHANGELOG.md"), version);
  assert.ok(notes.length > 50 && notes.length <= LIMITS.firefox["release notes"], `${notes.length} characters`);
});

test("everything is written where the packages are", () => {
  const out = mkdtempSync(join(tmpdir(), "tagtrail-listing-"));
  try {
    writeListings(out, "1.2.3");
    const names = readdirSync(join(out, "store"), { recursive: true }).map(String);
    for (const name of ["privacy.en.md", "privacy.fr.md", "chromium/fr/permissions.txt", "chromium/en/single-purpose.txt", "firefox/en/release-notes.txt"]) {
      assert.ok(names.includes(name), name);
    }
    const reasons = (store) => readFileSync(join(out, `store/${store}/fr/permissions.txt`), "utf8");
    assert.match(reasons("chromium"), /^sidePanel:\nPour/m);
    assert.match(reasons("firefox"), /^webRequestBlocking:\nFirefox/m);
    assert.doesNotMatch(reasons("chromium"), /undefined|webRequestBlocking/);
    assert.doesNotMatch(reasons("firefox"), /undefined|sidePanel/);
    const metadata = JSON.parse(readFileSync(join(out, "store/firefox/amo-metadata.json"), "utf8"));
    assert.deepEqual(Object.keys(metadata.summary), ["en-US", "fr"]);
    assert.equal(metadata.version.license, JSON.parse(read("package.json")).license);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
