// A repository as DSpace 6 serves it: items under handles with their bitstreams, communities, browsing in pages, and
// OAI-PMH, whose format `ore` names the files and whose `oai_dc` names only the handles.
import { htmlCatalogue } from '../html_catalogue.mjs';
import { escapeHtml, link, list, missing, numberIn, pageOf, pagination, redirect, text } from '../pages.mjs';
import { dublinCoreOf, oaiPmh } from './oai.mjs';

const kPrefix = '123456789';
const kBrowsed = 20;
/** Handles of communities come first. */
const kFirstItem = 1000;

const handleOf = ({ at }) => `/handle/${kPrefix}/${kFirstItem + at}`;
const pathOf = ({ dataset, at, filename }) => `/bitstream${handleOf(dataset)}/${filename}?sequence=${at + 1}&isAllowed=y`;

const oreOf = (base, item) => `<atom:entry xmlns:atom="http://www.w3.org/2005/Atom"><atom:id>${base}${handleOf(item)}/ore.xml</atom:id><atom:link rel="alternate" href="${base}${handleOf(item)}"/>`
  + `<atom:title>${escapeHtml(item.title)}</atom:title>${item.resources.map(({ url, filename }) =>
    `<atom:link rel="http://www.openarchives.org/ore/terms/aggregates" title="${filename}" href="${escapeHtml(url)}"/>`).join('')}</atom:entry>`;

export function dspace({ catalogue, base }) {
  const { datasets, organisations } = catalogue;
  const head = '<meta name="Generator" content="DSpace 6.3"><link rel="search" type="application/opensearchdescription+xml" href="/open-search/description.xml" title="DSpace">';
  const communityOf = (one) => `/handle/${kPrefix}/${organisations.indexOf(one) + 1}`;
  const pages = htmlCatalogue(catalogue, {
    head, lists: '/discover', size: 10, item: handleOf, facets: { subject: ({ tags }) => tags.map(({ title }) => title), author: ({ organisation }) => organisation.title },
    nav: [['/community-list', 'Communities & Collections'], ['/browse?type=title', 'Titles'], ['/browse?type=dateissued', 'By Issue Date']],
    notes: { '/login': 'Login', '/feedback': 'Feedback' },
    more: (one) => `<p>${link(`${handleOf(one)}?show=full`, 'Show full item record')} ${link(`${handleOf(one)}/statistics`, 'Statistics')} ${link(communityOf(one.organisation), one.organisation.title)}</p>`,
  });
  const oai = oaiPmh(catalogue, {
    base: `${base}/oai/request`, size: 100, identifier: ({ at }) => `oai:portal.example:${kPrefix}/${kFirstItem + at}`,
    formats: { oai_dc: (item) => dublinCoreOf(item, [`${base}${handleOf(item)}`]), ore: (item) => oreOf(base, item) },
  });
  const sorted = { title: (a, b) => a.title.localeCompare(b.title), dateissued: (a, b) => b.created.localeCompare(a.created) };

  function browse(url, from) {
    const order = sorted[url.searchParams.get('type')] ?? sorted.title;
    const part = pageOf([...from].sort(order), Math.floor(numberIn(url.searchParams, 'offset', 0) / kBrowsed) + 1, kBrowsed);
    const offset = (page) => `${url.pathname}?type=${url.searchParams.get('type') ?? 'title'}&offset=${(page - 1) * kBrowsed}`;
    return pages.page('Browsing', `${list(part.items.map((item) => link(handleOf(item), item.title)), 'ds-artifact-list')}`
      + `${part.page > 1 ? link(offset(part.page - 1), 'Previous page') : ''} ${part.page < part.pages ? link(offset(part.page + 1), 'Next page') : ''}`);
  }

  return {
    pathOf,
    answer(url) {
      const { pathname } = url;
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow: /discover\nDisallow: /search-filter\nDisallow: /statistics\n');
      if (pathname === '/oai/request') return oai(url);
      if (pathname === '/open-search/description.xml') {
        return { type: 'application/opensearchdescription+xml', body: '<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>DSpace</ShortName>'
          + `<Url type="text/html" template="${base}/discover?q={searchTerms}"/></OpenSearchDescription>` };
      }
      if (pathname === '/community-list') {
        const part = pageOf(organisations, Math.max(1, numberIn(url.searchParams, 'page', 1)), 100);
        return pages.page('Community List', `${list(part.items.map((one) => link(communityOf(one), one.title)))}${pagination(url, part)}`);
      }
      if (pathname === '/browse') return browse(url, datasets);
      const [, number, what] = new RegExp(`^/handle/${kPrefix}/(\\d+)(?:/(\\w+))?$`).exec(pathname) ?? [];
      const community = organisations[Number(number ?? NaN) - 1];
      if (community) return what === 'browse' ? browse(url, community.datasets) : pages.page(community.title, `<h1>${escapeHtml(community.title)}</h1>${link(`${pathname}/browse?type=title`, 'Titles')}`);
      if (what === 'statistics') return redirect('/login');
      return pages(new URL(pathname === '/discover' || pathname === '/' ? url : `${base}${pathname}`)) ?? missing();
    },
  };
}
