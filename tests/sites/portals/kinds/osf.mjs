// The Open Science Framework's interface, as developer.osf.io describes it (swagger-spec of
// github.com/CenterForOpenScience/developer.osf.io, JSON:API): a project, its components, stores of each with files and
// folders in them, ten to a page. Links to change a file are those to read it.
import { json, missing, numberIn, text } from '../pages.mjs';
import { scriptShell } from '../html_catalogue.mjs';

const kPage = 10;
const kType = 'application/vnd.api+json; charset=utf-8';
const kRelations = ['view_only_links', 'citation', 'contributors', 'forks', 'identifiers', 'registrations', 'node_links', 'wikis', 'logs', 'preprints'];
const kStore = 'osfstorage';

/** `flat`: pagination as before version 2.3, with its numbers among the links. */
export function osf({ catalogue, base, flat = false }) {
  const { title: site, datasets } = catalogue;
  const guid = ({ at }) => `a${String(at).padStart(4, '0')}`;
  const kProject = 'ezcuj';
  const related = (href) => ({ links: { related: { href, meta: {} } } });
  const api = (path) => `${base}/v2${path}`;

  function paged(items, url) {
    const number = numberIn(url.searchParams, 'page', 1);
    const last = Math.max(1, Math.ceil(items.length / kPage));
    const at = (page) => (page < 1 || page > last ? null : `${url.origin}${url.pathname}?page=${page}`);
    const numbers = { total: items.length, per_page: kPage };
    const links = { first: number > 1 ? at(1) : null, last: number < last ? at(last) : null, prev: at(number - 1), next: at(number + 1), ...(flat && { meta: numbers }) };
    return json({ data: items.slice((number - 1) * kPage, number * kPage), links, ...(!flat && { meta: { ...numbers, version: '2.20' } }) }, { type: kType });
  }

  const nodeOf = (id, { title, notes, created, modified }) => ({
    id, type: 'nodes',
    attributes: { title, description: notes, category: id === kProject ? 'project' : 'data', public: true, date_created: `${created}Z`, date_modified: `${modified}Z`, tags: [], node_license: null, registration: false, fork: false },
    relationships: { files: related(api(`/nodes/${id}/files/`)), children: related(api(`/nodes/${id}/children/`)), ...Object.fromEntries(kRelations.map((name) => [name, related(api(`/nodes/${id}/${name}/`))])) },
    links: { self: api(`/nodes/${id}/`), html: `${base}/${id}/` },
  });
  const storeOf = (id) => ({
    id: `${id}:${kStore}`, type: 'files', attributes: { node: id, path: '/', kind: 'folder', name: kStore, provider: kStore },
    relationships: { files: related(api(`/nodes/${id}/files/${kStore}/`)) },
    links: { storage_addons: api('/addons/?filter%5Bcategories%5D=storage'), upload: `${base}/v1/resources/${id}/providers/${kStore}/`, new_folder: `${base}/v1/resources/${id}/providers/${kStore}/?kind=folder` },
  });
  const folderOf = (id) => ({
    id: `folder-${id}`, type: 'files', attributes: { kind: 'folder', name: 'data', path: `/folder-${id}/`, materialized_path: '/data/', provider: kStore, last_touched: null, size: null },
    relationships: { files: related(api(`/nodes/${id}/files/${kStore}/folder-${id}/`)), node: related(api(`/nodes/${id}/`)) },
    links: { info: api(`/files/folder-${id}/`), self: api(`/files/folder-${id}/`), new_folder: `${base}/v1/resources/${id}/providers/${kStore}/folder-${id}/?kind=folder` },
  });
  const fileOf = (resource) => {
    const id = resource.id.replaceAll('-', '').slice(0, 24);
    return {
      id, type: 'files',
      attributes: { kind: 'file', name: resource.filename, path: `/${id}`, materialized_path: `/${resource.filename}`, provider: kStore, size: 100, date_created: `${resource.created}Z`, date_modified: `${resource.created}Z`, current_version: 1, guid: null, extra: { hashes: {}, downloads: 4 }, tags: [] },
      relationships: { node: related(api(`/nodes/${guid(resource.dataset)}/`)), comments: related(api(`/nodes/${guid(resource.dataset)}/comments/`)), versions: related(api(`/files/${id}/versions/`)) },
      links: { info: api(`/files/${id}/`), self: api(`/files/${id}/`), move: resource.url, upload: resource.url, download: resource.url, delete: resource.url },
    };
  };

  const project = { title: site, notes: 'All of it.', created: '2020-01-01T00:00:00', modified: '2024-01-01T00:00:00' };
  function listOf([, id, what, provider, folder], url) {
    const dataset = datasets.find((one) => guid(one) === id);
    if (what === 'children') return paged(id === kProject ? datasets.map((one) => nodeOf(guid(one), one)) : [], url);
    if (what !== 'files') return paged([], url);
    if (!provider) return paged(dataset ? [storeOf(id)] : [], url);
    // The first files lie in a folder.
    const [inside, beside] = [dataset.resources.slice(0, 2), dataset.resources.slice(2)];
    return paged(folder ? inside.map(fileOf) : [folderOf(id), ...beside.map(fileOf)], url);
  }

  return {
    pathOf: (resource) => `/download/${resource.id.replaceAll('-', '').slice(0, 24)}/`,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow: /v1/\n');
      const [, id] = /^\/v2\/nodes\/(\w+)\/$/.exec(url.pathname) ?? [];
      if (id) return json({ data: nodeOf(id, datasets.find((one) => guid(one) === id) ?? project), meta: { version: '2.20' } }, { type: kType });
      const listed = /^\/v2\/nodes\/(\w+)\/(\w+)\/(?:(\w+)\/(?:([\w-]+)\/)?)?$/.exec(url.pathname);
      if (listed) return listOf(listed, url);
      return url.pathname === '/' || /^\/\w{5}\/$/.test(url.pathname) ? scriptShell(site, { body: `<a href="/v2/nodes/${kProject}/">API</a>` }) : missing();
    },
  };
}
