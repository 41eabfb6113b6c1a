// A file looked into without leaving the page.
import { bytes, count, counted } from "../format.ts";
import { type Child, make } from "../dom.ts";
import type { FileList } from "./file_list.ts";
import { linkOf } from "./file_table.ts";
import { fileHref, folderHref, webHref } from "./links.ts";
import { type Look, type LookTable, readLook, unpack } from "./look.ts";
import { visible } from "./visible.ts";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const time = (seconds: number): string => (seconds === 0 ? "" : moment.format(seconds * 1000));

/** The block that was unpacked last: files that were found together are mostly looked at together. */
let unpacked: { block: number; looks: Promise<unknown[]> } | null = null;

async function lookOf(list: FileList, at: number): Promise<Look | null> {
  const { block, slot } = list.data.contents;
  const content = list.content(at);
  const number = block[content] ?? -1;
  if (number < 0) return null;
  if (unpacked?.block !== number) {
    unpacked = { block: number, looks: unpack(document.getElementById(`previews-${number}`)?.textContent ?? "") };
  }
  return readLook((await unpacked.looks)[slot[content] ?? 0]);
}

function rowsText({ rows, atLeast }: LookTable): string {
  if (rows === 0) return "";
  return `${atLeast ? "at least " : ""}${counted(rows, "row")}`;
}

function tableOf(table: LookTable): HTMLElement {
  const head = table.headerRow > 0 ? table.preview[0] : undefined;
  const rows = head === undefined ? table.preview : table.preview.slice(1);
  const facts = [visible(table.name), rowsText(table), visible(table.encoding)].filter((fact) => fact !== "").join(" · ");
  const fields = table.fields.map(({ name, type, unit }) => `${visible(name)}: ${visible(type)}${unit === "" ? "" : `, ${visible(unit)}`}`);
  const cells = (row: readonly string[], name: "td" | "th"): HTMLElement[] =>
    row.map((cell) => make(name, { dir: "auto", ...(name === "th" ? { scope: "col" } : {}) }, visible(cell)));
  return make("figure", { class: "look" },
    make("figcaption", {}, facts === "" ? "Table" : facts),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": facts === "" ? "Table" : facts },
      make("table", {},
        head === undefined ? null : make("thead", {}, make("tr", {}, ...cells(head, "th"))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "td")))))),
    fields.length === 0 ? null : make("details", {}, make("summary", {}, counted(fields.length, "column")),
      make("ul", {}, ...fields.map((field) => make("li", {}, field)))));
}

function contentOf(look: Look): Child[] {
  const parts: Child[] = look.tables.map(tableOf);
  if (look.tablesMore > 0) parts.push(make("p", { class: "note" }, `and ${counted(look.tablesMore, "more table")}`));
  if (look.members.length > 0) {
    const more = look.membersMore > 0 ? [make("li", { class: "note" }, `and ${count(look.membersMore)} more`)] : [];
    parts.push(make("p", {}, "In the archive:"), make("ul", { class: "members" }, ...look.members.map(({ path, bytes: size }) =>
      make("li", {}, make("bdi", {}, visible(path)), " ", make("span", { class: "note" }, bytes(size)))), ...more));
  }
  if (look.text !== "") {
    // Lines stay: they are what a text looks like.
    parts.push(make("pre", { dir: "auto" }, look.text.split("\n").map(visible).join("\n")));
  }
  if (look.note !== "") parts.push(make("p", { class: "note" }, visible(look.note)));
  return parts;
}

function factsOf(list: FileList, at: number): HTMLElement {
  const { same, kin } = list.twins(at);
  const gone = list.vanished(at);
  const { base } = list.data.job;
  const facts: [string, Child][] = [
    ["Link text", make("bdi", {}, visible(list.anchor(at)))],
    ["Page", linkOf(webHref(list.page(at)), visible(list.page(at)))],
    ["Address", linkOf(webHref(list.url(at)), visible(list.url(at)))],
    ["Type", visible(list.mime(at))],
    ["Size", bytes(list.bytes(at))],
    ["Fetched", time(list.time(at))],
  ];
  if (same > 0) facts.push(["Same contents", counted(same, "more file")]);
  if (kin > 0) facts.push(["Same table", `in ${counted(kin, "other form")}`]);
  if (gone !== null) facts.push(["Gone since", time(gone)]);
  for (const [name, size, when] of list.versions(at)) {
    facts.push(["Before", make("span", {}, linkOf(fileHref(base, name), visible(name)), ` ${bytes(size)}, ${time(when)}`)]);
  }
  return make("dl", {}, ...facts.flatMap(([name, fact]) => [make("dt", {}, name), make("dd", {}, fact)]));
}

export interface Preview {
  element: HTMLDialogElement;
  show(at: number): void;
}

export function previewDialog(list: FileList): Preview {
  const title = make("h2", { id: "preview-title", dir: "auto" });
  const close = make("button", { type: "button" }, "Close");
  const links = make("p", { class: "tools" });
  const body = make("div", { class: "preview-body" });
  const dialog = make("dialog", { class: "preview", "aria-labelledby": "preview-title" },
    make("header", {}, title, close), links, body);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  let now = -1;

  async function fill(at: number): Promise<void> {
    const look = await lookOf(list, at);
    if (now !== at) return;
    const parts = look === null ? [] : contentOf(look);
    const none = list.format(at) === "" ? "This file was not looked into." : "Its preview is not in this page.";
    body.replaceChildren(...(parts.length > 0 ? parts : [make("p", { class: "note" }, look === null ? none : "There is nothing to show of it.")])
      .filter((part) => part !== null), factsOf(list, at));
  }

  return {
    element: dialog,
    show(at) {
      now = at;
      const { base } = list.data.job;
      title.textContent = visible(list.name(at));
      links.replaceChildren(linkOf(fileHref(base, list.name(at)), "Open file"), linkOf(folderHref(base, list.name(at)), "Open folder"),
        linkOf(webHref(list.page(at)), "Open page"));
      body.replaceChildren();
      dialog.showModal();
      body.scrollTop = 0;
      void fill(at).catch(() => body.replaceChildren(make("p", { class: "note" }, "The preview can't be read."), factsOf(list, at)));
    },
  };
}
