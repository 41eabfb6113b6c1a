// A repository as Dataverse serves it: the search API and the native API, file access by number, OAI-PMH, pages.
import { htmlCatalogue } from '../html_catalogue.mjs';
import { kTypes } from '../files.mjs';
import { json, link, list, matches, missing, numberIn, redirect, text } from '../pages.mjs';
import { dublinCoreOf, oaiPmh } from './oai.mjs';

const kUsual = 10;
const kMost = 1000;

const doiOf = ({ id }) => `doi:10.70122/FK2/${id.slice(0, 6).toUpperCase()}${id.slice(9, 13).toUpperCase()}`;
const numberOf = ({ dataset, at }) => 100_000 + dataset.at * 10 + at;
const pathOf = (resource) => `/api/access/datafile/${numberOf(resource)}`;
const failed = (status, message) => json({ status: 'ERROR', message }, { status });

function fileItem(resource) {
  const { dataset, filename, format, url, created, id } = resource;
  return { name: filename, type: 'file', url, file_id: String(numberOf(resource)), description: resource.title, published_at: `${created}Z`, file_type: format.toUpperCase(),
    file_content_type: kTypes[format], size_in_bytes: 300, md5: id.replaceAll('-', ''), dataset_name: dataset.title, dataset_id: String(dataset.at), dataset_persistent_id: doiOf(dataset),
    dataset_citation: `${dataset.organisation.title}, ${dataset.title}` };
}

function datasetItem(dataset) {
  const { organisation, created, modified, title, notes, groups, resources, tags } = dataset;
  return { name: title, type: 'dataset', url: `https://doi.org/${doiOf(dataset).slice(4)}`, global_id: doiOf(dataset), description: notes, published_at: `${created}Z`, publisher: organisation.title,
    citationHtml: '', identifier_of_dataverse: organisation.name, name_of_dataverse: organisation.title, citation: `${organisation.title}, ${title}`, storageIdentifier: `file://${dataset.at}`,
    subjects: groups.map((group) => group.title), keywords: tags.map((tag) => tag.title), fileCount: resources.length, versionId: dataset.at, versionState: 'RELEASED', majorVersion: 1, minorVersion: 0,
    createdAt: `${created}Z`, updatedAt: `${modified}Z`, contacts: [], authors: [organisation.title] };
}

function versionOf(dataset) {
  const { at, created, licence, resources, title } = dataset;
  return { id: at, datasetId: at, datasetPersistentId: doiOf(dataset), versionNumber: 1, versionMinorNumber: 0, versionState: 'RELEASED', releaseTime: `${created}Z`,
    license: { name: licence.title, uri: licence.url }, metadataBlocks: { citation: { displayName: 'Citation Metadata', fields: [{ typeName: 'title', multiple: false, typeClass: 'primitive', value: title }] } },
    files: resources.map((resource) => ({ label: resource.filename, restricted: false, version: 1, dataFile: { id: numberOf(resource), filename: resource.filename, contentType: kTypes[resource.format], filesize: 300 } })) };
}

export function dataverse({ catalogue, base }) {
  const { title, datasets, organisations } = catalogue;
  const byDoi = new Map(datasets.map((dataset) => [doiOf(dataset), dataset]));
  const files = datasets.flatMap(({ resources }) => resources);
  // Files in a store of another host have numbers too, which lead there.
  const stored = new Map(files.filter(({ sort }) => sort === 'elsewhere').map((resource) => [pathOf(resource), resource]));
  const pageOfDataset = (dataset) => `/dataset.xhtml?persistentId=${encodeURIComponent(doiOf(dataset))}`;
  const pages = htmlCatalogue(catalogue, {
    head: '<script src="/javax.faces.resource/jsf.js.xhtml?ln=javax.faces"></script><link rel="stylesheet" href="/resources/css/structure.css">', lists: '/dataverse/root', size: 10, item: pageOfDataset,
    facets: { fq0: ({ organisation }) => organisation.title, fq1: ({ groups }) => groups.map((group) => group.title) },
    nav: organisations.slice(0, 10).map((one) => [`/dataverse/${one.name}`, one.title]), notes: { '/loginpage.xhtml': 'Log In', '/dataverseuser.xhtml': 'Sign Up' },
    more: (one) => `<ul class="versions"><li>${link(`${pageOfDataset(one)}&version=1.0`, 'Version 1.0')}</li></ul>${link(`/api/datasets/export?exporter=schema.org&persistentId=${encodeURIComponent(doiOf(one))}`, 'JSON-LD')}`,
  });
  const oai = oaiPmh(catalogue, { base: `${base}/oai`, size: 100, identifier: doiOf, formats: { oai_dc: (dataset) => dublinCoreOf(dataset, [`https://doi.org/${doiOf(dataset).slice(4)}`]) } });

  function search(query) {
    const q = query.get('q');
    const size = numberIn(query, 'per_page', kUsual);
    if (q === null) return failed(400, 'q parameter is missing');
    if (size > kMost) return failed(400, `per_page parameter can not be greater than ${kMost}`);
    const types = query.getAll('type');
    const words = q === '*' ? '' : q;
    const items = [
      ...(types.length === 0 || types.includes('dataset') ? datasets.filter((one) => matches(one, words)).map((one) => [datasetItem, one]) : []),
      ...(types.length === 0 || types.includes('file') ? files.filter(({ dataset }) => matches(dataset, words)).map((one) => [fileItem, one]) : []),
    ];
    const start = numberIn(query, 'start', 0);
    if (start > 0 && start >= items.length) return failed(400, `start must be smaller than the count of hits: ${items.length}`);
    const part = items.slice(start, start + size).map(([of, one]) => of(one));
    const counted = query.get('show_type_counts') === 'true' ? { total_count_per_object_type: { Dataverses: 0,
      Datasets: items.filter(([of]) => of === datasetItem).length, Files: items.filter(([of]) => of === fileItem).length } } : {};
    return json({ status: 'OK', data: { q, total_count: items.length, start, spelling_alternatives: {}, items: part, ...counted, count_in_response: part.length } });
  }

  function ofDataset(query, whole) {
    const found = byDoi.get(query.get('persistentId'));
    if (!found) return failed(404, 'Dataset with that persistent id was not found.');
    return json({ status: 'OK', data: whole ? { id: found.at, identifier: doiOf(found), persistentUrl: `https://doi.org/${doiOf(found).slice(4)}`, publisher: title, latestVersion: versionOf(found) } : versionOf(found) });
  }

  return {
    pathOf,
    answer(url) {
      const { pathname, searchParams } = url;
      if (pathname === '/robots.txt') return text('User-agent: *\nAllow: /\nDisallow: /loginpage.xhtml\nDisallow: /dataverseuser.xhtml\n');
      if (pathname === '/api/search') return search(searchParams);
      if (pathname === '/api/info/version') return json({ status: 'OK', data: { version: '5.14', build: '1' } });
      if (pathname === '/oai') return oai(url);
      if (/^\/api\/datasets\/:persistentId\/?$/.test(pathname)) return ofDataset(searchParams, true);
      if (/^\/api\/datasets\/:persistentId\/versions\/:latest/.test(pathname)) return ofDataset(searchParams, false);
      if (pathname === '/api/datasets/export') {
        const found = byDoi.get(searchParams.get('persistentId'));
        return found ? json({ '@context': 'http://schema.org', '@type': 'Dataset', name: found.title,
          distribution: found.resources.map(({ url: contentUrl, filename }) => ({ '@type': 'DataDownload', name: filename, contentUrl })) }) : missing();
      }
      if (stored.has(pathname)) return redirect(stored.get(pathname).url, 303);
      if (pathname.startsWith('/api/')) return failed(404, 'API endpoint does not exist on this server.');
      const collection = organisations.find(({ name }) => pathname === `/dataverse/${name}`);
      if (collection) return pages.page(collection.title, list(collection.datasets.map((one) => link(pageOfDataset(one), one.title))));
      const shown = pathname === '/dataset.xhtml' && byDoi.get(searchParams.get('persistentId'));
      return (shown ? pages(new URL(pageOfDataset(shown), base)) : pages(url)) ?? missing();
    },
  };
}
