import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOfBoost, countsOfLint, countsOfTap } from './counts.mjs';
import { chosen, lastLine, verdict } from './test.mjs';

const tap = (pass, fail, cancelled, skipped, todo) => `TAP version 13\n# tests 9\n# suites 2\n# pass ${pass}\n`
  + `# fail ${fail}\n# cancelled ${cancelled}\n# skipped ${skipped}\n# todo ${todo}\n# duration_ms 12\n`;

test('TAP: cancelled tests have failed, open ones are skipped', () => {
  assert.deepEqual(countsOfTap(tap(5, 1, 2, 3, 4)), { passed: 5, failed: 3, skipped: 7 });
});

test('TAP: what a test prints does not pass for the summary', () => {
  assert.deepEqual(countsOfTap(`# pass 99\n# fail 0\n${tap(5, 1, 0, 0, 0)}`), { passed: 5, failed: 1, skipped: 0 });
});

test('TAP: a group that is skipped counts as one', () => {
  const group = "ok 1 - in a browser # SKIP no browser\n  ---\n  duration_ms: 4.5\n  type: 'suite'\n  ...\n1..1\n";
  assert.deepEqual(countsOfTap(`TAP version 13\n# Subtest: in a browser\n${group}${tap(0, 0, 0, 0, 0)}`),
    { passed: 0, failed: 0, skipped: 1 });
});

test('TAP: a report that was cut off is none', () => {
  assert.equal(countsOfTap('TAP version 13\nok 1 - a\n# pass 1\n'), undefined);
});

test('Boost: the outermost suite counts', () => {
  const report = '<TestResult><TestSuite name="all" result="failed" assertions_passed="1" assertions_failed="3"'
    + ' test_cases_passed="2" test_cases_passed_with_warnings="1" test_cases_failed="3" test_cases_skipped="4"'
    + ' test_cases_aborted="2"><TestSuite name="in" test_cases_passed="70" test_cases_failed="0"></TestSuite></TestSuite></TestResult>';
  assert.deepEqual(countsOfBoost(report), { passed: 3, failed: 3, skipped: 4 });
});

test('Boost: an empty or foreign report is none', () => {
  assert.equal(countsOfBoost(''), undefined);
  assert.equal(countsOfBoost('<TestResult><TestSuite name="x"></TestSuite></TestResult>'), undefined);
});

test('lint: warnings fail too', () => {
  assert.deepEqual(countsOfLint('{"summary":{"errors":0,"notices":2,"warnings":0}}'), { passed: 1, failed: 0, skipped: 0 });
  assert.deepEqual(countsOfLint('{"summary":{"errors":1,"notices":0,"warnings":2}}'), { passed: 0, failed: 3, skipped: 0 });
  assert.equal(countsOfLint('web-ext: no such folder'), undefined);
});

test('a suite that ran nothing or died has failed', () => {
  assert.equal(verdict({ counts: undefined }).failed, 1);
  assert.equal(verdict({ counts: { passed: 0, failed: 0, skipped: 0 } }).failed, 1);
  assert.equal(verdict({ counts: { passed: 0, failed: 0, skipped: 1 } }).failed, 0);
});

test('the last line', () => {
  assert.equal(lastLine({ passed: 7, failed: 0, skipped: 0 }), '7 passed, 0 failed');
  assert.equal(lastLine({ passed: 7, failed: 1, skipped: 2 }), '7 passed, 1 failed, 2 skipped');
});

test('--only takes names and their beginnings', () => {
  const suites = ['unit_core', 'unit_shared', 'e2e'].map((name) => ({ name }));
  assert.deepEqual(chosen(suites, ['unit']).map(({ name }) => name), ['unit_core', 'unit_shared']);
  assert.deepEqual(chosen(suites, ['e2e']).map(({ name }) => name), ['e2e']);
  assert.equal(chosen(suites, []).length, 3);
  assert.equal(chosen(suites, ['nothing']).length, 0);
});
