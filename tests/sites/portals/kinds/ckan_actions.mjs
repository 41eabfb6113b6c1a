// CKAN's action API. Every answer is { help, success, result } or { help, success, error }.
import { countsOf, json, matches, numberIn } from '../pages.mjs';

const kRowsMost = 1000;
const kRowsUsual = 10;
/** package_list and its like give all names; with all fields so many at most. */
const kFieldsMost = 25;
const kFacets = {
  organization: (dataset) => dataset.organisation.name, groups: (dataset) => dataset.groups.map(({ name }) => name),
  tags: (dataset) => dataset.tags.map(({ name }) => name), license_id: (dataset) => dataset.licence.id,
  res_format: (dataset) => dataset.resources.map(({ format }) => format.toUpperCase()),
};
export const facetsOfCkan = kFacets;

const kMime = { csv: 'text/csv', json: 'application/json', pdf: 'application/pdf', zip: 'application/zip', xlsx: null };

function resourceOf(resource) {
  // What is called CSV and is a page, or is dead, looks like any other here.
  const { id, dataset, at, title, format, url, created, sort } = resource;
  return {
    cache_last_updated: null, cache_url: null, created: `${created}.000000`, datastore_active: false, description: '',
    format: format.toUpperCase(), hash: '', id, last_modified: `${dataset.modified}.000000`, metadata_modified: `${dataset.modified}.000000`,
    mimetype: kMime[format] ?? null, mimetype_inner: null, name: title, package_id: dataset.id, position: at, resource_type: null,
    size: null, state: 'active', url, url_type: sort === 'elsewhere' ? null : 'upload',
  };
}

function groupOf({ id, name, title, datasets }, organisation = false) {
  const common = { id, name, title, description: `Data of ${title}`, state: 'active', approval_status: 'approved', image_url: '' };
  if (!organisation) return { ...common, display_name: title, type: 'group', is_organization: false, package_count: datasets.length };
  return { ...common, display_name: title, type: 'organization', is_organization: true, package_count: datasets.length };
}

function packageOf(dataset) {
  const { organisation, groups, tags, licence, resources } = dataset;
  return {
    author: null, author_email: null, creator_user_id: null, id: dataset.id, isopen: true, license_id: licence.id,
    license_title: licence.title, license_url: licence.url, maintainer: organisation.title, maintainer_email: null,
    metadata_created: `${dataset.created}.000000`, metadata_modified: `${dataset.modified}.000000`, name: dataset.name,
    notes: dataset.notes, num_resources: resources.length, num_tags: tags.length, organization: groupOf(organisation, true),
    owner_org: organisation.id, private: false, state: 'active', title: dataset.title, type: 'dataset', url: '', version: null,
    extras: [{ key: 'accrual_periodicity', value: dataset.frequency }, { key: 'year', value: String(dataset.year) }],
    groups: groups.map((group) => groupOf(group)), resources: resources.map(resourceOf),
    tags: tags.map(({ id, name, title }) => ({ display_name: title, id, name, state: 'active', vocabulary_id: null })),
    relationships_as_subject: [], relationships_as_object: [],
  };
}

/** Whether a date is in Solr's `[from TO to]`, where `*` is no limit. */
function inRange(range, date) {
  const [from, to] = range.split(' TO ').map((end) => end.replace('Z', ''));
  return (from === '*' || date >= from) && (to === '*' || date <= to);
}

/**
 * Solr's `field:value`, `field:"value"` and `field:[from TO to]`, joined by spaces, as fq and q take them; other words are
 * searched for. In quotes a backslash takes its meaning from what follows.
 */
export function searchedInCkan(datasets, q, fq) {
  const words = [];
  const wanted = [];
  const parts = `${q ?? ''} ${fq ?? ''}`.matchAll(/\+?(\w+):(?:"((?:[^"\\]|\\.)*)"|\[([^\]]*)\]|(\S+))|\S+/g);
  for (const [part, field, quoted, range, bare] of parts) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
    if (field === 'metadata_modified' && range !== undefined) wanted.push(({ modified }) => inRange(range, modified));
    else if (kFacets[field]) wanted.push((dataset) => [kFacets[field](dataset)].flat().includes(value));
    else if (part !== '*:*') words.push(part);
  }
  return datasets.filter((dataset) => wanted.every((holds) => holds(dataset)) && matches(dataset, words.join(' ')));
}

/** (datasets) -> (facet, value) -> what people read. */
const titlesOf = (datasets) => {
  const titles = new Map(datasets.flatMap(({ organisation, groups }) => [organisation, ...groups]).map(({ name, title }) => [name, title]));
  return (facet, value) => (facet === 'organization' || facet === 'groups' ? titles.get(value) ?? value : value);
};

function facetsOf(datasets, query) {
  const titleOf = titlesOf(datasets);
  let names = [];
  try {
    names = JSON.parse(query.get('facet.field') ?? '[]');
  } catch {
    // CKAN answers 409 to this; nobody here asks so
  }
  const limit = numberIn(query, 'facet.limit', 50);
  const counted = names.filter((name) => kFacets[name]).map((name) => [name, countsOf(datasets, kFacets[name]).slice(0, limit || undefined)]);
  return {
    facets: Object.fromEntries(counted.map(([name, counts]) => [name, Object.fromEntries(counts)])),
    search_facets: Object.fromEntries(counted.map(([name, counts]) =>
      [name, { title: name, items: counts.map(([value, count]) => ({ name: value, display_name: titleOf(name, value), count })) }])),
  };
}

/** Solr's order: the last edited first, or by name. */
function inOrder(datasets, sort) {
  const by = (key) => (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  return sort === 'name asc' ? [...datasets].sort(by(({ name }) => name)) : [...datasets].sort(by(({ modified }) => modified)).reverse();
}

/**
 * (name of the action, its query) -> an answer. `most`: rows an answer. `edited`: once the list was begun, the data set
 * that stands last in it is edited. `sorts`: it obeys `sort`. `ordered`: else it has its data sets as `catalogue` has them.
 */
export function ckanActions(catalogue, base, { most = kRowsMost, edited = false, sorts = true, ordered = true } = {}) {
  const { datasets, organisations, groups, tags } = catalogue;
  let changed = false;
  const find = (from, key) => from.find(({ id, name }) => key !== null && (id === key || name === key));
  const page = (items, query) => items.slice(numberIn(query, 'offset', 0)).slice(0, numberIn(query, 'limit', undefined));
  const named = (from, whole) => (query) => (query.get('all_fields')?.toLowerCase() === 'true'
    ? page(from, query).slice(0, kFieldsMost).map(whole) : page(from, query).map(({ name }) => name));
  const shown = (from, whole) => (query) => {
    const found = find(from, query.get('id'));
    return found && whole(found);
  };
  const results = {
    package_list: (query) => page(datasets.map(({ name }) => name).sort(), query),
    package_show: shown(datasets, packageOf),
    package_search(query) {
      const searched = searchedInCkan(datasets, query.get('q'), query.get('fq'));
      const found = ordered ? inOrder(searched, sorts ? query.get('sort') : null) : searched;
      const rows = Math.min(numberIn(query, 'rows', kRowsUsual), most);
      const start = numberIn(query, 'start', 0);
      if (edited && rows > 0 && start === 0 && !changed) {
        changed = true;
        found.at(-1).modified = '2025-01-01T00:00:00';
      }
      return { count: found.length, results: found.slice(start, start + rows).map(packageOf), sort: query.get('sort') ?? 'score desc, metadata_modified desc', ...facetsOf(found, query) };
    },
    current_package_list_with_resources: (query) => page(datasets, query).slice(0, kRowsMost).map(packageOf),
    resource_show: shown(datasets.flatMap(({ resources }) => resources.map((one) => ({ ...one, name: one.id }))), resourceOf),
    resource_search(query) {
      const [field, term] = [query.get('query')?.split(':')[0], query.get('query')?.split(':').slice(1).join(':') ?? ''];
      const found = datasets.flatMap(({ resources }) => resources).map(resourceOf).filter((one) => String(one[field] ?? '').includes(term));
      if (edited && rows > 0 && start === 0 && !changed) {
        changed = true;
        found.at(-1).modified = '2025-01-01T00:00:00';
      }
      return { count: found.length, results: page(found, query) };
    },
    organization_list: named(organisations, (one) => groupOf(one, true)),
    organization_show: shown(organisations, (one) => groupOf(one, true)),
    group_list: named(groups, (one) => groupOf(one)),
    group_show: shown(groups, (one) => groupOf(one)),
    tag_list: named(tags, ({ id, name, title }) => ({ id, name, display_name: title, vocabulary_id: null })),
    license_list: () => [...new Set(datasets.map(({ licence }) => licence))].map(({ id, title, url }) => ({ id, title, url, status: 'active' })),
    status_show: () => ({ site_title: catalogue.title, site_description: '', site_url: base, ckan_version: '2.10.4', error_emails_to: null,
      locale_default: 'en', extensions: ['activity', 'datastore'] }),
    site_read: () => true,
  };
  return (name, query) => {
    const help = `${base}/api/3/action/help_show?name=${name}`;
    if (!Object.hasOwn(results, name)) return json(`Bad request - Action name not known: ${name}`, { status: 400 });
    if (name.endsWith('_show') && name !== 'status_show' && !query.has('id')) {
      return json({ help, success: false, error: { id: ['Missing value'], __type: 'Validation Error' } }, { status: 409 });
    }
    const result = results[name](query);
    if (result === undefined) return json({ help, success: false, error: { message: 'Not found', __type: 'Not Found Error' } }, { status: 404 });
    return json({ help, success: true, result });
  };
}
