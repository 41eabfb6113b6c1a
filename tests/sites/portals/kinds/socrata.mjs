// A portal as Socrata (Tyler Data & Insights) serves it: the discovery API /api/catalog/v1, /data.json, /api/views, and
// pages. A dataset has an id of two times four characters; /d/ID leads to its page.
import { htmlCatalogue } from '../html_catalogue.mjs';
import { json, matches, missing, numberIn, redirect, text } from '../pages.mjs';
import { slugOf } from '../words.mjs';
import { dcatUsOf } from './dcat_us.mjs';

const kUsual = 100;
const kMost = 10_000;

const idOf = ({ id }) => `${id.slice(0, 4)}-${id.slice(9, 13)}`.replaceAll('0', 'z').replaceAll('1', 'y');
const pathOfPage = (dataset) => `/${slugOf(dataset.groups[0].title)}/${slugOf(dataset.title)}/${idOf(dataset)}`;

/** The first table of a dataset is its rows; everything else is attached. */
function pathOf(resource) {
  const { dataset, format, id, filename } = resource;
  const first = dataset.resources.find((one) => one.format === format) === resource;
  if (first && ['csv', 'json'].includes(format)) return `/api/views/${idOf(dataset)}/rows.${format}?accessType=DOWNLOAD`;
  return `/api/views/${idOf(dataset)}/files/${id}?download=true&filename=${filename}`;
}

function foundOf(dataset, base) {
  const { organisation, groups, tags, licence } = dataset;
  const domain = new URL(base).host;
  return {
    resource: {
      name: dataset.title, id: idOf(dataset), parent_fxf: [], description: dataset.notes, attribution: organisation.title, attribution_link: null,
      contact_email: null, type: 'dataset', updatedAt: `${dataset.modified}.000Z`, createdAt: `${dataset.created}.000Z`,
      metadata_updated_at: `${dataset.modified}.000Z`, data_updated_at: `${dataset.modified}.000Z`, page_views: { page_views_last_week: 3, page_views_total: 900 },
      columns_name: ['place', 'year', 'value', 'series'], columns_field_name: ['place', 'year', 'value', 'series'], download_count: 12,
      provenance: 'official', lens_view_type: 'tabular', blob_mime_type: null, hide_from_data_json: false, publication_date: `${dataset.created}.000Z`,
    },
    classification: { categories: [], tags: [], domain_category: groups[0].title, domain_tags: tags.map(({ title }) => title), domain_metadata: [] },
    metadata: { domain, license: licence.title }, permalink: `${base}/d/${idOf(dataset)}`, link: `${base}${pathOfPage(dataset)}`,
    owner: { id: 'aaaa-bbbb', user_type: 'interactive', display_name: organisation.title },
  };
}

function viewOf(dataset) {
  const attached = dataset.resources.filter((one) => pathOf(one).includes('/files/'));
  return {
    id: idOf(dataset), name: dataset.title, assetType: 'dataset', attribution: dataset.organisation.title, category: dataset.groups[0].title,
    description: dataset.notes, displayType: 'table', viewType: 'tabular', license: { name: dataset.licence.title }, tags: dataset.tags.map(({ title }) => title),
    metadata: { attachments: attached.map(({ filename, id, title }) => ({ filename, name: title, assetId: id })) },
    columns: [{ id: 1, name: 'place', fieldName: 'place', dataTypeName: 'text' }],
  };
}

export function socrata({ catalogue, base }) {
  const { datasets } = catalogue;
  const byId = new Map(datasets.map((dataset) => [idOf(dataset), dataset]));
  const pages = htmlCatalogue(catalogue, {
    head: '<meta name="soda-host" content="portal"><script src="/assets/socrata-components.js"></script>', lists: '/browse', size: 10,
    facets: { category: (dataset) => dataset.groups[0].title, tags: (dataset) => dataset.tags.map(({ title }) => title) },
    item: pathOfPage, notes: { '/login': 'Sign In', '/signup': 'Sign Up', '/profile': 'Profile' },
  });
  const headers = { 'X-Socrata-RequestId': '3f2a9c' };

  function search(query) {
    const limit = numberIn(query, 'limit', kUsual);
    const offset = numberIn(query, 'offset', 0);
    if (limit + offset > kMost) return json({ error: `Invalid limit and offset: their sum may be ${kMost} at most` }, { status: 400, headers });
    const found = datasets.filter((dataset) => matches(dataset, query.get('q') ?? ''));
    return json({ results: found.slice(offset, offset + limit).map((dataset) => foundOf(dataset, base)), resultSetSize: found.length,
      timings: { serviceMillis: 4, searchMillis: [2] }, warnings: [] }, { headers });
  }

  return {
    pathOf,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /login\nDisallow: /signup\n');
      if (url.pathname === '/data.json') return json(dcatUsOf(catalogue, base, (dataset) => `${base}/d/${idOf(dataset)}`), { headers });
      if (url.pathname === '/api/catalog/v1') return search(url.searchParams);
      if (url.pathname === '/api/views' || url.pathname === '/api/views.json') {
        const limit = Math.min(numberIn(url.searchParams, 'limit', 1000), 1000);
        return json(datasets.slice((numberIn(url.searchParams, 'page', 1) - 1) * limit).slice(0, limit).map(viewOf), { headers });
      }
      const [, kind, id] = /^\/(d|api\/views)\/(\w{4}-\w{4})(?:\.json)?$/.exec(url.pathname) ?? [];
      if (!byId.has(id)) return pages(url) ?? missing();
      return kind === 'd' ? redirect(pathOfPage(byId.get(id))) : json(viewOf(byId.get(id)), { headers });
    },
  };
}
