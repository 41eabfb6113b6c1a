// Serves an invented portal on loopback. The portal is at 127.0.0.1, files elsewhere are at 127.0.0.2 and 127.0.0.3
// (assets.mjs), under one port: each address is a host of its own.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Assets } from './assets.mjs';
import { catalogueOf } from './catalogue.mjs';
import { fileOf } from './files.mjs';
import { kinds } from './kinds.mjs';

const kPortal = '127.0.0.1';
/** One URL in so many fails at its first try; where a start page or robots.txt fails, nothing can be measured. */
const kFaultEvery = 150;
const kSecond = 1000;

const numberOf = (...words) => createHash('sha256').update(words.join('\n')).digest().readUInt32LE(0);

/** The last `limit` requests may not be within a second. */
class RateLimit {
  #times = [];
  #limit;

  constructor(limit) {
    this.#limit = limit;
  }

  exceeded(now) {
    this.#times = this.#times.filter((time) => now - time < kSecond);
    if (this.#limit > 0 && this.#times.length >= this.#limit) return true;
    this.#times.push(now);
    return false;
  }
}

export class Portal {
  /**
   * Each request in order: { host, url, method, status, begin, file (the URL of the file that was given, as truth() has
   * it, else false), acts (whether it did something), form (whose answer it is), fresh (how many datasets no earlier
   * answer of a form had shown), sent and cookie (of what came by POST) }.
   */
  log = [];
  /** For who wants to see the answers: (entry of the log, answer). */
  onAnswer = () => {};
  #server;
  #faults;
  #tried = new Map();
  #rate;
  #files = new Map();
  #assets;
  #shown = new Set();

  /**
   * `kind`: a name of kinds.mjs. `faults`: whether some URLs answer 500 or 503 (Retry-After) at first. `rate`: more
   * requests a second get 429; 0: any number. `elsewhere`: of 100 resources, so many are on another host. `options`:
   * what the kind itself takes, such as { robots: 'shipped' }.
   */
  constructor(kind, { seed = 1, datasets = 500, faults = true, rate = 0, elsewhere, options = {} } = {}) {
    if (!kinds[kind]) throw new Error(`no such kind of portal: ${kind}; there are: ${Object.keys(kinds).join(', ')}`);
    this.kind = kind;
    this.catalogue = catalogueOf({ seed, datasets, elsewhere });
    this.#faults = faults;
    this.#rate = new RateLimit(rate);
    this.options = { seed, ...options };
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async start() {
    this.#server.listen(0, '0.0.0.0');
    await once(this.#server, 'listening');
    const { port } = this.#server.address();
    this.base = `http://${kPortal}:${port}`;
    this.url = `${this.base}/`;
    this.#assets = new Assets(port);
    this.software = kinds[this.kind]({ catalogue: this.catalogue, base: this.base, ...this.options });
    for (const dataset of this.catalogue.datasets) {
      for (const resource of dataset.resources) this.#place(resource);
    }
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Gives a resource its URL, before anything is asked. */
  #place(resource) {
    if (resource.sort === 'elsewhere') return this.#assets.place(resource);
    const path = this.software.pathOf(resource);
    resource.url = `${this.base}${path}`;
    for (const other of [path, ...(this.software.aliasesOf?.(resource) ?? [])]) this.#files.set(other, resource);
    return undefined;
  }

  /** URLs of all files that a reader can find and robots may fetch: of the portal's own host, or also of others. */
  truth({ elsewhere = false } = {}) {
    const own = [...new Set(this.#files.values())].filter(({ sort }) => sort === 'plain' || sort === 'mistyped');
    return this.#urls([...own, ...(elsewhere ? this.#assets.allowed() : [])]);
  }

  /** URLs of linked files elsewhere that their host closes to robots. */
  closed() {
    return this.#urls(this.#assets.closed());
  }

  #urls(resources) {
    return resources.filter((resource) => this.software.reaches?.(resource) ?? true).map(({ url }) => url).sort();
  }

  #failure(key) {
    const number = numberOf(this.catalogue.seed, 'fault', key);
    if (!this.#faults || number % kFaultEvery !== 0) return undefined;
    const tries = (this.#tried.get(key) ?? 0) + 1;
    this.#tried.set(key, tries);
    if (tries > 1 + (number >> 8) % 2) return undefined;
    return number >> 16 & 1 ? { status: 503, headers: { 'Retry-After': '1' } } : { status: 500 };
  }

  #resource(resource) {
    if (resource.sort === 'dead') return { status: parseInt(resource.id[0], 16) % 4 === 0 ? 410 : 404 };
    if (resource.sort !== 'landing') return { status: 200, file: resource.url, ...fileOf(resource) };
    return { status: 200, type: 'text/html; charset=utf-8', body: `<!DOCTYPE html><html lang="en"><head><title>${resource.title}</title></head>`
      + `<body><h1>${resource.title}</h1><p>This table is sent on request; write to the office.</p></body></html>` };
  }

  #find(host, target) {
    const path = decodeURI(target.split('?', 1)[0]);
    if (host !== kPortal) return this.#assets.answer(host, path);
    const resource = this.#files.get(path) ?? this.#files.get(target);
    if (resource && !this.software.answersFiles) return this.#resource(resource);
    return { status: 200, ...(this.software.answer(new URL(target, this.base)) ?? { status: 404 }) };
  }

  #decide(host, request, sent) {
    const posts = request.method === 'POST' && host === kPortal && this.software.post;
    if (!posts && !['GET', 'HEAD'].includes(request.method)) return { status: 405, headers: { Allow: 'GET, HEAD' } };
    if (this.#rate.exceeded(Date.now())) return { status: 429, headers: { 'Retry-After': '1' } };
    const spared = request.url === '/' || request.url === '/robots.txt';
    const failure = spared ? undefined : this.#failure(`${host}${request.url}`);
    if (failure) return failure;
    try {
      if (posts) return { status: 200, ...this.software.post(new URL(request.url, this.base), sent) };
      return this.#find(host, request.url);
    } catch (error) {
      if (error instanceof URIError || error.code === 'ERR_INVALID_URL') return { status: 400 };
      throw error;
    }
  }

  #note(request, sent, { status, file = false, form, shows = [] }) {
    const host = request.socket.localAddress;
    const url = `http://${host}:${request.socket.localPort}${request.url}`;
    const fresh = shows.filter((at) => !this.#shown.has(at));
    for (const at of fresh) this.#shown.add(at);
    const entry = { host, url, method: request.method, status, begin: performance.now(), file: request.method !== 'HEAD' && file,
      ...(sent && { sent, cookie: request.headers.cookie }),
      acts: URL.canParse(url) && (this.software.acts?.(new URL(url)) ?? false), ...(form && { form, fresh: fresh.length }) };
    this.log.push(entry);
    return entry;
  }

  async #answer(request, response) {
    const sent = request.method === 'POST' ? await text(request) : '';
    const answer = this.#decide(request.socket.localAddress, request, sent);
    this.onAnswer(this.#note(request, sent, answer), answer);
    const { status, type, body, headers = {} } = answer;
    const content = Buffer.from(body ?? (status < 400 ? '' : `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`));
    response.writeHead(status, { 'Content-Type': type ?? 'text/html; charset=utf-8', 'Content-Length': content.length, ...headers });
    response.end(request.method === 'HEAD' ? undefined : content);
  }
}
