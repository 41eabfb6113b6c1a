import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { flagsOf, includesKept, includesOf } from './tidy.mjs';

test('of a command, what matters to clang', () => {
  assert.deepEqual(flagsOf('/usr/bin/ccache /usr/bin/c++ -DA=\\"x\\" -I/a/b -isystem /c -O2 -g1 -Wall -fsanitize=address -std=c++20 -o x.o -c x.cpp'),
    ['-DA="x"', '-I/a/b', '-isystem', '/c', '-std=c++20']);
});

test('of a rule of make, the files', () => {
  assert.deepEqual(includesOf('x.o: /a/x.cpp /a/my\\ x.hpp \\\n  /usr/include/y.h\n'), ['/a/x.cpp', '/a/my x.hpp', '/usr/include/y.h']);
});

test('what a run that was ended left in pieces is not remembered', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-tidy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of [['whole', '{"a.hpp":"1"}'], ['cut', '{"a.h'], ['empty', '']]) writeFileSync(join(folder, name), text);
  assert.deepEqual(includesKept(join(folder, 'whole')), { 'a.hpp': '1' });
  for (const name of ['cut', 'empty', 'none']) assert.equal(includesKept(join(folder, name)), undefined);
});
