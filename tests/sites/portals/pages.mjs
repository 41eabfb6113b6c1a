// What the pages and answers of all invented portals are made with.
import { escapeHtml } from '../demo/layout.mjs';

export { escapeHtml };

export const link = (href, text, more = '') => `<a href="${escapeHtml(href)}"${more}>${escapeHtml(text)}</a>`;
export const list = (items, classes = '') => `<ul${classes && ` class="${classes}"`}>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

export const html = (body, status = 200) => ({ status, type: 'text/html; charset=utf-8', body });
export const json = (value, { status = 200, type = 'application/json;charset=utf-8', headers } = {}) =>
  ({ status, type, body: JSON.stringify(value), headers });
export const xml = (body, { status = 200, type = 'text/xml; charset=utf-8' } = {}) =>
  ({ status, type, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` });
export const text = (body) => ({ status: 200, type: 'text/plain; charset=utf-8', body });
export const redirect = (location, status = 302) => ({ status, headers: { Location: location } });
export const missing = () => ({ status: 404 });

/** A whole number of a query, or `otherwise` where there is none. */
export function numberIn(query, name, otherwise) {
  const value = query.get(name);
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : otherwise;
}

/** The same address with some parameters changed; undefined takes one away. */
export function withQuery(url, changes) {
  const query = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const words = query.toString();
  return `${url.pathname}${words && `?${words}`}`;
}

const searched = new WeakMap();

function wordsOf(dataset) {
  const known = searched.get(dataset) ?? `${dataset.title} ${dataset.notes} ${dataset.tags.map(({ title }) => title).join(' ')}`.toLowerCase();
  searched.set(dataset, known);
  return known;
}

/** Whether all words of a search are in a dataset's title, notes or tags. */
export function matches(dataset, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word && word !== '*:*');
  return wanted.every((word) => wordsOf(dataset).includes(word));
}

/** The pages of a list: { items, page, pages } of page 1 and on. */
export function pageOf(items, page, size) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  return { items: items.slice((page - 1) * size, page * size), page, pages };
}

/** Links to pages as most software has them: the neighbours, the first and the last. */
export function pagination(url, { page, pages }, { name = 'page', classes = 'pagination', first = 1 } = {}) {
  if (pages < 2) return '';
  const wanted = new Set([1, pages, ...[-2, -1, 0, 1, 2].map((step) => page + step)].filter((at) => at >= 1 && at <= pages));
  const to = (at, words) => link(withQuery(url, { [name]: at - 1 + first }), words);
  return list([...(page > 1 ? [to(page - 1, '«')] : []), ...[...wanted].sort((a, b) => a - b).map((at) => to(at, String(at))),
    ...(page < pages ? [to(page + 1, '»')] : [])], classes);
}

/** [value, count] of what `of` gives (one or several) of all items, most frequent first. */
export function countsOf(items, of) {
  const counts = new Map();
  for (const item of items) for (const value of new Set([of(item)].flat())) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || String(a).localeCompare(String(b)));
}

/** Answers again what was asked before: (key, make) -> what make() gave. Large portals would count their facets for each page. */
export function remembering(most = 1000) {
  const known = new Map();
  return (key, make) => {
    if (!known.has(key)) {
      if (known.size >= most) known.clear();
      known.set(key, make());
    }
    return known.get(key);
  };
}
