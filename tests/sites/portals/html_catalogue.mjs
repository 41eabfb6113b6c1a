// The pages that most portals have, whatever they are called: a home page, lists in pages with facets, a page a dataset,
// pages of groups and of organisations, some that only say something. What a kind's own software adds is given to it.
import { countsOf, escapeHtml, html, link, list, matches, numberIn, pageOf, pagination, remembering, withQuery } from './pages.mjs';

const kFacetShown = 8;

/**
 * `own`: { head: in every head, body: attributes of every body, lists: path of the list, size: datasets a page, page:
 * its parameter, first: number of the first page, facets: { parameter: (dataset) => value }, item: (dataset) => path of
 * its page, more: (dataset) => what else is on it, notes: { path: title } of pages that only say something, nav: [[path,
 * words]], files: (dataset) => [[URL, words]] }. Gives (URL) -> an answer or undefined, with `.page(title, body)`.
 */
export function htmlCatalogue({ title: site, datasets }, own) {
  const { head = '', body = '', lists, size = 20, page: parameter = 'page', first = 1, facets = {}, item, more = () => '', notes = {}, nav = [] } = own;
  const files = own.files ?? ((dataset) => dataset.resources.map(({ url, title }) => [url, title]));
  const byPath = new Map(datasets.map((dataset) => [item(dataset), dataset]));
  const page = (title, content) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} | ${escapeHtml(site)}</title>${head}</head>
<body${body}><header>${link('/', site)}<nav>${[[lists, 'Data'], ...nav, ...Object.entries(notes)].map(([path, words]) => link(path, words)).join(' ')}</nav></header>
<main>${content}</main><footer>${link('/', 'Home')}</footer></body></html>`);

  const remembered = remembering();
  const filterOf = ({ searchParams }) => ['q', ...Object.keys(facets)].map((name) => searchParams.get(name) ?? '').join('\n');
  const counts = (url, found, [name, of]) => remembered(`${name}\n${filterOf(url)}`, () => countsOf(found, of).slice(0, kFacetShown));
  const facet = (url, found, [name, of]) => `<section class="facet"><h3>${name}</h3>${list(counts(url, found, [name, of])
    .map(([value, count]) => link(withQuery(url, { [name]: url.searchParams.get(name) === value ? undefined : value, [parameter]: undefined }), `${value} (${count})`)))}</section>`;

  function listing(url) {
    const query = url.searchParams;
    const found = datasets.filter((dataset) => matches(dataset, query.get('q') ?? '')
      && Object.entries(facets).every(([name, of]) => !query.has(name) || [of(dataset)].flat().includes(query.get(name))));
    const part = pageOf(found, Math.max(1, numberIn(query, parameter, first) - first + 1), size);
    return page('Search', `<form action="${lists}" method="get"><input type="search" name="q" value="${escapeHtml(query.get('q') ?? '')}"><button>Search</button></form>
<h1>${found.length} results</h1><ol class="results">${part.items.map((dataset) => `<li><h2>${link(item(dataset), dataset.title)}</h2><p>${escapeHtml(dataset.notes)}</p></li>`).join('\n')}</ol>
${pagination(url, part, { name: parameter, first })}<aside>${Object.entries(facets).map((one) => facet(url, found, one)).join('\n')}</aside>`);
  }

  const dataset = (one) => page(one.title, `<h1>${escapeHtml(one.title)}</h1><p>${escapeHtml(one.notes)}</p>
<table class="downloads">${files(one).map(([url, words]) => `<tr><td>${link(url, words)}</td></tr>`).join('\n')}</table>
<dl><dt>Publisher</dt><dd>${escapeHtml(one.organisation.title)}</dd><dt>Licence</dt><dd>${escapeHtml(one.licence.title)}</dd><dt>Updated</dt><dd>${one.modified.slice(0, 10)}</dd></dl>${more(one)}`);

  const answer = (url) => {
    if (url.pathname === '/') return page(site, `<h1>${escapeHtml(site)}</h1><p>${datasets.length} datasets.</p>${link(lists, 'Browse all')}${list(datasets.slice(0, 4).map((one) => link(item(one), one.title)), 'featured')}`);
    if (url.pathname === lists) return listing(url);
    if (notes[url.pathname]) return page(notes[url.pathname], `<h1>${notes[url.pathname]}</h1><p>How this site is run.</p>`);
    const one = byPath.get(url.pathname) ?? byPath.get(`${url.pathname}${url.search}`);
    return one && dataset(one);
  };
  return Object.assign(answer, { page });
}

/** The page of an application that draws itself: without its scripts there is nothing to see and no link. */
export function scriptShell(title, { head = '', body = '' } = {}) {
  return html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${head}</head><body>${body}<noscript>This site needs JavaScript.</noscript></body></html>`);
}
