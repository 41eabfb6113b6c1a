// Ways in which pages link to files and to each other.
import { link, list } from '../../portals/pages.mjs';
import { inTab, lost, plain, sends, to } from '../parts.mjs';

/** No reader follows so many. */
const kMostHops = 20;
const kRedirects = [301, 302, 303, 307, 308];
const kFiller = '<p>What follows is a note on methods, with its sources and its limits, as the law asks for it.</p>\n'.repeat(2000);

const into = (plot, name, reach) => {
  const page = plot.page(name, reach);
  page.add(to(plot.file({ on: page })));
  return page;
};

function frame(plot, own) {
  if (own) return plot.show(`<iframe src="${into(plot, 'frame').path}" title="Tables"></iframe>`);
  const file = plot.file({ host: 'other', reach: lost('frames') });
  const html = `<!DOCTYPE html><title>Tables</title>${to(file)}`;
  return plot.show(`<iframe src="${plot.answerElsewhere(plot.path('frame'), sends('text/html', html))}" title="Tables"></iframe>`);
}

function redirect(plot, status) {
  const file = plot.file();
  plot.answer(plot.path(`go-${status}`), sends('text/plain', '', status, { location: file.path }));
  plot.show(`<p>${link(plot.path(`go-${status}`), 'The newest table')}</p>`);
}

function nested(plot) {
  let page = plot.page('1');
  plot.show(`<p>${link(page.path, 'By subject')}</p>`);
  const levels = plot.number(3, 8);
  for (let depth = 2; depth <= levels; depth += 1) {
    const next = plot.page(String(depth));
    page.add(`<p>${link(next.path, `Level ${depth}`)}</p>`);
    page = next;
  }
  page.add(to(plot.file({ on: page })));
}

function withHead(plot, name, head) {
  const page = plot.page(name);
  page.head = head;
  plot.show(`<p>${link(page.path, 'More')}</p>`);
  return page;
}

/** The same address in ways in which people write it. */
const kSpellings = {
  relative: (name) => name, 'with-dots': (name) => `./x/../${name}`, 'with-spaces': (name) => `  ${name}\n`,
  'with-fragment': (name) => `${name}#sheet=2`, 'with-entities': (name) => name.replace('t', '&#116;'),
};

function spelled(plot, spell) {
  const page = plot.page('list/');
  const file = plot.file({ name: 'list/table.csv', on: page });
  page.add(`<p><A HREF="${spell(file.path.split('/').at(-1))}">Table</A></p>`);
  plot.show(`<p>${link(page.path, 'List')}</p>`);
}

/** A page whose file stands in another way than as a link. */
const page = (html, reach = plain) => (plot) => {
  const one = plot.page('here');
  one.add(html(plot.file({ on: one, reach })));
  plot.show(`<p>${link(one.path, 'Here')}</p>`);
};

function chain(plot, hops) {
  const at = (hop) => plot.path(`hop-${hop}`);
  const file = plot.file({ reach: hops > kMostHops ? lost('no_content', 'network', 'client_error') : plain });
  for (let hop = 0; hop < hops; hop += 1) {
    plot.answer(at(hop), sends('text/plain', '', 302, { location: hop + 1 < hops ? at(hop + 1) : file.path }));
  }
  plot.show(`<p>${link(at(0), 'The newest table')}</p>`);
}

export const linking = {
  a: { build: (plot) => plot.show(to(plot.file())) },
  several: { build: (plot) => plot.show(list(Array.from({ length: plot.number(4, 12) }, (_, at) => to(plot.file(), `Table ${at}`)))) },
  area: {
    build: (plot) => plot.show(`<img src="${plot.path('map.png')}" usemap="#m" alt="Map"><map name="m">`
      + `<area shape="rect" coords="0,0,9,9" href="${plot.file().path}" alt="North"></map>`),
  },
  frame: { build: (plot) => frame(plot, true) },
  'frame:not': { build: (plot) => frame(plot, false) },
  'meta-refresh': {
    build(plot) {
      const page = into(plot, 'here');
      withHead(plot, 'moved', `<meta http-equiv="refresh" content="0; url=${page.path}">`);
    },
  },
  ...Object.fromEntries(kRedirects.map((status) => [`redirect-${status}`, { build: (plot) => redirect(plot, status) }])),
  'data-attribute': { build: (plot) => plot.show(`<button type="button" data-href="${plot.file().path}">Download</button>`) },
  'onclick-address': { build: (plot) => plot.show(`<button type="button" onclick="window.location.href='${plot.file().path}'">Download</button>`) },
  'onclick-address:not': {
    build(plot) {
      plot.file({ name: 'table.csv', reach: lost('script_links', 'controls', 'scripts') });
      const number = plot.number(10, 99);
      plot.answer(plot.path('of.js'), sends('text/javascript',
        `function get(n) { location = '${plot.folder}' + (n === ${number} ? 'ta' + 'ble.c' + 'sv' : ''); }`));
      plot.show(`<script src="${plot.path('of.js')}"></script><p><a href="javascript:get(${number})">Download CSV</a></p>`);
    },
  },
  object: { build: (plot) => plot.show(`<object data="${plot.file({ name: 'report.pdf' }).path}" type="application/pdf" width="600" height="400">No viewer</object>`) },
  embed: { build: (plot) => plot.show(`<embed src="${plot.file({ name: 'report.pdf' }).path}" type="application/pdf">`) },
  nested: { build: nested },
  'far-down': { build: (plot) => plot.show(kFiller + to(plot.file())) },
  'no-extension': {
    build: (plot) => plot.show(to(plot.file({ name: `download/${plot.number(100, 999)}`, type: 'text/csv' }))),
  },
  'no-extension:not': {
    build: (plot) => plot.show(to(plot.file({ name: `download/${plot.number(100, 999)}`, type: 'application/octet-stream', reach: lost('unnamed') }))),
  },
  disposition: {
    build: (plot) => plot.show(to(plot.file({
      name: `get/${plot.number(100, 999)}`, type: 'application/octet-stream',
      headers: { 'content-disposition': 'attachment; filename="population.csv"' },
    }))),
  },
  'base-href': {
    build(plot) {
      const page = withHead(plot, 'list', `<base href="${plot.path('deep/down/')}">`);
      plot.file({ name: 'deep/down/table.csv', on: page });
      page.add(`<p>${link('table.csv', 'Table')}</p>`);
    },
  },
  'jump-menu': {
    build(plot) {
      const options = ['North', 'South', 'West'].map((name) => `<option value="${into(plot, name.toLowerCase()).path}">${name}</option>`);
      plot.show(`<select onchange="if (this.value) window.location.href = this.value"><option value="">Choose a region</option>${options.join('')}</select>`);
    },
  },
  equal: {
    build(plot) {
      const first = plot.file({ name: 'a.csv' });
      plot.show(list([first, plot.file({ name: 'copy.csv', body: first.body }), plot.file({ name: 'old/a.csv', body: first.body })].map((file) => to(file))));
    },
  },
  ...Object.fromEntries(Object.entries(kSpellings).map(([name, spell]) => [`spelled-${name}`, { build: (plot) => spelled(plot, spell) }])),
  'name-with-spaces': {
    build(plot) {
      const file = plot.file({ name: 'table%20of%20births.csv' });
      plot.show(`<p>${link(decodeURI(file.path), 'Table')}</p>`);
    },
  },
  'redirect-chain': { build: (plot) => chain(plot, 4) },
  'redirect-chain:not': { build: (plot) => chain(plot, 40) },
  'redirect-elsewhere': {
    build(plot) {
      const file = plot.file({ host: 'other', reach: lost('elsewhere') });
      plot.answer(plot.path('go'), sends('text/plain', '', 302, { location: file.url }));
      plot.show(`<p>${link(plot.path('go'), 'The newest table')}</p>`);
    },
  },
  'refresh-to-file': {
    build(plot) {
      const waiting = withHead(plot, 'wait', '');
      waiting.head = `<meta http-equiv="refresh" content="3; url=${plot.file({ on: waiting }).path}">`;
    },
  },
  'link-header': {
    build(plot) {
      const file = plot.file();
      plot.answer(plot.path('landing'), sends('text/html', '<!DOCTYPE html><title>Table</title><p>See the header.</p>', 200,
        { link: `<${file.url}>; rel="item"; type="${file.type}"` }));
      plot.show(`<p>${link(plot.path('landing'), 'Table')}</p>`);
    },
  },
  srcdoc: {
    build: page((file) => `<iframe srcdoc="&lt;a href='${file.path}'&gt;Table&lt;/a&gt;" title="Table"></iframe>`),
  },
  svg: { build: page((file) => `<svg viewBox="0 0 9 9"><a href="${file.path}"><text y="9">Table</text></a></svg>`) },
  noscript: { build: page((file) => `<noscript>${to(file)}</noscript>`) },
  template: {
    build: page((file) => `<template id="t">${to(file)}</template><div id="o"></div><script>document.getElementById('o')`
      + '.append(document.getElementById("t").content.cloneNode(true));</script>', inTab('scripts')),
  },
  'json-in-page': {
    build: page((file) => `<script type="application/json" id="data">${JSON.stringify({ files: [{ title: 'Table', url: file.path }] })}</script><div id="o"></div>`
      + '<script>document.getElementById("o").innerHTML = `<a href="${JSON.parse(document.getElementById("data").textContent).files[0].url}">Table</a>`;</script>'),
  },
  'json-ld': {
    build: page((file) => `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Dataset', name: 'Births',
      distribution: [{ '@type': 'DataDownload', contentUrl: file.url, encodingFormat: file.type }] })}</script>`),
  },
  'get-form-as-button': { build: page((file) => `<form action="${file.path}"><button>Download</button></form>`) },
  frameset: {
    build(plot) {
      const inner = into(plot, 'main');
      plot.answer(plot.path('frames'), sends('text/html', `<!DOCTYPE html><title>Frames</title><frameset cols="20%,80%"><frame src="${inner.path}"></frameset>`));
      plot.show(`<p>${link(plot.path('frames'), 'Tables')}</p>`);
    },
  },
  latin1: {
    build(plot) {
      const file = plot.file({ name: 'geb%FChren.csv' });
      plot.answer(plot.path('liste'), sends('text/html; charset=iso-8859-1',
        Buffer.from(`<!DOCTYPE html><title>Gebühren</title><p><a href="${plot.folder}geb%FChren.csv">Gebühren ${file.path.length}</a></p>`, 'latin1')));
      plot.show(`<p>${link(plot.path('liste'), 'Liste')}</p>`);
    },
  },
  'query-in-charset': {
    build(plot) {
      plot.file({ name: 'search?t=%F2%E0%E1%EB%E8%F6%E0', type: 'text/csv' });
      plot.answer(plot.path('cyrillic'), sends('text/html; charset=windows-1251', Buffer.concat([Buffer.from(`<!DOCTYPE html><title>1</title><p><a href="${plot.folder}search?t=`),
        Buffer.from('f2e0e1ebe8f6e0', 'hex'), Buffer.from('">Table</a></p>')])));
      plot.show(`<p>${link(plot.path('cyrillic'), 'Cyrillic')}</p>`);
    },
  },
  xhtml: {
    build(plot) {
      const file = plot.file();
      plot.answer(plot.path('strict'), sends('application/xhtml+xml', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title/>'
        + `<script src="${plot.path('none.js')}"/></head><body><textarea name="q"/><iframe src="about:blank"/>${to(file)}</body></html>`));
      plot.show(`<p>${link(plot.path('strict'), 'Strict')}</p>`);
    },
  },
  // As Subversion's Apache module writes its directories (SVNIndexXSLT).
  'xml-listing': {
    build(plot) {
      const file = plot.file({ name: 'svn/data/table.csv' });
      const index = (inner) => sends('text/xml', '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="/svnindex.xsl"?>\n'
        + `<svn version="1.14.2" href="http://subversion.apache.org/"><index rev="7" path="/">${inner}</index></svn>`);
      plot.answer(plot.path('svn/'), index('<dir name="data" href="data/" />'));
      plot.answer(plot.path('svn/data/'), index(`<updir href="../" /><file name="table.csv" href="${file.path.split('/').at(-1)}" />`));
      plot.show(`<p>${link(plot.path('svn/'), 'Repository')}</p>`);
    },
  },
  utf16: {
    build(plot) {
      const file = plot.file();
      plot.answer(plot.path('wide'), sends('text/html; charset=utf-16le', Buffer.from(`\ufeff<!DOCTYPE html><title>Wide</title>${to(file)}`, 'utf16le')));
      plot.show(`<p>${link(plot.path('wide'), 'Wide')}</p>`);
    },
  },
  xhtml: {
    build(plot) {
      const file = plot.file();
      plot.answer(plot.path('page.xhtml'), sends('application/xhtml+xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'
        + `<head><title>Page</title></head><body>${to(file)}</body></html>`));
      plot.show(`<p>${link(plot.path('page.xhtml'), 'Page')}</p>`);
    },
  },
  'page-without-type': {
    build(plot) {
      const file = plot.file();
      plot.answer(plot.path('bare'), (_request, response) => response.writeHead(200).end(`<!DOCTYPE html><html><title>Bare</title>${to(file)}</html>`));
      plot.show(`<p>${link(plot.path('bare'), 'Bare')}</p>`);
    },
  },
};
