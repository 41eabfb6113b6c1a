import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { batchesOf, compilerOf, concerned, flagsOf, includesKept, includesOf, namedByFindings, namedIn, reachedFrom, unreadableIn } from './tidy.mjs';

test('of a command, what matters to clang', () => {
  assert.equal(compilerOf('env A=1 B=-x /usr/bin/ccache /usr/bin/c++ -DA -c x.cpp'), '/usr/bin/c++');
  assert.deepEqual(flagsOf('/usr/bin/ccache /usr/bin/c++ -DA=\\"x\\" -I/a/b -isystem /c -O2 -g1 -Wall -fsanitize=address -std=c++20 -o x.o -c x.cpp'),
    ['-DA="x"', '-I/a/b', '-isystem', '/c', '-std=c++20']);
});

test('of a rule of make, the files', () => {
  assert.deepEqual(includesOf('x.o: /a/x.cpp /a/my\\ x.hpp \\\n  /usr/include/y.h\n'), ['/a/x.cpp', '/a/my x.hpp', '/usr/include/y.h']);
});

/** A folder of these files, by their paths. */
function folderWith(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-tidy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('of a source, the names of what it includes', () => {
  assert.deepEqual(namedIn('// #include "no.hpp"\n#include "a/b.hpp"\n#ifdef X\n  #  include <c>\n#endif\n#included "d"\n'),
    [{ name: 'a/b.hpp', beside: true }, { name: 'c', beside: false }]);
});

test('of a source, all that it reaches in its folders', (t) => {
  const folder = folderWith(t, {
    'x.cpp': '#include "a/one.hpp"\n#include <vector>\n',
    'in/a/one.hpp': '#include "two.hpp"\n#include "a/one.hpp"\n', 'in/a/two.hpp': '', 'in/a/other.hpp': '',
  });
  assert.deepEqual(reachedFrom(join(folder, 'x.cpp'), [join(folder, 'in')]),
    ['x.cpp', 'in/a/one.hpp', 'in/a/two.hpp'].map((name) => join(folder, name)));
});

test('of sources, those in which what changed is looked at', () => {
  const reached = { 's/a.cpp': ['s/a.hpp', 's/x.hpp'], 's/b.cpp': ['s/b.hpp', 's/x.hpp', 's/y.hpp'], 's/y.cpp': ['s/y.hpp'] };
  const sources = Object.keys(reached).map((file) => ({ file }));
  const looked = (...files) => concerned(sources, files, ({ file }) => reached[file]).map(({ file }) => file);
  assert.deepEqual(looked('s/b.cpp', 's/gone.cpp', 'other.txt'), ['s/b.cpp']);
  assert.deepEqual(looked('s/y.hpp'), ['s/y.cpp']);
  assert.deepEqual(looked('s/x.hpp'), ['s/a.cpp']);
  assert.deepEqual(looked('s/x.hpp', 's/b.cpp', 's/b.hpp'), ['s/b.cpp']);
  assert.deepEqual(looked('s/nowhere.hpp'), []);
});

test('of what a compiler says, the sources that meet names of others', () => {
  const said = ['In file included from /t/all.cpp:2:', '/s/b.cpp:5:1: error: redefinition of int k',
    'In file included from /s/h.hpp:1,', '                 from /s/d.cpp:1,', '                 from /t/all.cpp:4:', '/s/h.hpp:3:1: error: no',
    'In file included from /t/all.cpp:5:', '/s/e.cpp:5:1: note: no error'].join('\n');
  assert.deepEqual([...unreadableIn(said, '/t/all.cpp')], [1, 3]);
  assert.deepEqual([...unreadableIn('cc: fatal error: none', '/t/all.cpp')], []);
});

test('of findings, the sources that they name', () => {
  const found = '/s/a.cpp:1:2: error: x [bugprone-x]\n/s/c.hpp:1:2: error: y [z]\n/s/b.cpp:1:2: note: z\n';
  assert.deepEqual(namedByFindings(found, ['/s/a.cpp', '/s/b.cpp']), ['/s/a.cpp']);
});

test('sources are looked at together where all is compiled alike but for the folders, and no header has two meanings', (t) => {
  const folder = folderWith(t, { 'a/x/one.hpp': '', 'b/x/two.hpp': '', 'c/x/one.hpp': '' });
  const source = (file, others, ...folders) => ({ file, flags: [...others, ...folders.map((name) => `-I${join(folder, name)}`)] });
  const sources = [source('1', ['-DA'], 'a'), source('2', ['-DA'], 'b'), source('3', ['-DA'], 'c'), source('4', ['-DB'], 'a'), source('5', ['-DA'], 'a')];
  const together = (most) => batchesOf(sources, most).map((batch) => batch.sources.map(({ file }) => file).join(''));
  assert.deepEqual(together(8), ['152', '3', '4']);
  assert.deepEqual(together(2), ['15', '23', '4']);
  assert.deepEqual(together(1), ['1', '5', '2', '3', '4']);
  assert.deepEqual(batchesOf(sources, 8)[0].flags, ['-DA', `-I${join(folder, 'a')}`, `-I${join(folder, 'b')}`]);
});

test('what a run that was ended left in pieces is not remembered', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-tidy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of [['whole', '{"a.hpp":"1"}'], ['cut', '{"a.h'], ['empty', '']]) writeFileSync(join(folder, name), text);
  assert.deepEqual(includesKept(join(folder, 'whole')), { 'a.hpp': '1' });
  for (const name of ['cut', 'empty', 'none']) assert.equal(includesKept(join(folder, name)), undefined);
});
