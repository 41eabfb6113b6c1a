// Ways in which pages link to files and to each other.
import { link, list } from '../../portals/pages.mjs';
import { lost } from '../reach.mjs';
import { sends } from '../sending.mjs';

const kRedirects = [301, 302, 303, 307, 308];
const kFiller = '<p>What follows is a note on methods, with its sources and its limits, as the law asks for it.</p>\n'.repeat(2000);

const to = (file, text = 'Download the table') => `<p>${link(file.path, text)}</p>`;
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
  for (let depth = 2; depth <= plot.number(3, 8); depth += 1) {
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
    notYet: 'a link to javascript: that says "Download CSV" is not named',
    build(plot) {
      const file = plot.file({ name: 'table.csv', reach: lost('script_links', 'controls', 'scripts') });
      const [, number] = [file, plot.number(10, 99)];
      plot.answer(plot.path('of.js'), sends('text/javascript', `function get(n) { location = '${plot.folder}' + (n === ${number} ? 'ta' + 'ble.c' + 'sv' : ''); }`));
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
};
