// The interfaces of invented portals: read as their documentation says, each names every file, in pages of at most what
// the software allows, and its errors look like the software's.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Portal } from './portal.mjs';

const kDatasets = 130;
const linksIn = (text, pattern) => [...text.matchAll(pattern)].map(([, url]) => url.replaceAll('&amp;', '&'));

/** Pages of a list until one is empty: `read(at)` gives the items of page number `at`. */
async function all(read) {
  const items = [];
  for (let at = 0; ; at++) {
    const part = await read(at);
    if (part.length === 0) return items;
    items.push(...part);
  }
}

/** Follows OAI-PMH's tokens; gives the text of all answers. */
async function allOai(get, path, prefix) {
  const texts = [];
  for (let query = `metadataPrefix=${prefix}`; ;) {
    texts.push(await get(`${path}?verb=ListRecords&${query}`));
    const [token] = linksIn(texts.at(-1), /<resumptionToken[^>]*>([^<]+)</g);
    if (!token) return texts.join('\n');
    query = `resumptionToken=${encodeURIComponent(token)}`;
  }
}

const distributions = ({ dataset }) => dataset.flatMap(({ distribution }) => distribution.map(({ downloadURL, accessURL }) => downloadURL ?? accessURL));

/** [kind, what is read, (ask) -> URLs]; ask.json(path), ask.text(path), ask.base. */
const readers = [
  ['ckan', 'package_search', async ({ json }) => (await all(async (at) => (await json(`/api/3/action/package_search?rows=50&start=${at * 50}`)).result.results))
    .flatMap(({ resources }) => resources.map(({ url }) => url))],
  ['ckan', 'package_list and package_show', async ({ json }) => {
    const urls = [];
    for (const name of (await json('/api/3/action/package_list')).result) urls.push(...(await json(`/api/3/action/package_show?id=${name}`)).result.resources.map(({ url }) => url));
    return urls;
  }],
  ['ckan', 'current_package_list_with_resources', async ({ json }) => (await json('/api/3/action/current_package_list_with_resources?limit=1000')).result.flatMap(({ resources }) => resources.map(({ url }) => url))],
  ...['data-json', 'socrata', 'arcgis-hub', 'dkan', 'jkan'].map((kind) => [kind, '/data.json', async ({ json }) => distributions(await json('/data.json'))]),
  ['arcgis-hub', 'the search API', async ({ json, base }) => {
    const urls = [];
    for (let next = '/api/search/v1/collections/all/items?limit=100'; next;) {
      const answer = await json(next);
      urls.push(...answer.features.map(({ properties }) => properties.url));
      next = answer.links.find(({ rel }) => rel === 'next')?.href.replace(base, '');
    }
    return urls;
  }],
  ['arcgis-hub', '/api/v3/datasets', async ({ json }) => (await all(async (at) => (await json(`/api/v3/datasets?page[size]=100&page[number]=${at + 1}`)).data)).map(({ attributes }) => attributes.url)],
  ['udata', '/api/1/datasets/', async ({ json, base }) => {
    const urls = [];
    for (let next = `${base}/api/1/datasets/?page_size=100`; next;) {
      const answer = await json(next.replace(base, ''));
      urls.push(...answer.data.flatMap(({ resources }) => resources.map(({ url }) => url)));
      next = answer.next_page;
    }
    return urls;
  }],
  ['figshare', '/v2/articles', async ({ json, base }) => {
    const articles = await all((at) => json(`/v2/articles?page=${at + 1}&page_size=100`));
    const files = await Promise.all(articles.map(({ url_public_api: url }) => json(url.replace(base, ''))));
    return files.flatMap((article) => article.files.map(({ download_url: url }) => url));
  }],
  ['osf', 'stores of its nodes', async ({ json, base }) => {
    const listed = async (href) => {
      const items = [];
      for (let next = href; next;) {
        const answer = await json(next.replace(base, ''));
        items.push(...answer.data);
        next = answer.links.next;
      }
      return items;
    };
    const inside = async (href) => (await Promise.all((await listed(href)).map(({ links, relationships }) => links.download ?? inside(relationships.files.links.related.href)))).flat();
    const { data } = await json('/v2/nodes/ezcuj/');
    const parts = await listed(data.relationships.children.links.related.href);
    return (await Promise.all(parts.map(({ relationships }) => inside(relationships.files.links.related.href)))).flat();
  }],
  ['opendatasoft', 'the Explore API', async ({ json }) => {
    const urls = [];
    for (const { dataset_id: id } of await all(async (at) => (await json(`/api/explore/v2.1/catalog/datasets?limit=100&offset=${at * 100}`)).results)) {
      urls.push(...(await json(`/api/explore/v2.1/catalog/datasets/${id}/exports`)).links.map(({ href }) => href));
      urls.push(...(await json(`/api/explore/v2.1/catalog/datasets/${id}/attachments`)).attachments.map(({ href }) => href));
    }
    return urls;
  }],
  ['opendatasoft', 'JSON-LD of the pages', async ({ json, text }) => {
    const urls = [];
    for (const { dataset_id: id } of await json('/api/explore/v2.1/catalog/exports/json')) {
      const [described] = linksIn(await text(`/explore/dataset/${id}/information/`), /<script type="application\/ld\+json">(.*?)<\/script>/g);
      urls.push(...JSON.parse(described).distribution.map(({ contentUrl }) => contentUrl));
    }
    return urls;
  }],
  ['dataverse', 'the search API', async ({ json }) => {
    const { data } = await json('/api/search?q=*&type=file&per_page=1000');
    assert.equal(data.total_count, data.items.length);
    return data.items.map(({ url }) => url);
  }],
  ['dspace', 'OAI-PMH (ore)', async ({ text }) => linksIn(await allOai(text, '/oai/request', 'ore'), /aggregates"[^>]*href="([^"]+)"/g)],
  ['invenio', '/api/records', async ({ json, base, canonical }) => {
    const urls = [];
    for (let next = '/api/records?size=100'; next;) {
      const answer = await json(next);
      urls.push(...answer.hits.hits.flatMap(({ files }) => Object.values(files.entries).map(({ links }) => links.content)));
      next = answer.links.next?.replace(base, '');
    }
    return urls.map(canonical);
  }],
  ['invenio', 'typed links', async ({ json, head, canonical }) => {
    const urls = [];
    const records = await all(async (at) => (at < 2 ? (await json(`/api/records?size=100&page=${at + 1}`)).hits.hits : []));
    for (const { links } of records) urls.push(...linksIn((await head(links.self_html)).get('link'), /<([^>]*)> ; rel="item"/g));
    return urls.map(canonical);
  }],
  ['geonetwork', 'CSW', async ({ text }) => {
    const urls = [];
    for (let start = 1; start > 0;) {
      const answer = await text(`/geonetwork/srv/eng/csw?service=CSW&version=2.0.2&request=GetRecords&resultType=results&elementSetName=full&maxRecords=100&startPosition=${start}`);
      urls.push(...linksIn(answer, /<dc:URI[^>]*>([^<]*)</g));
      start = Number(/nextRecord="(\d+)"/.exec(answer)[1]);
    }
    return urls;
  }],
  ['geonetwork', 'the sitemap and DCAT', async ({ text, base }) => {
    const urls = [];
    for (const record of linksIn(await text('/geonetwork/srv/api/sitemap'), /<loc>([^<]*)</g)) urls.push(...linksIn(await text(`${record.replace(base, '')}/formatters/dcat`), /downloadURL rdf:resource="([^"]*)"/g));
    return urls;
  }],
  ['geonetwork', '/srv/eng/q', async ({ json }) => (await all(async (at) => (await json(`/geonetwork/srv/eng/q?_content_type=json&fast=index&from=${at * 100 + 1}&to=${at * 100 + 100}`)).metadata))
    .flatMap(({ link }) => link.map((one) => one.split('|')[2]))],
  ['dkan', 'the metastore', async ({ json }) => distributions({ dataset: await json('/api/1/metastore/schemas/dataset/items') })],
  ['dkan', 'the search', async ({ json }) => (await all(async (at) => Object.values((await json(`/api/1/search?page-size=100&page=${at + 1}`)).results))).flatMap((one) => distributions({ dataset: [one] }))],
  ['jkan', '/datasets.json', async ({ json }) => (await json('/datasets.json')).flatMap(({ resources }) => resources.map(({ url }) => url))],
  ['pxweb', 'version 2', async ({ json }) => (await all(async (at) => (await json(`/api/v2/tables?pageSize=500&pageNumber=${at + 1}`)).tables)).map(({ links }) => links.find(({ rel }) => rel === 'data').href)],
  ['sdmx', 'dataflows as JSON', async ({ json }) => (await json('/rest/dataflow/all/all/latest?format=sdmx-json')).data.dataflows.map(({ links }) => links.find(({ rel }) => rel === 'data').href)],
  ['stac', 'items of collections', async ({ json, base }) => {
    const urls = [];
    for (const { links } of (await json('/stac/collections')).collections) {
      for (let next = `${links.find(({ rel }) => rel === 'items').href}?limit=20`; next;) {
        const answer = await json(next.replace(base, ''));
        urls.push(...answer.features.flatMap(({ assets }) => Object.values(assets).map(({ href }) => href)));
        next = answer.links.find(({ rel }) => rel === 'next')?.href;
      }
    }
    return urls;
  }],
];

async function opened(t, kind, more = {}) {
  const portal = new Portal(kind, { datasets: kDatasets, faults: false, ...more });
  await portal.start();
  t.after(() => portal.stop());
  const ask = (path) => fetch(new URL(path, portal.url));
  // An Invenio file has an address for people and one for programs.
  const canonical = (url) => url.replace(/\/api(\/records\/[^/]+\/files\/[^/]+)\/content$/, '$1?download=1');
  return { portal, base: portal.base, canonical, ask, json: async (path) => (await ask(path)).json(), text: async (path) => (await ask(path)).text(), head: async (path) => (await ask(path)).headers };
}

describe('what names the files', () => {
  for (const [kind, what, read] of readers) {
    test(`${kind}: ${what}`, async (t) => {
      const site = await opened(t, kind);
      const named = new Set(await read(site));
      assert.deepEqual(site.portal.truth({ elsewhere: true }).filter((url) => !named.has(url)), []);
      const known = new Set(site.portal.catalogue.datasets.flatMap(({ resources }) => resources.map(({ url }) => url)));
      assert.deepEqual([...named].filter((url) => !known.has(url)), []);
    });
  }
});

describe('limits and errors', () => {
  const cases = [
    ['ckan', '/api/3/action/package_search', 200, ({ result }) => result.results.length === 10 && result.count === kDatasets],
    ['ckan', '/api/3/action/package_search?rows=5000', 200, ({ result }) => result.results.length === kDatasets],
    ['ckan', '/api/3/action/package_search?rows=0&facet.field=["res_format"]', 200, ({ result }) => result.results.length === 0 && result.facets.res_format.CSV > 0],
    ['ckan', '/api/3/action/package_search?fq=res_format:CSV&rows=1000', 200, ({ result }) => result.count < kDatasets && result.results.every(({ resources }) => resources.some(({ format }) => format === 'CSV'))],
    ['ckan', '/api/3/action/package_show?id=none', 404, ({ success, error }) => success === false && error.__type === 'Not Found Error'],
    ['ckan', '/api/3/action/package_show', 409, ({ error }) => error.__type === 'Validation Error'],
    ['ckan', '/api/3/action/no_such_thing', 400, (text) => /Action name not known/.test(text)],
    ['socrata', '/api/catalog/v1', 200, ({ results, resultSetSize }) => results.length === 100 && resultSetSize === kDatasets],
    ['socrata', '/api/catalog/v1?limit=10000&offset=1', 400, ({ error }) => error.length > 0],
    ['arcgis-hub', '/api/search/v1/collections/all/items?limit=101', 400, ({ statusCode }) => statusCode === 400],
    ['opendatasoft', '/api/explore/v2.1/catalog/datasets?limit=101', 400, ({ error_code: code }) => code === 'InvalidRESTParameterError'],
    ['dataverse', '/api/search?q=*&per_page=1001', 400, ({ status }) => status === 'ERROR'],
    ['dataverse', '/api/search?q=*&type=dataset', 200, ({ data }) => data.count_in_response === 10 && data.total_count === kDatasets],
    ['invenio', '/api/records?size=101', 400, ({ errors }) => errors[0].field === 'size'],
    ['dkan', '/api/1/search', 200, ({ results, total }) => Object.keys(results).length === 10 && total === kDatasets],
    ['pxweb', '/api/v1/en/', 200, ([{ dbid }]) => dbid === 'STATDB'],
    ['stac', '/stac/search', 200, ({ numberMatched, numberReturned }) => numberMatched === kDatasets && numberReturned === 10],
  ];
  for (const [kind, path, status, holds] of cases) {
    test(`${kind}: ${path}`, async (t) => {
      const answer = await (await opened(t, kind)).ask(path);
      assert.equal(answer.status, status);
      const body = await answer.json();
      assert.ok(holds(body), JSON.stringify(body).slice(0, 500));
    });
  }

  test('OAI-PMH answers its errors by 200', async (t) => {
    const { ask } = await opened(t, 'dspace');
    for (const [query, code] of [['verb=Nothing', 'badVerb'], ['verb=ListRecords', 'badArgument'], ['verb=ListRecords&metadataPrefix=none', 'cannotDisseminateFormat'],
      ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'], ['verb=GetRecord&identifier=none&metadataPrefix=oai_dc', 'idDoesNotExist']]) {
      const answer = await ask(`/oai/request?${query}`);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), new RegExp(`<error code="${code}">`));
    }
  });

  test('a file in a store elsewhere is reached through its number', async (t) => {
    const { portal } = await opened(t, 'dataverse');
    const resource = portal.catalogue.datasets.flatMap(({ resources }) => resources).find(({ sort }) => sort === 'elsewhere');
    const answer = await fetch(`${portal.base}/api/access/datafile/${100_000 + resource.dataset.at * 10 + resource.at}`, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, resource.url]);
  });
});

describe('signs', () => {
  const signs = [
    ['ckan', '/', /<meta name="generator" content="ckan 2\.10/], ['socrata', '/', /soda-host/], ['arcgis-hub', '/', /ArcGIS Hub/], ['opendatasoft', '/', /ods-/],
    ['dataverse', '/', /javax\.faces/], ['dspace', '/', /<meta name="Generator" content="DSpace/], ['dkan', '/', /DKAN is an open-source data management platform/],
    ['jkan', '/', /JKAN/], ['geonetwork', '/', /gn_search_default/], ['stac', '/', /rel="alternate" type="application\/json" href="[^"]*\/stac"/],
    ['data-json', '/', /rel="describedby"[^>]*href="\/data\.json"/],
  ];
  for (const [kind, path, sign] of signs) {
    test(kind, async (t) => assert.match(await (await opened(t, kind)).text(path), sign));
  }

  test('robots.txt of CKAN closes the API as shipped, and not where it was opened', async (t) => {
    assert.match(await (await opened(t, 'ckan', { options: { robots: 'shipped' } })).text('/robots.txt'), /^Disallow: \/api\/$/m);
    assert.doesNotMatch(await (await opened(t, 'ckan')).text('/robots.txt'), /\/api\//);
  });
});
