// What was found inside a file: read from its packed block, with every member checked.

export interface LookTable {
  name: string;
  rows: number;
  atLeast: boolean;
  headerRow: number;
  encoding: string;
  fields: { name: string; type: string; unit: string }[];
  preview: string[][];
}

export interface Look {
  format: string;
  tables: LookTable[];
  tablesMore: number;
  members: { path: string; bytes: number }[];
  membersMore: number;
  text: string;
  note: string;
}

type Members = Record<string, unknown>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

function list(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

function readTable(value: unknown): LookTable {
  const table = membersOf(value);
  return {
    name: text(table["name"]),
    rows: number(table["rows"]),
    atLeast: table["rowsAtLeast"] === true,
    headerRow: number(table["headerRow"]),
    encoding: text(table["encoding"]),
    fields: list(table["fields"], 1000).map(membersOf)
      .map((field) => ({ name: text(field["name"]), type: text(field["type"]), unit: text(field["unit"]) })),
    preview: list(table["preview"], 50).map((row) => list(row, 64).map((cell) => text(cell))),
  };
}

export function readLook(value: unknown): Look {
  const look = membersOf(value);
  return {
    format: text(look["format"]),
    tables: list(look["tables"], 64).map(readTable),
    tablesMore: number(look["tablesMore"]),
    members: list(look["members"], 100).map(membersOf)
      .map((member) => ({ path: text(member["path"]), bytes: number(member["bytes"]) })),
    membersMore: number(look["membersMore"]),
    text: text(look["text"]).slice(0, 4000),
    note: text(look["note"]),
  };
}

/** A block of previews: base64 of zlib's container around a JSON list. */
export async function unpack(packed: string): Promise<unknown[]> {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const block: unknown = JSON.parse(await new Response(stream).text());
  return Array.isArray(block) ? block : [];
}
