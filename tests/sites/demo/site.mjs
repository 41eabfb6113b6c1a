// Collects what the pages modules make: bytes on disk and the list of what is where.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const kTypes = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** Where a page's bytes lie on disk: `/a/` is a/index.html, `/a/?page=2` is a/page-2.html. */
function pagePath(url) {
  const [path, query] = url.split('?');
  const name = query ? `${query.replace('=', '-')}.html` : 'index.html';
  return path.endsWith('/') ? `${path.slice(1)}${name}` : path.slice(1);
}

export class Site {
  /** name -> bytes, for writing. */
  #contents = new Map();
  #urls = new Set();
  list = { start: '/', files: [], pages: [], assets: [], redirects: [], dead: [] };

  #put(url, path, bytes) {
    if (this.#urls.has(url)) throw new Error(`two answers for ${url}`);
    if (this.#contents.has(path)) throw new Error(`two contents for ${path}`);
    this.#urls.add(url);
    this.#contents.set(path, Buffer.from(bytes));
  }

  page(url, html, { contentType = 'text/html; charset=utf-8', anyQuery = false, encoding = 'utf8' } = {}) {
    const path = pagePath(url);
    this.#put(url, path, Buffer.from(html, encoding));
    this.list.pages.push({ url, path, contentType, ...(anyQuery && { anyQuery }) });
  }

  /** A style sheet, script, picture or table that belongs to the pages: never a target. */
  asset(url, contentType, content) {
    this.#put(url, url.slice(1), content);
    this.list.assets.push({ url, path: url.slice(1), contentType });
  }

  /** A data file. `group`: plain, javascript, disallowed or extensionless. */
  file(url, bytes, { mime, group = 'plain', path = decodeURIComponent(url.slice(1)), disposition } = {}) {
    this.#put(url, path, bytes);
    const type = mime ?? kTypes[url.slice(url.lastIndexOf('.') + 1)];
    if (!type) throw new Error(`no type for ${url}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.list.files.push(
      { url, path, group, mime: type, bytes: bytes.length, sha256, ...(disposition && { disposition }) });
    return url;
  }

  redirect(from, to, status = 301) {
    if (this.#urls.has(from)) throw new Error(`two answers for ${from}`);
    this.#urls.add(from);
    this.list.redirects.push({ from, to, status });
  }

  dead(url, status) {
    this.list.dead.push({ url, status });
    return url;
  }

  counts() {
    const groups = {};
    for (const { group } of this.list.files) groups[group] = (groups[group] ?? 0) + 1;
    return { pages: this.list.pages.length, files: this.list.files.length, groups };
  }

  /** Replaces the folder, then writes the list beside it: a list means that its site is whole. */
  write(directory) {
    const listFile = `${directory}.json`;
    rmSync(listFile, { force: true });
    rmSync(directory, { recursive: true, force: true });
    for (const [path, bytes] of this.#contents) {
      const file = join(directory, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    writeFileSync(listFile, `${JSON.stringify({ ...this.list, counts: this.counts() }, null, 1)}\n`);
  }
}
