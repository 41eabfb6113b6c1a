// The notices of what others wrote and we ship (docs/licences.md), from the texts that its packages bring.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = import.meta.dirname;
const NPM = join(root, "node_modules");
const DEBIAN = "/usr/share/doc";

/** Bundled into scripts and style sheets. `npm`: the package; `file`: its licence. */
const BUNDLED = [{ name: "d3-hierarchy", npm: "d3-hierarchy" }, { name: "stemmer", npm: "stemmer", file: "license" }, { name: "uPlot", npm: "uplot" }];

const ADA = "ada is under MIT or Apache-2.0; here it is used under Apache-2.0. The npm package that it comes from:";

/**
 * Linked into tagtrail.wasm. `debian`: the package; `below`: how the paths of its sources begin ("*": what the
 * copyright file says of all without a word of their own), since that file also speaks of tests and tools.
 */
const LINKED = [
  { name: "ada", npm: "react-native-fast-url", note: ADA },
  { name: "nlohmann/json", debian: "nlohmann-json3-dev", below: ["*", "include/"] },
  { name: "tl::expected", debian: "libexpected-dev", below: ["*"] },
  { name: "mime.types", debian: "media-types", below: ["*"] },
  { name: "musl", debian: "emscripten", below: ["system/lib/libc/musl/"] },
  { name: "dlmalloc", debian: "emscripten", below: ["system/lib/dlmalloc.c"] },
  { name: "libc++", debian: "emscripten", below: ["system/lib/libcxx/"] },
  { name: "libc++abi", debian: "emscripten", below: ["system/lib/libcxxabi/"] },
  { name: "compiler-rt", debian: "emscripten", below: ["system/lib/compiler-rt/"] },
  { name: "Emscripten", debian: "emscripten", below: ["*"] },
];

function read(part, file) {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch {
    throw new Error(`the licence of ${part.name} is missing: no file ${file}`);
  }
}

/** Field `name` of a paragraph of a copyright file, with its further lines. */
function field(paragraph, name) {
  return paragraph.match(new RegExp(`^${name}:[ \\t]*((?:.*)(?:\\n[ \\t].*)*)`, "m"))?.[1].trim();
}

/** The name of a paragraph's licence, in small letters, since files are not strict about them. */
function shortName(paragraph) {
  return field(paragraph, "License")?.split("\n")[0].toLowerCase() ?? "";
}

/** The licences that a name such as "expat or apache-2.0 with llvm exception" is made of. */
function licencesIn(name) {
  return name.split(/ (?:or|and) /).map((one) => one.replace(/ with .*/, ""));
}

/** What a machine-readable copyright file of Debian says of the sources below `part.below`, with the licences it names. */
export function debianNotice(part, folder) {
  const file = join(folder, part.debian, "copyright");
  const paragraphs = read(part, file).split(/\n\s*\n/);
  const own = paragraphs.filter((paragraph) => field(paragraph, "Files")?.split(/\s+/)
    .some((path) => part.below.some((start) => path === start || (start !== "*" && path.startsWith(start)))));
  if (own.length === 0) throw new Error(`the licence of ${part.name} is missing: ${file} has nothing on it`);
  const texts = new Set();
  for (const paragraph of own) {
    const inline = field(paragraph, "License")?.includes("\n");
    for (const name of licencesIn(shortName(paragraph))) {
      const text = paragraphs.find((other) => !field(other, "Files") && shortName(other) === name);
      if (text) texts.add(text);
      else if (!inline) throw new Error(`the licence ${name} of ${part.name} is missing in ${file}`);
    }
  }
  return [...own, ...texts].join("\n\n");
}

function notice(part, { npm, debian }) {
  const text = part.npm ? read(part, join(npm, part.npm, part.file ?? "LICENSE")) : debianNotice(part, debian);
  return `== ${part.name} ==\n${part.note ? `${part.note}\n` : ""}\n${text}\n`;
}

/** The parts whose npm packages are among `inputs` (paths, as in a metafile of esbuild); each must be known here. */
function bundledIn(inputs) {
  const packages = new Set(inputs.map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
  return [...packages].sort().map((name) => {
    const part = BUNDLED.find(({ npm }) => npm === name);
    if (!part) throw new Error(`${name} is bundled, but licences.mjs does not know it`);
    return part;
  });
}

/** The notices of what was bundled from `inputs`. Throws where one is missing. */
export function bundledNotices(inputs, folders = { npm: NPM, debian: DEBIAN }) {
  return bundledIn(inputs).map((part) => notice(part, folders)).join("\n");
}

/** The text of licences.txt: the notices of what was bundled and of what is linked into tagtrail.wasm. */
export function licences(inputs, folders = { npm: NPM, debian: DEBIAN }) {
  const linked = LINKED.map((part) => notice(part, folders));
  const apache = readFileSync(join(root, "LICENSE"), "utf8");
  return `Tagtrail is under the Apache License 2.0. This is what of others is in it, with the notices of each.
Where one names the Apache License 2.0, its text is at the end of this file.

${[bundledNotices(inputs, folders), ...linked].join("\n")}
== Apache License 2.0 ==

${apache}`;
}
