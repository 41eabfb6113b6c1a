// A repository with the interface of Figshare's version 2, as github.com/figshare/user_documentation describes it
// (docs/api/articles.md, swagger.json) and 4TUResearchData/djehuty (web/formatter.py, web/wsgi.py) serves it on a host of
// its own: lists of articles, without a total; an article with its files; a page of it; all of its files as a ZIP.
import { escapeHtml, html, json, link, list, missing, numberIn, text } from '../pages.mjs';

const kUsual = 10;
const kMost = 1000;
const kDataset = 3;
const kFirst = 1_434_614;

const refusal = (message) => json({ message, code: 'BadRequest' }, { status: 422 });

/** `window`: no more entities are listed than that, as on figshare.com. */
export function figshare({ catalogue, base, window = 9000 }) {
  const { title: site, datasets } = catalogue;
  const idOf = ({ at }) => kFirst + at;
  const find = (id) => datasets.find((one) => String(idOf(one)) === id);
  const fileId = (resource) => resource.dataset.at * 10 + resource.at + 3_000_000;
  const page = (one) => `${base}/datasets/${idOf(one)}/1`;

  const articleOf = (one) => ({
    id: idOf(one), title: one.title, doi: `10.6084/m9.figshare.${idOf(one)}`, handle: '', group_id: 1234, url: `${base}/v2/articles/${idOf(one)}`, url_public_html: page(one),
    url_public_api: `${base}/v2/articles/${idOf(one)}`, url_private_html: `${base}/account/articles/${idOf(one)}`, url_private_api: `${base}/v2/account/articles/${idOf(one)}`,
    published_date: `${one.created}Z`, timeline: { posted: one.created, revision: null, firstOnline: one.created }, thumb: `${base}/static/images/${idOf(one)}.png`,
    defined_type: kDataset, defined_type_name: 'dataset', resource_title: null, resource_doi: null,
  });
  const fileOf = (resource) => ({
    id: fileId(resource), name: resource.filename, size: 100, is_link_only: false, download_url: resource.url, supplied_md5: resource.id.replaceAll('-', ''), computed_md5: resource.id.replaceAll('-', ''), mimetype: '',
  });
  const completeOf = (one) => ({
    ...articleOf(one), files: one.resources.map(fileOf), figshare_url: page(one), citation: `${one.title}. figshare. Dataset.`, size: 100, funding: null, funding_list: [], tags: one.tags.map(({ title }) => title), version: 1,
    status: 'public', description: `<p>${escapeHtml(one.notes)}</p>`, is_embargoed: false, embargo_date: null, is_public: true, modified_date: `${one.modified}Z`, created_date: `${one.created}Z`,
    categories: [{ id: 1, title: one.topic, parent_id: 0 }], license: { value: 1, name: one.licence.title, url: one.licence.url ?? 'https://creativecommons.org/licenses/by/4.0/' },
    references: [], authors: [{ id: 97657, full_name: one.organisation.title, is_active: true, url_name: '_', orcid_id: '' }], custom_fields: [], embargo_options: [],
  });

  function articles(query) {
    const [number, size] = [numberIn(query, 'page', 1), numberIn(query, 'page_size', kUsual)];
    if (size > kMost || number < 1) return refusal('Value is out of range');
    if ((number - 1) * size >= window) return json({ message: 'Max page reached. Please narrow down your search' }, { status: 400 });
    const sorted = query.get('order_direction') === 'asc' ? datasets : [...datasets].reverse();
    return json(sorted.slice((number - 1) * size, number * size).map(articleOf));
  }

  const shown = (title, body) => html(`<!DOCTYPE html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`);
  return {
    pathOf: (resource) => `/file/${idOf(resource.dataset)}/${fileId(resource)}`,
    answer({ pathname, searchParams }) {
      if (pathname === '/robots.txt') return text('User-agent: *\nDisallow: /account/\n');
      if (pathname === '/v2/articles') return articles(searchParams);
      const [, id] = /^\/v2\/articles\/(\d+)$/.exec(pathname) ?? [];
      if (id) return find(id) ? json(completeOf(find(id))) : json({ message: 'Entity not found' }, { status: 404 });
      // Only the newest are linked: the rest is found by words.
      if (pathname === '/') return shown(site, list(datasets.slice(0, 5).map((one) => link(`/datasets/${idOf(one)}/1`, one.title))));
      const one = find(/^\/datasets\/(\d+)\/1$/.exec(pathname)?.[1]);
      if (!one) return missing();
      return shown(one.title, `<p>${escapeHtml(one.notes)}</p>${list(one.resources.map(({ url, filename }) => link(url, filename)))}
        ${link(`/ndownloader/items/${idOf(one)}/versions/1`, 'download all files (zip)')}`);
    },
  };
}
