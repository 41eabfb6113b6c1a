// What there is to find on the endless site: pages whose lists grow as a reader goes on.
import { fileEntry } from '../csv_files.mjs';

/** Page -> how many files it lists, in batches of BATCH. */
export const LISTS = { feed: 40, more: 35, virtual: 45, box: 30 };
export const BATCH = 10;

export function namesOf(list) {
  return Array.from({ length: LISTS[list] }, (_, at) => `${list}-${at}`);
}

export function expectedFiles() {
  return Object.keys(LISTS).flatMap((list) =>
    namesOf(list).map((name) => fileEntry(`/files/${name}.csv`, name)));
}
