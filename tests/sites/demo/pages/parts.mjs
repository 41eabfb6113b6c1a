// Pieces that several kinds of pages use.
import { escapeHtml } from '../layout.mjs';

const kNames = { csv: 'CSV', xlsx: 'Excel', ods: 'OpenDocument', json: 'JSON', pdf: 'PDF report', zip: 'ZIP archive' };

export function formatName(format) {
  return kNames[format];
}

export function sizeText(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** One entry of a download list. `href` as it shall be written. */
export function fileItem(href, format, bytes, title = formatName(format)) {
  return `<li><a class="file file-${format}" href="${escapeHtml(href)}">${escapeHtml(title)}</a>`
    + ` <span class="size">${sizeText(bytes)}</span></li>`;
}

export function datasetItem(dataset, href = dataset.url) {
  return `<li class="dataset"><h3><a href="${href}">${escapeHtml(dataset.title)}</a></h3>`
    + `<p>${escapeHtml(dataset.theme.title)}, ${dataset.frequency}, updated ${dataset.updated}</p></li>`;
}

/** `urls`: of all pages of the listing, in order; `current` counts from 0. */
export function pagination(urls, current) {
  const items = urls.map((url, at) => at === current
    ? `<span class="current">${at + 1}</span>` : `<a href="${url}">${at + 1}</a>`);
  if (current > 0) items.unshift(`<a class="prev" rel="prev" href="${urls[current - 1]}">Previous</a>`);
  if (current + 1 < urls.length) items.push(`<a class="next" rel="next" href="${urls[current + 1]}">Next</a>`);
  return `<div class="pagination">${items.join('')}</div>`;
}

export function slices(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}

/** A line chart as SVG. */
export function chart(title, labels, values, colour) {
  const top = Math.max(...values) * 1.1;
  const x = (at) => 60 + (at * 620) / (values.length - 1);
  const y = (value) => 230 - (value * 190) / top;
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const ticks = labels.map((label, at) =>
    `<text x="${x(at).toFixed(1)}" y="252" text-anchor="middle">${label}</text>`).join('');
  const lines = [0, 1, 2, 3].map((at) => {
    const value = (top * at) / 4;
    return `<line x1="60" x2="680" y1="${y(value)}" y2="${y(value)}" stroke="#d9e1e7"/>`
      + `<text x="54" y="${y(value) + 4}" text-anchor="end">${Math.round(value).toLocaleString('en')}</text>`;
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 265" font-family="sans-serif" font-size="11" fill="#5b6b78">`
    + `<rect width="700" height="265" fill="#fff"/><text x="60" y="20" font-size="14" fill="#1d2b36">${escapeHtml(title)}</text>${lines}`
    + `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="3"/>${ticks}</svg>\n`;
}
