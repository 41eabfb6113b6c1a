// The shell that all pages share.
import { kOffice } from './catalogue.mjs';

export function escapeHtml(text) {
  return String(text).replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark]);
}

const kMenu = [
  ['/themes', 'Themes'], ['/datasets/', 'Datasets'], ['/explorer/', 'Explorer'],
  ['/publications/', 'Publications'], ['/news/', 'News'], ['/about/', 'About'],
];

function menuItem(url, [target, title]) {
  const here = url.startsWith(target) ? ' class="here"' : '';
  return `<li${here}><a href="${target}">${title}</a></li>`;
}

function trail(crumbs) {
  if (crumbs.length === 0) return '';
  const links = crumbs.map(([url, title]) => `<li><a href="${url}">${escapeHtml(title)}</a></li>`).join('');
  return `<nav class="breadcrumb"><ol><li><a href="/">Home</a></li>${links}</ol></nav>`;
}

/** A page for a frame: no menu, no footer. */
export function framePage({ id, title, main, head = '' }) {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} | ${kOffice}</title>
<link rel="stylesheet" href="/assets/style.css">
${head}</head>
<body id="page-${id}">
<div class="embedded">
${main}
</div>
</body>
</html>
`;
}

/**
 * One page. `head` goes into the head as it is (base element, charset), `id` names the body so that
 * tag paths tell templates apart, as on real portals.
 */
export function page({ url, id, title, crumbs = [], main, aside = '', head = '', charset = 'utf-8' }) {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="${charset}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | ${kOffice}</title>
<link rel="stylesheet" href="/assets/style.css">
<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" href="/feed.xml">
${head}</head>
<body id="page-${id}">
<header class="site-header"><div class="wrap">
<a class="logo" href="/"><img src="/assets/logo.svg" alt="${kOffice}" width="36" height="36"> <span>${kOffice}</span></a>
<nav class="menu"><ul>${kMenu.map((item) => menuItem(url, item)).join('')}</ul></nav>
<form class="search" action="/search"><input name="q" type="search" placeholder="Search figures" aria-label="Search"></form>
</div></header>
<div class="wrap">
${trail(crumbs)}
<div class="columns">
<main id="content">
<h1>${escapeHtml(title)}</h1>
${main}
</main>
${aside ? `<aside class="sidebar">${aside}</aside>` : ''}
</div>
</div>
<footer class="site-footer"><div class="wrap">
<ul class="service"><li><a href="/help/">Help</a></li><li><a href="/about/contact.html">Contact</a></li><li><a href="/about/imprint.html">Imprint</a></li><li><a href="/feed.xml">News feed</a></li><li><a href="https://example.org/partners">Partner offices</a></li></ul>
<p>An imaginary office. All figures are made up.</p>
</div></footer>
</body>
</html>
`;
}
