// The collections of a portal of forms, and what a query of each finds. Only `closed` is out of reach: its search is by POST.
//   reports  selects of department, year and format, of which one must be chosen
//   titles   a search box: all words must be in the title
//   atlas    a select of districts that is filled only when a region was sent
//   notices  two selects, of which one is ignored
// No query shows more than its first kMostShown hits.
import { kYears } from '../words.mjs';
import { anyOf, field, select } from './parts.mjs';

export const kMostShown = 200;
const kShares = [['reports', 45], ['titles', 30], ['atlas', 10], ['notices', 10], ['closed', 5]];
const kDistricts = ['North', 'South', 'Centre', 'Coast'];
const kFormats = ['csv', 'xlsx', 'pdf', 'zip', 'json'];

/** The name of the collection that has a dataset. */
export function collectionOf({ at }) {
  let left = (at * 37) % 100;
  return kShares.find(([, share]) => (left -= share) < 0)[0];
}

export const wordsOf = (words) => words.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
const districtOf = ({ id }) => kDistricts[parseInt(id[0], 16) % kDistricts.length];
const distinct = (datasets, of) => [...new Set(datasets.map(of))].sort();

/** name, title, form(query) -> inputs, find(query) -> datasets or undefined (nothing was asked), exact(dataset) -> queries. */
function reports(datasets) {
  const department = (one) => one.groups[0].title;
  const has = ({ resources }, format) => resources.some((resource) => resource.format === format);
  return {
    name: 'reports', title: 'Annual reports',
    form: (query) => [select('department', 'Department', anyOf(distinct(datasets, department)), query.get('department') ?? ''),
      select('year', 'Year', anyOf(kYears.map(String)), query.get('year') ?? ''), select('format', 'Format', anyOf(kFormats), query.get('format') ?? '')],
    find(query) {
      const [of, year, format] = ['department', 'year', 'format'].map((name) => query.get(name) ?? '');
      if (!of && !year && !format) return undefined;
      return datasets.filter((one) => (!of || department(one) === of) && (!year || String(one.year) === year) && (!format || has(one, format)));
    },
    exact: (one) => one.resources.map(({ format }) => ({ department: department(one), year: String(one.year), format })),
  };
}

function titles(datasets) {
  const byWord = new Map();
  for (const one of datasets) for (const word of new Set(wordsOf(one.title))) byWord.set(word, [...(byWord.get(word) ?? []), one]);
  return {
    name: 'titles', title: 'Studies by title', records: true,
    form: (query) => [field('q', 'Words of the title', { type: 'search', value: query.get('q') ?? '' })],
    find(query) {
      const words = wordsOf(query.get('q') ?? '');
      if (words.length === 0) return undefined;
      const [rarest, ...others] = words.map((word) => byWord.get(word) ?? []).sort((a, b) => a.length - b.length);
      return rarest.filter((one) => others.every((those) => those.includes(one)));
    },
    exact: ({ title }) => [{ q: title }],
  };
}

function atlas(datasets) {
  return {
    name: 'atlas', title: 'Maps by district',
    form(query) {
      const region = query.get('region') ?? '';
      const there = distinct(datasets.filter(({ place }) => place === region), districtOf);
      return [select('region', 'Region', anyOf(distinct(datasets, ({ place }) => place)), region),
        select('district', 'District', region ? anyOf(there) : [['', 'Choose a region first']], query.get('district') ?? '')];
    },
    find(query) {
      const [region, district] = [query.get('region'), query.get('district')];
      return region && district ? datasets.filter((one) => one.place === region && districtOf(one) === district) : undefined;
    },
    exact: (one) => [{ region: one.place, district: districtOf(one) }],
  };
}

function notices(datasets) {
  return {
    name: 'notices', title: 'Notices',
    form: (query) => [select('kind', 'Kind', anyOf(distinct(datasets, ({ measure }) => measure)), query.get('kind') ?? ''),
      select('language', 'Language', anyOf(['English', 'German', 'French', 'Italian']), query.get('language') ?? '')],
    find: (query) => (query.get('kind') ? datasets.filter(({ measure }) => measure === query.get('kind')) : undefined),
    exact: ({ measure }) => [{ kind: measure }],
  };
}

/** Map of name -> collection, of those that a query by GET opens. */
export function collectionsOf(datasets) {
  const made = Object.entries({ reports, titles, atlas, notices })
    .map(([name, of]) => [name, of(datasets.filter((one) => collectionOf(one) === name))]);
  return new Map(made);
}

/** The datasets that any sequence of queries can show: those that their most exact query shows. */
export function showable(datasets, collections) {
  const asked = new Map();
  const shows = (collection, query) => {
    const words = new URLSearchParams(query);
    const key = `${collection.name}?${words}`;
    if (!asked.has(key)) asked.set(key, new Set(collection.find(words).slice(0, kMostShown)));
    return asked.get(key);
  };
  return new Set(datasets.filter((one) => {
    const collection = collections.get(collectionOf(one));
    return collection?.exact(one).some((query) => shows(collection, query).has(one));
  }));
}
