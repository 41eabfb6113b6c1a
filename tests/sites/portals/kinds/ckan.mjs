// A portal as CKAN 2.10 serves it: the action API under /api/3/action/ and the pages. After the API guide
// (docs.ckan.org, "API guide") and what its templates and its robots.txt are known for.
import { ckanActions } from './ckan_actions.mjs';
import { ckanPages } from './ckan_pages.mjs';
import { missing, text } from '../pages.mjs';

/** CKAN ships a robots.txt that closes /api/; many portals open it. */
const kRobots = {
  open: 'User-agent: *\nDisallow: /dataset/rate/\nDisallow: /revision/\nDisallow: /dataset/*/history\nDisallow: /user/*/api-tokens\n',
  shipped: 'User-agent: *\nDisallow: /dataset/rate/\nDisallow: /revision/\nDisallow: /dataset/*/history\nDisallow: /api/\n',
};

/** `robots`: open, or shipped (the API is closed to robots). `most`, `edited`, `sorts`: of its actions. */
export function ckan({ catalogue, base, robots = 'open', most, edited, sorts }) {
  const actions = ckanActions(catalogue, base, { most, edited, sorts });
  const pages = ckanPages(catalogue, base);
  return {
    pathOf: ({ dataset, id, filename }) => `/dataset/${dataset.id}/resource/${id}/download/${filename}`,
    answer(url) {
      if (url.pathname === '/robots.txt') return text(kRobots[robots]);
      const action = /^\/api\/(?:3\/)?action\/(\w+)$/.exec(url.pathname)?.[1];
      if (action) return actions(action, url.searchParams);
      if (url.pathname === '/api/3' || url.pathname === '/api') return { type: 'application/json;charset=utf-8', body: '{"version": 3}' };
      return url.pathname.startsWith('/api/') ? missing() : pages(url);
    },
  };
}
