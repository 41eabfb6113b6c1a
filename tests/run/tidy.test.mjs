import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOf, includesOf } from './tidy.mjs';

test('of a command, what matters to clang', () => {
  assert.deepEqual(flagsOf('/usr/bin/ccache /usr/bin/c++ -DA=\\"x\\" -I/a/b -isystem /c -O2 -g1 -Wall -fsanitize=address -std=c++20 -o x.o -c x.cpp'),
    ['-DA="x"', '-I/a/b', '-isystem', '/c', '-std=c++20']);
});

test('of a rule of make, the files', () => {
  assert.deepEqual(includesOf('x.o: /a/x.cpp /a/my\\ x.hpp \\\n  /usr/include/y.h\n'), ['/a/x.cpp', '/a/my x.hpp', '/usr/include/y.h']);
});
