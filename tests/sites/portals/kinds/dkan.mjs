// A portal as DKAN 2 serves it: a metastore and a search under /api/1, /data.json; pages are drawn by scripts, unless
// `version` is 1, where Drupal makes them.
import { htmlCatalogue, scriptShell } from '../html_catalogue.mjs';
import { countsOf, json, matches, missing, numberIn, text } from '../pages.mjs';
import { dcatUsOf } from './dcat_us.mjs';

const kUsual = 10;
const kMost = 100;

const referenced = (kind, value) => ({ identifier: `${kind}-${value}`, data: value });

function itemOf(dataset, withIds) {
  const plain = dcatUsOf({ datasets: [dataset] }, '', () => '').dataset[0];
  const { landingPage, ...fields } = plain;
  if (!withIds) return fields;
  return { ...fields, '%modified': `${dataset.modified}+00:00`,
    theme: fields.theme.map((value) => referenced('theme', value)),
    keyword: fields.keyword.map((value) => referenced('keyword', value)),
    distribution: dataset.resources.map(({ id }, at) => ({ identifier: id, data: fields.distribution[at] })) };
}

export function dkan({ catalogue, base, version = '2' }) {
  const { title: site, datasets } = catalogue;
  const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]));
  const pages = htmlCatalogue(catalogue, {
    head: '<meta name="Generator" content="Drupal 7 (http://drupal.org)"><link rel="stylesheet" href="/profiles/dkan/themes/contrib/nuboot_radix/assets/css/nuboot_radix.style.css"><script src="/profiles/dkan/modules/dkan/dkan_dataset/js/dkan.js"></script>',
    lists: '/search/type/dataset', size: 10, first: 0, item: ({ name }) => `/dataset/${name}`, notes: { '/user/login': 'Log in', '/about': 'About' }, nav: [['/data.json', 'data.json']],
    facets: { theme: ({ groups }) => groups[0].title, publisher: ({ organisation }) => organisation.title },
  });
  const shell = () => scriptShell('DKAN data catalog', { head: '<meta name="description" content="DKAN is an open-source data management platform."><link rel="icon" href="/dkan-avatar-blue.png">', body: '<div id="root"></div>' });

  function search(query) {
    const size = Math.min(numberIn(query, 'page-size', kUsual), kMost);
    const page = Math.max(1, numberIn(query, 'page', 1));
    const found = datasets.filter((dataset) => matches(dataset, query.get('fulltext') ?? ''));
    return json({ total: found.length, results: Object.fromEntries(found.slice((page - 1) * size, page * size).map((dataset) => [`dkan_dataset/${dataset.id}`, itemOf(dataset, false)])),
      facets: countsOf(found, ({ groups }) => groups[0].title).map(([name, total]) => ({ type: 'theme', name, total: String(total) })) });
  }

  function metastore(url) {
    const [, id] = /^\/api\/1\/metastore\/schemas\/dataset\/items(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
    const withIds = url.searchParams.has('show-reference-ids');
    if (id !== undefined) {
      return byId.has(id) ? json(itemOf(byId.get(id), withIds))
        : json({ message: `Error retrieving metadata: dataset ${id} not found.`, status: 404, timestamp: '2024-01-01T00:00:00+00:00' }, { status: 404 });
    }
    return url.pathname.endsWith('/items') ? json(datasets.map((dataset) => itemOf(dataset, withIds))) : json({ title: 'Project Open Data Dataset', type: 'object', required: ['title', 'description'], properties: {} });
  }

  return {
    pathOf: ({ dataset, at, filename }) => `/sites/default/files/uploaded_resources/${dataset.at}/${at}_${filename}`,
    answer(url) {
      const { pathname } = url;
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow: /admin/\nDisallow: /user/register\n');
      if (pathname === '/data.json') return json(dcatUsOf(catalogue, base, ({ id, name }) => `${base}/dataset/${version === '1' ? name : id}`), { type: 'application/json' });
      if (version === '1') return pages(url) ?? missing();
      if (pathname === '/api/1/search' || pathname === '/api/1/search/') return search(url.searchParams);
      if (/^\/api\/1\/metastore\/schemas\/dataset(?:\/items(?:\/[\w-]+)?)?$/.test(pathname)) return metastore(url);
      if (pathname.startsWith('/api/')) return json({ message: 'Not found' }, { status: 404 });
      const drawn = ['/', '/search', '/about', '/api'].includes(pathname) || byId.has(/^\/dataset\/([\w-]+)$/.exec(pathname)?.[1]);
      return drawn ? shell() : missing();
    },
  };
}

