// The rest: home, publications, help and about pages, what robots.txt forbids, and what is broken.
import { datasets, kOffice, table, themes } from '../catalogue.mjs';
import { pdf } from '../formats/pdf.mjs';
import { csv } from '../formats/text.mjs';
import { escapeHtml, page } from '../layout.mjs';
import { latestNews, newsItem } from './news.mjs';
import { datasetItem, fileItem } from './parts.mjs';

function addHome(site) {
  site.page('/', page({
    url: '/', id: 'home', title: 'Figures for everybody',
    main: `<div class="hero"><p>${datasets.length} datasets on ${themes.length} themes, free for every use.</p></div>
<h2>Themes</h2><ul class="cards">${themes.slice(0, 6).map((theme) => `<li style="border-top-color:${theme.colour}"><a href="${theme.url}">${escapeHtml(theme.title)}</a><span class="count">${theme.datasets.length} datasets</span></li>`).join('')}</ul>
<p><a class="more" href="/themes">All themes</a></p>
<h2>New</h2><ul class="datasets">${datasets.filter(({ number }) => number % 40 === 2).map((one) => datasetItem(one)).join('')}</ul>
<p class="note">Quick access: <a class="file" href="/data/latest.csv">figures of the month (CSV)</a></p>`,
    aside: `<h2>News</h2><ul class="news-list">${latestNews(5).map(newsItem).join('')}</ul>`,
  }));
  site.redirect('/data/latest.csv', '/data/monthly/2024-11.csv', 302);
  site.file('/data/monthly/2024-11.csv', csv(table('month 2024-11')));
}

function report(year) {
  return pdf(`Statistical yearbook ${year}`, [kOffice, '', ...table(`yearbook ${year}`).slice(1, 41)
    .map(([at, region, value]) => `${at}  ${region.padEnd(16)} ${String(value).padStart(9)}`)]);
}

function addPublications(site) {
  const crumbs = [['/publications/', 'Publications']];
  const recent = [2024, 2023, 2022, 2021].map((year) => {
    const bytes = report(year);
    return fileItem(site.file(`/data/publications/yearbook-${year}.pdf`, bytes), 'pdf', bytes.length, `Yearbook ${year}`);
  });
  site.page('/publications/', page({
    url: '/publications/', id: 'publications', title: 'Publications', crumbs,
    main: `<ul class="files">${recent.join('')}</ul><p><a href="archive.html">Older yearbooks</a></p>
<p><a class="file file-pdf" href="${site.dead('/data/publications/yearbook-1899.pdf', 404)}">Yearbook 1899</a></p>`,
  }));
  const older = [2020, 2019, 2018, 2017, 2016, 2015].map((year) => {
    const bytes = report(year);
    site.file(`/data/archive/yearbook-${year}.pdf`, bytes);
    return fileItem(`yearbook-${year}.pdf`, 'pdf', bytes.length, `Yearbook ${year}`);
  });
  site.page('/publications/archive.html', page({
    url: '/publications/archive.html', id: 'publications', title: 'Older yearbooks', crumbs,
    head: '<base href="/data/archive/">\n', main: `<ul class="files">${older.join('')}</ul>`,
  }));
}

/** In ISO 8859-1, with an address and texts that only the right decoding gets right. */
function addHistory(site) {
  const url = '/about/history.html';
  const bytes = csv(table('historical figures'));
  site.file('/data/extra/donn%C3%A9es-historiques.csv', bytes);
  site.page(url, page({
    url, id: 'about', title: "Histoire de l'office", charset: 'iso-8859-1',
    crumbs: [['/about/', 'About']],
    main: `<p>L'office fut cr\u00e9\u00e9 en 1921 \u00e0 Ardhaven; ses premi\u00e8res enqu\u00eates portaient sur la p\u00eache.</p><ul class="files">${fileItem('/data/extra/donn\u00e9es-historiques.csv', 'csv', bytes.length, 'Donn\u00e9es historiques')}</ul>`,
  }), { contentType: 'text/html; charset=iso-8859-1', encoding: 'latin1' });
}

function addAbout(site) {
  const crumbs = [['/about/', 'About']];
  const texts = {
    'contact.html': ['Contact', '<p>Write to <a href="mailto:info@example.org">info@example.org</a> or call <a href="tel:+0">us</a>.</p>'],
    'imprint.html': ['Imprint', `<p>${kOffice}, an imaginary office.</p>`],
    'staff.html': ['Staff', '<p>Forty people work here.</p>'],
    'jobs.html': ['Jobs', `<p>No vacancies. See the <a href="${site.dead('/about/vacancies.html', 404)}">old list</a>.</p>`],
    'accessibility.html': ['Accessibility', '<p>Tell us what you cannot use.</p>'],
    'privacy.html': ['Privacy', '<p>We keep no data about visitors.</p>'],
  };
  site.page('/about/', page({
    url: '/about/', id: 'about', title: 'About us', crumbs,
    main: `<ul class="related">${Object.entries(texts).map(([name, [title]]) => `<li><a href="${name}">${title}</a></li>`).join('')}<li><a href="history.html">History</a></li><li><a href="/stats">Our statistics</a></li></ul>`,
  }));
  site.redirect('/stats', '/datasets/', 301);
  for (const [name, [title, main]] of Object.entries(texts)) {
    site.page(`/about/${name}`, page({ url: `/about/${name}`, id: 'about', title, crumbs, main }));
  }
  addHistory(site);
}

function addHelp(site) {
  const crumbs = [['/help/', 'Help']];
  const topics = ['Formats', 'Methods', 'Glossary', 'Classifications', 'Revisions', 'Confidentiality'];
  const mirror = datasets[0];
  site.page('/help/', page({
    url: '/help/', id: 'help', title: 'Help', crumbs,
    main: `<ul class="related">${topics.map((topic) => `<li><a href="${topic.toLowerCase()}.html">${topic}</a></li>`).join('')}</ul>
<p>Servers: <a href="${site.dead('/status/report', 500)}">status</a>, <a href="${site.dead('/help/chat', 404)}">chat</a>, <a href="${site.dead('/old/portal.html', 410)}">the old portal</a>.</p>
<p>Topics: ${themes.map(({ id, title }) => `<a class="tag" rel="nofollow" href="/search?q=${id}">${escapeHtml(title)}</a>`).join(', ')}</p>`,
  }));
  const example = csv(mirror.rows);
  const extra = {
    Formats: `<p>An example in CSV: <a class="file file-csv" href="${site.file('/data/examples/example.csv', example)}">example</a>, and a <a href="${site.dead('/data/examples/missing.csv', 404)}">second one</a>.</p>`,
    Revisions: `<p>Drafts for colleagues:</p><ul class="files">${[1, 2, 3, 4, 5].map((number) => {
      const bytes = csv(table(`draft ${number}`));
      return fileItem(site.file(`/private/draft-${number}.csv`, bytes, { group: 'disallowed' }), 'csv', bytes.length, `Draft ${number}`);
    }).join('')}</ul><p><a href="/private/">Internal pages</a></p>`,
  };
  for (const topic of topics) {
    const url = `/help/${topic.toLowerCase()}.html`;
    site.page(url, page({
      url, id: 'help', title: topic, crumbs,
      main: `<p>How the office works: ${topic.toLowerCase()}.</p>${extra[topic] ?? ''}`,
    }));
  }
  site.page('/private/', page({ url: '/private/', id: 'private', title: 'Internal pages', main: '<p>Not for robots.</p>' }));
  site.page('/search', page({
    url: '/search', id: 'search', title: 'Search', main: `<p>No results. Try ${themes.map(({ id }) => `<a href="/search?q=${id}&amp;again=1">${id}</a>`).join(', ')}.</p>`,
  }), { anyQuery: true });
  site.asset('/robots.txt', 'text/plain; charset=utf-8',
    'User-agent: *\nDisallow: /private/\nDisallow: /search\n\nUser-agent: badbot\nDisallow: /\n');
}

export function addOther(site) {
  addHome(site);
  addPublications(site);
  addAbout(site);
  addHelp(site);
}
