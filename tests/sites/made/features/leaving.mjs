// What a crawl does not ask for: by the site's wish, by its own limits, or since it is elsewhere.
import { link, list } from '../../portals/pages.mjs';
import { contentOf, inTab, kAnywhere, lost, sendHtml, sends, to } from '../parts.mjs';

/** Months without end; files in the first few. */
function calendar(plot, filled = 0) {
  const files = Array.from({ length: filled }, (_, at) => plot.file({ name: `month-${at}.csv` }));
  plot.answer(plot.path('month'), (_request, response, url) => {
    const at = Number(url.searchParams.get('at') ?? 0);
    sendHtml(response, `<!DOCTYPE html><title>Month ${at}</title><h1>Month ${at}</h1>${files[at] ? to(files[at]) : '<p>No events.</p>'}`
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
    // No server is there: the address is out of reach for good.
    build(plot) {
      const file = plot.file({ name: 'table.csv', on: kAnywhere, reach: lost('schemes') });
      plot.show(`<p>${link(`ftp://127.0.0.1${file.path}`, 'Table, by FTP')}</p>`);
    },
  },
  'data-link': {
    build(plot) {
      const file = plot.file({ name: 'inline.csv', reach: inTab('inline_files') });
      plot.show(`<p><a download="table.csv" href="data:text/csv;base64,${file.body.toString('base64')}">Download CSV</a></p>`);
    },
  },
  acts: { build: acting },
  calendar: { build: (plot) => calendar(plot), doubts: ['trap'] },
  limit: {
    alone: true, options: ['--max-requests', '6'],
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
  'calendar-with-files': { build: (plot) => calendar(plot, 3), doubts: ['trap'] },
  'robots-file-only': {
    build(plot) {
      plot.rule('Disallow: /*.xls$');
      plot.show(to(plot.file({ name: 'table.xls', type: 'application/vnd.ms-excel', reach: lost('robots') })));
    },
  },
  'acts-page': {
    build(plot) {
      const page = plot.page('remove', lost('acts'));
      page.add(to(plot.file({ on: page })));
      plot.show(`<p><a href="${page.path}?delete=${plot.number(10, 99)}">Delete this entry</a></p>`);
    },
  },
  's3-link': {
    build(plot) {
      const file = plot.file({ name: 'table.csv', on: kAnywhere, reach: lost('schemes') });
      plot.show(`<p>${link(`s3://tables${file.path}`, 'Table, in the bucket')}</p>`);
    },
  },
  exclude: {
    alone: true, options: ['--exclude', 'archive'],
    build: (plot) => plot.show(to(plot.file()) + link(plot.path('archive/old.csv'), 'Older')),
  },
  'other-targets': {
    alone: true, options: ['--targets', 'csv'], reasons: ['types'],
    build(plot) {
      plot.answer(plot.path('report.pdf'), sends('application/pdf', contentOf('pdf', plot.folder)));
      plot.show(to({ path: plot.path('report.pdf') }));
    },
  },
  'host-pages': {
    alone: true, options: ['--host-pages', '1'],
    build(plot) {
      const page = plot.page('below');
      page.add(to(plot.file({ on: page, reach: lost('not_asked') })));
      plot.show(`<p>${link(page.path, 'Tables')}</p>`);
    },
  },
  'max-bytes': {
    alone: true, options: ['--max-bytes', '3KB'],
    build: (plot) => plot.show(list(Array.from({ length: 20 }, () => to(plot.file({ reach: lost('not_asked') }))))),
  },
  'forms-never': {
    alone: true, options: ['--forms', 'never'],
    build(plot) {
      const file = plot.file({ reach: lost('forms', 'forms_more') });
      plot.answer(plot.path('find'), (_request, response, url) =>
        sendHtml(response, `<!DOCTYPE html><title>Found</title>${url.searchParams.get('year') === '2024' ? to(file) : ''}`));
      plot.show(`<form action="${plot.path('find')}"><select name="year"><option>2023</option><option>2024</option></select><button>Show</button></form>`);
    },
  },
  'sitemaps-off': {
    alone: true, options: ['--sitemaps', 'off'],
    build: (plot) => plot.show(to(plot.file())),
  },
};
