// All commands of the program and of the laboratory, as `describe` prints them, in one tree.
import { spawnSync } from "node:child_process";

const FILES = new Set(["FILE", "JOB", "REPLICA", "INPUT", "SOURCE"]);
const FOLDERS = new Set(["DIR"]);
/** Names of options that take a file or a folder, and don't say so in the name of their value. */
const FILE_OPTIONS = new Set(["--out", "--output", "--trace", "--ache-model", "--place"]);

function describe(program) {
  const { status, stdout, error } = spawnSync(program, ["describe"], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} describe failed: ${error?.message ?? `exit ${status}`}`);
  return JSON.parse(stdout);
}

/** "on|off" or "TEXT:{csv,jsonl}". */
function choicesOf(value) {
  const [, list] = value.match(/\{(.*)\}$/) ?? [];
  if (list) return list.split(",");
  return /^[a-z0-9+-]+(\|[a-z0-9+-]+)+$/.test(value) ? value.split("|") : [];
}

function shownValue(value, choices) {
  if (choices.length > 0) return choices.join("|");
  return value.replace(/:.*/, "").replace(/^(U?INT|FLOAT)$/, "N");
}

function kindOf({ names, positional, value }, choices) {
  if (value === "" && !positional) return "flag";
  if (choices.length > 0) return "choice";
  const word = positional ? names[0] : value.replace(/:.*/, "");
  if (FOLDERS.has(word)) return "folder";
  if (FILES.has(word) || (word === "TEXT" && names.some((name) => FILE_OPTIONS.has(name)))) return "file";
  return "word";
}

/** An option as described, with `choices` and `kind` (flag, choice, file, folder, word). */
function option(described) {
  const choices = choicesOf(described.value);
  return { ...described, value: shownValue(described.value, choices), choices, kind: kindOf(described, choices) };
}

/** Commands inherit the closing words of what they belong to: said once is enough. */
function command({ name, about, more, hidden, options, commands }, inherited = "") {
  return { name, about, more: more === inherited ? "" : more, hidden, options: options.map(option),
    commands: commands.map((one) => command(one, more)).filter((one) => !one.hidden) };
}

/**
 * { name, about, more, options, commands } of `program`; commands that `laboratory` has are as that describes
 * them. Hidden ones are left out.
 */
export function commandTree(program, laboratory) {
  const tree = command(describe(program));
  const others = new Map(command(describe(laboratory)).commands.map((one) => [one.name, one]));
  return { ...tree, commands: tree.commands.map((one) => (others.has(one.name) ? { ...others.get(one.name), about: one.about } : one)) };
}

/** Each command with its path of names, from the program itself ([]) on. */
export function walk(tree, path = []) {
  return [{ path, command: tree }, ...tree.commands.flatMap((one) => walk(one, [...path, one.name]))];
}
