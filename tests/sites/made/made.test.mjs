// Made sites are what they say: the same again for a seed, and every file is where its truth has it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { startServer } from '../starting.mjs';
import { features } from './features.mjs';
import { combinationOf, MadeSite } from './site.mjs';

const kCauses = /^[a-z_]+$/;
/** What the features that want one have set before they answer. */
const kWithCookie = { cookie: 'seen=1' };

function built(more) {
  const site = new MadeSite(more);
  site.build('http://127.0.0.1:1', 'http://127.0.0.2:1');
  return site;
}

async function served(name, look) {
  const site = new MadeSite({ seed: 7, features: name === undefined ? [] : [name] });
  await site.start();
  try {
    return await look(site);
  } finally {
    site.stop();
  }
}

describe('a made site', () => {
  it('is the same again for its seed, and another for another', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      assert.deepEqual(built({ seed }).files, built({ seed }).files);
      assert.deepEqual(combinationOf(seed), combinationOf(seed));
    }
    assert.notDeepEqual(built({ seed: 1, features: ['several'] }).files, built({ seed: 2, features: ['several'] }).files);
  });

  it('has in every other combination nothing that is lost', () => {
    for (const seed of [2, 4, 6, 8]) assert.ok(built({ seed }).files.every(({ had }) => had === 'never'), `${seed}`);
    assert.ok([1, 3, 5, 7].some((seed) => built({ seed }).files.some(({ had }) => had === 'not')));
  });

  it('names causes for what may be missing, and none for what comes', () => {
    for (const name of Object.keys(features)) {
      for (const { url, had, causes } of built({ features: [name] }).files) {
        assert.equal(causes.length > 0, had !== 'never', `${name}: ${url}`);
        for (const cause of causes) assert.match(cause, kCauses);
      }
    }
  });

  it('gives every file that comes by plain HTTP, and equal contents only where it means to', async () => {
    for (const name of Object.keys(features).filter((one) => !one.startsWith('passing-'))) {
      await served(name, async ({ files }) => {
        for (const { url, had, sha256 } of files.filter((file) => file.had === 'never')) {
          const answer = await fetch(url, { headers: kWithCookie });
          const bytes = Buffer.from(await answer.arrayBuffer());
          assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, `${name}: ${had} ${url}`);
        }
        if (name !== 'equal') assert.equal(new Set(files.map(({ sha256 }) => sha256)).size, files.length, name);
      });
    }
  });

  it('has a start page that shows each feature, or tells robots of it', async () => {
    const textOf = async ({ url }) => (await fetch(url)).text();
    const bare = await served(undefined, textOf);
    for (const name of Object.keys(features).filter((one) => !features[one].fails)) {
      await served(name, async (site) => {
        const told = site.sitemap.length + site.sitemapLines.length > 0;
        assert.ok(told || await textOf(site) !== bare, name);
      });
    }
  });

  it('is served by a command, which prints what there is', async () => {
    const { url, features: chosen, files, stop } = await startServer(new URL('serve.mjs', import.meta.url), ['3', 'a', 'ftp']);
    assert.deepEqual(chosen, ['a', 'ftp']);
    assert.deepEqual(files.map(({ had }) => had), ['never', 'not']);
    assert.match(await (await fetch(url)).text(), /ftp:/);
    await stop();
  });

  it('says what there is when a feature is unknown', () => {
    assert.throws(() => new MadeSite({ features: ['no such'] }), /no such feature: no such; there are: a several/);
  });
});
