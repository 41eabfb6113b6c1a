// The files that applications are filled with: every one has contents of its own, the same on each machine.
import { createHash } from 'node:crypto';
import { integer, randomFor } from '../../sites/demo/random.mjs';
import { pdf } from '../../sites/demo/formats/pdf.mjs';
import { ods, xlsx } from '../../sites/demo/formats/spreadsheet.mjs';
import { csv, json } from '../../sites/demo/formats/text.mjs';
import { zip } from '../../sites/demo/formats/zip.mjs';

export const kTopics = ['air-quality', 'births', 'bridges', 'budget', 'bus-stops', 'cycling', 'elections', 'energy', 'forests',
  'groundwater', 'hospitals', 'housing', 'income', 'libraries', 'museums', 'noise', 'population', 'prices', 'rainfall',
  'recycling', 'rents', 'rivers', 'roads', 'schools', 'sports', 'tourism', 'traffic', 'trees', 'wages', 'waste'];
const kFirstYear = 2012;

function rowsOf(name) {
  const random = randomFor(name);
  const rows = Array.from({ length: integer(random, 12, 40) }, (_, at) => [`${name}-${at + 1}`, integer(random, 1, 9999), integer(random, 1, 99)]);
  return [['id', 'value', 'share'], ...rows];
}

const kMakers = {
  csv: (rows) => csv(rows),
  json: (rows) => json(rows),
  xlsx: (rows) => xlsx(rows),
  ods: (rows) => ods(rows),
  pdf: (rows, name) => pdf(name, rows.map((row) => row.join('  '))),
  zip: (rows, name) => zip([[`${name}.csv`, csv(rows)]]),
};

export function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One file: { name, topic, year, bytes, sha256 }. `version`: an earlier or later state of it. */
export function fileOf(topic, year, kind, version = 0) {
  const stem = `${topic}-${year}`;
  const bytes = kMakers[kind](rowsOf(version === 0 ? stem : `${stem}-v${version}`), stem);
  return { name: `${stem}.${kind}`, topic, year, kind, bytes, sha256: digestOf(bytes) };
}

/** `count` files of as many topics as it takes, `kinds` in turn; `from` where in the sequence to begin. */
export function filesOf(count, kinds = ['csv', 'xlsx', 'pdf', 'csv', 'json'], from = 0) {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return fileOf(kTopics[at % kTopics.length], kFirstYear + Math.floor(at / kTopics.length), kinds[at % kinds.length]);
  });
}

/** A few sentences on a topic, the same for the same `name`. */
export function proseOf(name, sentences = 3) {
  const random = randomFor(`prose ${name}`);
  const parts = ['The figures', 'These data', 'The tables', 'Our counts'];
  const verbs = ['cover', 'describe', 'compare', 'summarise'];
  const objects = ['all districts of the region', 'the last ten years', 'monthly means', 'the stations of the network',
    'households by size', 'both halves of the year'];
  const choose = (list) => list[integer(random, 0, list.length - 1)];
  return Array.from({ length: sentences }, () => `${choose(parts)} on ${name} ${choose(verbs)} ${choose(objects)}.`).join(' ');
}
