// The packages for the stores: what is in them, and that the same sources give the same bytes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { root } from "./support/program.mjs";

const wasm = process.env.TAGTRAIL_WASM ?? join(root, "build/wasm/wasm-core/tagtrail.wasm");
const skip = !existsSync(wasm) && "not built: ./tagtrail setup";

function call(out, args = [], { umask = 0o022, zone = "UTC", cwd = root } = {}) {
  const before = process.umask(umask);
  const result = spawnSync(process.execPath, [join(root, "extension/package.mjs"), "--out", out, "--wasm", wasm, ...args],
    { cwd, encoding: "utf8", env: { ...process.env, TZ: zone } });
  process.umask(before);
  return result;
}

/** { "tagtrail-1.0-chromium.zip": digest }. */
function digestsOf({ status, stdout, stderr }) {
  assert.equal(status, 0, stderr);
  return Object.fromEntries(stdout.trim().split("\n").map((line) => {
    const [digest, , path] = line.trim().split(/\s+/);
    return [basename(path), digest];
  }));
}

function read(zip, name) {
  return spawnSync("unzip", ["-p", zip, name], { encoding: "utf8" }).stdout;
}

/** What docs/licences.md names in the first column below a heading: "a, b (of C)" is a and b. */
function partsOf(heading) {
  const text = readFileSync(join(root, "docs/licences.md"), "utf8");
  const rows = text.split(`\n## ${heading}\n`)[1].split("\n## ")[0].split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).flatMap((row) => row.split("|")[1].replace(/\(.*?\)|`/g, "").split(",").map((part) => part.trim()));
}

describe("package", { skip }, () => {
  const folder = temporaryFolder();
  const first = join(folder.path, "first");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const zip = (name) => join(first, `tagtrail-${version}-${name}.zip`);
  let digests;

  before(() => {
    digests = digestsOf(call(first));
  });
  after(() => folder.remove());

  it("gives the same bytes again, also into the same place, with other habits of the system", () => {
    assert.deepEqual(Object.keys(digests).sort(),
      ["chromium", "firefox", "source"].map((name) => `tagtrail-${version}-${name}.zip`));
    const other = call(join(folder.path, "other"), [], { umask: 0o077, zone: "Asia/Tokyo", cwd: folder.path });
    assert.deepEqual(digestsOf(other), digests);
    assert.deepEqual(digestsOf(call(first)), digests);
  });

  it("holds what the stores take", () => {
    const chromium = JSON.parse(read(zip("chromium"), "manifest.json"));
    assert.equal(chromium.version, version);
    assert.ok(!("key" in chromium));
    const firefox = JSON.parse(read(zip("firefox"), "manifest.json"));
    assert.deepEqual(firefox.browser_specific_settings.gecko.data_collection_permissions,
      { required: ["none"], optional: ["browsingActivity", "websiteContent"] });
    for (const store of ["chromium", "firefox"]) {
      const names = spawnSync("unzip", ["-Z1", zip(store)], { encoding: "utf8" }).stdout.trim().split("\n");
      assert.deepEqual(names, [...names].sort());
      for (const name of ["tagtrail.wasm", "background.js", "_locales/en/messages.json"]) assert.ok(names.includes(name), name);
    }
  });

  it("holds the notice of each part that docs/licences.md names", () => {
    const parts = partsOf("The extension");
    assert.ok(parts.includes("uPlot") && parts.includes("musl"), parts.join());
    for (const store of ["chromium", "firefox"]) {
      const sections = read(zip(store), "licences.txt").split(/^== (.*) ==$/m);
      const texts = new Map(sections.slice(1).flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : [])));
      assert.deepEqual([...texts.keys()].sort(), [...parts, "Apache License 2.0"].sort());
      for (const [name, text] of texts) assert.match(text, /copyright|public domain/i, name);
      assert.match(texts.get("nlohmann/json"), /Niels Lohmann[^]*Permission is hereby granted/);
      assert.match(texts.get("musl"), /Rich Felker[^]*Permission is hereby granted/);
      assert.match(texts.get("uPlot"), /Leon Sorokin[^]*Permission is hereby granted/);
    }
  });

  it("holds the sources that it was made from", () => {
    assert.equal(JSON.parse(read(zip("source"), `tagtrail-${version}/package.json`)).version, version);
    assert.notEqual(read(zip("source"), `tagtrail-${version}/extension/build.mjs`), "");
  });

  it("lays what the stores' forms ask for beside them", () => {
    for (const name of ["privacy.en.md", "privacy.fr.md", "chromium/en/permissions.txt", "firefox/fr/description.txt", "firefox/amo-metadata.json"]) {
      assert.ok(existsSync(join(first, "store", name)), name);
    }
  });

  it("says what is missing, and what it does not know", () => {
    const missing = call(first, ["--wasm", join(folder.path, "none.wasm")]);
    assert.equal(missing.status, 3);
    assert.match(missing.stderr, /none\.wasm is missing/);
    assert.equal(call(first, ["--sign"]).status, 2);
  });
});
