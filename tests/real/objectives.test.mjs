// Real applications harvested for pages: what is kept is what regular expressions find in the pages themselves, with
// and without a browser.
// lane: quiet
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { program, runToEnd } from '../e2e/support/program.mjs';
import { dokuwiki } from './applications/dokuwiki.mjs';
import { wordpress } from './applications/wordpress.mjs';
import { serve } from './support/applications.mjs';
import { harvest } from './support/harvests.mjs';
import { missingFor } from './support/measuring.mjs';

const kMinute = 60_000;

/**
 * `stated`: what marks a page whose HTML states something for machines; `forms`: the name or the id of the field that
 * each form with a question has.
 */
const kKnown = [
  // Each page names its interface by a link whose relation is an address, which is RDFa; comments have the card of who wrote them.
  { application: wordpress, stated: /rel="https:\/\/api\.w\.org\/"|class="[^"]*\bvcard\b/, forms: ['s'] },
  // Each page has the licence of what it says; of recent changes one may choose the kind.
  { application: dokuwiki, stated: /rel="license"/, forms: ['do', 'q', 'show_changes'] },
];

const textOf = (html) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
const paragraphsOf = (html) => [...html.matchAll(/<p>([^]*?)<\/p>/g)].map(([, inner]) => textOf(inner));
/** A page of which every pair of words was met before says nothing new, even if its sentences are. */
function pairsOf(paragraph) {
  const words = paragraph.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

/** The pages that the harvest asked for, by address, as they are served now. */
async function pagesAsked(served) {
  const urls = new Set(served.proxy.requests.filter(({ status, type, method }) => method === 'GET' && status === 200 && type?.startsWith('text/html'))
    .map(({ url }) => new URL(url, served.proxy.url).href));
  const pages = new Map();
  for (const url of urls) pages.set(url, await (await fetch(url)).text());
  return pages;
}

function judge({ application, stated, forms }, browser) {
  const missing = existsSync(program) ? missingFor(application) : 'build';
  const skip = missing && `the package ${missing} is not there: ./tagtrail test --long --only real installs it`;
  describe(`pages of ${application.name}, --browser ${browser}`, { skip, timeout: 15 * kMinute }, () => {
    let served;
    const jobs = [];
    before(async () => (served = await serve(application)));
    after(async () => {
      await served?.stop();
      for (const job of jobs) rmSync(job, { recursive: true, force: true });
    });

    async function pagesFor(objective) {
      served.proxy.clear();
      const result = await harvest(served, { program, browser, extra: ['--objective', objective, '--sitemaps', 'off'] });
      jobs.push(result.job);
      assert.equal(result.reason, 'frontier_empty', result.stderr);
      return { ...result, kept: new Set(result.listed.map(({ url }) => url)), pages: await pagesAsked(served) };
    }
    const exported = (job, format) => runToEnd(['export', job, '--format', format]).trim().split('\n').map((line) => JSON.parse(line));

    it('keeps the pages that state something', async () => {
      const { kept, pages, job } = await pagesFor('markup');
      const expected = [...pages].filter(([, html]) => stated.test(html)).map(([url]) => url);
      assert.ok(expected.length > 50, `${expected.length} pages`);
      // Of pages that are the same one is listed.
      const contents = (urls) => new Set(urls.map((url) => textOf(pages.get(url) ?? url)));
      assert.deepEqual(contents([...kept]), contents(expected));
      const { resources } = JSON.parse(readFileSync(join(job, 'datapackage.json'), 'utf8'));
      const addresses = resources.flatMap(({ sources, tagtrail }) => [sources[0].path, ...(tagtrail.alsoAt ?? []).map(({ url }) => url)]);
      assert.deepEqual(new Set(exported(job, 'statements').map(({ page }) => page)), new Set(addresses));
    });

    it('keeps each search form once', async () => {
      const { job } = await pagesFor('forms');
      const asked = exported(job, 'forms').flatMap(({ fields }) => fields)
        .filter(({ kind }) => ['text', 'search', 'select'].includes(kind)).map(({ name }) => name);
      assert.deepEqual([...new Set(asked)].toSorted(), forms);
    });

    it('keeps all that paragraphs say', async () => {
      const { kept, pages } = await pagesFor('content');
      const there = new Set([...pages.values()].flatMap((html) => paragraphsOf(html).flatMap(pairsOf)));
      const said = new Set([...kept].flatMap((url) => pairsOf(textOf(pages.get(url) ?? ''))));
      assert.ok(there.size > 200, `${there.size} pairs of words`);
      assert.deepEqual([...there].filter((pair) => !said.has(pair)), []);
      assert.ok(kept.size < pages.size, `${kept.size} of ${pages.size} pages`);
    });
  });
}

for (const known of kKnown) for (const browser of ['never', 'always']) judge(known, browser);
