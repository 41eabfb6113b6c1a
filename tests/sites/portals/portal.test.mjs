// What all invented portals share: the same catalogue each time, errors that pass, limits, a log, a truth.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { catalogueOf } from './catalogue.mjs';
import { kinds, scripted } from './kinds.mjs';
import { Portal } from './portal.mjs';
import { readByLinks } from './reader.mjs';

const get = (url, options) => fetch(url, { redirect: 'manual', ...options });

describe('a catalogue', () => {
  const named = ({ datasets }) => datasets.map(({ id, resources }) => [id, resources.map(({ id: one, sort, filename }) => [one, sort, filename])]);

  test('is the same for a seed, and another for another', () => {
    assert.deepEqual(named(catalogueOf({ seed: 3, datasets: 40 })), named(catalogueOf({ seed: 3, datasets: 40 })));
    assert.notDeepEqual(named(catalogueOf({ seed: 3, datasets: 40 })), named(catalogueOf({ seed: 4, datasets: 40 })));
  });

  test('has 1 to 6 resources a dataset, of all sorts and formats', () => {
    const { datasets } = catalogueOf({ seed: 1, datasets: 500 });
    assert.equal(datasets.length, 500);
    const resources = datasets.flatMap(({ resources: all }) => all);
    assert.deepEqual([...new Set(resources.map(({ sort }) => sort))].sort(), ['dead', 'elsewhere', 'landing', 'mistyped', 'plain']);
    assert.deepEqual([...new Set(resources.map(({ format }) => format))].sort(), ['csv', 'json', 'pdf', 'xlsx', 'zip']);
    const counts = datasets.map(({ resources: all }) => all.length);
    assert.deepEqual([Math.min(...counts), Math.max(...counts)], [1, 6]);
    assert.equal(new Set(datasets.map(({ name }) => name)).size, 500);
  });
});

describe('every kind', () => {
  for (const kind of scripted) {
    test(`${kind}: links of pages alone do not lead to all files`, async (t) => {
      const portal = new Portal(kind, { datasets: 30, faults: false });
      await portal.start();
      t.after(() => portal.stop());
      const read = await readByLinks(portal);
      assert.ok(portal.truth().filter((url) => read.has(url)).length < portal.truth().length / 3);
    });
  }

  for (const kind of Object.keys(kinds)) {
    test(`${kind}: all that the truth names can be had, each with contents of its own`, async (t) => {
      const portal = new Portal(kind, { datasets: 12, faults: false });
      await portal.start();
      t.after(() => portal.stop());
      const truth = portal.truth({ elsewhere: true });
      assert.ok(truth.length > portal.truth().length && portal.truth().length > 0);
      const bodies = new Set();
      for (const url of truth) {
        const answer = await fetch(url);
        assert.equal(answer.status, 200, url);
        bodies.add(await answer.text());
      }
      assert.equal(bodies.size, truth.length);
      assert.equal(portal.log.filter(({ file }) => file).length, truth.length);
      for (const path of ['/robots.txt', '/']) assert.equal((await fetch(new URL(path, portal.url))).status, 200, path);
      assert.equal((await get(new URL('/no/such/page', portal.url))).status, 404);
    });
  }

  for (const kind of Object.keys(kinds).filter((name) => name !== 'forms' && !scripted.has(name))) {
    test(`${kind}: links lead to every file`, async (t) => {
      const portal = new Portal(kind, { datasets: 30, faults: false });
      await portal.start();
      t.after(() => portal.stop());
      const read = await readByLinks(portal);
      assert.deepEqual(portal.truth().filter((url) => !read.has(url)), []);
    });
  }
});

describe('errors', () => {
  let portal;
  before(async () => {
    portal = new Portal('data-json', { datasets: 300, rate: 0 });
    await portal.start();
  });
  after(() => portal.stop());

  test('some URLs fail at first, by 500 or by 503 with Retry-After, and then answer', async () => {
    const urls = portal.truth();
    const failed = [];
    for (const url of urls) {
      const answer = await get(url);
      if (answer.status !== 200) failed.push({ url, answer });
      await answer.arrayBuffer();
    }
    assert.ok(failed.length > 0 && failed.length < urls.length / 50, `${failed.length} of ${urls.length}`);
    for (const { url, answer } of failed) {
      assert.ok(answer.status === 500 || (answer.status === 503 && answer.headers.get('retry-after') === '1'));
      await get(url);
      assert.equal((await get(url)).status, 200);
    }
  });

  test('dead links stay dead, and what is called CSV may be a page', async () => {
    const resources = portal.catalogue.datasets.flatMap((one) => one.resources);
    for (const { url } of resources.filter(({ sort }) => sort === 'dead').slice(0, 5)) {
      await get(url);
      await get(url);
      assert.ok([404, 410].includes((await get(url)).status));
    }
    const landing = await get(resources.find(({ sort, format }) => sort === 'landing' && format === 'csv').url);
    assert.match(landing.headers.get('content-type'), /^text\/html/);
  });

  test('more requests a second than allowed get 429', async (t) => {
    const limited = new Portal('data-json', { datasets: 10, rate: 5 });
    await limited.start();
    t.after(() => limited.stop());
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(limited.url)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length <= 15);
    assert.equal(refused[0].headers.get('retry-after'), '1');
  });

  test('a path that is none gets 400, and POST gets 405', async () => {
    assert.equal((await get(`${portal.base}/%E0%A4%A`)).status, 400);
    assert.equal((await get(portal.url, { method: 'POST' })).status, 405);
  });
});

describe('files elsewhere', () => {
  let portal;
  before(async () => {
    portal = new Portal('searchable', { datasets: 40, faults: false, elsewhere: 90 });
    await portal.start();
  });
  after(() => portal.stop());
  const elsewhere = () => portal.truth({ elsewhere: true }).filter((url) => !url.startsWith(portal.base));

  test('most files are on another host, which has a robots.txt of its own', async () => {
    assert.ok(elsewhere().length > 4 * portal.truth().length);
    const robots = await (await get(new URL('/robots.txt', elsewhere()[0]))).text();
    assert.match(robots, /^Disallow: \/private\/$/m);
    assert.ok(portal.closed().length > 0 && portal.closed().every((url) => new URL(url).pathname.startsWith('/private/')));
    assert.ok(elsewhere().every((url) => !new URL(url).pathname.startsWith('/private/')));
  });

  test('some have moved to a third host, and are noted under the address that was linked', async () => {
    const moved = elsewhere().find((url) => url.includes('/moved/'));
    portal.log.length = 0;
    const answer = await fetch(moved);
    assert.equal(answer.status, 200);
    assert.equal(new URL(answer.url).hostname, '127.0.0.3');
    assert.deepEqual(portal.log.map(({ host, status, file }) => [host, status, file]), [['127.0.0.2', 302, false], ['127.0.0.3', 200, moved]]);
  });

  test('pages of the other host name files that are not in the truth', async () => {
    const page = await (await get(new URL('/', elsewhere()[0]))).text();
    const [, inner] = /href="(\/internal\/[^"]+)"/.exec(page);
    const url = new URL(inner, elsewhere()[0]).href;
    assert.equal((await get(url)).status, 200);
    assert.ok(!portal.truth({ elsewhere: true }).includes(url));
  });
});
