import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { choose, nearness, partsFor, wordsOf } from './choose.mjs';
import { affectedTargets, Imports, pathsIn, targetsOf } from './graph.mjs';
import { planned } from './test.mjs';

/** A folder of these files, by their paths. */
function folderWith(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-choose-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const kTargets = [
  { name: 'shared', folder: 'shared', sources: ['shared/src/url.cpp', 'build/single/shared/embedded_types.cpp'], needs: [] },
  { name: 'host_fetch', folder: 'host', sources: ['host/src/fetch/a.cpp', 'host/src/fetch/b.cpp'], needs: ['shared'] },
  { name: 'host_load', folder: 'host', sources: ['host/src/load/l.cpp'], needs: ['shared', 'host_fetch'] },
  { name: 'unit_fetch', folder: 'tests', sources: ['tests/unit/fetch/a_test.cpp'], needs: ['shared', 'host_fetch'] },
  { name: 'unit_load', folder: 'tests', sources: ['tests/unit/load/l_test.cpp'], needs: ['shared', 'host_fetch', 'host_load'] },
];
const kReach = {
  'host/src/fetch/a.cpp': ['host/src/fetch/a.hpp'], 'host/src/load/l.cpp': ['host/src/fetch/a.hpp', 'host/src/load/l.hpp'],
  'tests/unit/load/l_test.cpp': ['host/src/load/l.hpp'],
};
const affectedBy = (...changed) => [...affectedTargets({ targets: kTargets, reach: (file) => kReach[file] ?? [] }, changed)]
  .map(([name, { through }]) => `${name}<${through}`).join(' ');

test('a source concerns its target and all that link it', () => {
  assert.equal(affectedBy('host/src/load/l.cpp'), 'host_load<host_load unit_load<host_load');
  assert.equal(affectedBy('host/src/fetch/b.cpp'), 'host_fetch<host_fetch host_load<host_fetch unit_fetch<host_fetch unit_load<host_fetch');
  assert.equal(affectedBy('tests/unit/fetch/a_test.cpp'), 'unit_fetch<unit_fetch');
  assert.equal(affectedBy('README.md', 'extension/src/a.ts'), '');
});

test('a header concerns those that include it, and what they are linked into', () => {
  assert.equal(affectedBy('host/src/load/l.hpp'), 'host_load<host_load unit_load<unit_load');
  assert.equal(affectedBy('host/src/fetch/a.hpp'), 'host_fetch<host_fetch host_load<host_load unit_fetch<host_fetch unit_load<host_load');
});

test('what is gone, or that nobody includes, concerns its folder', () => {
  assert.equal(affectedBy('tests/unit/fetch/gone_test.cpp'), 'unit_fetch<unit_fetch');
  assert.equal(affectedBy('host/src/load/new.hpp'), 'host_load<host_load unit_load<host_load');
});

test('files of CMake, texts that are compiled in, and test data count', () => {
  assert.equal(affectedBy('cmake/Rooms.cmake').split(' ').length, kTargets.length);
  assert.equal(affectedBy('tests/CMakeLists.txt'), 'unit_fetch<unit_fetch unit_load<unit_load');
  assert.equal(affectedBy('shared/data/types.txt').split(' ').length, kTargets.length);
  assert.equal(affectedBy('tests/conformance/load/rows.txt'), 'unit_load<unit_load');
});

test("targets are read from CMake's file API", (t) => {
  const folder = folderWith(t, {
    'r/index-1.json': '{"reply":{"codemodel-v2":{"jsonFile":"old"}}}', 'r/index-2.json': '{"reply":{"codemodel-v2":{"jsonFile":"m"}}}',
    'r/m': '{"configurations":[{"targets":[{"jsonFile":"a"},{"jsonFile":"b"}]}]}',
    'r/a': '{"name":"a","paths":{"source":"s"},"sources":[{"path":"s/a.cpp"},{"path":"/elsewhere/x.cpp"}],"dependencies":[{"id":"b::@1"}]}',
    'r/b': '{"name":"b","paths":{"source":"."}}',
  });
  assert.deepEqual(targetsOf('/home/x', join(folder, 'r')), [
    { name: 'a', folder: 's', sources: ['s/a.cpp', '../../elsewhere/x.cpp'], needs: ['b'] },
    { name: 'b', folder: '.', sources: [], needs: [] },
  ]);
});

test('paths in quotes', () => {
  assert.deepEqual(pathsIn('import x from "./a.mjs"; y = join(z, \'docs/fleet\') + `b.${c}` + "two words.x" + "word"; import("a.ts")'),
    ['./a.mjs', 'docs/fleet', 'a.ts']);
});

test('a test reads what it imports and names, what these do, and what its folder loads before', (t) => {
  const home = folderWith(t, {
    't/unit/a.test.mjs': 'import "../../src/one.ts"; read("data/names.txt"); run("build/native/tests/engine");',
    't/unit/support/register.mjs': 'register("./hooks.mjs")', 't/unit/support/hooks.mjs': '',
    'src/one.ts': 'export * from "./two.ts";', 'src/two.ts': 'const s = "part/of";', 'src/three.ts': '',
    'part/of/x.css': '', 'part/y.css': '', 'data/names.txt': '"src/three.ts"',
  });
  const { files, made } = new Imports(home).reached('t/unit/a.test.mjs');
  assert.deepEqual([...files].sort(), ['data/names.txt', 'part/of/x.css', 'src/one.ts', 'src/two.ts', 't/unit/a.test.mjs',
    't/unit/support/hooks.mjs', 't/unit/support/register.mjs']);
  assert.deepEqual([...made], ['build/native/tests/engine']);
});

test('a test is nearer the more often and the closer it was changed with what changed', () => {
  const history = [['t/e2e/a.test.mjs', 'p/src/r/x.cpp'], ['t/e2e/b.test.mjs', 'p/src/r/x.cpp', 'c', 'd'],
    ['t/e2e/c.test.mjs', 'p/src/r/y.cpp'], ['t/e2e/d.test.mjs', ...Array.from({ length: 100 }, (_, i) => `${i}`), 'p/src/r/x.cpp']];
  const score = (name) => nearness(`t/e2e/${name}.test.mjs`, ['p/src/r/x.cpp'], history).score;
  assert.ok(score('a') > score('b') && score('b') > score('c') && score('c') > 0);
  assert.equal(score('d'), 0);
  assert.deepEqual(nearness('t/e2e/archives.test.mjs', ['p/src/archive/x.cpp'], []), { score: 0.5, why: 'its name says archive' });
  assert.deepEqual([...wordsOf('archive/job_pages.cpp')], ['archive', 'page']);
});

const kTasks = [
  { suite: 'unit_load', task: { name: 'unit_load', target: 'unit_load' } },
  { suite: 'extension', task: { name: 'extension/a', file: 't/a.test.mjs' } },
  { suite: 'differential', task: { name: 'differential/d', file: 't/d.test.mjs' } },
  ...['harvest', 'near', 'far', 'slow'].map((name) => ({ suite: 'e2e', task: { name: `e2e/${name}`, file: `t/${name}.test.mjs` } })),
];
function choice({ changed, affected = {}, reached = {}, history = ['h/x.cpp'] }) {
  const { chosen, left, others } = choose(kTasks, {
    changed, reached: (file) => new Set([file, ...(reached[file] ?? [])]), lastSeconds: ({ name }) => (name === 'e2e/slow' ? 900 : 10), seconds: 100,
    affected: new Map(Object.entries(affected)), history: [['t/near.test.mjs', ...history], ['t/slow.test.mjs', ...history]],
  });
  return [chosen, left, others].map((list) => list.map(({ task }) => task.name.replace(/.*\//, '')).join(' ')).join(' | ');
}

test('what links a change runs, and of the journeys the first and those near to it that there is time for', () => {
  const affected = { unit_load: { through: 'h', file: 'h/x.cpp' }, tagtrail: { through: 'h', file: 'h/x.cpp' } };
  assert.equal(choice({ changed: ['h/x.cpp'], affected }), 'unit_load harvest near | slow far | a d');
  assert.equal(choice({ changed: ['h/x.cpp'], affected: { native_engine: { through: 'n', file: 'h/x.cpp' } } }), 'd | | unit_load a harvest near far slow'.replace('| |', '|  |'));
});

test('what reads a change runs, a journey before others, and one that changed itself in any case', () => {
  assert.equal(choice({ changed: ['s/x.ts'], reached: { 't/a.test.mjs': ['s/x.ts'] } }), 'a |  | unit_load d harvest near far slow');
  assert.equal(choice({ changed: ['s/x.mjs'], reached: { 't/far.test.mjs': ['s/x.mjs'] } }), 'far |  | unit_load a d harvest near slow');
  assert.equal(choice({ changed: ['t/slow.test.mjs'] }), 'slow |  | unit_load a d harvest near far');
  assert.equal(choice({ changed: ['extension/src/x.ts'] }), 'harvest | near far slow | unit_load a d');
  assert.equal(choice({ changed: ['extension/src/x.ts', 'CHANGELOG.md', 'tests/y.mjs'], history: ['CHANGELOG.md', 'tests/y.mjs'] }), 'harvest | near far slow | unit_load a d');
  assert.equal(choice({ changed: ['docs/x.md'] }), ' |  | unit_load a d harvest near far slow');
});

test('only what chosen tests run is built', () => {
  const parts = (suite, lane, made, text = '') => partsFor({ suite, task: { lane }, reached: { made: new Set(made), text } }).join(', ');
  assert.equal(parts('extension', 'beside', []), '');
  assert.equal(parts('harness', 'beside', ['build/native/tests/x', 'dist']), '');
  assert.equal(parts('differential', 'beside', ['build/wasm/x.wasm', 'build/native/tests/native_engine']), 'part extension, native native_engine');
  assert.equal(parts('faults', 'beside', ['build/native/tests/libclock_shim.so', 'build/native/native-host/tagtrail']),
    'part program, native clock_shim');
  assert.equal(parts('e2e', 'browser', []), 'part program, part extension');
  assert.equal(parts('e2e', 'beside', [], 'run(["generate", "x"])'), 'part program, part laboratory');
});

test('a plan names tasks, and files to be judged', () => {
  const suites = {
    usual: () => [{ name: 'a', tasks: [{ name: 'a/x' }, { name: 'a/y z' }] }, { name: 'b', tasks: [{ name: 'b' }] }],
    checks: (files) => [{ name: files.join('+'), tasks: [] }],
  };
  const plan = 'part program\nnative unit_b\nrun a/y z\nchanged f g\nchanged h\n';
  assert.deepEqual(planned(suites, plan), [{ name: 'a', tasks: [{ name: 'a/y z' }] }, { name: 'f g+h', tasks: [] }]);
});
