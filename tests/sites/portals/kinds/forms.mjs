// A portal whose files no link leads to: only the answers to its forms show them (forms/collections.mjs). Around these
// are forms that act, a login, a search by POST, and one that answers nothing but errors.
import { besideHit, contact, isActing, login, onEveryPage, onRecord } from '../forms/acting.mjs';
import { collectionsOf, kMostShown, showable } from '../forms/collections.mjs';
import { anyOf, field, form, select } from '../forms/parts.mjs';
import { escapeHtml, html, link, list, missing, numberIn, pageOf, pagination, text } from '../pages.mjs';

const kSizes = ['20', '50', '100'];
const kOrders = [['title', 'Title'], ['date', 'Date']];
const kNews = 24;

export function forms({ catalogue }) {
  const { title: site, datasets } = catalogue;
  const collections = collectionsOf(datasets);
  const shown = showable(datasets, collections);
  const byName = new Map([...shown].map((one) => [one.name, one]));
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${escapeHtml(site)}</title></head>
<body><header><nav>${[['/', 'Home'], ...[...collections.values()].map(({ name, title: words }) => [`/${name}`, words]), ['/closed', 'Restricted holdings'],
    ['/legacy', 'Old catalogue'], ['/news', 'News'], ['/contact', 'Contact']].map(([path, words]) => link(path, words)).join(' ')}</nav></header>
<main><h1>${escapeHtml(title)}</h1>${body}</main><footer>${onEveryPage()}</footer></body></html>`);

  const filesOf = (one) => list(one.resources.map(({ url, title, format }) => `${link(url, title)} <span class="format">${format}</span>`), 'files');
  const hit = (collection, one) => `<article class="hit"><h3>${collection.records ? link(`/records/${one.name}`, one.title) : escapeHtml(one.title)}</h3>`
    + `<p>${escapeHtml(one.organisation.title)}, ${one.year}</p>${collection.records ? '' : filesOf(one)}${besideHit(one.at)}</article>`;

  function answerOf(collection, url) {
    const query = url.searchParams;
    const size = kSizes.includes(query.get('size')) ? query.get('size') : kSizes[0];
    const inputs = [...collection.form(query), select('size', 'Hits a page', kSizes.map((many) => [many, many]), size),
      select('order', 'Order', kOrders, query.get('order') ?? '')];
    const asked = form(`/${collection.name}`, inputs, { id: 'search', role: 'search' });
    const found = collection.find(query);
    if (found === undefined) return page(collection.title, `${asked}<p>Please choose what to look for.</p>`);
    const order = query.get('order') === 'date' ? (a, b) => a.modified.localeCompare(b.modified) : (a, b) => a.title.localeCompare(b.title) || a.at - b.at;
    const part = pageOf(found.slice(0, kMostShown).sort(order), Math.max(1, numberIn(query, 'page', 1)), Number(size));
    const head = `<h2>${found.length} hits</h2>${found.length > kMostShown ? `<p>Only the first ${kMostShown} are shown. Please narrow your search.</p>` : ''}`;
    const answer = page(collection.title, `${asked}${head}${part.items.map((one) => hit(collection, one)).join('\n')}${pagination(url, part, { classes: 'pages' })}`);
    return { ...answer, form: collection.name, shows: part.items.map(({ at }) => at) };
  }

  const record = (one) => page(one.title, `<p>${escapeHtml(one.notes)}</p>${filesOf(one)}${onRecord(one.at)}`);

  function news(at) {
    const about = datasets[(at * 13) % datasets.length];
    return page(`News ${at}`, `<p>The ${about.organisation.title} has revised its ${about.measure} of ${about.topic} in ${about.place}.</p>`);
  }

  const fixed = {
    '/': () => page(site, `<p>Reports, studies and maps of the offices of ${escapeHtml(site.split(' ').at(-1))}.</p>${form('/titles', [field('q', 'Search the studies', { type: 'search' })], { role: 'search' })}`),
    '/closed': () => page('Restricted holdings', form('/closed', [field('q', 'Search')], { method: 'post' })),
    '/legacy': (url) => (url.search ? { status: 500 } : page('Old catalogue', form('/legacy', [select('shelf', 'Shelf', anyOf(['A', 'B', 'C', 'D', 'E', 'F']))]))),
    '/news': () => page('News', list(Array.from({ length: kNews }, (_, at) => link(`/news/${at}`, `News ${at}`)))),
    '/contact': () => page('Contact', contact()),
    '/login': () => page('Log in', login()),
    '/robots.txt': () => text('User-agent: *\nDisallow: /admin/\n'),
  };

  return {
    pathOf: ({ dataset, at, filename }) => `/holdings/${dataset.at}/${at}/${filename}`,
    /** Whether a query by GET can show the file. */
    reaches: ({ dataset }) => shown.has(dataset),
    acts: (url) => isActing(url.pathname),
    answer(url) {
      if (isActing(url.pathname)) return page('Done', '<p>This has been done.</p>');
      if (fixed[url.pathname]) return fixed[url.pathname](url);
      const [, kind, name] = url.pathname.split('/');
      if (collections.has(kind) && name === undefined) return answerOf(collections.get(kind), url);
      if (kind === 'records' && byName.has(name)) return record(byName.get(name));
      return kind === 'news' && /^\d+$/.test(name ?? '') && Number(name) < kNews ? news(Number(name)) : missing();
    },
  };
}
