// An ordinary site with a search box: all its files are behind links, the search shows nothing else. Sending it is in vain.
import { form, field } from '../forms/parts.mjs';
import { escapeHtml, html, link, list, matches, missing, numberIn, pageOf, pagination, text } from '../pages.mjs';

const kPageSize = 15;
const kBoxes = {
  own: () => form('/search', [field('q', 'Search this site', { type: 'search' })], { role: 'search' }),
  elsewhere: () => form('http://127.0.0.3:9/search', ['<input type="hidden" name="site" value="here">', field('q', 'Search this site')]),
  script: () => form('#', [field('q', 'Search this site')], { id: 'live-search' }),
  failing: () => form('/search', [field('q', 'Search this site', { type: 'search' })], { role: 'search' }),
};

/** `box`: own (hits are pages that links lead to as well), elsewhere (another host), script, failing (always 500). */
export function searchable({ catalogue, box = 'own' }) {
  const { title: site, datasets, groups } = catalogue;
  const byName = new Map(datasets.map((one) => [one.name, one]));
  const page = (title, body) => html(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><nav>${link('/', 'Home')} ${groups.map(({ name, title: words }) =>
    link(`/topics/${name}`, words)).join(' ')}</nav>${kBoxes[box]()}<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`);
  const links = (items) => list(items.map((one) => link(`/articles/${one.name}`, one.title)), 'articles');
  const listing = (url, title, items) => {
    const part = pageOf(items, Math.max(1, numberIn(url.searchParams, 'page', 1)), kPageSize);
    return page(title, `${links(part.items)}${pagination(url, part)}`);
  };
  return {
    pathOf: ({ dataset, filename, at }) => `/downloads/${dataset.at}/${at}/${filename}`,
    answer(url) {
      const [, kind, name] = url.pathname.split('/');
      if (url.pathname === '/') return page(site, links(datasets.slice(0, 5)));
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow:\n');
      if (url.pathname === '/search') {
        if (box !== 'own') return { status: 500 };
        const words = url.searchParams.get('q') ?? '';
        return { ...listing(url, 'Search', words ? datasets.filter((one) => matches(one, words)) : []), form: 'search', shows: [] };
      }
      const group = kind === 'topics' && groups.find((one) => one.name === name);
      if (group) return listing(url, group.title, group.datasets);
      const one = kind === 'articles' && byName.get(name);
      return one ? page(one.title, `<p>${escapeHtml(one.notes)}</p>${list(one.resources.map((resource) => link(resource.url, resource.title)))}`) : missing();
    },
  };
}
