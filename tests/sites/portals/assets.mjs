// The host that has a site's files: 127.0.0.2, with a robots.txt of its own. Most files are plain there; some are closed to
// robots, some have moved on to a store at 127.0.0.3. Its own pages name files that no page of the site does: who takes
// only linked files never sees them.
import { fileOf } from './files.mjs';

export const kAssets = '127.0.0.2';
export const kStore = '127.0.0.3';
/** Of the files, one in so many is closed to robots, and as many have moved. */
const kEvery = 8;

const placeOf = ({ id }) => ['private', 'moved'][parseInt(id.slice(0, 2), 16) % kEvery] ?? 'files';
const nameOf = ({ id, filename }) => `${id}/${filename}`;

export class Assets {
  #byPath = new Map();

  /** `port` is the same for all hosts. */
  constructor(port) {
    this.base = `http://${kAssets}:${port}`;
    this.store = `http://${kStore}:${port}`;
  }

  /** Gives a resource its URL here. */
  place(resource) {
    const path = `/${placeOf(resource)}/${nameOf(resource)}`;
    this.#byPath.set(path, resource);
    resource.url = `${this.base}${path}`;
  }

  /** What robots may fetch. */
  allowed() {
    return [...this.#byPath.values()].filter((resource) => placeOf(resource) !== 'private');
  }

  /** What they may not. */
  closed() {
    return [...this.#byPath.values()].filter((resource) => placeOf(resource) === 'private');
  }

  answer(host, path) {
    if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' };
    if (host === kStore) {
      const kept = this.#byPath.get(path.replace('/store/', '/moved/'));
      return kept && path.startsWith('/store/') ? { status: 200, file: kept.url, ...fileOf(kept) } : { status: 404 };
    }
    if (path === '/') {
      return { status: 200, type: 'text/html; charset=utf-8', body: `<!DOCTYPE html><title>Assets</title>${Array.from({ length: 9 }, (_, at) => `<a href="/internal/${at}.csv">${at}</a>`).join('')}` };
    }
    if (/^\/internal\/\d\.csv$/.test(path)) return { status: 200, type: 'text/csv', body: `name\n${path}\n` };
    const resource = this.#byPath.get(path);
    if (!resource) return { status: 404 };
    if (path.startsWith('/moved/')) return { status: 302, headers: { Location: `${this.store}/store/${nameOf(resource)}` } };
    return { status: 200, file: resource.url, ...fileOf(resource) };
  }
}
