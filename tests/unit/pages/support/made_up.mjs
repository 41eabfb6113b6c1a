// A job's data as the program writes it, of files that a test names.

/** `files`: { name, anchor?, url?, page?, section?, mime?, bytes?, at?, content? }; `looks`: by content. */
export function dataOf(files, { looks = [], sections = [{ host: "h", path: "/", answers: 1, files: 1 }], ...more } = {}) {
  const table = () => {
    const texts = [];
    return { texts, place: (text) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1) };
  };
  const [pages, folders, types, formats] = [table(), table(), table(), table()];
  formats.place("");
  let last = 0;
  const columns = { name: [], anchor: [], folder: [], leaf: [], page: [], section: [], type: [], bytes: [], at: [], content: [] };
  files.forEach((file, place) => {
    const { name, anchor = "", url = `http://h/${name}`, page = "http://h/", section = 0, mime = "text/csv", bytes = 1, at = place, content = place } = file;
    const end = url.lastIndexOf("/") + 1;
    const row = {
      name, anchor, folder: folders.place(url.slice(0, end)), leaf: url.slice(end), page: pages.place(page), section,
      type: types.place(mime), bytes, at: at - last, content,
    };
    last = at;
    for (const [column, value] of Object.entries(row)) columns[column].push(value);
  });
  const contents = Array.from({ length: Math.max(0, ...columns.content.map((content) => content + 1)) }, (_, at) => looks[at] ?? {});
  const column = (of) => contents.map(of);
  return {
    job: { seed: "http://h/", folder: "h", base: "", state: "finished", stopped: "", ending: null, written: 0 },
    total: { answers: 1, requests: 1, files: files.length, bytes: 1 },
    files: columns, versions: {}, vanished: {}, pages: pages.texts, folders: folders.texts, types: types.texts,
    contents: {
      format: column(({ format = "" }) => formats.place(format)), tables: column(({ tables = 0 }) => tables), rows: column(({ rows = 0 }) => rows),
      statistics: column(({ statistics = -1 }) => statistics), kin: column(({ kin = -1 }) => kin), block: column(() => -1), slot: column(() => 0),
      formats: formats.texts,
    },
    sections, answers: {}, curve: { answers: [0], files: [0] }, leftOut: [], groups: [], settings: {}, ...more,
  };
}
