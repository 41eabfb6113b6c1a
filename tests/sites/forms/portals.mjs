// Portals whose data sets are behind forms alone, made up from a seed, with what is behind them known:
// what any sequence of queries can show. Each kind wants to be asked in another way.
import { csvOf } from '../csv_files.mjs';

const TOPICS = ['agriculture', 'climate', 'culture', 'economy', 'education', 'energy', 'fisheries', 'forestry',
  'health', 'housing', 'justice', 'labour', 'migration', 'mining', 'population', 'prices', 'tourism', 'trade',
  'transport', 'water'];
const WORDS = ['annual', 'quarterly', 'monthly', 'survey', 'census', 'index', 'rates', 'exports', 'imports',
  'households', 'villages', 'provinces', 'islands', 'coastal', 'urban', 'rural', 'women', 'children', 'wages',
  'stocks', 'catches', 'rainfall', 'schools', 'clinics', 'ports', 'roads', 'permits', 'harvests', 'licences',
  'vessels', 'arrivals', 'departures', 'births', 'deaths', 'projections', 'emissions', 'plots', 'livestock'];
const FORMATS = ['CSV', 'XLSX', 'PDF', 'JSON'];

/** Numbers from 0 to 1 that are the same on every machine (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function dataSets(count, seed = 1) {
  const next = numbers(seed);
  const pick = (list) => list[Math.floor(next() ** 1.4 * list.length)];
  return Array.from({ length: count }, (_, id) => {
    const topic = pick(TOPICS);
    const words = [pick(WORDS), pick(WORDS), pick(WORDS)];
    const year = 2005 + Math.floor(next() * 16);
    return { id, topic, year, format: pick(FORMATS), title: `${topic} ${words.join(' ')} ${year}` };
  });
}

/** What a kind shows: `most` results of a query at all, `page` of them at once. */
export const KINDS = {
  // An empty search lists all; topics, formats, orderings and page sizes on top of that.
  listing: { count: 600, most: Infinity, page: 20, sizes: [10, 20, 50], lists: ['topic', 'format'], words: true },
  // Nothing without a topic.
  topics: { count: 500, most: Infinity, page: 20, lists: ['topic'], needs: ['topic'] },
  // At most 60 results are shown, so that topics have to be narrowed by years.
  capped: { count: 900, most: 60, page: 20, lists: ['topic', 'year'] },
  // Both lists have to be set.
  pairs: { count: 400, most: Infinity, page: 20, lists: ['topic', 'format'], needs: ['topic', 'format'] },
  // A box for words alone; at most 60 results are shown, and none for an empty box.
  words: { count: 500, most: 60, page: 20, lists: [], words: true, needs: ['q'] },
  // All that the form shows stands in a list that links lead through, too.
  known: { count: 200, most: Infinity, page: 20, lists: ['topic'], words: true, listed: true },
};

const escaped = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Forms that do something, are sent by POST or lead away: none may ever be sent. */
const DECOYS = `
<form action="/acts/subscribe"><input type="email" name="address"><button>Subscribe</button></form>
<form action="/acts/contact" method="post"><input name="name"><textarea name="message"></textarea><button>Send</button></form>
<form action="/acts/find" method="post"><input name="q"><select name="where"><option>here<option>there</select><button>Find</button></form>
<form action="/acts/logout"><select name="where"><option value="here">here<option value="all">all</select><button>Log out</button></form>
<form action="/acts/items"><select name="item"><option>1<option>2</select><button>Delete</button></form>
<form action="/acts/order"><select name="amount"><option>1<option>2</select><button name="add">Add to cart</button></form>
<form action="/acts/poll"><input type="radio" name="answer" value="yes"><input type="radio" name="answer" value="no"><button>Vote</button></form>
<form action="/acts/token"><input type="hidden" name="csrf_token" value="8f2a"><input name="note"><button>Save</button></form>
<form action="/acts/upload"><input type="file" name="file"><input name="note"><button>Go</button></form>
<form action="/search-here"><input name="x"><button formaction="/acts/elsewhere" formmethod="post">Go</button></form>
<form action="http://elsewhere.invalid/acts"><input name="q"><button>Search</button></form>
<form action="javascript:acts()"><input name="q"><button>Search</button></form>`;

/** Not on the start page, which would look like a login. */
const LOGIN = `<form action="/acts/login"><input name="user"><input type="password" name="password"><button>Log in</button></form>`;

export class Portal {
  constructor(kind, { seed = 1 } = {}) {
    this.kind = KINDS[kind];
    this.sets = dataSets(this.kind.count, seed);
    this.years = [...new Set(this.sets.map(({ year }) => year))].sort();
  }

  values(list) {
    return list === 'topic' ? TOPICS : list === 'format' ? FORMATS : this.years.map(String);
  }

  /** All results of a query, as far as the portal shows them. */
  results(query) {
    const { kind } = this;
    if ((kind.needs ?? []).some((name) => (query.get(name) ?? '') === '')) return [];
    const word = (query.get('q') ?? '').toLowerCase();
    const found = this.sets.filter((set) => kind.lists.every((list) => ['', null, String(set[list])].includes(query.get(list)))
      && (word === '' || set.title.split(' ').includes(word)));
    if (query.get('sort') === 'title') found.sort((a, b) => (a.title < b.title ? -1 : 1));
    return found.slice(0, kind.most);
  }

  /** Paths of all files that some sequence of queries shows. */
  truth() {
    const shown = new Set();
    const lists = this.kind.lists.reduce((all, list) => all.flatMap((one) =>
      ['', ...this.values(list)].map((value) => ({ ...one, [list]: value }))), [{}]);
    const words = this.kind.words ? ['', ...new Set(this.sets.flatMap(({ title }) => title.split(' ')))] : [''];
    for (const one of lists) {
      for (const q of words) {
        for (const { id } of this.results(new URLSearchParams({ ...one, q }))) shown.add(`/files/set-${id}.csv`);
      }
    }
    return [...shown].sort();
  }

  form(query) {
    const { kind } = this;
    const option = (list, value, label = value) => `<option value="${escaped(value)}"${
      query.get(list) === value && value !== '' ? ' selected' : ''}>${escaped(label)}</option>`;
    const select = (list, values) => `<label>${list} <select name="${list}">${values}</select></label>`;
    const lists = kind.lists.map((list) => select(list, option(list, '', `any ${list}`)
      + this.values(list).map((value) => option(list, value)).join('')));
    const sizes = kind.sizes
      ? select('per_page', kind.sizes.map((size) => `<option${size === kind.page ? ' selected' : ''}>${size}</option>`).join('')) : '';
    return `<form class="search" action="/search"><input type="hidden" name="utf8" value="✓">${
      kind.words ? '<input type="search" name="q" placeholder="Search">' : ''}${lists.join('')}${sizes}
      <select name="sort"><option value="date">newest</option><option value="title">title</option></select>
      <button>Search</button></form>`;
  }

  /** Links as portals have them: the next pages, orderings, page sizes, and filters added to filters. */
  around(query, pages, page) {
    const to = (changes, label) => {
      const other = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) other.set(name, value);
      return `<a href="/search?${escaped(other)}">${label}</a>`;
    };
    const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter((number) => number !== page);
    const filters = this.kind.lists.flatMap((list) => this.values(list).slice(0, 8).map((value) =>
      `<li>${to({ [list]: value, page: 1 }, escaped(value))}</li>`));
    return `<nav>${numbers.map((number) => to({ page: number }, number)).join(' ')}</nav>
      <p>${to({ sort: 'title' }, 'by title')} ${to({ sort: 'date' }, 'by date')} ${to({ per_page: 10 }, '10 a page')}</p>
      <ul class="filters">${filters.join('')}</ul>`;
  }

  searchPage(query) {
    const found = this.results(query);
    const size = this.kind.sizes?.includes(Number(query.get('per_page'))) ? Number(query.get('per_page')) : this.kind.page;
    const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
    const shown = found.slice((page - 1) * size, page * size);
    const items = shown.map(({ id, title, format }) =>
      `<li><h3>${title} (${format})</h3><a href="/files/set-${id}.csv">${title}</a></li>`);
    const list = items.length > 0 ? `<ol class="results">${items.join('')}</ol>` : '<p>Nothing was found.</p>';
    return `<h1>${found.length} data sets</h1>${list}${this.around(query, Math.ceil(found.length / size), page)}`;
  }

  /** { status, type, body }, for a path with its query. */
  answer(url) {
    const { pathname, searchParams } = new URL(url, 'http://site');
    const file = /^\/files\/set-(\d+)\.csv$/.exec(pathname);
    if (file && this.sets[Number(file[1])]) return { type: 'text/csv', body: csvOf(`set-${file[1]}`) };
    if (pathname === '/search') return this.page(this.searchPage(searchParams), searchParams);
    if (pathname === '/') {
      return this.page(`<h1>Data portal</h1><p>Figures on households, fisheries, schools and more.</p><p><a href="/about">About</a> <a href="/news">News</a></p>${DECOYS}`, searchParams);
    }
    if (pathname === '/about' || pathname === '/news') return this.page(`<h1>${pathname.slice(1)}</h1><p>Data for all.${pathname === '/news' ? LOGIN : ''}`, searchParams);
    if (pathname === '/all' && this.kind.listed) return this.page(this.listed(), searchParams);
    if (pathname.startsWith('/acts/')) return { type: 'text/html', body: '<p>done' };
    return { status: 404, type: 'text/html', body: '<p>Not found' };
  }

  listed() {
    return `<ul>${this.sets.map(({ id, title }) => `<li><a href="/files/set-${id}.csv">${title}</a>`).join('')}</ul>`;
  }

  page(body, query) {
    const all = this.kind.listed ? '<a href="/all">All data sets</a>' : '';
    return {
      type: 'text/html; charset=utf-8',
      body: `<!DOCTYPE html><html lang="en"><head><title>Data portal</title></head><body><header><a href="/">Home</a> ${all}${
        this.form(query)}</header><main>${body}</main></body></html>\n`,
    };
  }
}
