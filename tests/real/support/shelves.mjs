// What sites built by software from npm are filled with: shelves, each a topic with a page of its own and files of some years.
import { fileOf, kTopics, proseOf } from './contents.mjs';

const kFirstYear = 2015;
const titleOf = (slug) => `${slug[0].toUpperCase()}${slug.slice(1).replaceAll('-', ' ')}`;

/** `count` shelves of `each` files: [{ slug, title, prose, files: [{ name, year, kind, bytes, sha256 }] }]. */
export function shelvesOf(count, each, kinds = ['csv', 'xlsx', 'pdf', 'zip', 'ods']) {
  return kTopics.slice(0, count).map((slug, at) => ({
    slug, title: titleOf(slug), prose: proseOf(slug, 4),
    files: Array.from({ length: each }, (_, index) => fileOf(slug, kFirstYear + index, kinds[(at * each + index) % kinds.length])),
  }));
}

/** The files of all shelves as a tree of a project: { path: bytes } below `folder`. */
export function filesBelow(folder, shelves) {
  return Object.fromEntries(shelves.flatMap(({ slug, files }) => files.map(({ name, bytes }) => [`${folder}/${slug}/${name}`, bytes])));
}

/** What a page or a script needs of the shelves, without the bytes; `base` is before each file's address. */
export function catalogueOf(shelves, base = '/files') {
  return shelves.map(({ slug, title, prose, files }) => ({
    slug, title, prose,
    files: files.map(({ name, year, kind, bytes }) => ({ name, year, kind, size: bytes.length, href: `${base}/${slug}/${name}` })),
  }));
}

/** A page of HTML, as projects begin with one. */
export function htmlOf(title, body, head = '') {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>${body}</body></html>
`;
}
