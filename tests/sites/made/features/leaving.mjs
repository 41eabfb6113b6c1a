// What a crawl does not ask for: by the site's wish, by its own limits, or since it is elsewhere.
import { link, list } from '../../portals/pages.mjs';
import { kAnywhere, lost } from '../reach.mjs';
import { sendHtml } from '../sending.mjs';

const to = ({ path }, text = 'Download the table') => `<p>${link(path, text)}</p>`;

function calendar(plot) {
  plot.answer(plot.path('month'), (_request, response, url) => {
    const at = Number(url.searchParams.get('at') ?? 0);
    sendHtml(response, `<!DOCTYPE html><title>Month ${at}</title><h1>Month ${at}</h1><p>No events.</p>`
      + `<p>${link(`${plot.path('month')}?at=${at - 1}`, 'Month before')} ${link(`${plot.path('month')}?at=${at + 1}`, 'Month after')}</p>`);
  });
  plot.show(`<p>${link(plot.path('month'), 'Calendar')}</p>${to(plot.file())}`);
}

/** A file that is sent by a link which says that it does something. */
function acting(plot) {
  const file = plot.file({ name: 'delete', type: 'text/csv', reach: lost('acts') });
  plot.show(`<p><a href="${file.path}?id=${plot.number(10, 99)}&amp;action=delete">Delete the table</a></p>`);
}

export const leaving = {
  elsewhere: { build: (plot) => plot.show(`<p>${link(plot.file({ host: 'other', reach: lost('elsewhere') }).url, 'Table of our partner')}</p>`) },
  'elsewhere-taken': {
    alone: true, options: ['--files', 'linked'],
    build: (plot) => plot.show(`<p>${link(plot.file({ host: 'other' }).url, 'Table of our partner')}</p>`),
  },
  prefix: {
    notYet: 'cries wolf: /robots.txt, which the program itself adds, counts as a file out of scope (outside)',
    alone: true, front: '/portal/', options: ['--scope', 'prefix'],
    build: (plot) => plot.show(to(plot.file())),
  },
  'prefix:not': {
    alone: true, front: '/portal/', options: ['--scope', 'prefix'],
    build: (plot) => plot.show(to(plot.file({ name: '/archive/table.csv', reach: lost('outside') }))),
  },
  robots: {
    build(plot) {
      plot.rule(`Disallow: ${plot.path('closed/')}`);
      plot.rule(`Allow: ${plot.path('closed/table.csv')}`);
      plot.show(to(plot.file({ name: 'closed/table.csv' })));
    },
  },
  'robots:not': {
    build(plot) {
      plot.rule(`Disallow: ${plot.path('closed/')}`);
      plot.show(to(plot.file({ name: 'closed/table.csv', reach: lost('robots') })));
    },
  },
  'robots-page': {
    build(plot) {
      const page = plot.page('closed', lost('robots'));
      plot.rule(`Disallow: ${page.path}`);
      page.add(to(plot.file({ on: page })));
      plot.show(`<p>${link(page.path, 'Tables')}</p>`);
    },
  },
  ftp: {
    notYet: 'a link to ftp: is not named',
    // No server is there: the address is out of reach for good.
    build(plot) {
      const file = plot.file({ name: 'table.csv', on: kAnywhere, reach: lost('schemes') });
      plot.show(`<p>${link(`ftp://127.0.0.1${file.path}`, 'Table, by FTP')}</p>`);
    },
  },
  'data-link': {
    notYet: 'a file in a data: link is not named',
    build(plot) {
      const file = plot.file({ name: 'inline.csv', reach: lost('inline_files') });
      plot.show(`<p><a download="table.csv" href="data:text/csv;base64,${file.body.toString('base64')}">Download CSV</a></p>`);
    },
  },
  acts: { build: acting },
  calendar: { build: calendar, doubts: ['trap'] },
  limit: {
    alone: true, options: ['--max-requests', '6'],
    notYet: 'not_asked counts 22, and the account 17 that were not tried: the five that were fetched count, too',
    build: (plot) => plot.show(list(Array.from({ length: 20 }, () => to(plot.file({ reach: lost('not_asked') }))))),
  },
  depth: {
    alone: true, options: ['--depth', '1'],
    build(plot) {
      const page = plot.page('below');
      page.add(to(plot.file({ on: page, reach: lost('not_asked') })));
      plot.show(`<p>${link(page.path, 'Tables')}</p>`);
    },
  },
};
