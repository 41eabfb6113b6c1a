// A catalogue as GeoNetwork serves it: /srv/api/sitemap, CSW by GET (OGC 07-006r1), the search of version 3 (/srv/eng/q),
// a page and a record in DCAT each; the search of version 4 takes only POST. The home page is drawn by scripts.
import { htmlCatalogue, scriptShell } from '../html_catalogue.mjs';
import { escapeHtml, json, matches, missing, numberIn, redirect, text, xml } from '../pages.mjs';

const kUsual = 10;
const kMost = 100;
const kSitemap = 1000;
const kRoot = '/geonetwork/srv';

const recordPath = ({ id }) => `${kRoot}/api/records/${id}`;
const pathOf = ({ dataset, filename }) => `${recordPath(dataset)}/attachments/${filename}`;

const recordOf = (dataset) => `<csw:Record xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"><dc:identifier>${dataset.id}</dc:identifier><dc:title>${escapeHtml(dataset.title)}</dc:title>`
  + `<dc:type>dataset</dc:type>${dataset.tags.map(({ title }) => `<dc:subject>${title}</dc:subject>`).join('')}<dct:modified>${dataset.modified.slice(0, 10)}</dct:modified><dct:abstract>${escapeHtml(dataset.notes)}</dct:abstract>`
  + `${dataset.resources.map(({ url, title }) => `<dc:URI protocol="WWW:DOWNLOAD-1.0-http--download" name="${escapeHtml(title)}">${escapeHtml(url)}</dc:URI>`).join('')}</csw:Record>`;

function dcatOf(dataset, base) {
  const about = `${base}${recordPath(dataset)}`;
  return xml('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    + ` xmlns:dcat="http://www.w3.org/ns/dcat#" xmlns:dct="http://purl.org/dc/terms/"><dcat:Dataset rdf:about="${about}"><dct:title>${escapeHtml(dataset.title)}</dct:title>`
    + `<dct:description>${escapeHtml(dataset.notes)}</dct:description>${dataset.resources.map(({ url, title, format }) => `<dcat:distribution><dcat:Distribution><dct:title>${escapeHtml(title)}</dct:title><dct:format>${format}</dct:format>`
      + `<dcat:downloadURL rdf:resource="${escapeHtml(url)}"/></dcat:Distribution></dcat:distribution>`).join('')}</dcat:Dataset></rdf:RDF>`, { type: 'application/rdf+xml;charset=utf-8' });
}

export function geonetwork({ catalogue, base }) {
  const { title: site, datasets } = catalogue;
  const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]));
  const pages = htmlCatalogue(catalogue, { lists: `${kRoot}/eng/catalog.search`, item: recordPath, more: (one) => `<a href="${recordPath(one)}/formatters/dcat">DCAT</a>`,
    head: '<meta name="description" content="Catalogue"><link rel="search" href="/geonetwork/srv/eng/portal.opensearch" type="application/opensearchdescription+xml" title="GeoNetwork">' });
  const shell = () => scriptShell(site, { head: '<script src="/geonetwork/static/lib.js"></script>'
    + `<script src="/geonetwork/static/gn_search_default.js"></script><link rel="alternate" type="application/rss+xml" href="${kRoot}/eng/rss.search?sortBy=changeDate">`,
  body: '<div data-ng-app="gn_search_default"></div>' });

  function csw(query) {
    const get = (name) => [...query].find(([key]) => key.toLowerCase() === name)?.[1];
    if (get('request') === 'GetCapabilities') {
      return xml('<csw:Capabilities xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" version="2.0.2">'
        + `<ows:ServiceIdentification xmlns:ows="http://www.opengis.net/ows"><ows:Title>${escapeHtml(site)}</ows:Title><ows:ServiceType>CSW</ows:ServiceType></ows:ServiceIdentification></csw:Capabilities>`, { type: 'application/xml;charset=utf-8' });
    }
    if (get('request') !== 'GetRecords') return xml('<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows" version="1.2.0">'
      + '<ows:Exception exceptionCode="OperationNotSupported" locator="request"/></ows:ExceptionReport>', { type: 'application/xml;charset=utf-8' });
    const [start, most] = [Number(get('startposition') ?? 1), Math.min(Number(get('maxrecords') ?? kUsual), kMost)];
    const part = datasets.slice(start - 1, start - 1 + most);
    const next = start - 1 + most < datasets.length ? start + most : 0;
    return xml('<csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2"><csw:SearchStatus timestamp="2024-01-01T00:00:00"/>'
      + `<csw:SearchResults numberOfRecordsMatched="${datasets.length}" numberOfRecordsReturned="${part.length}" elementSet="full" nextRecord="${next}">`
      + `${part.map(recordOf).join('')}</csw:SearchResults></csw:GetRecordsResponse>`, { type: 'application/xml;charset=utf-8' });
  }

  function search(query) {
    const [from, to] = [numberIn(query, 'from', 1), numberIn(query, 'to', kUsual)];
    const found = datasets.filter((dataset) => matches(dataset, query.get('any') ?? ''));
    return json({ '@from': from, '@to': Math.min(to, from + kMost - 1), summary: { '@count': found.length, '@type': 'local' },
      metadata: found.slice(from - 1, Math.min(to, from + kMost - 1)).map((one) => ({ title: one.title, abstract: one.notes, type: ['dataset'], 'geonet:info': { uuid: one.id },
        link: one.resources.map(({ url, title }, at) => `${title}|${title}|${url}|WWW:DOWNLOAD-1.0-http--download|text/plain|${at + 1}`) })) });
  }

  function sitemap(query) {
    const pagesOf = Math.ceil(datasets.length / kSitemap);
    const number = numberIn(query, 'doc', pagesOf > 1 ? 0 : 1);
    if (number === 0) return xml('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
      + `${Array.from({ length: pagesOf }, (_, at) => `<sitemap><loc>${base}${kRoot}/api/sitemap?doc=${at + 1}</loc></sitemap>`).join('')}</sitemapindex>`);
    return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${datasets.slice((number - 1) * kSitemap, number * kSitemap)
      .map((one) => `<url><loc>${base}${recordPath(one)}</loc><lastmod>${one.modified.slice(0, 10)}</lastmod></url>`).join('')}</urlset>`);
  }

  return {
    pathOf,
    answer(url) {
      const { pathname, searchParams } = url;
      if (pathname === '/robots.txt') return text(`User-agent: *\nDisallow: /geonetwork/srv/*/admin\nSitemap: ${base}${kRoot}/api/sitemap\n`);
      if (pathname === '/') return redirect(`${kRoot}/eng/catalog.search`);
      if (pathname === `${kRoot}/eng/catalog.search`) return shell();
      if (pathname === `${kRoot}/eng/csw`) return csw(searchParams);
      if (pathname === `${kRoot}/eng/q`) return search(searchParams);
      if (pathname === `${kRoot}/api/sitemap`) return sitemap(searchParams);
      if (pathname === `${kRoot}/api/search/records/_search`) return { status: 405, headers: { Allow: 'POST' } };
      const [, id, dcat] = new RegExp(`^${kRoot}/api/records/([\\w-]+)(/formatters/dcat)?$`).exec(pathname) ?? [];
      if (byId.has(id)) return dcat ? dcatOf(byId.get(id), base) : pages(url);
      return missing();
    },
  };
}
