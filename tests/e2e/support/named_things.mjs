// What a page for people names of this checkout: commands with their options, variables, paths, links. `NamedThings`
// knows what there is, and says of a page's text what it names that does not exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const MADE = new Set([".git", "build", "dist", "node_modules"]);
/** Endings that only our own sources have; lists and data of a job may be called `x.json` or `x.txt`. */
const SOURCE = /\.(cpp|hpp|ts|mjs|css|cmake|service|py|dict)$/;
const VARIABLE = /\bTAGTRAIL_[A-Z_]+\b/g;
const OPTION = /(?<![\w-])--[a-z][a-z0-9-]*/g;

/** All files below a folder, as paths from there. */
function filesBelow(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (MADE.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

/** `*` and words in capitals stand for anything within a name: `tests/unit/AREA/`, `NAME.dict`. */
function pattern(path) {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return escaped.replaceAll("*", "[^/]*").replace(/(?<![a-z])[A-Z]{2,}(?![a-z])/g, "[^/]+");
}

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf(text) {
  const seen = new Map();
  return [...text.replace(/^```.*?^```/gms, "").matchAll(/^#+ +(.*)$/gm)].map(([, heading]) => {
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = shown.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** Lines of code: those of fenced blocks, up to a remark two spaces on, with what is indented below them; and spans. */
export function codeOf(text) {
  const blocks = [...text.matchAll(/^( *)```[^\n]*\n(.*?)^ *```$/gms)].map(([, , block]) => block);
  const lines = blocks.flatMap((block) => block.replace(/\n {4,}(?=\S)/g, " ").split("\n"))
    .map((line) => line.trim().split(/ {2,}|\s#\s/)[0]);
  const spans = [...text.replace(/^ *```.*?^ *```$/gms, "").matchAll(/`([^`]+)`/g)].map(([, span]) => span.replace(/\s+/g, " "));
  return { lines, spans };
}

const unbracketed = (word) => word.replace(/^[[("']+|[\])"'.,:;]+$/g, "");

export class NamedThings {
  #root;
  #files;
  #folders;
  #suites;
  #tree;
  #targets;
  #others;
  #texts = new Map();
  #names;

  /**
   * `tree`: all commands of the program, as commandTree() has them; `suites`: names of what `./tagtrail test` runs;
   * `others`: options of other programs that stand alone.
   */
  constructor(root, { tree, suites, others = [] }) {
    this.#root = root;
    this.#tree = tree;
    this.#suites = suites;
    this.#others = new Set(others);
    this.#files = filesBelow(root);
    this.#folders = new Set(this.#files.flatMap((file) => {
      const parts = dirname(file).split("/");
      return parts.map((_, count) => parts.slice(0, count + 1).join("/"));
    }));
    this.#targets = this.#builtTargets();
  }

  #read(path) {
    if (!this.#texts.has(path)) this.#texts.set(path, readFileSync(join(this.#root, path), "utf8"));
    return this.#texts.get(path);
  }

  /** What CMake builds, by the words that its files make it with. */
  #builtTargets() {
    const text = this.#files.filter((file) => /(CMakeLists\.txt|\.cmake)$/.test(file)).map((file) => this.#read(file)).join("\n");
    const named = (words, prefix = "") => [...text.matchAll(new RegExp(`^ *(?:${words})\\((\\w[\\w-]*)`, "gm"))]
      .map(([, name]) => prefix + name);
    return new Set([...named("add_executable|add_library|add_custom_target|room"), ...named("unit_suite", "unit_"),
      ...named("fuzz_target", "fuzz_"), "all"]);
  }

  /** What is named in `text`, a page at `page`, and does not exist: a line for each. */
  missing(text, page) {
    const { lines, spans } = codeOf(text);
    const found = [...lines, ...spans].flatMap((line) => this.#ofLine(line));
    const paths = [...lines, ...spans].flatMap((line) => line.split(/[ =,]/)).map(unbracketed)
      .filter((word) => !this.#hasPath(word, page)).map((word) => `${word} is nowhere`);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => this.#ofLink(target, page));
    const variables = [...lines, ...spans].flatMap((line) => line.match(VARIABLE) ?? [])
      .filter((name) => !this.#variables().has(name)).map((name) => `nothing reads ${name}`);
    return [...new Set([...found, ...paths, ...links, ...variables, ...this.#ofModules(text)])];
  }

  /** Of the environment, as programs and scripts name them. */
  #variables() {
    this.#names ??= new Set(this.#files.filter((file) => /^tagtrail$|\.(cpp|hpp)$|(?<!docs\.test)\.mjs$/.test(file))
      .flatMap((file) => this.#read(file).match(VARIABLE) ?? []));
    return this.#names;
  }

  // --- Commands ---------------------------------------------------------------------------------

  #ofLine(line) {
    return line.split(/ && | \| |; /).flatMap((command) => {
      const words = command.trim().replace(/^(sudo |[A-Z_]+=\S* )+/, "").split(" ").map(unbracketed).filter(Boolean);
      const [program, ...rest] = words;
      // `tagtrail: stopped` is what it prints.
      if (program === undefined || /^\S+: /.test(command)) return [];
      if (program.startsWith("--")) return this.#ofBareOptions(command);
      if (program === "npm" && rest[0] === "run") return this.#ofNpm(rest.slice(1));
      if (program === "node") return this.#ofNode(rest, command);
      if (program === "cmake") return this.#ofCMake(rest);
      if (program === "ninja") return this.#ofNinja(rest);
      if (/^(\S*\/)?tagtrail(-lab)?$/.test(program)) return this.#ofTagtrail(rest, command);
      return [];
    });
  }

  #ofNpm(words) {
    const name = words.find((word) => !word.startsWith("-"));
    return name in JSON.parse(this.#read("package.json")).scripts ? [] : [`package.json has no script ${name}`];
  }

  #ofNode(words, command) {
    const path = words.find((word) => word.endsWith(".mjs"));
    // What follows a test is for node. A path that there is not is told as such.
    if (path === undefined || words.includes("--test") || !existsSync(join(this.#root, path))) return [];
    return (command.split(path)[1].match(OPTION) ?? []).filter((option) => !this.#takes(path, option))
      .map((option) => `${path} has no ${option}`);
  }

  /** Whether a script, or one that it imports, names an option, as `--name` or as a member `name`. */
  #takes(script, option, seen = new Set()) {
    // In texts of other projects, which tests write, others are imported.
    if (seen.has(script) || !this.#files.includes(script)) return false;
    seen.add(script);
    const text = this.#read(script);
    const name = option.slice(2);
    if (new RegExp(`${option}(?![\\w-])|\\b${name}["']?:|["']${name}["']`).test(text)) return true;
    return [...text.matchAll(/from ["'](\.[^"']+)["']/g)]
      .some(([, path]) => this.#takes(relative(this.#root, join(this.#root, dirname(script), path)), option, seen));
  }

  #presets(kind) {
    return JSON.parse(this.#read("CMakePresets.json"))[kind].map(({ name }) => name);
  }

  #ofCMake(words) {
    const preset = words[words.indexOf("--preset") + 1];
    if (!words.includes("--preset") || /^[A-Z]/.test(preset)) return [];
    const kind = words.includes("--build") ? "buildPresets" : "configurePresets";
    const target = words.includes("--target") ? words.slice(words.indexOf("--target") + 1) : [];
    return [...(this.#presets(kind).includes(preset) ? [] : [`CMakePresets.json has no ${preset} among its ${kind}`]),
      ...this.#ofTargets(target)];
  }

  #ofNinja(words) {
    const folder = words[words.indexOf("-C") + 1];
    const targets = words.filter((word, at) => !word.startsWith("-") && words[at - 1] !== "-C");
    return [...(this.#presets("configurePresets").includes(folder.replace(/^build\//, "")) ? [] : [`no preset builds in ${folder}`]),
      ...this.#ofTargets(targets)];
  }

  #ofTargets(targets) {
    return targets.filter((target) => !/[A-Z]{2}/.test(target) && !this.#targets.has(target)).map((target) => `CMake builds no ${target}`);
  }

  /** Commands of the launcher itself, with the scripts that they start. */
  #launcher() {
    const text = this.#read("tagtrail");
    const cases = [...text.slice(text.lastIndexOf("\ncase ")).matchAll(/^ {2}([a-z]+)\)\n(.*?);;$/gms)];
    return new Map(cases.map(([, name, body]) => [name,
      ["tagtrail", ...[...body.matchAll(/\$home\/([\w./-]+\.mjs)/g)].map(([, path]) => path)]]));
  }

  #ofTagtrail(words, command) {
    const own = this.#launcher();
    if (own.has(words[0])) return this.#ofLauncher(own.get(words[0]), words);
    let at = this.#tree;
    const known = [at];
    while (words.length > 0) {
      const next = at.commands.find(({ name }) => name === words[0]);
      if (next === undefined) break;
      known.push(at = next);
      words.shift();
    }
    const path = ["tagtrail", ...known.slice(1).map(({ name }) => name)].join(" ");
    if (at.commands.length > 0 && /^[a-z][a-z-]*$/.test(words[0] ?? "") && !at.options.some(({ positional }) => positional)) {
      return [`${path} has no command ${words[0]}`];
    }
    // What a line of a list may have, `fleet add` takes for all lines.
    if (path === "tagtrail fleet add") known.push(this.#tree.commands.find(({ name }) => name === "harvest"));
    const names = new Set(["--help", ...known.flatMap(({ options }) => options.flatMap((option) => option.names))]);
    return (command.match(OPTION) ?? []).filter((option) => !names.has(option)).map((option) => `${path} has no ${option}`);
  }

  #ofLauncher(scripts, words) {
    const unknown = words.filter((word) => word.startsWith("--") && !scripts.some((script) => this.#takes(script, word.split("=")[0])))
      .map((option) => `./tagtrail ${words[0]} has no ${option}`);
    const suites = words[0] === "test" ? words.filter((_, at) => words[at - 1] === "--only").flatMap((list) => list.split(",")) : [];
    return [...unknown, ...suites.filter((suite) => !/^[A-Z]/.test(suite) && !this.#suites.some((name) => name.startsWith(suite)))
      .map((suite) => `no suite ${suite}`)];
  }

  /** Options without their command: some command or script has to have them. */
  #ofBareOptions(text) {
    const all = (command) => [...command.options.flatMap(({ names }) => names), ...command.commands.flatMap(all)];
    const known = ["--help", ...all(this.#tree)];
    const scripts = ["tagtrail", ...this.#files.filter((file) => /(?<!\.test)\.mjs$/.test(file) && !file.includes("/support/"))];
    const has = (option) => (option.endsWith("-") ? known.some((name) => name.startsWith(option))
      : known.includes(option) || this.#others.has(option) || scripts.some((script) => this.#takes(script, option)));
    return (text.match(OPTION) ?? []).filter((option) => !has(option)).map((option) => `nothing has an option ${option}`);
  }

  // --- Paths ------------------------------------------------------------------------------------

  /** Whether a word is no path of ours, or one of a file or folder that there is. */
  #hasPath(word, page) {
    const path = word.replace(/^\.\//, "").replace(/:\d+$/, "");
    if (!/^[\w.*@-]+(\/[\w.*@-]*)*$/.test(path) || /^(https?:|\/)/.test(path)) return true;
    const [first] = path.split("/");
    const test = this.#folders.has(`tests/${first}`) && path.includes("/");
    if (path.includes("/") && this.#folders.has(first)) return this.#exists(path) || (test && this.#exists(`tests/${path}`));
    if (test) return this.#exists(`tests/${path}`) || this.#endsSome(path);
    if (path.startsWith("../")) return existsSync(join(this.#root, dirname(page), path)) || this.#endsSome(path.replace(/^(\.\.\/)+/, ""));
    const inside = /^[^.]+\/[^.]*$/.test(path) && [...this.#folders].some((folder) => folder.endsWith(`/${first}`));
    return !(SOURCE.test(path) || inside) || this.#endsSome(path);
  }

  /** A path from the root; the ending of a file may be left out. */
  #exists(path) {
    const wanted = new RegExp(`^${pattern(path.replace(/\/$/, ""))}(_test|\\.test)?(\\.\\w+)?$`);
    return this.#files.some((file) => wanted.test(file)) || [...this.#folders].some((folder) => wanted.test(folder));
  }

  /** A path from some folder. */
  #endsSome(path) {
    const wanted = new RegExp(`(^|/)${pattern(path.replace(/\/$/, ""))}(_test|\\.test)?(\\.\\w+)?$`);
    return this.#files.some((file) => wanted.test(file)) || [...this.#folders].some((folder) => wanted.test(folder));
  }

  #ofLink(target, page) {
    if (/^[a-z]+:/.test(target)) return [];
    const [path, anchor] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(this.#root, file))) return [`no ${file}, which is linked`];
    if (anchor === undefined || !file.endsWith(".md") || anchorsOf(this.#read(file)).includes(anchor)) return [];
    return [`${file} has no section #${anchor}`];
  }

  /** "**Its modules** (`DIR/`)" and a table whose first column has names from there. */
  #ofModules(text) {
    return [...text.matchAll(/^\*\*Its modules\*\* \(`([^`]+)`\)(?:.+\n)+\n((?:\|.*\n)+)/gm)].flatMap(([, folder, table]) =>
      [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
        .filter((name) => !this.#exists(`${folder}${name}`)).map((name) => `${folder} has no ${name}`));
  }
}
