// Harvests of real applications, filled with known files: all are found, nothing else is listed, the harvest ends by
// itself, nothing on the site is different afterwards. A harvest is made once and judged by several tests.
//
// Files were lost and harvests went on without end where a generated export counted as a reward each time (Redmine),
// where every file stood under every commit (cgit, gitweb), and with links that act comments were moved to the trash.
// lane: quiet
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { program } from '../e2e/support/program.mjs';
import { applications, loggedIn } from './support/applications.mjs';
import { harvest, kLimits } from './support/harvests.mjs';
import { measure, missingFor } from './support/measuring.mjs';

/** The last of all files may come so many times the number of pages and files that a person would call content. */
const kMostOfContent = 1.5;
const kMinute = 60_000;
/** What is missed so far (docs/benchmarks.md): tried and told, but no failure. */
const kMissed = {
  redmine: ['list', 'soon'],
  'redmine-member': ['list', 'end', 'soon'],
  'redmine-admin': ['list', 'end', 'soon'],
  cgit: ['list', 'soon'],
  gitweb: ['list', 'soon'],
  dokuwiki: ['soon'],
  mediawiki: ['list'],
  'mediawiki-admin': ['end', 'soon'],
  'wordpress-editor': ['soon'],
  'wordpress-admin': ['soon'],
  // What shows its owner nothing but what has no tags, until it is opened again.
  shaarli: ['acts', 'soon'],
  jupyter: ['list', 'soon'],
  'request-tracker': ['list', 'end', 'soon'],
  'fossil-admin': ['list', 'end', 'soon'],
};

function skipFor(application) {
  if (!existsSync(program)) return 'not built: ./tagtrail setup';
  const missing = missingFor(application);
  return missing && `the package ${missing} is not there: ./tagtrail test --long --only real installs it`;
}

const shown = (pairs) => pairs.map(([template, count]) => `${count} ${template}`).slice(0, 10).join(', ');

function judge(application, browser) {
  const skip = skipFor(application);
  const minutes = application.minutes ?? kLimits.minutes;
  describe(`${application.name}, --browser ${browser}`, { skip, timeout: (2 * minutes + 10) * kMinute }, () => {
    let row;
    const todo = (target) => ({ todo: kMissed[application.name]?.includes(target) && 'missed so far' });

    before(async () => {
      row = await measure(application, (served, options) => harvest(served, { program, browser, minutes, ...options }));
    });
    after(() => row?.job && rmSync(row.job, { recursive: true, force: true }));

    it('finds every file', () => assert.deepEqual(row.missing, [], `${row.reason}; what ate the rest: ${shown(row.rest)}`));

    it('opens no link that acts', todo('acts'), () => assert.deepEqual(row.acting, []));

    it('leaves the site as it was', () => assert.deepEqual(row.changes, []));

    it('lists every content once', () => assert.equal(row.duplicates, 0));

    it('lists nothing else', todo('list'), () => {
      assert.equal(row.junk, 0, shown(row.junkKinds));
    });

    it(`ends by itself within ${kLimits.requests} requests`, todo('end'), () => {
      assert.equal(row.reason, 'frontier_empty', shown(row.rest));
      assert.equal(row.code, 0, row.stderr);
      assert.ok(row.requests <= kLimits.requests);
    });

    it(`has all files within ${kMostOfContent} times the requests of pages and files that are content`, todo('soon'), () => {
      const most = kMostOfContent * (row.pages + row.truth);
      assert.ok(row.allBy <= most, `${row.allBy} requests, at most ${most}`);
    });
  });
}

for (const application of applications) judge(application, 'never');
for (const application of loggedIn) judge(application, 'auto');

// In five minutes the tab, which takes longer for a page, had 91 of 98 files: it was opened for nothing but the trace
// of visited pages, which a browser with a cookie is shown.
const dokuwiki = applications.find(({ name }) => name === 'dokuwiki');
judge(dokuwiki, 'auto');
