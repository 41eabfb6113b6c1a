// The archive that doesn't pay: many pages, many links among them, no files.
import { kRegions } from '../catalogue.mjs';
import { escapeHtml, page } from '../layout.mjs';
import { pick, randomFor } from '../random.mjs';

const kNewsYears = [2019, 2020, 2021, 2022, 2023, 2024];
const kMonths = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
  'November', 'December'];
const kOpenings = ['New director for', 'Open day in', 'Survey starts in', 'Visitors from abroad in', 'Staff outing to',
  'Lecture series in', 'Moving house:', 'Fifty years of the office in'];
const kSentences = [
  'The office thanks everybody who took part.', 'The event was well attended in spite of the rain.',
  'Interviewers will carry an identity card.', 'Registration is not needed.',
  'The canteen stays closed on that day.', 'Photographs can be seen in the entrance hall.',
  'Questions are answered by the press office.', 'The next meeting takes place in spring.',
];

const articles = kNewsYears.flatMap((year) => kMonths.map((name, at) => {
  const random = randomFor(`news ${year} ${name}`);
  const month = `/news/${year}/${String(at + 1).padStart(2, '0')}/`;
  const title = `${pick(random, kOpenings)} ${pick(random, kRegions)}`;
  return { year, name, month, title, url: `${month}${title.toLowerCase().replace(/[^a-z]+/g, '-')}.html`,
    text: Array.from({ length: 4 }, () => pick(random, kSentences)) };
}));

export function latestNews(count) {
  return articles.slice(-count).reverse();
}

export function newsItem({ url, title, name, year }) {
  return `<li><a href="${url}">${escapeHtml(title)}</a> <span class="size">${name} ${year}</span></li>`;
}

function addArticle(site, article, at) {
  const neighbours = [articles[at - 1], articles[at + 1]].filter(Boolean);
  site.page(article.url, page({
    url: article.url, id: 'article', title: article.title,
    crumbs: [['/news/', 'News'], [`/news/${article.year}/`, String(article.year)], [article.month, article.name]],
    main: `<article class="news"><p class="lead">${article.name} ${article.year}</p>${article.text.map((line) => `<p>${line}</p>`).join('')}</article>
<div class="pager">${neighbours.map(({ url, title }) => `<a href="${url}">${escapeHtml(title)}</a>`).join(' | ')}</div>`,
    aside: `<h2>More news</h2><ul class="news-list">${latestNews(4).map(newsItem).join('')}</ul>`,
  }));
}

export function addNews(site) {
  const crumbs = [['/news/', 'News']];
  site.page('/news/', page({
    url: '/news/', id: 'news', title: 'News', crumbs,
    main: `<ul class="news-list">${latestNews(8).map(newsItem).join('')}</ul><h2>Archive</h2><ul class="months">${kNewsYears.map((year) => `<li><a href="${year}/">${year}</a></li>`).join('')}</ul>`,
  }));
  for (const year of kNewsYears) {
    const url = `/news/${year}/`;
    const own = articles.filter((article) => article.year === year);
    site.page(url, page({
      url, id: 'news-year', title: `News of ${year}`, crumbs: [...crumbs, [url, String(year)]],
      main: `<ul class="months">${own.map(({ month, name }) => `<li><a href="${month}">${name}</a></li>`).join('')}</ul>`,
    }));
    for (const article of own) {
      site.page(article.month, page({
        url: article.month, id: 'news-month', title: `News of ${article.name} ${year}`,
        crumbs: [...crumbs, [url, String(year)], [article.month, article.name]],
        main: `<ul class="news-list">${newsItem(article)}</ul>`,
      }));
    }
  }
  articles.forEach((article, at) => addArticle(site, article, at));
  const items = latestNews(8).map(({ title, url }) => `<item><title>${escapeHtml(title)}</title><guid isPermaLink="false">${url}</guid></item>`);
  site.asset('/feed.xml', 'application/rss+xml',
    `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>News</title><description>News of the office</description><link>/news/</link>${items.join('')}</channel></rss>\n`);
}
