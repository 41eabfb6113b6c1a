// A site that changes between visits, in the test's own process: themes list datasets, datasets list
// files. `advance()` makes the next state; `changes()` says what that changed. Its answers carry
// validators (ETag, Last-Modified, or for some files neither) and are 304 where these still hold.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const THEMES = 4;
const DATASETS = 5;
/** Of each dataset: by which validators it is known. */
const KINDS = ['etag', 'date', 'none'];

const page = (title, links, extra = '') => `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head>`
  + `<body><h1>${title}</h1><ul class="list">${links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')}`
  + `</ul>${extra}</body></html>\n`;

export class ChangingSite {
  /** What was asked: { path, status, bytes, conditional }. */
  hits = [];
  state = 0;
  /** Milliseconds before each answer. */
  latency = 0;
  /** Whether datasets list their files by a script, so that only a tab sees them. */
  #scripted;
  #server;

  constructor({ scripted = false } = {}) {
    this.#scripted = scripted;
    this.#server = createServer((request, response) => {
      setTimeout(() => this.#answer(request, response), this.latency);
    });
  }

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.base = `http://127.0.0.1:${this.#server.address().port}`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  advance() {
    this.state++;
    this.hits.length = 0;
  }

  /** Paths that the last advance() made new, other than before, or took away. */
  changes() {
    const [before, now] = [this.#files(this.state - 1), this.#files(this.state)];
    return {
      new: [...now.keys()].filter((path) => !before.has(path)).sort(),
      changed: [...now.keys()].filter((path) => before.has(path) && before.get(path).text !== now.get(path).text).sort(),
      vanished: [...before.keys()].filter((path) => !now.has(path)).sort(),
      unchanged: [...now.keys()].filter((path) => before.get(path)?.text === now.get(path).text).sort(),
    };
  }

  /** Path -> { text, kind } of all files in a state. */
  #files(state) {
    const files = new Map();
    for (const dataset of this.#datasets(state)) {
      for (const kind of KINDS) files.set(`${dataset}/${kind}.csv`, { kind, text: `name,value\n${dataset},${kind}\n` });
    }
    const change = (path) => files.set(path, { ...files.get(path), text: `name,value\n${path},1\n` });
    if (state >= 1) {
      for (const path of ['/theme/0/1/etag.csv', '/theme/2/3/date.csv', '/theme/3/0/none.csv']) change(path);
      files.delete('/theme/1/2/date.csv');
      files.delete('/theme/3/4/etag.csv');
      files.set('/theme/0/0/extra.csv', { kind: 'etag', text: 'name,value\nextra,1\n' });
    }
    if (state >= 2) files.set('/theme/0/0/more.csv', { kind: 'etag', text: 'name,value\nmore,2\n' });
    return files;
  }

  #datasets(state) {
    const all = [];
    for (let theme = 0; theme < THEMES; theme++) {
      // One theme gets a dataset with each state.
      for (let at = 0; at < DATASETS + (theme === 1 ? state : 0); at++) all.push(`/theme/${theme}/${at}`);
    }
    return all;
  }

  #content(path) {
    const file = this.#files(this.state).get(path);
    if (file) return { type: 'text/csv', ...file };
    const datasets = this.#datasets(this.state);
    if (path === '/') {
      const themes = Array.from({ length: THEMES }, (_, at) => `/theme/${at}`);
      return { type: 'text/html', kind: 'etag', text: page('Home', themes) };
    }
    const below = datasets.filter((dataset) => dataset.slice(0, dataset.lastIndexOf('/')) === path);
    if (below.length > 0) return { type: 'text/html', kind: 'etag', text: page(path, below) };
    if (!datasets.includes(path)) return undefined;
    const files = [...this.#files(this.state).keys()].filter((name) => name.startsWith(`${path}/`));
    if (!this.#scripted) return { type: 'text/html', kind: 'etag', text: page(path, files) };
    const script = `<script>for (const href of ${JSON.stringify(files)}) {`
      + `const link = document.createElement('a'); link.href = link.textContent = href; document.body.append(link); }</script>`;
    return { type: 'text/html', kind: 'etag', text: page(path, [], script) };
  }

  #answer(request, response) {
    const { pathname: path } = new URL(request.url, 'http://site');
    const conditional = 'if-none-match' in request.headers || 'if-modified-since' in request.headers;
    const found = this.#content(path);
    const headers = { 'Content-Type': found?.type ?? 'text/html' };
    let status = found ? 200 : 404;
    const tag = found && `"${createHash('sha256').update(found.text).digest('hex').slice(0, 16)}"`;
    // A date that hangs on the contents: all that a test needs of it.
    const date = found && new Date(Date.UTC(2020, 0, 1) + parseInt(tag.slice(1, 8), 16) * 1000).toUTCString();
    if (found?.kind === 'etag') headers.ETag = tag;
    if (found?.kind === 'date') headers['Last-Modified'] = date;
    if (found && (request.headers['if-none-match'] === tag || request.headers['if-modified-since'] === date)) status = 304;
    const body = status === 200 ? found.text : '';
    this.hits.push({ path, status, bytes: body.length, conditional });
    response.writeHead(status, headers);
    response.end(body);
  }
}
