// The list of datasets that DCAT-US ("Project Open Data" schema 1.1) asks for, as several kinds of software give it.
import { kTypes } from '../files.mjs';

const kSchema = 'https://project-open-data.cio.gov/v1.1/schema';

function distributionOf({ title, url, format, sort }) {
  // What is elsewhere is often filed under accessURL, like pages to ask at.
  const where = sort === 'elsewhere' ? { accessURL: url } : { downloadURL: url };
  return { '@type': 'dcat:Distribution', title, ...where, mediaType: kTypes[format], format: format.toUpperCase() };
}

function datasetOf(dataset, landing) {
  const { organisation, tags, groups, licence } = dataset;
  return {
    '@type': 'dcat:Dataset', identifier: dataset.id, title: dataset.title, description: dataset.notes,
    keyword: tags.map(({ title }) => title), issued: dataset.created.slice(0, 10), modified: dataset.modified.slice(0, 10),
    publisher: { '@type': 'org:Organization', name: organisation.title },
    contactPoint: { '@type': 'vcard:Contact', fn: organisation.title, hasEmail: 'mailto:data@portal.example' },
    accessLevel: 'public', license: licence.url, accrualPeriodicity: dataset.frequency, theme: groups.map(({ title }) => title),
    landingPage: landing(dataset), distribution: dataset.resources.map(distributionOf),
  };
}

/** All in one answer, as the schema has it: there is no paging. `landing`: (dataset) -> URL of its page. */
export function dcatUsOf({ datasets }, base, landing) {
  return {
    '@context': `${kSchema}/catalog.jsonld`, '@id': `${base}/data.json`, '@type': 'dcat:Catalog', conformsTo: kSchema,
    describedBy: `${kSchema}/catalog.json`, dataset: datasets.map((dataset) => datasetOf(dataset, landing)),
  };
}
