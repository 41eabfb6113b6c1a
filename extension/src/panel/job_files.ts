// The files of a job as they arrive, a page at a time, to open and to find in their folder.
import type { JobView } from "../background/shown.ts";
import type { FoundFile } from "../host/protocol/job_progress.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { keyedList, make, makeButton, setCutText, setFileName, setText } from "./view.ts";
import { formatBytes, formatNumber, formatType } from "./format.ts";
import { foundWords } from "./found_words.ts";
import { words } from "./words.ts";

/** No more than each progress carries, so that the newest page needs no question. */
const PAGE = 10;

type Show = (path: string, as: "file" | "folder") => Promise<void>;

function fileRow(show: Show): View<FoundFile> {
  const name = make("span", { class: "file-name" });
  const type = make("td", { class: "soft" });
  const size = make("td", { class: "number" });
  let path = "";
  const open = makeButton(words("open"), () => show(path, "file"), { class: "plain" });
  const folder = makeButton(words("folder"), () => show(path, "folder"), { class: "plain" });
  return {
    element: make("tr", {}, make("td", {}, name), type, size, make("td", { class: "deeds" }, open, folder)),
    update(file) {
      path = file.path;
      // As it is called on the disk.
      const stored = file.path === "" ? file.name : file.path.replace(/^files\//, "");
      setFileName(name, stored);
      name.title = `${file.url}\n${words("link_page")}: ${file.page}`;
      setCutText(type, formatType(file.mime, file.name));
      setText(size, formatBytes(file.bytes));
      open.setAttribute("aria-label", words("open_file", stored));
      folder.setAttribute("aria-label", words("show_file", stored));
    },
  };
}

export function jobFiles(app: App): View<JobView> {
  let job: JobView | null = null;
  let offset = 0;
  let older: FoundFile[] = [];

  const show: Show = (path, as) =>
    app.run(async () => {
      if (job !== null) await ask("job.show", { key: job.key, path, as });
    });
  const none = make("p", { class: "soft" });
  const body = make("tbody");
  const head = (key: string) => make("th", { scope: "col" }, words(key));
  const heads = make("tr", {}, head("file_name"), head("file_type"), head("file_size"), head("file_deeds"));
  const table = make("table", { class: "files arrived" }, make("thead", {}, heads), body);
  const range = make("span", { class: "soft number" });
  const turn = (by: number) => () => app.run(() => go(Math.max(0, offset + by)));
  const newer = makeButton(words("newer"), turn(-PAGE));
  const before = makeButton(words("older"), turn(PAGE));
  const pages = make("div", { class: "between turn" }, newer, range, before);
  const fill = keyedList<FoundFile>(body, ({ path, url }) => path || url, () => fileRow(show));

  async function go(to: number): Promise<void> {
    if (job === null) return;
    if (to > 0) {
      const { files, error } = await ask("job.files", { key: job.key, offset: to, limit: PAGE });
      if (error !== null) throw new Error(error.message);
      older = files;
    }
    offset = to;
    refresh();
  }

  function refresh(): void {
    const total = job?.progress?.progress.targets ?? 0;
    const files = offset === 0 ? (job?.progress?.files ?? []).slice(0, PAGE) : older;
    none.hidden = files.length > 0;
    table.hidden = files.length === 0;
    fill(files);
    pages.hidden = total <= PAGE || files.length === 0;
    newer.disabled = offset === 0;
    before.disabled = offset + PAGE >= total;
    const to = offset + files.length;
    setText(range, words("range", formatNumber(offset + 1), formatNumber(to), formatNumber(total)));
  }

  return {
    element: make("div", {}, none, table, pages),
    update(shown) {
      job = shown;
      setText(none, foundWords(shown, "no_files_yet"));
      refresh();
    },
  };
}
