// Many small sites of one server: each address of loopback from 127.0.1.1 on, or of another net, is a site and a host of
// its own.
import { once } from "node:events";
import { createServer } from "node:http";

const html = (content) => `<!DOCTYPE html><html lang="en"><head><title>site</title></head><body>${content}</body></html>`;

const HOSTS_A_NET = 200;
/** Milliseconds of the clock that databases go by, without its steps. */
const real = { now: () => performance.timeOrigin + performance.now() };

/** `log` has each request with who asked, the times of its begin and end, and whether it was answered. */
export class ManySites {
  log = [];
  #server;
  #ms;
  #net;
  #countOf;
  #elsewhere;
  #answers = Promise.resolve();
  #release = () => {};

  /**
   * Site n has 1 to `pages` pages, and each `largeEvery`-th has `largePages`; two files are on each page. An answer takes
   * `ms`. `net`: the first half of all addresses. `elsewhere(host)`: what the first page links to besides.
   * `before(entry, response)`: true where it has answered itself. `clock`: its now() has the times of the log.
   */
  constructor({ pages = 4, ms = 10, largeEvery = Infinity, largePages = 0, net = "127.0", elsewhere = () => [], before = () => false, clock = real } = {}) {
    this.#elsewhere = elsewhere;
    this.#net = net;
    this.#countOf = (n) => (n % largeEvery === largeEvery - 1 ? largePages : 1 + (n % pages));
    this.#ms = ms;
    this.#server = createServer((request, response) => {
      const { localAddress: host, remoteAddress: from } = request.socket;
      const entry = { host, from, path: request.url, begin: clock.now() };
      this.log.push(entry);
      // One who hung up before has no answer.
      response.once("close", () => Object.assign(entry, { end: entry.end ?? clock.now(), answered: response.writableFinished }));
      setTimeout(async () => {
        await this.#answers;
        entry.end = clock.now();
        if (!before(entry, response)) this.#answer(entry, response);
      }, this.#ms);
    });
  }

  /** From now on requests are taken, but not answered before `release()`. */
  hold() {
    this.#answers = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release() {
    this.#release();
  }

  #count(host) {
    const [, , third, fourth] = host.split(".").map(Number);
    return this.#countOf((third - 1) * HOSTS_A_NET + fourth - 1);
  }

  #answer({ host, path }, response) {
    const page = /^\/page(\d+)$/.exec(path)?.[1];
    const send = (type, text) => response.writeHead(200, { "content-type": type }).end(text);
    const links = (paths) => send("text/html", html(paths.map((to) => `<p><a href="${to}">${to}</a></p>`).join("")));
    if (path === "/") return links([...this.#elsewhere(host), ...Array.from({ length: this.#count(host) }, (_, at) => `/page${at + 1}`)]);
    if (page) return links([`/files/${page}-1.csv`, `/files/${page}-2.csv`]);
    if (path.endsWith(".csv")) return send("text/csv", `host,path\n${host},${path}\n`);
    return response.writeHead(404, { "content-type": "text/plain" }).end();
  }

  async start() {
    this.#server.listen(0, "0.0.0.0");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  host(n) {
    return `${this.#net}.${1 + Math.floor(n / HOSTS_A_NET)}.${1 + (n % HOSTS_A_NET)}`;
  }

  url(n) {
    return `http://${this.host(n)}:${this.port}/`;
  }

  /** Addresses of all files of site n, sorted. */
  files(n) {
    return Array.from({ length: this.#count(this.host(n)) }, (_, page) =>
      [1, 2].map((file) => `${this.url(n)}files/${page + 1}-${file}.csv`)).flat().sort();
  }

  /** That site n takes at least: its first page, its pages and files. */
  requests(n) {
    return 1 + 3 * this.#count(this.host(n));
  }

  /** Hosts that had two requests under way at once. */
  askedByTwo() {
    const lastEnd = new Map();
    const twice = new Set();
    for (const { host, begin, end } of this.log) {
      if (begin < (lastEnd.get(host) ?? 0)) twice.add(host);
      lastEnd.set(host, Math.max(lastEnd.get(host) ?? 0, end ?? Infinity));
    }
    return [...twice];
  }
}
