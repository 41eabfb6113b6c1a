// What answers of made sites are made with.
import { escapeHtml, link } from '../portals/pages.mjs';

/** An answer to whatever is asked. */
export function sends(type, body, status = 200, headers = {}) {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  };
}

export function sendHtml(response, html, status = 200) {
  sends('text/html; charset=utf-8', html, status)(undefined, response);
}

/** A link to a file, as HTML. */
export const to = ({ path }, text = 'Download the table') => `<p>${link(path, text)}</p>`;

/** As sitemaps.org has it. */
export const sitemapOf = (urls) => '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  + `${urls.map((url) => `<url><loc>${escapeHtml(url)}</loc></url>`).join('\n')}\n</urlset>\n`;

export const sitemapIndexOf = (urls) => '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  + `${urls.map((url) => `<sitemap><loc>${escapeHtml(url)}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`;
