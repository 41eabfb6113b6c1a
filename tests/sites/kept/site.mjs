// The site that the kept job folders (tests/data/jobs/) were made from, in the test's own process. They are
// never made again, so that it must answer for ever as it does: add to it, and change nothing.
// It is known as portal.example to a proxy of its own, so that its addresses hang on no port. `state` is how
// often it has changed: 0, 1 or 2.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startHttpProxy } from '../../e2e/support/proxies.mjs';

const HOST = 'portal.example';
const SUBJECTS = ['prices', 'trade'];
const YEARS = [2022, 2023];
const NEWS = 3;

/** Where news are on the start page, as tag paths are written. */
export const NEWS_PATH = '/html/body/main/ol.news/li/a';

const html = (title, content) => `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><main>`
  + `<h1>${title}</h1>${content}</main></body></html>\n`;
const list = (kind, links) => `<${kind}>${links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')}</${kind.split(' ')[0]}>`;
const numbers = Array.from({ length: NEWS }, (_, at) => at + 1);

/** Path -> text of the files below subjects. */
function tables(state) {
  const files = new Map();
  for (const subject of SUBJECTS) {
    for (const year of YEARS) {
      files.set(`/${subject}/${year}/table.csv`, `subject,year,value\n${subject},${year},${year % 7}\n`);
      files.set(`/${subject}/${year}/notes.csv`, `note\nas ever\n`);  // equal contents
    }
  }
  if (state >= 1) {
    files.set('/prices/2022/table.csv', 'subject,year,value\nprices,2022,revised\n');
    files.delete('/trade/2022/notes.csv');
    files.set('/trade/2023/late.csv', 'subject,year,value\ntrade,2023,late\n');
  }
  if (state >= 2) {
    files.set('/trade/2023/table.csv', 'subject,year,value\ntrade,2023,revised\n');
    files.delete('/prices/2023/notes.csv');
    files.set('/prices/2023/last.csv', 'subject,year,value\nprices,2023,last\n');
  }
  return files;
}
const annexes = () => new Map(numbers.map((at) => [`/news/${at}/annex.pdf`, `%PDF-1.4\n% annex ${at}\n`]));

function pages(state) {
  const files = [...tables(state).keys()];
  const all = new Map();
  all.set('/', html('Portal', `<h2>Subjects</h2>${list('ul class="subjects"', SUBJECTS.map((name) => `/${name}`))}<h2>News</h2>`
    + list('ol class="news"', numbers.map((at) => `/news/${at}`))
    + '<p><a href="/private/draft.csv">Draft</a> <a href="/gone.csv">Gone</a> <a href="/moved.csv">Moved</a> '
    + '<a href="/records/delete?id=3">Delete record 3</a></p>'));
  for (const subject of SUBJECTS) {
    all.set(`/${subject}`, html(subject, list('ul class="years"', YEARS.map((year) => `/${subject}/${year}`))));
    for (const year of YEARS) {
      const about = { '@context': 'https://schema.org/', '@type': 'Dataset', name: `${subject} in ${year}`, license: 'CC-BY-4.0' };
      all.set(`/${subject}/${year}`, html(`${subject} ${year}`, `<script type="application/ld+json">${JSON.stringify(about)}</script>`
        + list('ul class="files"', files.filter((path) => path.startsWith(`/${subject}/${year}/`)))));
    }
  }
  for (const at of numbers) all.set(`/news/${at}`, html(`News ${at}`, `<p>Something new. <a href="/news/${at}/annex.pdf">Annex</a></p>`));
  return all;
}

export class KeptSite {
  url = `http://${HOST}/`;
  state = 0;
  /** Paths that were asked for. */
  hits = [];
  /** Called with the number of each request; while it gives true, nothing is answered. */
  holds = () => false;
  #server = createServer((request, response) => this.#answer(request, response));

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.proxy = await startHttpProxy({ sites: { [HOST]: this.#server.address().port } });
  }

  stop() {
    this.proxy.stop();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** URL -> text of all files; `news`: with those that news lead to. */
  files({ news }) {
    const all = [...tables(this.state), ...(news ? annexes() : [])];
    return new Map(all.map(([path, text]) => [new URL(path, this.url).href, text]));
  }

  #content(path) {
    if (path === '/robots.txt') return ['text/plain', 'User-agent: *\nDisallow: /private/\n'];
    const file = new Map([...tables(this.state), ...annexes()]).get(path);
    if (file !== undefined) return [path.endsWith('.pdf') ? 'application/pdf' : 'text/csv', file];
    const page = pages(this.state).get(path);
    return page === undefined ? null : ['text/html; charset=utf-8', page];
  }

  #answer(request, response) {
    const { pathname } = new URL(request.url, this.url);
    this.hits.push(pathname);
    if (this.holds(this.hits.length)) return;
    if (pathname === '/moved.csv') return void response.writeHead(301, { location: '/prices/2023/table.csv' }).end();
    const content = this.#content(pathname);
    if (content === null) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>not here');
    const [type, text] = content;
    const tag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const same = request.headers['if-none-match'] === tag;
    response.writeHead(same ? 304 : 200, { 'content-type': type, etag: tag }).end(same ? '' : text);
  }
}
