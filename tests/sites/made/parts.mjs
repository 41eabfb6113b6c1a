// What made sites are made of: how their files are reached, what is in these, and how answers are sent.
import { pdf } from '../demo/formats/pdf.mjs';
import { xlsx } from '../demo/formats/spreadsheet.mjs';
import { csv, json } from '../demo/formats/text.mjs';
import { zip } from '../demo/formats/zip.mjs';
import { randomFor } from '../demo/random.mjs';
import { escapeHtml, link } from '../portals/pages.mjs';

export { kTypes } from '../portals/files.mjs';

// --- Reach: `had` by plain HTTP (`never`), in a browser (`auto`) or not at all (`not`), as harvest's --browser has it, and the
// causes of left_out of which one may be named when it does not come.

const kWays = ['never', 'auto', 'not'];

export const plain = { had: 'never', causes: [] };
export const inTab = (...causes) => ({ had: 'auto', causes });
export const lost = (...causes) => ({ had: 'not', causes });

/** What is behind both. */
export function joined(one, other) {
  const had = kWays[Math.max(kWays.indexOf(one.had), kWays.indexOf(other.had))];
  return { had, causes: [...new Set([...one.causes, ...other.causes])] };
}

/** Where files are that hang on no page. */
export const kAnywhere = { reach: plain };

// --- Contents: small, each with its own.

const kRows = 4;
const kWriters = {
  csv, json, xlsx, pdf: (rows) => pdf(String(rows[1][2]), rows.map((row) => row.join('  '))), zip: (rows) => zip([['table.csv', csv(rows)]]),
};

/** Bytes of a format (else CSV); each `name` has its own. */
export function contentOf(format, name, rows = kRows) {
  const random = randomFor(name);
  const table = Array.from({ length: rows }, (_, at) => [2000 + at, Math.floor(random() * 1e6), name]);
  return (kWriters[format] ?? csv)([['year', 'value', 'series'], ...table]);
}

// --- Answers

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
