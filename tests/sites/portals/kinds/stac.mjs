// A catalogue of the STAC API 1.0 (stacspec.org): a landing page, collections with items in pages, a search; all JSON.
// The start page is a browser that scripts draw, with a link to the catalogue in its head. `post`: next pages are told
// to be asked for by POST (stac-api-spec, item-search/README.md, Pagination).
import { scriptShell } from '../html_catalogue.mjs';
import { kTypes } from '../files.mjs';
import { json, missing, numberIn, text } from '../pages.mjs';

const kUsual = 10;
const kMost = 10_000;
const kVersion = '1.0.0';

const pathOf = ({ dataset, at, filename }) => `/assets/${dataset.name}/${at}-${filename}`;
const geo = (value) => json(value, { type: 'application/geo+json' });

export function stac({ catalogue, base, post = false }) {
  const { title: site, datasets, organisations } = catalogue;
  const root = `${base}/stac`;
  const at = (path, rel, type = 'application/json') => ({ rel, type, href: `${root}${path}` });
  const collection = ({ name, title }) => ({
    type: 'Collection', stac_version: kVersion, id: name, title, description: `Data of ${title}`, license: 'CC-BY-4.0', keywords: [],
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [['2010-01-01T00:00:00Z', null]] } },
    links: [at('', 'root'), at('', 'parent'), at(`/collections/${name}`, 'self'), at(`/collections/${name}/items`, 'items', 'application/geo+json')],
  });
  const item = (dataset) => ({
    type: 'Feature', stac_version: kVersion, id: dataset.name, collection: dataset.organisation.name, geometry: null,
    properties: { datetime: `${dataset.created}Z`, title: dataset.title, description: dataset.notes, license: dataset.licence.id, created: `${dataset.created}Z`, updated: `${dataset.modified}Z` },
    assets: Object.fromEntries(dataset.resources.map(({ at: number, title, url, format }) => [`asset${number}`, { href: url, title, type: kTypes[format], roles: ['data'] }])),
    links: [at('', 'root'), at(`/collections/${dataset.organisation.name}`, 'collection'), at(`/collections/${dataset.organisation.name}/items/${dataset.name}`, 'self', 'application/geo+json')],
  });

  function items(from, url) {
    const limit = Math.min(numberIn(url.searchParams, 'limit', kUsual), kMost);
    const offset = numberIn(url.searchParams, 'token', 0);
    const part = from.slice(offset, offset + limit);
    const there = { rel: 'next', type: 'application/geo+json' };
    const on = post ? { ...there, method: 'POST', href: `${base}${url.pathname}`, body: { token: offset + limit }, merge: true }
      : { ...there, method: 'GET', href: `${base}${url.pathname}?limit=${limit}&token=${offset + limit}` };
    const next = offset + limit < from.length ? [on] : [];
    return geo({ type: 'FeatureCollection', features: part.map(item), numberMatched: from.length, numberReturned: part.length, links: [at('', 'root'), { rel: 'self', type: 'application/geo+json', href: url.href }, ...next] });
  }

  const landing = () => json({ type: 'Catalog', stac_version: kVersion, id: 'root', title: site, description: site,
    conformsTo: ['https://api.stacspec.org/v1.0.0/core', 'https://api.stacspec.org/v1.0.0/item-search', 'https://api.stacspec.org/v1.0.0/ogcapi-features'],
    links: [at('', 'self'), at('', 'root'), at('/collections', 'data'), at('/search', 'search', 'application/geo+json'), at('/conformance', 'conformance'),
      ...organisations.map(({ name }) => at(`/collections/${name}`, 'child'))] });

  return {
    pathOf,
    answer(url) {
      const { pathname } = url;
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow:\n');
      if (pathname === '/') return scriptShell(site, { head: `<link rel="alternate" type="application/json" href="${root}"><script src="/js/stac-browser.js"></script>`, body: '<div id="stac-browser"></div>' });
      if (pathname === '/stac' || pathname === '/stac/') return landing();
      if (pathname === '/stac/conformance') return json({ conformsTo: ['https://api.stacspec.org/v1.0.0/core'] });
      if (pathname === '/stac/collections') return json({ collections: organisations.map(collection), links: [at('', 'root'), at('/collections', 'self')] });
      if (pathname === '/stac/search') return items(datasets, url);
      const [, name, list, id] = /^\/stac\/collections\/([\w-]+)(\/items)?(?:\/([\w-]+))?$/.exec(pathname) ?? [];
      const found = organisations.find((one) => one.name === name);
      if (!found) return pathname.startsWith('/stac/') ? json({ code: 'NotFoundError', description: 'No such collection' }, { status: 404 }) : missing();
      if (!list) return json(collection(found));
      if (!id) return items(found.datasets, url);
      const one = found.datasets.find((dataset) => dataset.name === id);
      return one ? geo(item(one)) : json({ code: 'NotFoundError', description: 'No such item' }, { status: 404 });
    },
  };
}
