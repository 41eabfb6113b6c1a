// A site made of features (features.mjs), on loopback: what it holds, what of it can be had, and why the rest may be
// missing hang on its seed and its features' names alone. A feature builds on a plot: a folder of its own, and a page, its
// room, on which it stands. That may be another feature's page, and then what is behind it is as hard to reach.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { answers } from '../misbehaving/answers.mjs';
import { integer, pick, randomFor } from '../demo/random.mjs';
import { escapeHtml, remembering } from '../portals/pages.mjs';
import { contentOf, joined, kTypes, plain, sendHtml, sends, sitemapOf } from './parts.mjs';
import { features as table, markOf } from './features.mjs';

/** The site is at the first address; the second is another host. */
const kHost = '127.0.0.1';
const kOtherHost = '127.0.0.2';
const kMostFeatures = 7;
/** Of a hundred features, so many stand on the start page. */
const kOnFront = 50;
const kWords = ['health', 'traffic', 'water', 'schools', 'housing', 'energy', 'forests', 'prices', 'births', 'wages', 'trade', 'ports'];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A page that features write on; itself an answer. */
class Page {
  parts = [];
  head = '';

  constructor(path, title, reach) {
    Object.assign(this, { path, title, reach });
  }

  add(html) {
    this.parts.push(html);
    return this;
  }

  html() {
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(this.title)}</title>${this.head}</head>`
      + `<body><h1>${escapeHtml(this.title)}</h1>\n${this.parts.join('\n')}\n</body></html>\n`;
  }
}

class Plot {
  #site;
  #files = 0;

  constructor(site, name, room, at) {
    this.#site = site;
    this.name = name;
    this.room = room;
    this.random = randomFor(`${site.seed} ${name}`);
    this.folder = `${site.front}${pick(this.random, kWords)}-${at}/`;
    this.base = site.base;
    this.other = site.other;
    this.seed = site.seed;
  }

  path(name) {
    return this.folder + name;
  }

  number(low, high) {
    return integer(this.random, low, high);
  }

  pick(list) {
    return pick(this.random, list);
  }

  /** On the feature's room. */
  show(html) {
    this.room.add(html);
  }

  /** A page of the feature, on which others may stand. `reach`: from the room. */
  page(name, reach = plain) {
    const page = new Page(this.path(name), `${this.name} ${name}`, joined(this.room.reach, reach));
    this.#site.place(page);
    return page;
  }

  /** What is asked for at a path: (request, response, URL). */
  answer(path, handle) {
    this.#site.answers.set(path, handle);
  }

  /** The same on the other host; returns the address. */
  answerElsewhere(path, handle) {
    this.#site.answersElsewhere.set(path, handle);
    return `${this.other}${path}`;
  }

  /** Answers in a way of misbehaving/answers.mjs, for ever or as often as `times` says; then well. */
  misbehave(file, how, times = Infinity) {
    let left = times;
    this.answer(file.path, (request, response) => {
      left -= 1;
      answers[left >= 0 ? how : 'none'](response, file, request.url);
    });
  }

  /**
   * A file that answers as it should: { path, type, body, url }. `reach`: how it is reached from where `on` is (the room, or
   * nothing but the host: kAnywhere); `name`, else one of any format; `body`: else one of its own; `host`: the site's, else
   * `other`; `aliases`: other paths of it.
   */
  file({ name, reach = plain, on = this.room, body, type, headers = {}, host = 'own', aliases = [] } = {}) {
    const own = name ?? `table-${this.#files}.${this.pick(['csv', 'csv', 'xlsx', 'pdf', 'zip', 'json'])}`;
    this.#files += 1;
    const path = own.startsWith('/') ? own : this.path(own);
    const file = {
      path, type: type ?? kTypes[own.split('.').at(-1)] ?? 'text/csv', headers,
      body: body ?? contentOf(own.split('.').at(-1), `${this.#site.seed} ${this.name} ${path}`),
      url: `${host === 'own' ? this.base : this.other}${path}`,
    };
    const send = (_request, response) => {
      response.writeHead(200, { 'content-type': file.type, 'content-length': file.body.length, ...headers });
      response.end(file.body);
    };
    const known = host === 'own' ? this.#site.answers : this.#site.answersElsewhere;
    for (const one of [path, ...aliases]) known.set(one, send);
    this.#site.files.push({ url: file.url, sha256: sha256(file.body), feature: this.name, ...joined(on.reach, reach) });
    return file;
  }

  /** What may be saved or not: a list that is data, too. */
  mayBeSaved(path) {
    this.#site.optional.add(`${this.base}${path}`);
  }

  /** A line of robots.txt behind `User-agent: *`. */
  rule(line) {
    this.#site.rules.push(line);
  }

  /** Addresses in /sitemap.xml, or a line about another one in robots.txt. */
  sitemap(url) {
    this.#site.sitemap.push(url);
  }

  sitemapLine(url) {
    this.#site.sitemapLines.push(url);
  }

  /** Answers whatever path nobody else has: (URL) -> an answer of portals/pages.mjs or undefined. */
  software(answer) {
    this.#site.software.push(answer);
  }
}

const known = remembering();

/** Whether a feature brings files that don't come by plain HTTP. */
const loses = (name) => known(name, () => {
  const site = new MadeSite({ features: [name] });
  site.build('http://site', 'http://other');
  return site.files.some(({ had }) => had !== plain.had);
});

/**
 * The features of a combination: of those that may be beside others, and of which nothing is known to be wrong yet with
 * --browser `browser`; with every other seed of those that lose nothing.
 */
export function combinationOf(seed, browser = 'never') {
  const random = randomFor(`combination ${seed}`);
  let open = Object.keys(table).filter((name) => !table[name].alone && !markOf(name, browser) && (seed % 2 === 1 || !loses(name)));
  const wanted = integer(random, 2, kMostFeatures);
  const chosen = [];
  while (chosen.length < wanted) {
    const name = pick(random, open);
    chosen.push(name);
    open = open.filter((other) => other !== name && (!table[name].kin || table[other].kin !== table[name].kin));
  }
  return chosen;
}

/** A path as people write it, or as it stands where it is no text. */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export class MadeSite {
  answers = new Map();
  answersElsewhere = new Map();
  files = [];
  optional = new Set();
  rules = [];
  sitemap = [];
  sitemapLines = [];
  software = [];
  #servers = [];
  #rooms = [];

  /** `features`: names of features.mjs; else a combination by the seed, for runs with --browser `browser`. */
  constructor({ seed = 1, browser = 'never', features = combinationOf(seed, browser) } = {}) {
    const unknown = features.find((name) => !table[name]);
    if (unknown) throw new Error(`no such feature: ${unknown}; there are: ${Object.keys(table).join(' ')}`);
    this.seed = seed;
    this.features = features;
    this.front = features.map((name) => table[name].front).find(Boolean) ?? '/';
    /** Options of harvest that its features need. */
    this.options = features.flatMap((name) => table[name].options ?? []);
    /** Causes that may be named although everything came: nobody can tell from outside. */
    this.doubts = features.flatMap((name) => table[name].doubts ?? []);
    /** Whether a run can't begin. */
    this.fails = features.some((name) => table[name].fails);
    /** Where it has no file that can be had: the reasons that may be given. */
    this.reasons = features.flatMap((name) => table[name].reasons ?? []);
  }

  async start() {
    this.build(await this.#listen(kHost, this.answers), await this.#listen(kOtherHost, this.answersElsewhere));
  }

  stop() {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  place(page) {
    this.answers.set(page.path, (_request, response) => sendHtml(response, page.html()));
    this.#rooms.push(page);
  }

  async #listen(host, known) {
    const server = createServer((request, response) => this.#answer(known, request, response));
    // Clients hang up on answers that go wrong.
    server.on('connection', (socket) => socket.on('error', () => {}));
    server.listen(0, host);
    await once(server, 'listening');
    this.#servers.push(server);
    return `http://${host}:${server.address().port}`;
  }

  /** Where it is, and where the other host is; start() does it. */
  build(base, other) {
    Object.assign(this, { base, other, url: `${base}${this.front}` });
    const random = randomFor(`rooms ${this.seed}`);
    const front = new Page(this.front, 'Office of statistics', plain);
    front.add('<p>Figures of the region, as the office publishes them.</p>');
    const home = this.features.some((name) => table[name].home);
    if (!home) this.place(front);
    for (const [at, name] of this.features.entries()) {
      const room = home || integer(random, 0, 99) < kOnFront ? front : pick(random, this.#rooms);
      table[name].build(new Plot(this, name, room, at));
    }
    const rules = this.rules.length > 0 ? ['User-agent: *', ...this.rules] : [];
    const lines = [...rules, ...this.sitemapLines.map((url) => `Sitemap: ${url}`)];
    if (lines.length > 0) this.answers.set('/robots.txt', sends('text/plain', `${lines.join('\n')}\n`));
    if (this.sitemap.length > 0) this.answers.set('/sitemap.xml', sends('application/xml', sitemapOf(this.sitemap)));
  }

  #answer(known, request, response) {
    const url = new URL(request.url, this.base);
    const handle = known.get(url.pathname + url.search) ?? known.get(url.pathname) ?? known.get(decoded(url.pathname));
    if (handle) return handle(request, response, url);
    const made = known === this.answers && this.software.map((answer) => answer(url)).find((one) => one && one.status !== 404);
    if (made?.type?.includes('json')) this.optional.add(url.href);
    if (!made) return sendHtml(response, '<!DOCTYPE html><title>Not found</title><p>There is no such page.', 404);
    return sends(made.type ?? 'text/plain', made.body ?? '', made.status, made.headers)(request, response);
  }
}
