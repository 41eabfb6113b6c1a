// A repository as InvenioRDM serves it: /api/records, records' pages with typed links in the header (FAIR signposting,
// signposting.org), OAI-PMH at /oai2d. The search page is drawn by scripts. `most` records come in one answer: Zenodo gives
// 25 to who has not signed in (blog.zenodo.org, "Search API updates", November 2025).
import { htmlCatalogue, scriptShell } from '../html_catalogue.mjs';
import { kTypes } from '../files.mjs';
import { json, matches, missing, numberIn, text } from '../pages.mjs';
import { dublinCoreOf, oaiPmh } from './oai.mjs';

const kUsual = 25;
/** No query goes beyond so many hits. */
const kWindow = 10_000;

const idOf = ({ id }) => `${id.slice(0, 5)}-${id.slice(9, 13)}${id.slice(19, 20)}`;
/** Names within a record are its own. */
const nameOf = ({ at, filename }) => `${at}-${filename}`;
const pathOf = (resource) => `/records/${idOf(resource.dataset)}/files/${nameOf(resource)}?download=1`;
const contentOf = (resource) => `/api/records/${idOf(resource.dataset)}/files/${nameOf(resource)}/content`;

export function invenio({ catalogue, base, most = 100 }) {
  const { title: site, datasets } = catalogue;
  const byId = new Map(datasets.map((dataset) => [idOf(dataset), dataset]));
  const urlOf = (resource) => (resource.sort === 'elsewhere' ? resource.url : `${base}${contentOf(resource)}`);
  const entry = (resource) => ({ key: nameOf(resource), size: 300, mimetype: kTypes[resource.format], links: { self: `${base}${contentOf(resource).replace(/\/content$/, '')}`, content: urlOf(resource) } });
  const record = (dataset) => ({
    id: idOf(dataset), created: `${dataset.created}+00:00`, updated: `${dataset.modified}+00:00`, revision_id: 3, is_published: true,
    links: { self: `${base}/api/records/${idOf(dataset)}`, self_html: `${base}/records/${idOf(dataset)}`, files: `${base}/api/records/${idOf(dataset)}/files`, archive: `${base}/api/records/${idOf(dataset)}/files-archive` },
    metadata: { title: dataset.title, description: `<p>${dataset.notes}</p>`, publication_date: dataset.created.slice(0, 10), resource_type: { id: 'dataset', title: { en: 'Dataset' } }, publisher: site,
      rights: [{ id: dataset.licence.id, title: { en: dataset.licence.title }, props: { url: dataset.licence.url } }], subjects: dataset.tags.map(({ title: subject }) => ({ subject })),
      creators: [{ person_or_org: { type: 'organizational', name: dataset.organisation.title } }] },
    files: { enabled: true, count: dataset.resources.length, total_bytes: 300 * dataset.resources.length, entries: Object.fromEntries(dataset.resources.map((resource) => [nameOf(resource), entry(resource)])) },
    access: { record: 'public', files: 'public' },
  });

  function search(url) {
    const query = url.searchParams;
    const [size, page] = [numberIn(query, 'size', kUsual), Math.max(1, numberIn(query, 'page', 1))];
    if (size > most || size * page > kWindow) {
      return json({ status: 400, message: 'A validation error occurred.', errors: [{ field: size > most ? 'size' : 'page',
        messages: [size > most ? `Page size cannot be greater than ${most}.` : `Maximum number of ${kWindow} results have been reached.`] }] }, { status: 400 });
    }
    const found = datasets.filter((dataset) => matches(dataset, query.get('q') ?? ''));
    const at = (number) => `${base}/api/records?page=${number}&q=${encodeURIComponent(query.get('q') ?? '')}&size=${size}&sort=newest`;
    return json({ hits: { hits: found.slice((page - 1) * size, page * size).map(record), total: found.length }, aggregations: {}, sortBy: 'newest',
      links: { self: at(page), ...(page * size < found.length && { next: at(page + 1) }), ...(page > 1 && { prev: at(page - 1) }) } });
  }

  const pages = htmlCatalogue(catalogue, { head: '<script src="/static/dist/js/manifest.js"></script><meta name="citation_publisher" content="portal">', lists: '/search', item: (dataset) => `/records/${idOf(dataset)}`,
    notes: { '/login/': 'Log in', '/communities': 'Communities' } });
  const oai = oaiPmh(catalogue, { base: `${base}/oai2d`, size: 50, identifier: (dataset) => `oai:portal.example:${idOf(dataset)}`, formats: { oai_dc: (dataset) => dublinCoreOf(dataset, [`${base}/records/${idOf(dataset)}`]) } });

  function typedLinks(dataset) {
    const self = `${base}/api/records/${idOf(dataset)}`;
    return [...dataset.resources.map((resource) => `<${urlOf(resource)}> ; rel="item" ; type="${kTypes[resource.format]}"`),
      `<${self}> ; rel="describedby" ; type="application/json"`, `<${self}> ; rel="linkset" ; type="application/linkset+json"`, `<${dataset.licence.url}> ; rel="license"`].join(' , ');
  }

  return {
    pathOf, aliasesOf: (resource) => [contentOf(resource)],
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /search\nDisallow: /login\n');
      if (url.pathname === '/api/records') return search(url);
      if (url.pathname === '/oai2d') return oai(url);
      if (url.pathname === '/search') return scriptShell('Search', { body: '<div id="invenio-search-config"></div>' });
      const [, api, id, files] = /^(\/api)?\/records\/([\w-]+)(\/files)?$/.exec(url.pathname) ?? [];
      const found = byId.get(id);
      if (api && found) return json(files ? { enabled: true, order: [], entries: found.resources.map(entry), links: { self: `${base}/api/records/${id}/files` } } : record(found));
      if (api) return json({ status: 404, message: 'The persistent identifier does not exist.' }, { status: 404 });
      return found ? { ...pages(url), headers: { Link: typedLinks(found) } } : pages(url) ?? missing();
    },
  };
}
