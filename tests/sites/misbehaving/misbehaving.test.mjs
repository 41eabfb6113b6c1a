// The misbehaving site does what tests rely on.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../starting.mjs';
import { MisbehavingSite, passing, staying } from './site.mjs';

describe('the misbehaving site', () => {
  const site = new MisbehavingSite({ seed: 7, files: 3000 });
  const list = site.list();
  let server;
  before(async () => {
    server = await startServer(new URL('server.mjs', import.meta.url), ['--seed', '7', '--files', '3000']);
  });
  after(() => server.stop());

  const of = (what, forEver) => list.find((file) => file.what === what
    && (site.misbehaviour(file.path).tries === Infinity) === forEver);
  const get = (path) => fetch(new URL(path, server.url), { redirect: 'manual' });

  it('has every misbehaviour, most files are good, and each content is its own', () => {
    for (const what of passing) assert.ok(of(what, false), what);
    for (const what of staying) assert.ok(of(what, true), what);
    assert.ok(list.filter(({ what }) => what === 'none').length > 0.8 * list.length);
    const had = list.filter(({ sha256 }) => sha256);
    assert.equal(new Set(had.map(({ sha256 }) => sha256)).size, had.length);
  });

  it('leads to every file', () => {
    const seen = new Set();
    const waiting = ['/'];
    while (waiting.length > 0) {
      for (const [, link] of site.good(waiting.pop()).body.toString().matchAll(/href="([^"]+)"/g)) {
        assert.ok(!seen.has(link), link);
        seen.add(link);
        if (link.endsWith('.html')) waiting.push(link);
      }
    }
    assert.deepEqual(list.filter(({ path }) => !seen.has(path)), []);
  });

  it('is good after as many tries as it says', async () => {
    for (const what of passing) {
      const { path } = of(what, false);
      const { tries } = site.misbehaviour(path);
      for (let at = 0; at < tries; at++) await get(path).then((answer) => answer.arrayBuffer()).catch(() => {});
      const answer = await get(path);
      assert.equal(answer.status, 200);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), site.good(path).body, what);
    }
  });

  it('stays as it is where nothing passes', async () => {
    for (const [what, status] of [['error-500', 500], ['error-404', 404], ['redirect-loop', 302]]) {
      for (let at = 0; at < 6; at++) assert.equal((await get(of(what, true).path)).status, status, what);
    }
    const { path } = of('truncated', true);
    for (let at = 0; at < 6; at++) await assert.rejects(get(path).then((answer) => answer.arrayBuffer()));
  });
});
