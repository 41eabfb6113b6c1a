// Completion for fish.

const quote = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", " ")}'`;

/** Where a command's own words go: behind it, and behind none of its commands. */
function condition(path, commands) {
  if (path.length === 0) return "__fish_use_subcommand";
  const behind = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const before = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`] : [];
  return [...behind, ...before].join("; and ");
}

function valueWords({ kind, choices }) {
  return { flag: "", choice: ` -x -a ${quote(choices.join(" "))}`, file: " -r -F", folder: " -x -a '(__fish_complete_directories)'" }[kind] ?? " -x";
}

function optionLine(where, one) {
  const names = one.names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
  return `complete -c tagtrail -n ${quote(where)} ${names}${valueWords(one)} -d ${quote(one.about)}`;
}

function commandLines({ path, command }) {
  const where = condition(path, command.commands);
  const named = command.options.filter(({ positional }) => !positional).map((one) => optionLine(where, one));
  const files = command.options.some(({ positional, kind }) => positional && (kind === "file" || kind === "folder"));
  return [...command.commands.map(({ name, about }) => `complete -c tagtrail -n ${quote(where)} -a ${name} -d ${quote(about)}`),
    ...named, ...(files ? [`complete -c tagtrail -n ${quote(where)} -F`] : [])];
}

/** `walked`: walk() of the tree of commands. */
export function fishCompletion(walked) {
  return ["# Completion of tagtrail for fish, made from what `tagtrail describe` prints.", "complete -c tagtrail -f",
    ...walked.flatMap(commandLines), ""].join("\n");
}
