// The files of invented portals: small, each with contents of its own, and the types they are served under.
import { pdf } from '../demo/formats/pdf.mjs';
import { xlsx } from '../demo/formats/spreadsheet.mjs';
import { csv, json } from '../demo/formats/text.mjs';
import { zip } from '../demo/formats/zip.mjs';

export const kTypes = {
  csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', pdf: 'application/pdf',
  zip: 'application/zip', json: 'application/json',
};
/** What careless servers say instead. */
const kMistakes = {
  csv: ['application/octet-stream', 'application/vnd.ms-excel', 'application/download'],
  xlsx: ['application/octet-stream', 'application/zip', 'application/vnd.ms-excel'],
  pdf: ['application/octet-stream', 'application/x-download', 'binary/octet-stream'],
  zip: ['application/octet-stream', 'application/x-zip-compressed', 'application/x-download'],
  json: ['application/octet-stream', 'text/json', 'application/download'],
};

function tableOf({ id, dataset }) {
  const rows = Array.from({ length: 4 }, (_, at) => [dataset.place, dataset.year + at, parseInt(id.slice(at * 2, at * 2 + 2), 16), id]);
  return [['place', 'year', 'value', 'series'], ...rows];
}

const kWriters = {
  csv, json, xlsx, pdf: (rows) => pdf(String(rows[1][3]), rows.map((row) => row.join('  '))), zip: (rows) => zip([['table.csv', csv(rows)]]),
};

/** { type, body, headers } of a resource that is a file. */
export function fileOf(resource) {
  const { format, sort, filename, id } = resource;
  const type = sort === 'mistyped' ? kMistakes[format][parseInt(id.slice(0, 2), 16) % kMistakes[format].length] : kTypes[format];
  const headers = sort === 'mistyped' ? { 'Content-Disposition': `attachment; filename="${filename}"` } : {};
  return { type, body: kWriters[format](tableOf(resource)), headers };
}
