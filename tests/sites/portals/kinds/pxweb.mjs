// A statistics database as PxWeb serves it: folders of tables under /api/v1/en/DB (data only by POST), the list of tables
// and data by GET of version 2 under /api/v2, and pages of folders and tables. Each resource is a table.
import { escapeHtml, html, json, link, list, matches, missing, numberIn, text } from '../pages.mjs';

const kUsual = 20;
const kMost = 1000;
const kDatabase = 'STATDB';

const tableOf = ({ dataset, at }) => `TAB${dataset.at}${at}`;
const pathOf = (resource) => `/api/v2/tables/${tableOf(resource)}/data?lang=en&outputFormat=${resource.format}`;

export function pxweb({ catalogue, base }) {
  const { title: site, datasets, groups } = catalogue;
  const all = datasets.flatMap(({ resources }) => resources);
  const byTable = new Map(all.map((resource) => [tableOf(resource), resource]));
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/Resources/Styles/main-common.css"><script src="/Resources/Scripts/pxweb.js"></script></head>
<body class="pxweb"><form id="aspnetForm" method="post" action="./"><div id="pxwebcontent">${link('/pxweb/en/', site)} ${link('/pxweb/sv/', 'Svenska')} ${body}</div></form></body></html>`);
  const described = (resource) => `${resource.dataset.title}: ${resource.title}`;
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

  /** Version 1: databases, then folders (l) and tables (t). */
  function folder([database, group, table]) {
    if (database === undefined) return json([{ dbid: kDatabase, text: site }]);
    if (group === undefined) return json(groups.map(({ name, title }) => ({ id: name, type: 'l', text: title })));
    const found = groups.find(({ name }) => name === group);
    if (!found) return json({ error: 'Not found' }, { status: 404 });
    const inside = found.datasets.flatMap(({ resources }) => resources);
    if (table === undefined) return json(inside.map((resource) => ({ id: tableOf(resource), type: 't', text: described(resource), updated: updated(resource) })));
    const one = inside.find((resource) => tableOf(resource) === table);
    return one ? json({ title: described(one), variables: [{ code: 'year', text: 'year', values: ['0', '1'], valueTexts: ['2015', '2016'], time: true }] }) : json({ error: 'Not found' }, { status: 404 });
  }

  function pages([database, group, table]) {
    if (database === undefined) return page(site, list([link(`/pxweb/en/${kDatabase}/`, 'Database')]));
    if (database !== kDatabase) return missing();
    if (group === undefined) return page('Database', list(groups.map(({ name, title }) => link(`/pxweb/en/${kDatabase}/${name}/`, title)), 'menu'));
    const found = groups.find(({ name }) => name === group);
    if (!found) return missing();
    if (table === undefined) return page(found.title, list(found.datasets.flatMap(({ resources }) => resources).map((resource) => link(`/pxweb/en/${kDatabase}/${group}/${tableOf(resource)}.px/`, described(resource))), 'menu'));
    const one = byTable.get(table.replace(/\.px$/, ''));
    return one ? page(described(one), `<h1>${escapeHtml(described(one))}</h1>${link(one.url, `Save as ${one.format}`)} ${link(`/pxweb/en/${kDatabase}/${group}/${table}/tableInformation/`, 'Information')}`) : missing();
  }

  return {
    pathOf,
    answer(url) {
      const { pathname } = url;
      const parts = pathname.split('/').filter(Boolean);
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow: /pxweb/sv/\n');
      if (pathname === '/') return page(site, `<h1>${escapeHtml(site)}</h1>${link('/pxweb/en/', 'Statistical database')}`);
      if (pathname === '/api/v2/tables') return tables(url);
      if (pathname === '/api/v2/config') return json({ apiVersion: '2.0.0', languages: [{ id: 'en', label: 'English' }], defaultLanguage: 'en', maxDataCells: 100_000, maxCallsPerTimeWindow: 30, timeWindow: 10 });
      const table = byTable.get(/^\/api\/v2\/tables\/(TAB\d+)$/.exec(pathname)?.[1]);
      if (table) return json(listed(table));
      if (pathname.startsWith('/api/v1/en')) return folder(parts.slice(3));
      return pathname.startsWith('/pxweb/en') && parts.length < 6 ? pages(parts.slice(2)) : missing();
    },
  };
}
