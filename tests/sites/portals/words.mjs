// The words that invented portals are written with. Titles are made of them, so that a search for one finds
// some of the datasets, never all.
import { pick } from '../demo/random.mjs';

const kTopics = ['population', 'housing', 'rainfall', 'traffic', 'school', 'hospital', 'budget', 'energy', 'forest', 'harbour',
  'bicycle', 'library', 'museum', 'pollen', 'noise', 'water', 'waste', 'crime', 'fire', 'tourism', 'wage', 'tax', 'price', 'export',
  'fishery', 'cattle', 'vineyard', 'mineral', 'glacier', 'earthquake', 'election', 'parking', 'railway', 'airport', 'bridge',
  'playground', 'cemetery', 'allotment', 'streetlight', 'tree', 'river', 'wetland', 'bird', 'butterfly', 'vaccination', 'pharmacy',
  'childcare', 'pension', 'migration', 'marriage'];
const kMeasures = ['counts', 'register', 'inventory', 'survey', 'forecast', 'statistics', 'measurements', 'permits', 'locations',
  'boundaries', 'indicators', 'inspections', 'expenditure', 'accidents', 'complaints', 'timetable', 'projections', 'density', 'index',
  'quality'];
const kPlaces = ['Ardhaven', 'Northmere', 'Eastfold', 'Calder', 'Southwick', 'Brae', 'Lowmarch', 'Isles', 'Kettleby', 'Farrow',
  'Whitcombe', 'Ostley', 'Pendrake', 'Rushford', 'Thornby', 'Velden', 'Marrick', 'Quayle', 'Hollin', 'Denmoor', 'Istead', 'Jarrow',
  'Umber', 'Yewdale', 'Zennor'];
const kBodies = ['Office of', 'Agency for', 'Institute of', 'Department of', 'Board of', 'Council for', 'Inspectorate of', 'Laboratory of'];
const kFields = ['Statistics', 'Environment', 'Transport', 'Public Health', 'Education', 'Finance', 'Agriculture', 'Energy', 'Justice',
  'Culture', 'Geodesy', 'Water', 'Labour', 'Housing', 'Research', 'Fisheries'];
const kSentences = ['Collected by the office in charge and checked before release.', 'Values of earlier years may be revised.',
  'Small counts are left out to protect persons.', 'The method changed, so that years before and after cannot be compared.',
  'Places without a value are missing in the table.', 'Published under the law on open data.', 'Definitions are in the notes.'];

export const kYears = Array.from({ length: 15 }, (_, at) => 2010 + at);
export const kFrequencies = ['R/P1Y', 'R/P3M', 'R/P1M', 'R/P1W', 'irregular'];
export const kLicences = [
  { id: 'cc-by', title: 'Creative Commons Attribution', url: 'http://www.opendefinition.org/licenses/cc-by' },
  { id: 'cc-zero', title: 'Creative Commons CCZero', url: 'http://www.opendefinition.org/licenses/cc-zero' },
  { id: 'odc-odbl', title: 'Open Data Commons Open Database License (ODbL)', url: 'http://www.opendefinition.org/licenses/odc-odbl' },
];
/** Groups of datasets, as portals have a dozen of. */
export const kThemes = ['Population', 'Environment', 'Mobility', 'Health', 'Education', 'Economy', 'Agriculture', 'Energy', 'Justice',
  'Culture', 'Regions', 'Science'];

const capital = (word) => word[0].toUpperCase() + word.slice(1);

export const slugOf = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

/** { topic, measure, place, year, title }. */
export function titleFrom(random) {
  const [topic, measure, place, year] = [pick(random, kTopics), pick(random, kMeasures), pick(random, kPlaces), pick(random, kYears)];
  return { topic, measure, place, year, title: `${capital(topic)} ${measure} ${place} ${year}` };
}

/** So many bodies with names of their own. */
export function organisationsOf(count) {
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / (kBodies.length * kFields.length));
    const body = kBodies[(at + Math.floor(at / kFields.length)) % kBodies.length];
    return `${body} ${kFields[at % kFields.length]}${round ? ` ${kPlaces[round % kPlaces.length]}` : ''}`;
  });
}

export function notesFrom(random, about) {
  return `${about}. ${pick(random, kSentences)} ${pick(random, kSentences)}`;
}
