// A portal that lists its datasets in /data.json (DCAT-US, "Project Open Data" schema 1.1), and has plain pages besides:
// a list in pages, a page a dataset.
import { escapeHtml, html, json, link, list, missing, numberIn, pageOf, pagination, text } from '../pages.mjs';
import { kTypes } from '../files.mjs';

const kPageSize = 25;
const kSchema = 'https://project-open-data.cio.gov/v1.1/schema';

function distributionOf({ title, url, format, sort }) {
  // Whoever fills the list in by hand calls a page to ask at a download now and then, and files accessURL.
  const where = sort === 'elsewhere' ? { accessURL: url } : { downloadURL: url };
  return { '@type': 'dcat:Distribution', title, ...where, mediaType: kTypes[format], format: format.toUpperCase() };
}

function datasetOf(dataset, base) {
  const { organisation, tags, groups, licence } = dataset;
  return {
    '@type': 'dcat:Dataset', identifier: dataset.id, title: dataset.title, description: dataset.notes,
    keyword: tags.map(({ title }) => title), issued: dataset.created.slice(0, 10), modified: dataset.modified.slice(0, 10),
    publisher: { '@type': 'org:Organization', name: organisation.title },
    contactPoint: { '@type': 'vcard:Contact', fn: organisation.title, hasEmail: 'mailto:data@portal.example' },
    accessLevel: 'public', license: licence.url, accrualPeriodicity: dataset.frequency, theme: groups.map(({ title }) => title),
    landingPage: `${base}/catalog/${dataset.name}`, distribution: dataset.resources.map(distributionOf),
  };
}

/** All in one answer, as the schema has it: there is no paging. */
function listOf(catalogue, base) {
  return {
    '@context': `${kSchema}/catalog.jsonld`, '@id': `${base}/data.json`, '@type': 'dcat:Catalog', conformsTo: kSchema,
    describedBy: `${kSchema}/catalog.json`, dataset: catalogue.datasets.map((dataset) => datasetOf(dataset, base)),
  };
}

/** `listed`: whether pages name data.json in a link; else only who asks for the well-known path finds it. */
export function dataJson({ catalogue, base, listed = true }) {
  const { title: site, datasets } = catalogue;
  const byName = new Map(datasets.map((dataset) => [dataset.name, dataset]));
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${listed ? '<link rel="describedby" type="application/json" href="/data.json">' : ''}</head>
<body><header><nav>${link('/', site)} ${link('/catalog', 'Data catalog')} ${link('/help', 'Help')} ${link('/login', 'Sign in')}</nav></header><main>${body}</main>
<footer>${listed ? link('/data.json', 'data.json') : ''} ${link('/privacy', 'Privacy')}</footer></body></html>`);
  const dataset = (one) => page(one.title, `<h1>${escapeHtml(one.title)}</h1><p>${escapeHtml(one.notes)}</p>
<table class="files"><tbody>${one.resources.map((resource) => `<tr><td>${link(resource.url, resource.title)}</td><td>${resource.format.toUpperCase()}</td></tr>`).join('\n')}</tbody></table>
<p>Published by ${escapeHtml(one.organisation.title)}, ${one.modified.slice(0, 10)}.</p>`);
  return {
    pathOf: ({ dataset: { name }, filename }) => `/sites/default/files/${name}/${filename}`,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /admin/\n');
      if (url.pathname === '/data.json') return json(listOf(catalogue, base), { type: 'application/json' });
      if (url.pathname === '/') return page(site, `<h1>${escapeHtml(site)}</h1><p>${datasets.length} datasets. ${link('/catalog', 'All datasets')}</p>`);
      if (['/help', '/login', '/privacy'].includes(url.pathname)) return page(url.pathname.slice(1), '<h1>About this site</h1>');
      if (url.pathname === '/catalog') {
        const part = pageOf(datasets, 1 + numberIn(url.searchParams, 'page', 0), kPageSize);
        return page('Data catalog', `<h1>Data catalog</h1>${list(part.items.map((one) => link(`/catalog/${one.name}`, one.title)), 'datasets')}${pagination(url, part, { first: 0, classes: 'pager' })}`);
      }
      const one = byName.get(/^\/catalog\/([^/]+)$/.exec(url.pathname)?.[1]);
      return one ? dataset(one) : missing();
    },
  };
}
