import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOfBoost, failuresOfTap } from './failures.mjs';

const tap = `TAP version 13
# Subtest: a group
    # Subtest: one
    not ok 1 - one
      ---
      duration_ms: 1500.5
      location: 'x'
      error: |-
        Expected values to be equal:
        
        1 !== 2
        
      code: 'ERR_ASSERTION'
      stack: |-
        here
      ...
    # Subtest: two
    ok 2 - two
      ---
      duration_ms: 6
      ...
    # Subtest: three
    not ok 3 - three # TODO later
      ---
      duration_ms: 6
      error: 'it took 2 s: too long'
      ...
    1..3
not ok 1 - a group
  ---
  duration_ms: 99000
  type: 'suite'
  failureType: 'subtestsFailed'
  error: '2 subtests failed'
  ...
1..1
`;

test('of TAP: tests with their reason, not groups', () => {
  assert.deepEqual(failuresOfTap(tap, 'e2e/x'), [
    'e2e/x: one: Expected values to be equal: 1 !== 2',
    "e2e/x: three: 'it took 2 s: too long'",
  ]);
  assert.deepEqual(failuresOfTap('TAP version 13\nok 1 - one\n', 'e2e/x'), []);
});

test('of TAP: a file that fails though all of its tests pass, with what is known of its end', () => {
  const fileEndedWith = (exitCode, signal) => `not ok 1 - /a/x.test.mjs
  ---
  duration_ms: 501.9
  failureType: 'testCodeFailure'
  exitCode: ${exitCode}
  signal: ${signal}
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
`;
  const said = 'Test hook "before" at x.test.mjs:5:2 generated asynchronous activity after the test ended. This activity created the '
    + 'error "Error: ENOENT" and would have caused the test to fail, but instead triggered an uncaughtException event.';
  assert.deepEqual(failuresOfTap(`ok 1 - one\n# Error: ${said}\n${fileEndedWith(1, '~')}`, 'e2e/x'), [`e2e/x: ${said}`]);
  assert.deepEqual(failuresOfTap(fileEndedWith('~', 'SIGABRT'), 'e2e/x'), ['e2e/x: ended by SIGABRT']);
  assert.deepEqual(failuresOfTap(fileEndedWith(7, '~'), 'e2e/x'), ['e2e/x: ended with 7, and no test says why']);
});

test('of Boost.Test', () => {
  const output = 'Running 2 test cases...\n/a/b.cpp(3): error: in "suite/one": check 1 == 2 has failed [1 != 2]\n'
    + '/a/b.cpp(9): fatal error: in "suite/two": memory access violation\n\n*** 2 failures are detected\n';
  assert.deepEqual(failuresOfBoost(output, 'unit_x'), [
    'unit_x: suite/one: check 1 == 2 has failed [1 != 2]', 'unit_x: suite/two: memory access violation',
  ]);
});

test('long reasons are cut', () => {
  assert.equal(failuresOfBoost(`x: error: in "a": ${'y'.repeat(9000)}`, 'unit_x')[0].length, 300);
});
