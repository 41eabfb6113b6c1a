// Sites as the software of npm builds them, with known files: all are found in a tab, and a run says that it is complete when it
// is, and only then; without a browser, too, where most of these show nothing.
// lane: quiet
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { program } from '../e2e/support/program.mjs';
import { harvest, kLimits } from './support/harvests.mjs';
import { measure, missingFor } from './support/measuring.mjs';
import { npmApplications } from './support/npm_applications.mjs';

const kMinute = 60_000;
const kMostOfContent = 1.5;
const kAlsoInFirefox = ['vitepress', 'vue-history', 'sveltekit', 'bootstrap', 'angular'];
/** What is missed so far, by browser: tried and told, but no failure. */
const kMissed = {
  'vitepress chromium': ['soon'],
  'vitepress firefox': ['soon'],
  'nuxt chromium': ['soon'],
  'react chromium': ['soon'],
  'next chromium': ['soon'],
  'sveltekit chromium': ['complete'],
  'sveltekit firefox': ['complete'],
  'angular chromium': ['soon'],
  'angular firefox': ['soon'],
  'docsify chromium': ['complete'],
  'tiddlywiki chromium': ['all'],
};

function skipFor(application) {
  if (!existsSync(program)) return 'not built: ./tagtrail setup';
  const missing = missingFor(application);
  return missing && `the package ${missing} is not there: ./tagtrail test --long --only real installs it`;
}

const namesOf = (leftOut) => leftOut.map(({ cause, count, example }) => `${count} ${cause}: ${example}`).join('; ');

function judge(application, browser, kind) {
  const missed = kMissed[`${application.name} ${browser === 'never' ? browser : kind}`] ?? [];
  const todo = (target) => ({ todo: missed.includes(target) && 'missed so far' });
  const limits = { skip: skipFor(application), timeout: (2 * kLimits.minutes + 10) * kMinute };
  describe(`${application.name}, --browser ${browser}${browser === 'never' ? '' : `, ${kind}`}`, limits, () => {
    let row;
    before(async () => {
      row = await measure(application, (served, { extra }) => harvest(served, { program, browser, extra: [...extra, '--browser-kind', kind] }));
    });
    after(() => row?.job && rmSync(row.job, { recursive: true, force: true }));

    it('says that it is complete only if it has every file', todo('end'), () => {
      assert.equal(row.code, 0, row.stderr);
      assert.ok(!row.ending.complete || row.missing.length === 0, `${row.ending.words}; missing: ${row.missing.join(', ')}`);
      assert.equal(row.ending.complete, row.leftOut.length === 0);
    });

    if (browser === 'never') return;
    it('finds every file', todo('all'), () => assert.deepEqual(row.missing, [], namesOf(row.leftOut)));
    it('says that it is complete if it has every file', todo('complete'), () => {
      assert.ok(row.ending.complete || row.missing.length > 0, namesOf(row.leftOut));
    });
    it(`asks at most ${kMostOfContent} times for what is content`, todo('soon'), () => {
      assert.ok(row.asked <= kMostOfContent * (row.pages + row.truth), `${row.asked} requests for ${row.pages} pages and ${row.truth} files`);
    });
  });
}

for (const application of npmApplications) {
  judge(application, 'auto', 'chromium');
  judge(application, 'never', 'chromium');
  if (kAlsoInFirefox.includes(application.name)) judge(application, 'auto', 'firefox');
}
