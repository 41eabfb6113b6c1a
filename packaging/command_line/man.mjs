// The manual page tagtrail(1).

/** Commands that share so many options with `harvest` refer to it. */
const MANY = 20;

function roff(text) {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^(['.])/gm, "\\&$1");
}

const bold = (text) => `\\fB${roff(text)}\\fR`;
const italic = (text) => `\\fI${roff(text)}\\fR`;

/** A sentence begins with a capital, unless its first word is one of a command line. */
function sentence(text) {
  return text.replace(/^[a-z](?=[a-z]*[ ,])/, (letter) => letter.toUpperCase()).replace(/[^.?!:]$/, "$&.");
}

function paragraph(text) {
  return roff(text.split("\n").map((line) => line.trim()).join("\n"));
}

/** Lines as they are. */
const verbatim = (text) => [".nf", roff(text), ".fi"];

function optionLines({ names, positional, kind, value, about, default: fallback, required }) {
  const word = kind === "flag" || positional ? "" : ` ${italic(value)}`;
  const shown = positional ? italic(names[0]) : names.map((name) => bold(name) + word).join(", ");
  const notes = [about, ...(required ? ["Required."] : []), ...(fallback ? [`Default: ${fallback}.`] : [])];
  return [".TP", shown, paragraph(notes.filter(Boolean).map(sentence).join(" "))];
}

function isHelp({ names }) {
  return names.includes("--help");
}

/** Options under the headings of their groups; the common one has none. */
function groupedOptions(options) {
  const groups = new Map();
  for (const one of options.filter((each) => !isHelp(each))) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].flatMap(([group, members]) =>
    [...(group === "Options" ? [] : [".PP", `${italic(group)}`]), ...members.flatMap(optionLines)]);
}

const nameOf = ({ names }) => names.join();

function commandLines(path, { about, more, options, commands }, harvest) {
  const known = new Set(harvest.options.map(nameOf));
  const shared = path[0] === "harvest" ? [] : options.filter((one) => known.has(nameOf(one)) && !isHelp(one) && !one.positional);
  const own = shared.length > MANY ? options.filter((one) => !shared.includes(one)) : options;
  const words = options.filter(({ positional }) => positional).map(({ names, required }) =>
    ` ${required ? italic(names[0]) : `[${italic(names[0])}]`}`).join("");
  const sub = commands.length > 0 ? ` ${italic("COMMAND")}` : "";
  return [`.SS ${bold(["tagtrail", ...path].join(" "))}${sub}${words} [${italic("OPTION")}...]`,
    paragraph(sentence(about)),
    ...groupedOptions(own),
    ...(own === options ? [] : [".PP", roff("It also takes these options of harvest: ") + shared.map((one) => bold(one.names.at(-1))).join(", ") + "."]),
    ...(more ? [".PP", ...verbatim(more)] : [])];
}

/** `walked`: walk() of the tree of commands; `date`: of the version, e.g. 2026-11-24. */
export function manualPage(walked, { version, date }) {
  const [{ command: program }, ...commands] = walked;
  const harvest = program.commands.find(({ name }) => name === "harvest");
  return [`.TH TAGTRAIL 1 "${date}" "tagtrail ${version}" "User Commands"`,
    ".SH NAME", roff("tagtrail - find and fetch the data files of a website"),
    ".SH SYNOPSIS", `${bold("tagtrail")} ${italic("COMMAND")} [${italic("OPTION")}...]`, ".br", `${bold("tagtrail")} ${bold("--version")}`,
    ".SH DESCRIPTION", paragraph(program.about),
    paragraph("As it crawls it learns where on a page the links to files are, follows those first, and saves the files in a folder with a list that says where each one came from."),
    ".PP", ...verbatim(program.more),
    ".SH OPTIONS", ...program.options.flatMap(optionLines),
    ".SH COMMANDS", ...commands.flatMap(({ path, command }) => commandLines(path, command, harvest)),
    ".SH FILES",
    ...[["~/Tagtrail/", "the jobs that were started from the panel"],
      ["/usr/share/tagtrail/", "the extension (chromium, firefox; chromium-batch and firefox-batch for harvest), the demo site"],
      ["/usr/share/doc/tagtrail/", "all documentation; begin with README.md"]]
      .flatMap(([path, what]) => [".TP", italic(path), roff(what)]),
    ".SH SEE ALSO", `${bold("chromium")}(1), ${bold("wget")}(1)`, ""].join("\n");
}
