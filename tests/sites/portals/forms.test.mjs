// A portal of forms only: what its queries show, and what must not be sent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { collectionOf, collectionsOf, kMostShown, showable, wordsOf } from './forms/collections.mjs';
import { Portal } from './portal.mjs';
import { readByLinks } from './reader.mjs';

let portal;
before(async () => {
  portal = new Portal('forms', { datasets: 500, faults: false });
  await portal.start();
});
after(() => portal.stop());

const ask = async (path) => (await fetch(new URL(path, portal.url))).text();
const hitsIn = (page) => [...page.matchAll(/<article class="hit"><h3>(.*?)<\/h3>/g)].map(([, title]) => title);
/** Values of a select, without the one for any. */
const choices = async (path, of) =>
  [...new RegExp(`<select id="${of}"[^>]*>(.*?)</select>`).exec(await ask(path))[1].matchAll(/value="([^"]+)"/g)].map(([, value]) => value);
const filesIn = (page) => [...page.matchAll(/<a href="([^"]*\/(?:holdings|files|moved|private)\/[^"]*)"/g)].map(([, href]) => href);

describe('a portal of forms', () => {
  test('no link leads to a file', async () => {
    assert.equal((await readByLinks(portal)).size, 0);
    assert.ok(portal.truth().length > 500);
  });

  test('an empty query finds nothing, and says so', async () => {
    for (const path of ['/reports', '/reports?department=&year=&format=', '/titles?q=', '/atlas?region=Calder', '/notices?language=German']) {
      assert.deepEqual(hitsIn(await ask(path)), [], path);
      assert.match(await ask(path), /Please choose/);
    }
  });

  test('pages of results are disjoint, and as long as asked for', async () => {
    const found = Number(/<h2>(\d+) hits/.exec(await ask('/reports?format=csv'))[1]);
    assert.ok(found > 60);
    const pages = [];
    for (let page = 1; page <= Math.ceil(Math.min(found, kMostShown) / 20); page++) pages.push(filesIn(await ask(`/reports?format=csv&page=${page}`)));
    const all = pages.flat();
    assert.equal(new Set(all).size, all.length);
    assert.equal(hitsIn(await ask('/reports?format=csv&page=1')).length, 20);
    assert.equal(hitsIn(await ask('/reports?format=csv&size=50')).length, 50);
    assert.equal(hitsIn(await ask('/reports?format=csv&size=70')).length, 20);
    assert.deepEqual(filesIn(await ask('/reports?format=csv&page=1')), filesIn(await ask('/reports?format=csv')));
  });

  test('words of a title find it, through its record, to its files', async () => {
    const titles = hitsIn(await ask('/titles?q=population'));
    assert.ok(titles.length > 0);
    const record = await ask(/href="(\/records\/[^"]+)"/.exec(titles[0])[1]);
    assert.ok(filesIn(record).length > 0);
  });

  test('districts are named once a region was sent', async () => {
    const [region] = await choices('/atlas', 'region');
    assert.match(await ask('/atlas'), /Choose a region first/);
    const [district] = await choices(`/atlas?region=${region}`, 'district');
    assert.ok(hitsIn(await ask(`/atlas?region=${region}&district=${district}`)).length > 0);
  });

  test('one input changes nothing, one form answers errors only', async () => {
    const [kind] = await choices('/notices', 'kind');
    const [german, french] = [await ask(`/notices?kind=${kind}&language=German`), await ask(`/notices?kind=${kind}&language=French`)];
    assert.ok(hitsIn(german).length > 0);
    assert.deepEqual(hitsIn(german), hitsIn(french));
    assert.equal((await fetch(new URL('/legacy?shelf=A', portal.url))).status, 500);
  });

  test('every file of the truth is shown by some query, and none of the closed collection', async () => {
    const shown = new Set();
    const read = async (path) => {
      for (let page = 1; ; page++) {
        const answer = await ask(`${path}&size=100&page=${page}`);
        filesIn(answer).forEach((file) => shown.add(new URL(file, portal.url).href));
        for (const [, record] of answer.matchAll(/href="(\/records\/[^"]+)"/g)) filesIn(await ask(record)).forEach((file) => shown.add(new URL(file, portal.url).href));
        if (hitsIn(answer).length < 100) return;
      }
    };
    for (const format of await choices('/reports', 'format')) {
      for (const year of await choices('/reports', 'year')) await read(`/reports?format=${format}&year=${year}`);
    }
    for (const kind of await choices('/notices', 'kind')) await read(`/notices?kind=${kind}`);
    for (const region of await choices('/atlas', 'region')) {
      for (const district of await choices(`/atlas?region=${region}`, 'district')) await read(`/atlas?region=${region}&district=${district}`);
    }
    for (const title of new Set(portal.catalogue.datasets.map((one) => one.title))) await read(`/titles?q=${encodeURIComponent(title)}`);
    const gettable = portal.truth({ elsewhere: true });
    assert.deepEqual(gettable.filter((url) => !shown.has(url)), []);
    const all = portal.catalogue.datasets.flatMap(({ resources }) => resources).filter(({ sort }) => ['plain', 'mistyped', 'elsewhere'].includes(sort));
    const closed = new Set(portal.closed());
    assert.ok(gettable.length < all.length);
    assert.deepEqual(all.filter(({ url }) => shown.has(url) && !closed.has(url)).map(({ url }) => url).sort(), gettable);
  });

  test('words of the site and of what they find show all studies', () => {
    const collections = collectionsOf(portal.catalogue.datasets);
    const { find } = collections.get('titles');
    const known = new Set(['population', 'counts', 'ardhaven']);
    const seen = new Set();
    for (const word of known) {
      for (const one of find(new URLSearchParams({ q: word })).slice(0, kMostShown)) {
        seen.add(one);
        wordsOf(one.title).forEach((next) => known.add(next));
      }
    }
    const studies = [...showable(portal.catalogue.datasets, collections)].filter((one) => collectionOf(one) === 'titles');
    assert.ok(studies.length > 100);
    assert.deepEqual(studies.filter((one) => !seen.has(one)), []);
  });

  test('who sends a form that acts is noted, and new hits are counted once', async () => {
    portal.log.length = 0;
    for (const path of ['/newsletter/subscribe?email=a', '/basket/add?id=1', '/admin/delete?id=1', '/logout', '/contact/send?message=x']) await ask(path);
    assert.ok(portal.log.every(({ acts }) => acts));
    const other = new Portal('forms', { datasets: 500, faults: false });
    await other.start();
    for (let at = 0; at < 2; at++) await (await fetch(new URL('/reports?year=2015', other.url))).text();
    other.stop();
    assert.deepEqual(other.log.map(({ form, acts }) => [form, acts]), [['reports', false], ['reports', false]]);
    assert.ok(other.log[0].fresh > 0);
    assert.equal(other.log[1].fresh, 0);
  });
});
