// A portal as JKAN makes it: files of a static site. All datasets are on one page, which a script filters; /data.json
// and /datasets.json list them.
import { escapeHtml, html, json, link, list, missing, text } from '../pages.mjs';
import { dcatUsOf } from './dcat_us.mjs';

export function jkan({ catalogue, base }) {
  const { title: site, datasets, organisations, groups } = catalogue;
  const byPath = new Map([...datasets.map((one) => [`/datasets/${one.name}/`, one]), ...organisations.map((one) => [`/organizations/${one.name}/`, one])]);
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${escapeHtml(site)}</title><link rel="stylesheet" href="/static/css/main.css"><script src="/scripts/dist/main.min.js"></script></head>
<body class="jkan_theme-default"><nav class="navbar">${link('/', site)} ${link('/datasets/', 'Datasets')} ${link('/organizations/', 'Organizations')} ${link('/about/', 'About')}</nav>
<main class="container">${body}</main><footer><p>Powered by ${link('https://jkan.io', 'JKAN')}</p></footer></body></html>`);
  const cards = (from) => from.map((one) => `<div class="dataset" data-category="${one.groups[0].name}"><h3>${link(`/datasets/${one.name}/`, one.title)}</h3>${escapeHtml(one.notes)}</div>`).join('\n');
  const dataset = (one) => page(one.title, `<div vocab="http://schema.org/" typeof="Dataset" data-component="dataset-display"><h1 property="name">${escapeHtml(one.title)}</h1><p property="description">${escapeHtml(one.notes)}</p>
<h3>Resources</h3>${list(one.resources.map((resource) => `<span property="distribution" typeof="DataDownload"><a property="contentUrl" href="${resource.url}">${escapeHtml(resource.title)}</a> <span class="label" data-format="${resource.format}">${resource.format}</span></span>`), 'list-unstyled')}
<table><tr><th>Maintainer</th><td>${link(`/organizations/${one.organisation.name}/`, one.organisation.title)}</td></tr></table>${link(`/editor/?path=_datasets/${one.name}.md`, 'Edit', ' rel="nofollow"')}</div>`);

  const fixed = {
    '/': () => page(site, `<h1>${escapeHtml(site)}</h1><form action="/datasets/" method="get"><input type="text" name="search" placeholder="Search datasets"></form>${list(groups.map(({ name, title }) => link(`/datasets/?category=${name}`, title)), 'categories')}`),
    '/datasets/': () => page('Datasets', `<form><input type="search" data-hook="search-query"></form><div data-component="datasets-list">${cards(datasets)}</div>`),
    '/organizations/': () => page('Organizations', list(organisations.map(({ name, title }) => link(`/organizations/${name}/`, title)))),
    '/about/': () => page('About', '<h1>About</h1>'),
    '/editor/': () => page('Editor', '<div data-component="editor"></div>'),
    '/robots.txt': () => text('User-agent: *\nDisallow: /editor/\n'),
    '/data.json': () => json(dcatUsOf(catalogue, base, ({ name }) => `${base}/datasets/${name}/`), { type: 'application/json' }),
    '/datasets.json': () => json(datasets.map((one) => ({ title: one.title, organization: one.organisation.title, notes: one.notes, category: [one.groups[0].title], url: `/datasets/${one.name}/`,
      resources: one.resources.map(({ title, url, format }) => ({ name: title, url, format })) })), { type: 'application/json' }),
  };
  return {
    pathOf: ({ dataset: { name }, at, filename }) => `/files/${name}/${at}-${filename}`,
    answer(url) {
      if (fixed[url.pathname]) return fixed[url.pathname]();
      const one = byPath.get(url.pathname);
      if (one) return one.resources ? dataset(one) : page(one.title, `<h1>${escapeHtml(one.title)}</h1>${cards(one.datasets)}`);
      return missing();
    },
  };
}
