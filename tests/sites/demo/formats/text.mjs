// CSV and JSON of a table whose first row is its header.

function csvCell(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(rows) {
  return Buffer.from(rows.map((row) => `${row.map(csvCell).join(',')}\n`).join(''), 'utf8');
}

export function json(rows) {
  const [header, ...records] = rows;
  const objects = records.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
  return Buffer.from(`${JSON.stringify(objects, null, 1)}\n`, 'utf8');
}
