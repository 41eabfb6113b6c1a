// A statistics database as PxWeb serves it: the interface of version 1 under /api/v1/en (pxweb_1.mjs), the list of tables
// and data by GET of version 2 under /api/v2, and pages of folders and tables. Each resource is a table. `version` 1: there
// is no version 2, and the pages of tables have forms by POST alone.
import { escapeHtml, html, json, link, list, matches, missing, numberIn, text } from '../pages.mjs';
import { tableOf, versionOne } from './pxweb_1.mjs';

const kUsual = 20;
const kMost = 1000;
const kDatabase = 'STATDB';

const pathOf = (resource) => `/api/v2/tables/${tableOf(resource)}/data?lang=en&outputFormat=${resource.format}`;
const described = (resource) => `${resource.dataset.title}: ${resource.title}`;

export function pxweb({ catalogue, base, version = 2, large = false }) {
  const { title: site, datasets, groups } = catalogue;
  const all = datasets.flatMap(({ resources }) => resources);
  const byTable = new Map(all.map((resource) => [tableOf(resource), resource]));
  const one = versionOne({ catalogue, described, large });
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/Resources/Styles/main-common.css"><script src="/Resources/Scripts/pxweb.js"></script></head>
<body class="pxweb"><form id="aspnetForm" method="post" action="./"><div id="pxwebcontent">${link('/pxweb/en/', site)} ${link('/pxweb/sv/', 'Svenska')} ${body}</div></form></body></html>`);
  const updated = ({ dataset }) => `${dataset.modified}Z`;
  const listed = (resource) => ({
    type: 'Table', id: tableOf(resource), label: described(resource), description: resource.dataset.notes, updated: updated(resource), firstPeriod: String(resource.dataset.year), lastPeriod: String(resource.dataset.year + 3),
    category: 'public', variableNames: ['place', 'year'], source: resource.dataset.organisation.title,
    links: [{ rel: 'self', hreflang: 'en', href: `${base}/api/v2/tables/${tableOf(resource)}` }, { rel: 'metadata', hreflang: 'en', href: `${base}/api/v2/tables/${tableOf(resource)}/metadata` },
      { rel: 'data', hreflang: 'en', href: resource.url }],
  });

  function tables(url) {
    const query = url.searchParams;
    const [size, number] = [Math.min(numberIn(query, 'pageSize', kUsual), kMost), Math.max(1, numberIn(query, 'pageNumber', 1))];
    const found = all.filter(({ dataset }) => matches(dataset, query.get('query') ?? ''));
    const pages = Math.ceil(found.length / size);
    const at = (rel, to) => ({ rel, hreflang: 'en', href: `${base}/api/v2/tables?lang=en&pageSize=${size}&pageNumber=${to}` });
    return json({ language: 'en', tables: found.slice((number - 1) * size, number * size).map(listed),
      page: { pageNumber: number, pageSize: size, totalElements: found.length, totalPages: pages, links: [...(number < pages ? [at('next', number + 1)] : []), at('last', pages)] }, links: [at('self', number)] });
  }

  const choosing = (resource) => `<input type="hidden" name="__VIEWSTATE" value="${tableOf(resource)}"><select multiple name="year"><option value="0">${resource.dataset.year}</option></select><button>Continue</button>`;

  function pages([database, group, table]) {
    if (database === undefined) return page(site, list([link(`/pxweb/en/${kDatabase}/`, 'Database')]));
    if (database !== kDatabase) return missing();
    if (group === undefined) return page('Database', list(groups.map(({ name, title }) => link(`/pxweb/en/${kDatabase}/${name}/`, title)), 'menu'));
    const found = groups.find(({ name }) => name === group);
    if (!found) return missing();
    const inside = found.datasets.flatMap(({ resources }) => resources).filter(({ sort }) => version === 2 || sort === 'plain' || sort === 'mistyped');
    if (table === undefined) return page(found.title, list(inside.map((resource) => link(`/pxweb/en/${kDatabase}/${group}/${tableOf(resource)}.px/`, described(resource))), 'menu'));
    const shown = byTable.get(table.replace(/\.px$/, ''));
    if (!shown) return missing();
    if (version === 1) return page(described(shown), `<h1>${escapeHtml(described(shown))}</h1>${choosing(shown)}`);
    return page(described(shown), `<h1>${escapeHtml(described(shown))}</h1>${link(shown.url, `Save as ${shown.format}`)} ${link(`/pxweb/en/${kDatabase}/${group}/${table}/tableInformation/`, 'Information')}`);
  }

  return {
    pathOf: version === 1 ? one.pathOf : pathOf,
    reaches: version === 1 ? one.reaches : () => true,
    post(url, body) {
      const parts = url.pathname.split('/').filter(Boolean);
      return url.pathname.startsWith('/api/v1/en') ? one.post(parts.slice(3), url, body) : { status: 405 };
    },
    answer(url) {
      const { pathname } = url;
      const parts = pathname.split('/').filter(Boolean);
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow: /pxweb/sv/\n');
      if (pathname === '/') return page(site, `<h1>${escapeHtml(site)}</h1>${link('/pxweb/en/', 'Statistical database')}`);
      if (pathname.startsWith('/api/v1/en')) return one.get(parts.slice(3), url);
      if (pathname.startsWith('/pxweb/en')) return parts.length < 6 ? pages(parts.slice(2)) : missing();
      if (version === 1) return missing();
      if (pathname === '/api/v2/tables') return tables(url);
      if (pathname === '/api/v2/config') return json({ apiVersion: '2.0.0', languages: [{ id: 'en', label: 'English' }], defaultLanguage: 'en', maxDataCells: 100_000, maxCallsPerTimeWindow: 30, timeWindow: 10 });
      const table = byTable.get(/^\/api\/v2\/tables\/(TAB\d+)$/.exec(pathname)?.[1]);
      return table ? json(listed(table)) : missing();
    },
  };
}
