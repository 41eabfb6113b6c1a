// The interface of PxWeb's version 1, as PCAxis.Api (SSDHandler.cs, PCAxisRepository.cs) of github.com/statisticssweden/PxWeb
// answers: GET lists databases, folders (l) and tables (t), and says what a table's variables are; POST gives its data. A
// variable that the query does not name is summed up where it can be, and else given whole; too many cells are refused.
import { csv } from '../../demo/formats/text.mjs';
import { json } from '../pages.mjs';

const kDatabase = 'STATDB';
const kConfig = { maxValues: 1000, maxCells: 10_000, maxCalls: 30, timeWindow: 10, CORS: true };

const error = (words, status = 400) => json({ error: words }, { status });
const range = (count, write) => Array.from({ length: count }, (_, at) => write(at));
const isListed = ({ sort }) => sort === 'plain' || sort === 'mistyped';

export const tableOf = ({ dataset, at }) => `TAB${dataset.at}${at}`;

/** `large`: the first table of each folder has 20,000 cells. */
export function versionOne({ catalogue: { title, groups }, described, large = false }) {
  const inside = ({ datasets }) => datasets.flatMap(({ resources }) => resources).filter(isListed);
  const isLarge = (resource) => large && groups.some((group) => inside(group)[0] === resource);
  const variablesOf = (resource) => [
    { code: 'place', text: 'place', values: isLarge(resource) ? range(500, (at) => `P${at}`) : ['P0', 'P1', 'P2'], elimination: true },
    { code: 'age, group', text: 'age', values: range(isLarge(resource) ? 10 : 2, (at) => `${at}-${at + 1}`) },
    { code: 'year', text: 'year', values: range(4, (at) => String(resource.dataset.year + at)), time: true },
  ].map((variable) => ({ ...variable, valueTexts: variable.values }));

  function find([database, group, table]) {
    if (database !== kDatabase) return {};
    const folder = groups.find(({ name }) => name === group);
    return { folder, table: folder && inside(folder).find((resource) => `${tableOf(resource)}.px` === table) };
  }

  /** Behind /api/v1/LANGUAGE. */
  function get(parts, url) {
    const { folder, table } = find(parts);
    if (url.searchParams.has('config')) return json(kConfig);
    if (parts.length === 0) return json([{ dbid: kDatabase, text: title }]);
    if (parts.length === 1 && parts[0] === kDatabase) return json([{ id: '', type: 'h', text: 'Subjects' }, ...groups.filter((group) => inside(group).length > 0).map(({ name, title: text }) => ({ id: name, type: 'l', text }))]);
    if (parts.length === 2 && folder) return json(inside(folder).map((resource) => ({ id: `${tableOf(resource)}.px`, type: 't', text: described(resource), updated: `${resource.dataset.modified}Z` })));
    return parts.length === 3 && table ? json({ title: described(table), variables: variablesOf(table) }) : error('Parameter error');
  }

  function selected({ code, values, elimination }, query) {
    const asked = query.find((one) => one.code === code);
    if (!asked) return elimination ? [] : values;
    const { filter, values: wanted } = asked.selection;
    if (filter === 'all') return wanted[0] === '*' ? values : [];
    return filter === 'item' && wanted.every((value) => values.includes(value)) ? wanted : undefined;
  }

  function post(parts, url, body) {
    const { table } = find(parts);
    if (parts.length !== 3 || !table) return get(parts, url);
    let query;
    let format;
    try {
      ({ query, response: { format } } = JSON.parse(body));
    } catch {
      return error('Parameter error');
    }
    const variables = variablesOf(table);
    const chosen = variables.map((variable) => selected(variable, query));
    if (format !== 'csv' || chosen.includes(undefined) || query.some(({ code }) => !variables.some((one) => one.code === code))) return error('Parameter error');
    if (chosen.reduce((cells, { length }) => cells * Math.max(length, 1), 1) > kConfig.maxCells) return error('Too many values selected', 403);
    const [places, ages, years] = chosen;
    const rows = (places.length > 0 ? places : ['all']).flatMap((place) => ages.map((age) => [place, age, ...years.map((year) => `${table.id.slice(0, 6)} ${year}`)]));
    const whole = chosen.every(({ length }, at) => length === variables[at].values.length);
    return { file: whole && table.url, type: table.sort === 'mistyped' ? 'application/octet-stream' : 'text/csv; charset=utf-8', body: csv([['place', 'age', ...years], ...rows]) };
  }

  return {
    get, post,
    pathOf: (resource) => `/api/v1/en/${kDatabase}/${resource.dataset.groups[0].name}/${tableOf(resource)}.px#query:place;age%2C%20group;year.csv`,
    reaches: (resource) => !isLarge(resource),
  };
}
