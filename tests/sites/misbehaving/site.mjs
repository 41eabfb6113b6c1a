// What the misbehaving site holds and how each URL misbehaves: a function of its size and seed.
import { createHash } from 'node:crypto';

const FILES_A_PAGE = 20;
const PAGES_A_PAGE = 8;
/** Of a hundred URLs, so many misbehave; of a hundred of those that are files, so many always. */
const MISBEHAVING = 15;
const FOR_EVER = 20;
const MOST_TRIES = 4;

/** What may pass, with how it looks while it lasts; files and pages alike. */
export const passing = ['reset-before', 'reset-within', 'truncated', 'broken-chunks', 'cut-gzip', 'error-500',
  'error-502', 'busy-503', 'busy-429', 'slow'];
/** What stays, in files: the file can't be had, or (`short-length`) is what the server says it is. */
export const staying = ['reset-before', 'reset-within', 'truncated', 'longer-length', 'short-length', 'broken-chunks',
  'cut-gzip', 'error-500', 'error-404', 'wrong-type', 'redirect-loop'];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Numbers from 0 to 2^32 - 1 that hang on the words alone. */
function numberOf(...words) {
  return createHash('sha256').update(words.join('\n')).digest().readUInt32LE(0);
}

const pathOfPage = (at) => (at === 0 ? '/' : `/pages/${at}.html`);
const pathOfFile = (at) => `/files/${Math.floor(at / 100)}/table-${at}.csv`;

export class MisbehavingSite {
  constructor({ seed = 1, files = 500 } = {}) {
    this.seed = seed;
    this.files = files;
    this.pages = Math.ceil(files / FILES_A_PAGE);
  }

  contentsOf(at) {
    const rows = 5 + (numberOf(this.seed, 'rows', at) % 100);
    const lines = Array.from({ length: rows }, (_, row) => `${row},table ${at},${numberOf(this.seed, at, row)}`);
    return Buffer.from(`row,table,value\n${lines.join('\n')}\n`);
  }

  htmlOf(at) {
    const link = (path, text) => `<li><a href="${path}">${text}</a></li>`;
    const below = Array.from({ length: PAGES_A_PAGE }, (_, child) => at * PAGES_A_PAGE + 1 + child)
      .filter((child) => child < this.pages).map((child) => link(pathOfPage(child), `part ${child}`));
    const files = Array.from({ length: FILES_A_PAGE }, (_, file) => at * FILES_A_PAGE + file)
      .filter((file) => file < this.files).map((file) => link(pathOfFile(file), `table ${file}`));
    return Buffer.from(`<!doctype html><html lang="en"><title>Part ${at}</title><h1>Part ${at}</h1>`
      + `<ul class="parts">${below.join('\n')}</ul><ul class="tables">${files.join('\n')}</ul></html>`);
  }

  /** { what, tries }: it misbehaves so many times; { what: 'none' } where it never does. */
  misbehaviour(path) {
    const pick = (list, word) => list[numberOf(this.seed, word, path) % list.length];
    // Who can't get the start page at its first try need not go on.
    if (path === '/' || numberOf(this.seed, 'whether', path) % 100 >= MISBEHAVING) return { what: 'none', tries: 0 };
    const stays = path.startsWith('/files/') && numberOf(this.seed, 'stays', path) % 100 < FOR_EVER;
    if (stays) return { what: pick(staying, 'staying'), tries: Infinity };
    return { what: pick(passing, 'passing'), tries: 1 + (numberOf(this.seed, 'tries', path) % MOST_TRIES) };
  }

  /** { type, body } of a path; nothing where the site has none. */
  good(path) {
    if (path === '/') return { type: 'text/html; charset=utf-8', body: this.htmlOf(0) };
    const page = /^\/pages\/(\d+)\.html$/.exec(path);
    if (page && Number(page[1]) < this.pages) return { type: 'text/html; charset=utf-8', body: this.htmlOf(Number(page[1])) };
    const file = /^\/files\/\d+\/table-(\d+)\.csv$/.exec(path);
    const at = Number(file?.[1] ?? NaN);
    if (at < this.files && pathOfFile(at) === path) return { type: 'text/csv', body: this.contentsOf(at) };
    return undefined;
  }

  /** Of all files: { path, sha256 (null: not to be had), what }. */
  list() {
    return Array.from({ length: this.files }, (_, at) => {
      const path = pathOfFile(at);
      const { what, tries } = this.misbehaviour(path);
      const body = this.contentsOf(at);
      if (tries !== Infinity) return { path, what, sha256: sha256(body) };
      return { path, what, sha256: what === 'short-length' ? sha256(shortened(body)) : null };
    });
  }
}

/** What a server whose Content-Length is too small says that a body is. */
export function shortened(body) {
  return body.subarray(0, Math.floor(body.length / 2));
}
