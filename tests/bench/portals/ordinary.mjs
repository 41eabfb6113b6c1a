// Ordinary sites without a catalogue, on loopback, for what a crawl wastes on guesses: the demo site and recorded sites.
// Each has what a Portal has: start(), stop(), url, log, truth(), onAnswer. The log says when (`at`), and whether a browser
// navigated there (`shown`).
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { routesOf } from '../../sites/demo/server.mjs';
import { kTypes } from '../../sites/portals/files.mjs';

const kMore = { html: 'text/html', htm: 'text/html', css: 'text/css', js: 'text/javascript', xml: 'application/xml', txt: 'text/plain',
  xls: 'application/vnd.ms-excel', doc: 'application/msword', docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', svg: 'image/svg+xml', ps: 'application/postscript' };

class Served {
  log = [];
  onAnswer = () => {};
  #server;

  constructor(answer) {
    this.#server = createServer((request, response) => {
      const url = `${this.base}${request.url}`;
      const { status, headers = {}, body = Buffer.alloc(0), file = false } = answer(request.url);
      const shown = request.headers['sec-fetch-dest'] === 'document';
      const entry = { url, method: request.method, status, file: file && request.method === 'GET' && url, shown, at: performance.now() };
      this.log.push(entry);
      this.onAnswer(entry, { status, headers, type: headers['Content-Type'], body });
      response.writeHead(status, { ...headers, 'Content-Length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  }

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.base = `http://127.0.0.1:${this.#server.address().port}`;
    this.url = `${this.base}${this.startPath ?? '/'}`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    this.cleanUp?.();
  }
}

/** The demo site; undefined where it has not been generated. */
export function demoSite(home) {
  const directory = join(home, 'build/demo-site');
  if (!existsSync(`${directory}.json`)) return undefined;
  const listed = JSON.parse(readFileSync(`${directory}.json`, 'utf8'));
  const routes = routesOf(listed);
  const files = new Set(listed.files.map(({ url }) => url));
  const site = new Served((target) => {
    const found = routes.get(target) ?? { status: 404, headers: {} };
    return { ...found, file: files.has(target), body: found.path ? readFileSync(join(directory, found.path)) : undefined };
  });
  site.truth = () => listed.files.filter(({ group }) => group === 'plain' || group === 'extensionless').map(({ url }) => `${site.base}${url}`);
  return site;
}

/** A file of a recorded tree: the query is ignored, `dir` is 301 to `dir/`, that is `dir/index.html`. */
function fromTree(tree, target) {
  const path = decodeURIComponent(target.split('?', 1)[0]);
  const full = resolve(tree, `.${path}`);
  if (!full.startsWith(tree + sep) && full !== tree) return { status: 404 };
  const there = statSync(full, { throwIfNoEntry: false });
  if (there?.isDirectory() && !path.endsWith('/')) return { status: 301, headers: { Location: `${path}/` } };
  const file = there?.isDirectory() ? join(full, 'index.html') : full;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { status: 404 };
  const extension = extname(file).slice(1).toLowerCase();
  const type = kTypes[extension] ?? kMore[extension] ?? 'application/octet-stream';
  return { status: 200, headers: { 'Content-Type': type }, body: readFileSync(file), file: !type.startsWith('text/html') };
}

/** Recorded sites: name -> function that makes it. */
export function recordedSites(folder) {
  if (!folder || !existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.tar.zst')).map((name) => name.slice(0, -'.tar.zst'.length));
  return new Map(names.map((name) => [name, () => {
    const tree = mkdtempSync(join(tmpdir(), `tagtrail-${name}-`));
    execFileSync('tar', ['--zstd', '-xf', join(folder, `${name}.tar.zst`), '-C', tree]);
    const site = new Served((target) => {
      try {
        return fromTree(tree, target);
      } catch (error) {
        if (error instanceof URIError || ['ENAMETOOLONG', 'ENOTDIR'].includes(error.code)) return { status: 404 };
        throw error;
      }
    });
    return Object.assign(site, { truth: () => undefined, startPath: '/index.html', cleanUp: () => rmSync(tree, { recursive: true, force: true }) });
  }]));
}
