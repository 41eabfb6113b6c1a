// Completion for zsh.

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
/** Text within the brackets of a specification. */
const bracketed = (text) => text.replace(/[\\[\]]/g, "\\$&").replaceAll("\n", " ");
const name = (path) => ["_tagtrail", ...path].join("_").replaceAll("-", "_");
/** Behind a name in a list of commands, or within an argument's message. */
const message = (text) => text.replace(/[\\:]/g, "\\$&").replaceAll("\n", " ");

function action({ kind, choices }) {
  return { choice: `(${choices.join(" ")})`, file: "_files", folder: "_files -/" }[kind] ?? "";
}

function specifications({ options }) {
  const named = options.filter(({ positional }) => !positional).flatMap((one) => one.names.map((each) => {
    const others = one.names.length > 1 ? `(${one.names.join(" ")})` : "";
    const value = one.kind === "flag" ? "" : `:${message(one.value)}:${action(one)}`;
    const sign = one.kind !== "flag" && each.startsWith("--") ? "=" : "";
    return quote(`${others}${each}${sign}[${bracketed(one.about)}]${value}`);
  }));
  const words = options.filter(({ positional }) => positional).map((one) => quote(`*:${message(one.names[0])}:${action(one)}`));
  return [...named, ...words];
}

function withCommands(path, command) {
  return [`${name(path)}() {`,
    "  local context state state_descr line",
    "  typeset -A opt_args",
    "  _arguments -C \\",
    ...specifications(command).map((one) => `    ${one} \\`),
    "    '1:command:->command' \\",
    "    '*::argument:->rest'",
    "  case $state in",
    "    command)",
    "      local -a commands=(",
    ...command.commands.map((one) => `        ${quote(`${one.name}:${message(one.about)}`)}`),
    "      )",
    "      _describe -t commands command commands ;;",
    "    rest)",
    "      case $words[1] in",
    ...command.commands.map((one) => `        ${one.name}) ${name([...path, one.name])} ;;`),
    "      esac ;;",
    "  esac",
    "}"];
}

function withoutCommands(path, command) {
  const all = specifications(command);
  return [`${name(path)}() {`, "  _arguments \\", ...all.map((one, at) => `    ${one}${at + 1 < all.length ? " \\" : ""}`), "}"];
}

/** `walked`: walk() of the tree of commands. */
export function zshCompletion(walked) {
  return ["#compdef tagtrail", "# Completion of tagtrail for zsh, made from what `tagtrail describe` prints.",
    ...walked.flatMap(({ path, command }) => (command.commands.length > 0 ? withCommands : withoutCommands)(path, command)),
    // Loaded as the function _tagtrail itself, or sourced.
    "if [[ $funcstack[1] == _tagtrail ]]; then", "  _tagtrail \"$@\"", "else", "  compdef _tagtrail tagtrail", "fi", ""].join("\n");
}
