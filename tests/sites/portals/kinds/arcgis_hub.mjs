// A portal as ArcGIS Hub serves it: pages are drawn by scripts; what is in them comes from its search API (OGC API
// Records), its API of datasets (JSON:API) and its feed in DCAT-US.
import { scriptShell } from '../html_catalogue.mjs';
import { json, matches, missing, numberIn, redirect, text } from '../pages.mjs';
import { dcatUsOf } from './dcat_us.mjs';

const kUsual = 10;
const kMost = 100;
const kShell = '<meta name="application-name" content="ArcGIS Hub"><script src="/opendata-ui/assets/vendor.js"></script><script src="/opendata-ui/assets/opendata-ui.js"></script>';

/** Each resource is an item of its own, as in ArcGIS Online. */
const itemOf = ({ id }) => id.replaceAll('-', '');

export function arcgisHub({ catalogue, base }) {
  const { title: site, datasets } = catalogue;
  const all = datasets.flatMap(({ resources }) => resources);
  const page = (resource) => `${base}/datasets/${itemOf(resource)}`;
  const properties = (resource) => {
    const { dataset, title, url, format } = resource;
    return { id: itemOf(resource), title: `${dataset.title}: ${title}`, type: format === 'csv' ? 'CSV' : format.toUpperCase(), description: dataset.notes,
      tags: dataset.tags.map(({ title: tag }) => tag), owner: dataset.organisation.name, source: dataset.organisation.title, url,
      created: Date.parse(`${dataset.created}Z`), modified: Date.parse(`${dataset.modified}Z`), licenseInfo: dataset.licence.title, access: 'public' };
  };
  const found = (query) => all.filter(({ dataset }) => matches(dataset, query.get('q') ?? ''));

  function records(url) {
    const query = url.searchParams;
    const limit = numberIn(query, 'limit', kUsual);
    if (limit > kMost) return json({ statusCode: 400, message: [`limit must not be greater than ${kMost}`], error: 'Bad Request' }, { status: 400 });
    const start = Math.max(1, numberIn(query, 'startindex', 1));
    const hits = found(query);
    const part = hits.slice(start - 1, start - 1 + limit);
    const next = new URL(url);
    next.searchParams.set('startindex', start + limit);
    next.searchParams.set('limit', limit);
    return json({ type: 'FeatureCollection', timestamp: '2024-01-01T00:00:00Z', numberMatched: hits.length, numberReturned: part.length,
      features: part.map((resource) => ({ id: itemOf(resource), type: 'Feature', geometry: null, properties: properties(resource),
        links: [{ rel: 'self', type: 'application/geo+json', href: `${base}/api/search/v1/collections/all/items/${itemOf(resource)}` }, { rel: 'alternate', type: 'text/html', href: page(resource) }] })),
      links: [{ rel: 'self', href: url.href }, ...(start - 1 + limit < hits.length ? [{ rel: 'next', type: 'application/geo+json', href: next.href }] : [])] });
  }

  function datasetsOf(query) {
    const size = Math.min(numberIn(query, 'page[size]', kUsual), kMost);
    const number = Math.max(1, numberIn(query, 'page[number]', 1));
    const hits = found(query);
    const next = number * size < hits.length ? `${base}/api/v3/datasets?page%5Bnumber%5D=${number + 1}&page%5Bsize%5D=${size}` : undefined;
    return json({ data: hits.slice((number - 1) * size, number * size).map((resource) => ({ id: itemOf(resource), type: 'dataset', attributes: { ...properties(resource), name: resource.title },
      links: { itemPage: page(resource) } })), meta: { stats: { totalCount: hits.length, count: size }, ...(next && { next }) } });
  }

  return {
    pathOf: (resource) => `/api/download/v1/items/${itemOf(resource)}/${resource.format}?layers=0`,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow:\n');
      if (url.pathname === '/data.json') return redirect('/api/feed/dcat-us/1.1.json');
      if (url.pathname === '/api/feed/dcat-us/1.1.json') return json(dcatUsOf(catalogue, base, ({ resources: [first] }) => page(first)));
      if (url.pathname === '/api/search/v1/collections') {
        return json({ collections: ['all', 'dataset', 'document'].map((id) => ({ id, title: id, links: [{ rel: 'items', href: `${base}/api/search/v1/collections/${id}/items` }] })) });
      }
      if (/^\/api\/search\/v1\/collections\/(?:all|dataset)\/items$/.test(url.pathname)) return records(url);
      if (url.pathname === '/api/v3/datasets') return datasetsOf(url.searchParams);
      const drawn = url.pathname === '/' || url.pathname === '/search' || /^\/datasets\/[0-9a-f]{32}$/.test(url.pathname);
      return drawn ? scriptShell(site, { head: kShell, body: '<div id="ember-root"></div>' }) : missing();
    },
  };
}
