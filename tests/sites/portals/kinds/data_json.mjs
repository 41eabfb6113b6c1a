// A portal that lists its datasets in /data.json (DCAT-US, "Project Open Data" schema 1.1), and has plain pages besides:
// a list in pages, a page a dataset.
import { escapeHtml, html, json, link, list, missing, numberIn, pageOf, pagination, text } from '../pages.mjs';
import { dcatUsOf } from './dcat_us.mjs';

const kPageSize = 25;

/** As people leave it who write it by hand: a comma behind the last element, none between members, a quote in a text. */
function carelessly(catalogue) {
  const text = JSON.stringify(catalogue, null, 1);
  return text.replace(/\n {3}\],/, ',\n   ],').replaceAll(/("accessLevel": "public"),/g, '$1').replace('"description": "', '"description": "So called "open" data, ')
    .replace('"dataset": [', '"dataset": [ // all of them');
}

/**
 * `listed`: whether pages name data.json in a link; else only who asks for the well-known path finds it. `careless`: it
 * has mistakes. `type`: what the server calls it.
 */
export function dataJson({ catalogue, base, listed = true, careless = false, type = 'application/json' }) {
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
      if (url.pathname === '/data.json') {
        const said = dcatUsOf(catalogue, base, ({ name }) => `${base}/catalog/${name}`);
        return careless ? { status: 200, type, body: carelessly(said) } : json(said, { type });
      }
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
