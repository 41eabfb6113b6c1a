// A portal as udata serves it (data.gouv.fr and others): the API at /api/1/ in the fields that udata/core/dataset/api_fields.py
// of github.com/opendatateam/udata has, pages that scripts draw, a feed of the newest.
import { scriptShell } from '../html_catalogue.mjs';
import { kTypes } from '../files.mjs';
import { escapeHtml, json, link, list, missing, numberIn, redirect, text } from '../pages.mjs';

const kUsual = 20;
const kMost = 100;
const kList = '/api/1/datasets/';

export function udata({ catalogue, base }) {
  const { title: site, datasets } = catalogue;
  const byName = new Map(datasets.map((one) => [one.name, one]));
  const idOf = ({ dataset, at }) => `${dataset.name}-${at}`;
  const byId = new Map(datasets.flatMap(({ resources }) => resources.map((one) => [idOf(one), one])));

  const resourceOf = (resource) => ({
    id: idOf(resource), title: resource.title, description: null, type: 'main', filetype: 'file', format: resource.format, mime: kTypes[resource.format], url: resource.url,
    latest: `${base}/datasets/r/${idOf(resource)}`, created_at: `${resource.dataset.created}+00:00`, last_modified: `${resource.dataset.modified}+00:00`, extras: {}, metrics: {},
  });
  const datasetOf = ({ name, title, notes, created, modified, frequency, licence, organisation, resources }) => ({
    id: name, slug: name, title, description: notes, created_at: `${created}+00:00`, last_modified: `${modified}+00:00`, frequency, license: licence.id, tags: [], extras: {}, metrics: {},
    organization: { class: 'Organization', id: organisation.name, name: organisation.title, slug: organisation.name, uri: `${base}/api/1/organizations/${organisation.name}/`, page: `${base}/fr/organizations/${organisation.name}/` },
    resources: resources.map(resourceOf), uri: `${base}${kList}${name}/`, page: `${base}/fr/datasets/${name}/`,
  });

  function listing(query) {
    const [page, size] = [numberIn(query, 'page', 1), Math.min(numberIn(query, 'page_size', kUsual), kMost)];
    const at = (number) => `${base}${kList}?page=${number}&page_size=${size}`;
    const part = datasets.slice((page - 1) * size, page * size);
    if (part.length === 0 && page > 1) return json({ message: 'The requested URL was not found on the server.' }, { status: 404 });
    return json({ data: part.map(datasetOf), page, page_size: size, total: datasets.length, next_page: page * size < datasets.length ? at(page + 1) : null, previous_page: page > 1 ? at(page - 1) : null });
  }

  const feed = '<link rel="alternate" type="application/atom+xml" href="/fr/datasets/recent.atom">';
  const shell = (title, body) => scriptShell(title, { head: `${feed}<script src="/_nuxt/entry.js"></script>`, body: `<div id="__nuxt"></div>${body}` });
  return {
    pathOf: (resource) => `/s/resources/${resource.dataset.name}/${resource.at}-${resource.filename}`,
    aliasesOf: (resource) => [`/datasets/r/${idOf(resource)}`],
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /admin/\n');
      if (url.pathname === kList) return listing(url.searchParams);
      const resource = byId.get(/^\/datasets\/r\/([^/]+)$/.exec(url.pathname)?.[1]);
      if (resource) return redirect(resource.url);
      const [, api, page] = /^(?:\/api\/1\/datasets\/([^/]+)\/|\/fr\/datasets\/([^/]+)\/)$/.exec(url.pathname) ?? [];
      if (byName.has(api)) return json(datasetOf(byName.get(api)));
      if (byName.has(page)) return shell(byName.get(page).title, `<h1>${escapeHtml(byName.get(page).title)}</h1>`);
      if (url.pathname === '/') return shell(site, list(datasets.slice(0, 3).map(({ name, title }) => link(`/fr/datasets/${name}/`, title))));
      return missing();
    },
  };
}
