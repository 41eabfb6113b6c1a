// The pages of a CKAN portal: search with facets, sorting and paging, datasets, resources, organisations, groups,
// activity, in several languages under a prefix of the path.
import { countsOf, escapeHtml, html, link, list, matches, missing, numberIn, pageOf, pagination, redirect, remembering, withQuery } from '../pages.mjs';
import { facetsOfCkan } from './ckan_actions.mjs';

const kPageSize = 20;
/** A facet shows so many values unless asked for all. */
const kFacetShown = 10;
const kLanguages = ['en', 'de', 'fr'];
const kSorts = { 'score desc, metadata_modified desc': 'Relevance', 'title_string asc': 'Name Ascending', 'title_string desc': 'Name Descending', 'metadata_modified desc': 'Last Modified' };
const kFacetTitles = { organization: 'Organizations', groups: 'Groups', tags: 'Tags', res_format: 'Formats', license_id: 'Licenses' };

/** (URL) -> an answer. */
export function ckanPages({ title: site, datasets, organisations, groups }, base) {
  const remembered = remembering();
  const byName = new Map(datasets.flatMap((dataset) => [[dataset.name, dataset], [dataset.id, dataset]]));

  /** `at`: { path, prefix, url } of the page. */
  const layout = (at, title, body) => html(`<!DOCTYPE html>
<!--[if gt IE 8]><!--> <html lang="${at.language}"> <!--<![endif]-->
<head><meta charset="utf-8" /><meta name="generator" content="ckan 2.10.4" /><meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapeHtml(title)} - ${escapeHtml(site)}</title><link rel="shortcut icon" href="/base/images/ckan.ico" />
<link href="/webassets/base/4f3188fa_main.css" rel="stylesheet"/></head>
<body data-site-root="${base}/" data-locale-root="${base}${at.prefix}/">
<div class="account-masthead"><nav class="account not-authed"><ul class="list-unstyled"><li>${link(`${at.prefix}/user/login`, 'Log in')}</li><li>${link(`${at.prefix}/user/register`, 'Register')}</li></ul></nav></div>
<header class="masthead"><a class="logo" href="${at.prefix}/"><img src="/base/images/ckan-logo.png" alt=""></a>
<nav class="section navigation"><ul class="nav nav-pills">${[['/dataset/', 'Datasets'], ['/organization/', 'Organizations'], ['/group/', 'Groups'], ['/about', 'About']]
    .map(([path, name]) => `<li>${link(`${at.prefix}${path}`, name)}</li>`).join('')}</ul></nav>
<form class="section site-search" action="${at.prefix}/dataset/" method="get"><input type="text" name="q" placeholder="Search"><button type="submit">Search</button></form></header>
<div class="main"><div id="content" class="container">${body}</div></div>
<footer class="site-footer"><ul class="list-unstyled"><li>${link(`${at.prefix}/about`, `About ${site}`)}</li><li>${link('http://docs.ckan.org/en/2.10/api/', 'CKAN API')}</li></ul>
<form class="form-inline lang-select" action="/util/redirect" method="POST"><select name="url">${kLanguages.map((language) =>
    `<option value="/${language}${escapeHtml(at.path)}">${language}</option>`).join('')}</select></form>
${kLanguages.filter((language) => language !== at.language).map((language) => link(`/${language}${at.path}`, language)).join(' ')}</footer>
</body></html>`);

  const item = (at, dataset) => `<div class="dataset-content"><h2 class="dataset-heading">${link(`${at.prefix}/dataset/${dataset.name}`, dataset.title)}</h2>`
    + `<div>${escapeHtml(dataset.notes)}</div></div><ul class="dataset-resources list-unstyled">${[...new Set(dataset.resources.map(({ format }) => format.toUpperCase()))]
      .map((format) => `<li>${link(`${at.prefix}/dataset/${dataset.name}`, format, ` class="label" data-format="${format.toLowerCase()}"`)}</li>`).join('')}</ul>`;

  function facet(at, found, name) {
    const all = at.url.searchParams.get(`_${name}_limit`) === '0';
    const active = at.url.searchParams.getAll(name);
    const counts = remembered(`${name}\n${at.filter}`, () => countsOf(found, facetsOfCkan[name]));
    const to = (value) => withQuery(at.url, { [name]: active.includes(value) ? undefined : value, page: undefined });
    return `<section class="module module-narrow module-shallow"><h2 class="module-heading">${kFacetTitles[name]}</h2><nav>`
      + list(counts.slice(0, all ? undefined : kFacetShown).map(([value, count]) => link(to(value), `${value} ${count}`)), 'list-unstyled nav nav-simple nav-facet')
      + (counts.length > kFacetShown && !all ? link(withQuery(at.url, { [`_${name}_limit`]: '0' }), `Show More ${kFacetTitles[name]}`, ' class="read-more"') : '')
      + '</nav></section>';
  }

  function search(asked, from, title) {
    const query = asked.url.searchParams;
    const names = Object.keys(kFacetTitles);
    const at = { ...asked, filter: [title, query.get('q') ?? '', ...names.map((name) => query.getAll(name).join('\t'))].join('\n') };
    const found = from.filter((dataset) => matches(dataset, query.get('q') ?? '')
      && names.every((name) => query.getAll(name).every((value) => [facetsOfCkan[name](dataset)].flat().includes(value))));
    const sort = query.get('sort') ?? '';
    if (sort.startsWith('title_string')) found.sort((a, b) => a.title.localeCompare(b.title) * (sort.endsWith('desc') ? -1 : 1));
    else if (sort === 'metadata_modified desc') found.sort((a, b) => b.modified.localeCompare(a.modified));
    const part = pageOf(found, Math.max(1, numberIn(query, 'page', 1)), kPageSize);
    return layout(at, title, `<div class="primary"><form id="dataset-search-form" class="search-form" method="get">
<input type="text" class="search" name="q" value="${escapeHtml(query.get('q') ?? '')}" autocomplete="off" placeholder="Search datasets..."><button type="submit">Search</button>
<select id="field-order-by" name="sort">${Object.entries(kSorts).map(([value, name]) => `<option value="${value}"${value === sort ? ' selected' : ''}>${name}</option>`).join('')}</select>
<h1>${found.length} datasets found</h1></form><ul class="dataset-list list-unstyled">${part.items.map((dataset) => `<li class="dataset-item">${item(at, dataset)}</li>`).join('\n')}</ul>
<div class="pagination-wrapper">${pagination(at.url, part)}</div></div><aside class="secondary"><div class="filters">${names.map((name) => facet(at, found, name)).join('\n')}</div></aside>`);
  }

  function dataset(at, one) {
    const prefix = `${at.prefix}/dataset/${one.name}`;
    const resource = (res) => `<li class="resource-item" data-id="${res.id}">${link(`${prefix}/resource/${res.id}`, res.title, ' class="heading"')}<div class="dropdown"><ul class="dropdown-menu">`
      + `<li>${link(`${prefix}/resource/${res.id}`, 'More information')}</li><li>${link(res.url, res.sort === 'elsewhere' ? 'Go to resource' : 'Download', ' class="resource-url-analytics"')}</li></ul></div></li>`;
    return layout(at, one.title, `<ol class="breadcrumb"><li>${link(`${at.prefix}/organization/`, 'Organizations')}</li><li>${link(`${at.prefix}/organization/${one.organisation.name}`, one.organisation.title)}</li></ol>
<header class="module-content page-header">${list([link(prefix, 'Dataset'), link(`${at.prefix}/dataset/groups/${one.name}`, 'Groups'), link(`${at.prefix}/dataset/activity/${one.name}`, 'Activity Stream')], 'nav nav-tabs')}</header>
<article class="module"><h1>${escapeHtml(one.title)}</h1><div class="notes embedded-content">${escapeHtml(one.notes)}</div>
<section id="dataset-resources" class="resources"><h2>Data and Resources</h2><ul class="resource-list">${one.resources.map(resource).join('\n')}</ul></section>
<section class="tags">${list(one.tags.map(({ name }) => link(`${at.prefix}/dataset/?tags=${name}`, name, ' class="tag"')), 'tag-list')}</section>
<section class="additional-info"><h3>Additional Info</h3><table class="table"><tbody><tr><th>Maintainer</th><td>${escapeHtml(one.organisation.title)}</td></tr><tr><th>Last Updated</th><td>${one.modified}</td></tr></tbody></table></section></article>
<aside class="secondary"><section class="module">${link(one.licence.url, one.licence.title, ' rel="dc:rights"')}</section></aside>`);
  }

  function resource(at, one, res) {
    return layout(at, res.title, `<div class="toolbar">${list([link(`${at.prefix}/dataset/${one.name}`, one.title)], 'breadcrumb')}</div><article class="module"><div class="actions">${link(res.url, 'Download', ' class="btn btn-primary resource-url-analytics"')}</div>
<h1 class="page-heading">${escapeHtml(res.title)}</h1><p class="text-muted">URL: ${link(res.url, res.url, ' class="resource-url-analytics"')}</p></article>
<section class="module">${list(one.resources.filter((other) => other !== res).map((other) => link(`${at.prefix}/dataset/${one.name}/resource/${other.id}`, other.title)), 'list-unstyled nav nav-simple')}</section>`);
  }

  const collections = (at, from, path, title) => {
    const part = pageOf(from, Math.max(1, numberIn(at.url.searchParams, 'page', 1)), kPageSize);
    return layout(at, title, `<ul class="media-grid">${part.items.map((one) => `<li class="media-item"><h2 class="media-heading">${escapeHtml(one.title)}</h2><span class="count">${one.datasets.length} Datasets</span>`
      + `${link(`${at.prefix}${path}${one.name}`, `View ${one.title}`, ' class="media-view"')}</li>`).join('\n')}</ul>${pagination(at.url, part)}`);
  };

  const home = (at) => layout(at, 'Welcome', `<h1>${escapeHtml(site)}</h1><p>${datasets.length} datasets, ${organisations.length} organizations</p>
<form class="module-content search-form" method="get" action="${at.prefix}/dataset/"><input type="text" class="search" name="q" placeholder="E.g. environment"></form>
<div class="tags"><h3>Popular tags</h3>${countsOf(datasets, facetsOfCkan.tags).slice(0, 3).map(([name]) => link(`${at.prefix}/dataset/?tags=${name}`, name, ' class="tag"')).join('')}</div>`);

  const simple = (at, title) => layout(at, title, `<h1>${escapeHtml(title)}</h1><p>About this portal and how it is run.</p>`);

  function route(at) {
    const [kind, name, third, id] = at.path.split('?')[0].split('/').filter(Boolean).map(decodeURIComponent);
    if (kind === undefined) return home(at);
    if (kind === 'about') return simple(at, 'About');
    if (kind === 'user' && name === 'register') return redirect(`${at.prefix}/user/login`);
    if (kind === 'user' && name === 'login') return layout(at, 'Login', '<form action="/user/login" method="post"><input name="login"><input type="password" name="password"><button>Login</button></form>');
    if (kind === 'organization' || kind === 'group') {
      const from = kind === 'group' ? groups : organisations;
      if (name === undefined) return collections(at, from, `/${kind}/`, kind === 'group' ? 'Groups' : 'Organizations');
      const one = from.find((other) => other.name === (third ?? name));
      if (one && third === undefined) return search(at, one.datasets, one.title);
      return one && ['about', 'activity'].includes(name) ? simple(at, `${one.title}, ${name}`) : missing();
    }
    if (kind !== 'dataset') return missing();
    if (name === undefined) return search(at, datasets, 'Dataset');
    const one = byName.get(['groups', 'activity'].includes(name) ? third : name);
    if (!one) return missing();
    if (name === 'groups') return layout(at, one.title, list(one.groups.map((group) => link(`${at.prefix}/group/${group.name}`, group.title)), 'media-grid'));
    if (name === 'activity') return simple(at, `${one.title}, activity`);
    if (third === undefined) return dataset(at, one);
    const res = third === 'resource' && one.resources.find((other) => other.id === id);
    return res ? resource(at, one, res) : missing();
  }

  return (url) => {
    const language = kLanguages.find((one) => url.pathname === `/${one}` || url.pathname.startsWith(`/${one}/`));
    const path = `${language ? url.pathname.slice(language.length + 1) || '/' : url.pathname}${url.search}`;
    return route({ url, path, prefix: language ? `/${language}` : '', language: language ?? 'en' });
  };
}
