// What few jobs need, folded away: the folder and its names, the archive, how pages are read, who asks.
import type { JobOptions } from "../host/protocol/job_options.ts";
import { make, makeFold } from "./view.ts";
import { labelled, makeSwitch, numberInput, select } from "./fields.ts";
import { words } from "./words.ts";

const MEGABYTE = 1_000_000;
/** As the host takes it (docs/protocol.md): a plain name below the folder of all jobs. */
const FOLDER = "[A-Za-z0-9_\\-][A-Za-z0-9._\\-]{0,99}";
/** How pages are read by a job that may use tabs. */
const READINGS = ["auto", "always", "never"] as const;
/** Whose files: of the site, or also those that it links to on other hosts. */
const FILES = ["site", "linked"] as const;

function textInput(name: string, placeholder: string): HTMLInputElement {
  return make("input", { name, type: "text", spellcheck: "false", autocomplete: "off", placeholder });
}

interface MoreOptions {
  element: HTMLDetailsElement;
  /** Null when a field is wrong; the browser then points at it. */
  read(): JobOptions | null;
}

export function moreOptions(): MoreOptions {
  const folder = textInput("folder", "example.org-2026");
  folder.pattern = FOLDER;
  const mask = textInput("name-mask", "{host}/{date}/{name}");
  const contact = textInput("contact", "ada@example.org");
  const largest = numberInput("max-file-megabytes", "any", "0.001");
  largest.placeholder = words("no_limit");
  const reading = select("reading", READINGS, (name) => words(`reading_${name}`));
  const files = select("files", FILES, (name) => words(`files_${name}`));
  const archive = makeSwitch(words("archive"), words("archive_hint"), () => undefined);
  const element = makeFold(
    words("more_options"),
    make(
      "div",
      { class: "fields" },
      labelled(words("job_folder"), folder, words("job_folder_hint")),
      labelled(words("name_mask"), mask, words("name_mask_hint")),
      labelled(words("files_elsewhere"), files, words("files_elsewhere_hint")),
      labelled(words("largest_file"), largest),
      labelled(words("reading"), reading),
      labelled(words("contact"), contact, words("contact_hint")),
      archive.element,
    ),
  );
  const read = (): JobOptions | null => {
    const isWrong = [folder, largest].some((field) => !field.checkValidity());
    if (isWrong) element.open = true;
    if (isWrong && ![folder, largest].every((field) => field.reportValidity())) return null;
    const [dir, name, who] = [folder, mask, contact].map(({ value }) => value.trim());
    const mode = READINGS.find((one) => one === reading.value) ?? "auto";
    return {
      ...(dir ? { dir } : {}),
      ...(name ? { name } : {}),
      ...(who ? { contact: who } : {}),
      ...(largest.value === "" ? {} : { maxFileBytes: Math.round(Number(largest.value) * MEGABYTE) }),
      ...(mode === "auto" ? {} : { browser: mode }),
      ...(files.value === "linked" ? { files: "linked" as const } : {}),
      ...(archive.input.checked ? { archive: "warc" as const } : {}),
    };
  };
  return { element, read };
}
