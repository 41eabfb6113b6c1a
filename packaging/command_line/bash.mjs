// Completion for bash.

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const pathText = (path) => path.map((name) => `/${name}`).join("");

/** Case patterns 'PATH --option' of the options of a kind. */
function patterns(walked, wanted) {
  return walked.flatMap(({ path, command }) => command.options.filter((one) => !one.positional && wanted(one))
    .flatMap(({ names }) => names.map((name) => quote(`${pathText(path)} ${name}`))));
}

function branch(cases, action) {
  return cases.length > 0 ? [`    ${cases.join(" | ")})`, `      ${action} ;;`] : [];
}

function choiceBranches(walked) {
  const byWords = new Map();
  for (const { path, command } of walked) {
    for (const { names, choices } of command.options.filter(({ kind }) => kind === "choice")) {
      const words = choices.join(" ");
      byWords.set(words, [...(byWords.get(words) ?? []), ...names.map((name) => quote(`${pathText(path)} ${name}`))]);
    }
  }
  return [...byWords].flatMap(([words, cases]) => branch(cases, `words=${quote(words)}; from=words`));
}

function wordBranches(walked) {
  return walked.flatMap(({ path, command }) => {
    const names = command.options.filter(({ positional }) => !positional).flatMap((one) => one.names);
    const takesFiles = command.options.some(({ positional, kind }) => positional && (kind === "file" || kind === "folder"));
    return [`    ${quote(pathText(path))})`,
      `      words=${quote(command.commands.map(({ name }) => name).join(" "))} options=${quote(names.join(" "))}`
      + `${takesFiles ? " from=files" : ""} ;;`];
  });
}

/** `walked`: walk() of the tree of commands. */
export function bashCompletion(walked) {
  const commands = walked.slice(1).map(({ path }) => pathText(path));
  return ["# Completion of tagtrail for bash, made from what `tagtrail describe` prints.",
    "_tagtrail() {",
    "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path='' words='' options='' from=words i",
    "  COMPREPLY=()",
    "  # --option=value comes as three words.",
    "  if [[ $current == '=' ]]; then",
    "    current=''",
    "  elif [[ $before == '=' ]]; then",
    "    before=${COMP_WORDS[COMP_CWORD - 2]}",
    "  fi",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    "    case $path/${COMP_WORDS[i]} in",
    `      ${commands.join(" | ")}) path=$path/\${COMP_WORDS[i]} ;;`,
    "    esac",
    "  done",
    "  case \"$path $before\" in",
    ...choiceBranches(walked),
    ...branch(patterns(walked, ({ kind }) => kind === "file"), "from=files"),
    ...branch(patterns(walked, ({ kind }) => kind === "folder"), "from=folders"),
    ...branch(patterns(walked, ({ kind }) => kind === "word"), "return"),
    "    *)",
    "      case $path in",
    ...wordBranches(walked).map((line) => `    ${line}`),
    "      esac",
    "      if [[ $current == -* ]]; then",
    "        words=$options from=words",
    "      fi ;;",
    "  esac",
    "  case $from in",
    "    words) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;",
    "    files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;",
    "    folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\") ;;",
    "  esac",
    "}",
    "complete -F _tagtrail tagtrail", ""].join("\n");
}
