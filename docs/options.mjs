// Writes the tables of the user guide's "Options of harvest" from the program's own table:
//   build/native/native-host/tagtrail options | node docs/options.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const GUIDE = fileURLToPath(new URL("user-guide.md", import.meta.url));
const BEGIN = "## Options of harvest\n";
const END = "## Options of other commands\n";

const cell = (text) => text.replaceAll("|", "\\|");

function link(see) {
  if (see === "") return "";
  const [page, anchor] = see.split("#");
  const name = page === "" ? "above" : page;
  return ` ([${name}](${page}${anchor === undefined ? "" : `#${anchor}`}))`;
}

function byDefault({ value, default: shown }) {
  if (value === "") return "off";
  if (shown === "") return "";
  return shown === "none" || shown.includes(" ") ? shown : `\`${shown}\``;
}

const row = (option) =>
  `| \`${option.flag}${option.value === "" ? "" : ` ${cell(option.value)}`}\` | ${cell(byDefault(option))} | ` +
  `${cell(option.help)}${link(option.see)} |`;

/** The tables, one a section. */
export function optionTables(options) {
  const sections = [...new Set(options.map(({ section }) => section))];
  return sections.map((section) => [
    `| ${section} | default | meaning |`, "|---|---|---|",
    ...options.filter((option) => option.section === section).map(row),
  ].join("\n")).join("\n\n");
}

/** What the guide says before its tables. */
const INTRODUCTION = "`batch` takes them, too, except `--revisit`; its `--out` is the folder of the batch.\n";

export function withTables(guide, options) {
  const [before, rest] = guide.split(BEGIN);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${BEGIN}${INTRODUCTION}\n${optionTables(options)}\n\n${after}`;
}

export const readGuide = () => readFileSync(GUIDE, "utf8");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(GUIDE, withTables(readGuide(), JSON.parse(readFileSync(0, "utf8"))));
}
