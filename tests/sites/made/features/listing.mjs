// Lists: over several pages, in sitemaps and feeds, of catalogues.
import { gzipSync } from 'node:zlib';
import { fileOf } from '../../portals/files.mjs';
import { ckanActions } from '../../portals/kinds/ckan_actions.mjs';
import { dcatUsOf } from '../../portals/kinds/dcat_us.mjs';
import { json, link, list } from '../../portals/pages.mjs';
import { inTab, kAnywhere, lost, plain, sendHtml, sends, sitemapIndexOf, sitemapOf, to } from '../parts.mjs';
import { kDatasets, wholeCatalogueOf } from './portals.mjs';

const kPages = 4;
const kPerPage = 3;
/** CKAN gives at most ckan.search.rows_max entries an answer, whatever is asked for. */
const kRowsMost = 4;

function pages(plot) {
  const all = Array.from({ length: kPages }, (_, at) => plot.page(`list-${at + 1}`));
  for (const [at, page] of all.entries()) {
    page.add(list(Array.from({ length: kPerPage }, () => to(plot.file({ on: page })))));
    if (at + 1 < kPages) page.add(`<p><a rel="next" href="${all[at + 1].path}">Next</a></p>`);
  }
  plot.show(`<p>${link(all[0].path, 'All tables')}</p>`);
}

/** A list that stays at its address; a script gets the rest. */
function pagesByButton(plot) {
  const page = plot.page('list');
  const rest = Array.from({ length: kPerPage }, (_, at) => plot.file({ name: `more-${at}.csv`, on: page, reach: inTab('controls', 'scripts') }));
  page.add(`<ul id="rows"><li>${to(plot.file({ on: page }))}</li></ul><button type="button" id="next">Next</button>`);
  page.add(`<script>document.getElementById('next').onclick = async () => {
    const answer = await fetch('${plot.path('rows')}?from=1');
    document.getElementById('rows').innerHTML = await answer.text();
  };</script>`);
  plot.answer(plot.path('rows'), sends('text/html', rest.map((file) => `<li>${to(file)}</li>`).join('')));
  plot.show(`<p>${link(page.path, 'All tables')}</p>`);
}

const pageWithFile = (plot, name) => {
  const page = { path: plot.path(name), file: plot.file({ on: kAnywhere }) };
  plot.answer(page.path, (_request, response) => sendHtml(response, `<!DOCTYPE html><title>${name}</title>${to(page.file)}`));
  return page;
};

function feed(plot) {
  const file = plot.file();
  const item = `<item><title>New table</title><link>${file.url}</link><guid>${file.url}</guid></item>`;
  plot.answer(plot.path('feed.xml'), sends('application/rss+xml', '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
    + `<title>News</title><link>${plot.base}/</link><description>New tables</description>${item}</channel></rss>\n`));
  const page = plot.page('news');
  page.head = `<link rel="alternate" type="application/rss+xml" title="News" href="${plot.path('feed.xml')}">`;
  plot.show(`<p>${link(page.path, 'News')}</p>`);
}

/** A catalogue whose files are at paths of the plot. */
function datasetsOf(plot, reachOf = () => plain) {
  const catalogue = wholeCatalogueOf(plot);
  for (const dataset of catalogue.datasets) {
    for (const resource of dataset.resources) {
      const { type, body } = fileOf(resource);
      resource.url = plot.file({ name: `${dataset.name}/${resource.filename}`, type, body, reach: reachOf(dataset) }).url;
    }
  }
  return catalogue;
}

function dataJson(plot) {
  const catalogue = datasetsOf(plot);
  plot.answer('/data.json', sends('application/json', json(dcatUsOf(catalogue, plot.base, () => `${plot.base}/`)).body));
  plot.mayBeSaved('/data.json');
  plot.show(`<p>${link('/data.json', 'data.json')}</p>`);
}

/** `holds`: how many entries it gives; it states all. `refuses`: from which on it refuses. */
function ckan(plot, { holds = kDatasets, refuses = kDatasets } = {}) {
  const given = Math.min(holds, refuses);
  const catalogue = datasetsOf(plot, ({ at }) => (at < given ? plain : lost('listed_part', 'refused')));
  const actions = ckanActions(catalogue, plot.base, { ordered: false });
  plot.software((url) => {
    const action = /^\/api\/(?:3\/)?action\/(\w+)$/.exec(url.pathname)?.[1];
    if (!action) return undefined;
    const query = new URLSearchParams(url.search);
    const start = Number(query.get('start') ?? 0);
    if (action !== 'package_search') return { status: 404 };
    if (start >= refuses) return { status: 403, body: 'Forbidden' };
    query.set('rows', Math.max(0, Math.min(kRowsMost, Number(query.get('rows') ?? kRowsMost), given - start)));
    return actions(action, query);
  });
  plot.show('<link rel="stylesheet" href="/webassets/base/main.css"><p>A portal of open data.</p>');
}

/** A sitemap that is no sitemap where it is asked for; the file stands nowhere else. */
const brokenSitemap = (handle, ...causes) => ({
  build(plot) {
    const hidden = { path: plot.path('hidden') };
    const file = plot.file({ on: kAnywhere, reach: lost(...causes) });
    plot.answer(hidden.path, (_request, response) => sendHtml(response, `<!DOCTYPE html><title>Hidden</title>${to(file)}`));
    const body = Buffer.from(sitemapOf([plot.base + hidden.path]));
    handle(plot, { path: plot.path('map.xml'), type: 'application/xml', body });
    plot.sitemapLine(plot.base + plot.path('map.xml'));
  },
});

function atom(plot) {
  const file = plot.file();
  plot.answer(plot.path('feed.atom'), sends('application/atom+xml', '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
    + `<title>News</title><id>${plot.base}/</id><updated>2026-01-02T03:04:05Z</updated><entry><title>Table</title><id>${file.url}</id>`
    + `<updated>2026-01-02T03:04:05Z</updated><link rel="enclosure" type="${file.type}" href="${file.url}"/></entry></feed>\n`));
  plot.show(`<p>${link(plot.path('feed.atom'), 'News as a feed')}</p>`);
}

function jsonList(plot) {
  const files = Array.from({ length: kPerPage }, (_, at) => plot.file({ name: `table-${at}.csv` }));
  plot.answer(plot.path('list.json'), sends('application/json', JSON.stringify(files.map((file, at) => ({ title: `Table ${at}`, url: file.url })))));
  plot.mayBeSaved(plot.path('list.json'));
  plot.show(`<p>${link(plot.path('list.json'), 'List')}</p>`);
}

/** DCAT-US whose answer is not whole, or no JSON. */
const brokenDataJson = (spoil, ...causes) => ({
  kin: 'data-json',
  build(plot) {
    const catalogue = datasetsOf(plot, () => lost(...causes));
    const { body } = json(dcatUsOf(catalogue, plot.base, () => `${plot.base}/`));
    spoil(plot, { path: '/data.json', type: 'application/json', body: Buffer.from(body) });
    plot.mayBeSaved('/data.json');
    plot.show(`<p>${link('/data.json', 'data.json')}</p>`);
  },
});

export const listing = {
  pages: { build: pages },
  'pages:not': { build: pagesByButton },
  feed: { build: feed },
  sitemap: { build: (plot) => plot.sitemap(plot.base + pageWithFile(plot, 'hidden').path) },
  'sitemap-of-robots': {
    build(plot) {
      plot.answer(plot.path('map.xml'), sends('application/xml', sitemapOf([plot.base + pageWithFile(plot, 'hidden').path])));
      plot.sitemapLine(plot.base + plot.path('map.xml'));
    },
  },
  'sitemap-index': {
    build(plot) {
      plot.answer(plot.path('map.xml'), sends('application/xml', sitemapOf([plot.base + pageWithFile(plot, 'hidden').path])));
      plot.answer(plot.path('index.xml'), sends('application/xml', sitemapIndexOf([plot.base + plot.path('map.xml')])));
      plot.sitemapLine(plot.base + plot.path('index.xml'));
    },
  },
  'data-json': { kin: 'data-json', build: dataJson },
  ckan: { kin: 'ckan', build: (plot) => ckan(plot) },
  'ckan:not': { kin: 'ckan', build: (plot) => ckan(plot, { holds: 6 }) },
  'ckan-refused': { kin: 'ckan', build: (plot) => ckan(plot, { refuses: kRowsMost }) },
  atom: { build: atom },
  'json-list': { build: jsonList },
  'sitemap-of-text': {
    build(plot) {
      plot.answer(plot.path('map.txt'), sends('text/plain', `${plot.base}${pageWithFile(plot, 'hidden').path}\n`));
      plot.sitemapLine(plot.base + plot.path('map.txt'));
    },
  },
  'sitemap-of-gzip': {
    build(plot) {
      plot.answer(plot.path('map.xml.gz'), sends('application/gzip', gzipSync(sitemapOf([plot.base + pageWithFile(plot, 'hidden').path]))));
      plot.sitemapLine(plot.base + plot.path('map.xml.gz'));
    },
  },
  'sitemap-403': brokenSitemap((plot, { path }) => plot.answer(path, sends('text/plain', 'no', 403)), 'refused'),
  'sitemap-500': brokenSitemap((plot, one) => plot.misbehave(one, 'error-500'), 'server_error'),
  'sitemap-truncated': brokenSitemap((plot, one) => plot.misbehave(one, 'truncated'), 'incomplete', 'network'),
  'sitemap-empty': brokenSitemap((plot, { path }) => plot.answer(path, sends('application/xml', '')), 'no_content'),
  'sitemap-malformed': brokenSitemap((plot, { path }) => plot.answer(path, sends('application/xml', '<urlset><url><loc>')), 'partly_read', 'incomplete', 'no_content'),
  'data-json-403': brokenDataJson((plot, { path }) => plot.answer(path, sends('application/json', '{}', 403)), 'refused'),
  'data-json-truncated': brokenDataJson((plot, one) => plot.misbehave(one, 'truncated'), 'incomplete', 'network'),
  // It ends in the middle, and the server says that this is all.
  'data-json-malformed': brokenDataJson((plot, { path, type, body }) => plot.answer(path, sends(type, body.subarray(0, 700))), 'partly_read', 'incomplete'),
  'data-json-page': brokenDataJson((plot, one) => plot.misbehave(one, 'wrong-type'), 'page_for_file'),
};
