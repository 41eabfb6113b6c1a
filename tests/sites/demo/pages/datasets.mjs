// The pages that pay: themes, listings, and a page for each dataset with its files.
import { datasets, kOffice, kRegions, kYears, themes } from '../catalogue.mjs';
import { pdf } from '../formats/pdf.mjs';
import { ods, xlsx } from '../formats/spreadsheet.mjs';
import { csv, json } from '../formats/text.mjs';
import { zip } from '../formats/zip.mjs';
import { escapeHtml, page } from '../layout.mjs';
import { kTypes } from '../site.mjs';
import { chart, datasetItem, fileItem, formatName, pagination, sizeText, slices } from './parts.mjs';

/** Reachable only through its old address, which redirects. */
const kMoved = 'Census of dwellings and persons';
const kMovedFrom = '/census-2024/';

function contentOf(dataset, format) {
  const { rows, title } = dataset;
  switch (format) {
    case 'csv': return csv(rows);
    case 'json': return json(rows);
    case 'xlsx': return xlsx(rows);
    case 'ods': return ods(rows);
    case 'zip': return zip([[`${dataset.slug}.csv`, csv(rows)], ['readme.txt', `${title}\n${kOffice}\n`]]);
    case 'pdf': return pdf(title, [`${kOffice}, ${dataset.updated}`, `Unit: ${dataset.unit}`, '',
      ...kYears.map((year, at) => `${year}  ${String(dataset.totals[at]).padStart(10)}`)]);
    default: throw new Error(`no such format: ${format}`);
  }
}

/** Adds a file in the manner of this dataset and says how the page links to it. */
function addFile(site, dataset, format, at) {
  const bytes = contentOf(dataset, format);
  const name = `${dataset.slug}.${format}`;
  const disposition = `attachment; filename="${name}"`;
  const mime = kTypes[format];
  if (dataset.number % 10 === 3) {
    const id = 17 + dataset.number * 2 + at;
    return { format, bytes: bytes.length, href: site.file(`/download?id=${id}`, bytes,
      { mime, group: 'extensionless', path: `download/${id}.${format}`, disposition }) };
  }
  if (dataset.number % 10 === 7) {
    // Some servers don't say what a file is; its name is then only in the header.
    const unnamed = dataset.number % 20 === 7;
    return { format, bytes: bytes.length, href: site.file(`/files/${dataset.slug.slice(0, 6)}${dataset.number}${at}`, bytes,
      { mime: unnamed ? 'application/octet-stream' : mime, group: 'extensionless', disposition }) };
  }
  const url = site.file(`/data/${dataset.theme.id}/${name}`, bytes);
  // Written relative to the page on every second one.
  return { format, bytes: bytes.length, href: dataset.number % 2 ? `../..${url}` : url };
}

function downloads(dataset, files) {
  if (files.length === 0) {
    return '<p class="note">The files of this dataset are being prepared.</p>';
  }
  if (dataset.theme.id === 'housing') {  // one department has its own template
    const rows = files.map(({ href, format, bytes }) =>
      `<tr><td>${formatName(format)}</td><td class="number">${sizeText(bytes)}</td><td><a class="download-link" href="${escapeHtml(href)}">Download</a></td></tr>`);
    return `<section id="downloads" class="downloads"><h2>Downloads</h2><table class="download-table"><tbody>${rows.join('')}</tbody></table></section>`;
  }
  const items = files.map(({ href, format, bytes }) => fileItem(href, format, bytes));
  return `<section id="downloads" class="downloads"><h2>Downloads</h2><ul class="files">${items.join('')}</ul></section>`;
}

function preview(dataset) {
  const last = kYears.slice(-3);
  const rows = kRegions.map((region) => {
    const cells = last.map((year) => dataset.rows.find((row) => row[0] === year && row[1] === region)[2]);
    return `<tr><th scope="row">${region}</th>${cells.map((cell) => `<td class="number">${cell.toLocaleString('en')}</td>`).join('')}</tr>`;
  });
  return `<h2>Latest figures</h2><table class="preview"><thead><tr><th>Region</th>${last.map((year) => `<th class="number">${year}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function addDatasetPage(site, dataset) {
  const files = dataset.formats.map((format, at) => addFile(site, dataset, format, at));
  const image = `/assets/charts/${dataset.slug}.svg`;
  site.asset(image, 'image/svg+xml', chart(dataset.title, kYears, dataset.totals, dataset.theme.colour));
  const related = dataset.theme.datasets.filter((one) => one !== dataset && one.title !== kMoved).slice(0, 4);
  const duplicate = files.length > 0 && dataset.number % 6 === 0
    ? `<p>In a hurry? <a href="${escapeHtml(files[0].href)}">Download the table</a>.</p>` : '';
  site.page(dataset.url, page({
    url: dataset.url, id: 'dataset', title: dataset.title,
    crumbs: [[dataset.theme.url, dataset.theme.title], [dataset.url, dataset.title]],
    main: `<p class="lead">${escapeHtml(dataset.title)} in ${kRegions.length} regions, ${kYears[0]} to ${kYears.at(-1)}, ${escapeHtml(dataset.unit)}.</p>
<figure><img src="${image}" alt="Chart: ${escapeHtml(dataset.title)}" width="700" height="265"><figcaption>All regions, ${escapeHtml(dataset.unit)}</figcaption></figure>
${duplicate}${downloads(dataset, files)}
${preview(dataset)}`,
    aside: `<h2>About this dataset</h2><dl class="metadata"><dt>Updated</dt><dd>${dataset.updated}</dd><dt>Frequency</dt><dd>${dataset.frequency}</dd><dt>Unit</dt><dd>${escapeHtml(dataset.unit)}</dd><dt>Theme</dt><dd><a href="${dataset.theme.url}">${escapeHtml(dataset.theme.title)}</a></dd></dl>
<h2>Related</h2><ul class="related">${related.map((one) => `<li><a href="${one.url}">${escapeHtml(one.title)}</a></li>`).join('')}</ul>`,
  }));
}

function linkTo(dataset) {
  return dataset.title === kMoved ? kMovedFrom : dataset.url;
}

function addListing(site, list, urls, { id, title, crumbs, size }) {
  slices(list, size).forEach((part, at) => site.page(urls[at], page({
    url: urls[at], id, title, crumbs,
    main: `<p class="lead">${list.length} datasets, page ${at + 1} of ${urls.length}.</p>
<ul class="datasets">${part.map((one) => datasetItem(one, linkTo(one))).join('')}</ul>
${pagination(urls, at)}`,
  })));
}

function addTheme(site, theme) {
  const crumbs = [['/themes/', 'Themes'], [theme.url, theme.title]];
  site.page(theme.url, page({
    url: theme.url, id: 'theme', title: theme.title, crumbs,
    main: `<p class="lead">Figures on ${theme.title.toLowerCase()} since ${kYears[0]}.</p>
<h2>Newest datasets</h2><ul class="datasets">${theme.datasets.slice(0, 3).map((one) => datasetItem(one)).join('')}</ul>
<p><a class="more" href="datasets-1.html">All datasets of this theme</a></p>`,
    aside: `<h2>Other themes</h2><ul class="related">${themes.filter((one) => one !== theme).slice(0, 6).map((one) => `<li><a href="${one.url}">${escapeHtml(one.title)}</a></li>`).join('')}</ul>`,
  }));
  addListing(site, theme.datasets, [1, 2].map((number) => `${theme.url}datasets-${number}.html`),
    { id: 'theme-datasets', title: `Datasets: ${theme.title}`, crumbs, size: 5 });
}

export function addDatasets(site) {
  site.page('/themes/', page({
    url: '/themes/', id: 'themes', title: 'Themes', crumbs: [['/themes/', 'Themes']],
    main: `<ul class="cards">${themes.map((theme) => `<li style="border-top-color:${theme.colour}"><a href="${theme.url}">${escapeHtml(theme.title)}</a><span class="count">${theme.datasets.length} datasets</span></li>`).join('')}</ul>`,
  }));
  for (const theme of themes) addTheme(site, theme);
  const pages = Math.ceil(datasets.length / 10);
  addListing(site, datasets, Array.from({ length: pages }, (_, at) => at ? `/datasets/?page=${at + 1}` : '/datasets/'),
    { id: 'datasets', title: 'All datasets', crumbs: [['/datasets/', 'Datasets']], size: 10 });
  for (const dataset of datasets) addDatasetPage(site, dataset);
  site.redirect(kMovedFrom, datasets.find((one) => one.title === kMoved).url);
}
