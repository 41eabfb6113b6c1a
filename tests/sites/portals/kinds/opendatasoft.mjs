// A portal as Opendatasoft serves it: the Explore API 2.1 under /api/explore/v2.1/catalog (help.opendatasoft.com/apis), pages
// that scripts draw, with JSON-LD for search engines in the page of a dataset. `window`: limit and offset together; more is
// given by exports alone, if it has any (`exports`; `empty`: lists none).
import { scriptShell } from '../html_catalogue.mjs';
import { kTypes } from '../files.mjs';
import { countsOf, escapeHtml, json, link, list, matches, missing, numberIn, text } from '../pages.mjs';

const kApi = '/api/explore/v2.1/catalog';
const kUsual = 10;
const kMost = 100;
const kShell = '<link rel="stylesheet" href="/static/ods-front/ods-front.css"><script src="/static/ods-widgets/ods-widgets.min.js"></script>';

/** The first CSV is the data set's records, which are exported; everything else is attached. */
function pathOf(resource) {
  const { dataset, format, at, filename } = resource;
  const first = dataset.resources.find((one) => one.format === format) === resource;
  if (first && format === 'csv') return `${kApi}/datasets/${dataset.name}/exports/csv`;
  return `${kApi}/datasets/${dataset.name}/attachments/${at}_${filename.replace('.', '_')}`;
}

const isExport = (resource) => pathOf(resource).includes('/exports/');

function datasetOf(dataset) {
  const { organisation, groups, tags, licence, resources } = dataset;
  const attached = resources.filter((one) => !isExport(one));
  return {
    dataset_id: dataset.name, dataset_uid: `da_${dataset.id.slice(0, 6)}`, has_records: resources.some(isExport), data_visible: true, features: ['analyze'],
    attachments: attached.filter(({ sort }) => sort !== 'elsewhere').map(({ at, format, title, url }) => ({ id: `${at}`, title, mimetype: kTypes[format], url })),
    alternative_exports: attached.filter(({ sort }) => sort === 'elsewhere').map(({ at, format, title, url }) => ({ id: `${at}`, title, mimetype: kTypes[format], url })),
    metas: { default: { title: dataset.title, description: `<p>${dataset.notes}</p>`, theme: groups.map(({ title }) => title), keyword: tags.map(({ title }) => title),
      license: licence.title, license_url: licence.url, language: 'en', publisher: organisation.title, modified: `${dataset.modified}+00:00`, records_count: 4,
      references: null, update_frequency: dataset.frequency } },
    fields: [{ name: 'place', label: 'place', type: 'text' }, { name: 'year', label: 'year', type: 'int' }],
  };
}

const fault = (message) => json({ message, error_code: 'InvalidRESTParameterError' }, { status: 400 });

export function opendatasoft({ catalogue, base, window = 10_000, exports = true }) {
  const { title: site, datasets } = catalogue;
  const byName = new Map(datasets.map((dataset) => [dataset.name, dataset]));

  const kFacets = { publisher: ({ organisation }) => organisation.title, theme: ({ groups }) => groups.map(({ title }) => title), keyword: ({ tags }) => tags.map(({ title }) => title) };
  const kCompared = { '>=': (a, b) => a >= b, '<=': (a, b) => a <= b };

  /** `refine=facet:"value"`, repeated, and `where=modified >= date'...'`, joined by `and`; null for what is neither. */
  function narrowed(query) {
    let found = datasets;
    for (const refine of query.getAll('refine')) {
      const [, facet, quoted, bare] = /^(\w+):(?:"((?:[^"\\]|\\.)*)"|(.*))$/.exec(refine) ?? [];
      const of = kFacets[facet];
      if (of === undefined) return null;
      const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
      found = found.filter((dataset) => [of(dataset)].flat().includes(value));
    }
    for (const part of (query.get('where') ?? '').split(' and ').filter(Boolean)) {
      const [, sign, date] = /^modified (>=|<=) date'(\d{4}-\d\d-\d\d(?:T[\d:]+)?)'$/.exec(part) ?? [];
      if (sign === undefined) return null;
      found = found.filter(({ modified }) => kCompared[sign](modified, date));
    }
    return found;
  }

  function facets(query) {
    const found = narrowed(query);
    if (found === null) return fault('ODSQL query is malformed');
    return json({ links: [], facets: Object.entries(kFacets).map(([name, of]) =>
      ({ name, facets: countsOf(found, of).map(([value, count]) => ({ name: value, count, value, state: 'displayed' })) })) });
  }

  function search(query) {
    const limit = numberIn(query, 'limit', kUsual);
    const offset = numberIn(query, 'offset', 0);
    if (limit > kMost) return fault(`Invalid value for limit API parameter: ${limit} was found but -1 <= limit <= ${kMost} is expected.`);
    if (limit + offset > window) return fault(`Invalid value for offset API parameter: limit + offset must be at most ${window}.`);
    const found = narrowed(query)?.filter((dataset) => matches(dataset, query.get('q') ?? ''));
    if (found === undefined) return fault('ODSQL query is malformed');
    return json({ total_count: found.length, results: found.slice(offset, offset + limit).map(datasetOf) });
  }

  function ofDataset(dataset, what) {
    const self = `${base}${kApi}/datasets/${dataset.name}`;
    if (what === undefined) return json(datasetOf(dataset));
    if (what === 'exports') return json({ links: dataset.resources.filter(isExport).map(({ format, url }) => ({ rel: format, href: url })) });
    if (what === 'attachments') {
      return json({ links: [{ rel: 'self', href: `${self}/attachments` }], attachments: dataset.resources.filter((one) => !isExport(one))
        .map(({ at, url, format, title }) => ({ href: url, metas: { 'mime-type': kTypes[format], title, id: `${at}` } })) });
    }
    return missing();
  }

  function page(dataset) {
    const described = { '@context': 'https://schema.org/', '@type': 'Dataset', name: dataset.title, description: dataset.notes, url: `${base}/explore/dataset/${dataset.name}/`,
      license: dataset.licence.url, publisher: { '@type': 'Organization', name: dataset.organisation.title }, dateModified: dataset.modified,
      distribution: dataset.resources.map(({ url, format }) => ({ '@type': 'DataDownload', encodingFormat: format.toUpperCase(), contentUrl: url })) };
    return scriptShell(dataset.title, { head: `${kShell}<script type="application/ld+json">${JSON.stringify(described)}</script>`,
      body: `<div class="ods-dataset-visualization" ng-app="ods.explore"><h1>${escapeHtml(dataset.title)}</h1></div>` });
  }

  // The home page is written by hand, the catalogue is drawn.
  const featured = list(datasets.slice(0, 3).map((dataset) => link(`/explore/dataset/${dataset.name}/`, dataset.title)));
  return {
    pathOf,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /login/\n');
      if (url.pathname === `${kApi}/datasets`) return search(url.searchParams);
      if (url.pathname === `${kApi}/facets`) return facets(url.searchParams);
      if (url.pathname === `${kApi}/exports`) return json({ links: ['csv', 'json', 'dcat'].map((rel) => ({ rel, href: `${base}${kApi}/exports/${rel}` })) });
      if (exports && url.pathname === `${kApi}/exports/json`) return json(exports === 'empty' ? [] : datasets.map(datasetOf));
      const [, name, what] = new RegExp(`^${kApi}/datasets/([^/]+)(?:/(\\w+))?$`).exec(url.pathname) ?? [];
      if (byName.has(name)) return ofDataset(byName.get(name), what);
      const shown = /^\/explore\/dataset\/([^/]+)\/(?:information\/|table\/|export\/|api\/)?$/.exec(url.pathname)?.[1];
      if (byName.has(shown)) return page(byName.get(shown));
      const drawn = ['/', '/explore/', '/pages/home/'].includes(url.pathname);
      return drawn ? scriptShell(site, { head: kShell,
        body: `<header class="ods-front-header"><a href="/explore/">Explore</a> <a href="/login/">Login</a></header><div class="ods-catalog"></div>${url.pathname === '/explore/' ? '' : featured}` }) : missing();
    },
  };
}
