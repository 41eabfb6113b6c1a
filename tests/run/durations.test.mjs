import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationsOfBoost, durationsOfTap, slowest } from './durations.mjs';

const tap = `TAP version 13
# Subtest: a group
    # Subtest: one
    ok 1 - one
      ---
      duration_ms: 1500.5
      ...
    # Subtest: two
    not ok 2 - two # TODO later
      ---
      duration_ms: 6.25e-02
      location: 'x'
      ...
    1..2
not ok 1 - a group
  ---
  duration_ms: 99000
  type: 'suite'
  ...
1..1
`;

test('of TAP: tests, not groups', () => {
  assert.deepEqual(durationsOfTap(tap, 'e2e/x'),
    [{ name: 'e2e/x: one', seconds: 1.5005 }, { name: 'e2e/x: two', seconds: 6.25e-5 }]);
});

test('of Boost.Test', () => {
  assert.deepEqual(durationsOfBoost('2500000\tsuite/a\n1\tsuite/b/_0\n', 'unit_x'),
    [{ name: 'unit_x: suite/a', seconds: 2.5 }, { name: 'unit_x: suite/b/_0', seconds: 1e-6 }]);
  assert.deepEqual(durationsOfBoost('', 'unit_x'), []);
});

test('the slowest come first', () => {
  const all = [1, 30.04, 7].map((seconds) => ({ name: `n${seconds}`, seconds }));
  assert.deepEqual(slowest(all, 2), ['   30.0 s  n30.04', '    7.0 s  n7']);
});
