// The files of made sites: small, each with contents of its own.
import { pdf } from '../demo/formats/pdf.mjs';
import { xlsx } from '../demo/formats/spreadsheet.mjs';
import { csv, json } from '../demo/formats/text.mjs';
import { zip } from '../demo/formats/zip.mjs';
import { randomFor } from '../demo/random.mjs';

export { kTypes } from '../portals/files.mjs';

const kRows = 4;
const kWriters = {
  csv, json, xlsx, pdf: (rows) => pdf(String(rows[1][2]), rows.map((row) => row.join('  '))), zip: (rows) => zip([['table.csv', csv(rows)]]),
};

/** Bytes of a format (else CSV); each `name` has its own. */
export function contentOf(format, name, rows = kRows) {
  const random = randomFor(name);
  const table = Array.from({ length: rows }, (_, at) => [2000 + at, Math.floor(random() * 1e6), name]);
  return (kWriters[format] ?? csv)([['year', 'value', 'series'], ...table]);
}
