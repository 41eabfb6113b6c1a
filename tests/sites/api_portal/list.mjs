// What there is to find on the portal that scripts build from an API.
import { csvOf, fileEntry } from '../csv_files.mjs';

export const PAGE = 20;
const WORDS = ['air', 'births', 'crops', 'dams', 'energy', 'forests', 'glaciers', 'harbours'];

export function numbers(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

export function titleOf(id) {
  return `${WORDS[id % WORDS.length]} survey ${id}`;
}

export function filesOf(id) {
  return ['table', 'notes'].map((name) => `/files/${id}-${name}.csv`);
}

export function bodyOf(path) {
  return csvOf(/^\/files\/(.*)\.csv$/.exec(path)[1]);
}

export function expectedFiles(datasets) {
  return numbers(1, datasets + 1).flatMap(filesOf)
    .map((path) => fileEntry(path, /^\/files\/(.*)\.csv$/.exec(path)[1]));
}
