// What an invented portal publishes: datasets of organisations, with groups, tags and 1 to 6 resources each. The same
// seed gives the same catalogue on every machine; which software serves it is not known here.
import { createHash } from 'node:crypto';
import { integer, pick, randomFor } from '../demo/random.mjs';
import { kFrequencies, kLicences, kThemes, notesFrom, organisationsOf, slugOf, titleFrom } from './words.mjs';

/** Of 100 resources, so many of each sort; `plain` is a file under its own type. */
const kSorts = { plain: 70, mistyped: 8, elsewhere: 10, dead: 6, landing: 6 };
const kFormats = ['csv', 'csv', 'csv', 'xlsx', 'pdf', 'zip', 'json'];
/** Datasets to an organisation, about. */
const kPerOrganisation = 40;

/** Identifiers as software makes them, from what they name. */
export function uuidOf(...words) {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** `elsewhere`: of 100, so many are on another host; the other sorts share the rest. */
function sortFrom(random, elsewhere) {
  const rest = (100 - elsewhere) / (100 - kSorts.elsewhere);
  let left = random() * 100;
  for (const [sort, share] of Object.entries(kSorts)) {
    left -= sort === 'elsewhere' ? elsewhere : share * rest;
    if (left < 0) return sort;
  }
  return 'plain';
}

const stamp = (random, from, to) =>
  new Date(Date.UTC(from, 0, 1) + Math.floor(random() * (to - from) * 365 * 86_400) * 1000).toISOString().slice(0, 19);

function resourcesOf(random, dataset, elsewhere) {
  return Array.from({ length: integer(random, 1, 6) }, (_, at) => {
    const format = pick(random, kFormats);
    const part = `${dataset.topic} ${dataset.measure} ${at + 1}`;
    return {
      at, dataset, format, sort: sortFrom(random, elsewhere), id: uuidOf(dataset.id, at), title: `${part} (${format.toUpperCase()})`,
      filename: `${slugOf(`${part} ${dataset.place} ${dataset.year}`)}.${format}`, created: stamp(random, 2021, 2024),
    };
  });
}

/**
 * { title, organisations, groups, tags, datasets }. An organisation, group or tag: { id, name, title, datasets }. A
 * dataset: { id, name, title, notes, organisation, groups, tags, licence, created, modified, frequency, resources, ...};
 * a resource: { id, at, dataset, format, sort, title, filename, created }.
 */
export function catalogueOf({ seed = 1, datasets: count = 500, elsewhere = kSorts.elsewhere } = {}) {
  const collection = (kind, title) => ({ id: uuidOf(seed, kind, title), name: slugOf(title), title, datasets: [] });
  const organisations = organisationsOf(Math.max(4, Math.round(count / kPerOrganisation))).map((title) => collection('organisation', title));
  const groups = kThemes.map((title) => collection('group', title));
  const tags = new Map();
  const tagOf = (title) => tags.get(title) ?? tags.set(title, collection('tag', title)).get(title);
  const random = randomFor(`portal ${seed} ${count}`);
  const datasets = Array.from({ length: count }, (_, at) => {
    const about = titleFrom(random);
    const dataset = {
      ...about, at, id: uuidOf(seed, 'dataset', at), name: `${slugOf(about.title)}-${at}`, notes: notesFrom(random, about.title),
      organisation: pick(random, organisations), groups: [pick(random, groups)], licence: pick(random, kLicences),
      created: stamp(random, 2015, 2020), modified: stamp(random, 2021, 2024), frequency: pick(random, kFrequencies),
      tags: [...new Set([about.topic, about.measure, about.place.toLowerCase()])].map(tagOf),
    };
    dataset.resources = resourcesOf(random, dataset, elsewhere);
    for (const of of [dataset.organisation, ...dataset.groups, ...dataset.tags]) of.datasets.push(dataset);
    return dataset;
  });
  return { seed, title: `Open data portal of ${titleFrom(random).place}`, organisations, groups, tags: [...tags.values()], datasets };
}
