import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { baseOf, changedSince, changedTogether } from './changes.mjs';
import { Suites } from './suites.mjs';

/** A repository of its own, whose branch is main: { folder, git, write, commit }. */
function repository(t) {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-changes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // Neither this machine's settings, nor the repository whose hook may run these tests.
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args],
    { encoding: 'utf8', env }).trim();
  const write = (path, text = path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = (...paths) => {
    for (const path of paths) write(path, `${path} ${Math.random()}`);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'x');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  return { folder, git, write, commit };
}

test('changes are counted from where a branch left main, and on main from the last commit', (t) => {
  const { folder, git, commit } = repository(t);
  assert.throws(() => baseOf(folder), /no commit/);
  const first = commit('a');
  assert.equal(baseOf(folder), first);
  git('checkout', '--quiet', '-b', 'work');
  const own = commit('b');
  assert.equal(baseOf(folder), first);
  assert.equal(baseOf(folder, 'HEAD'), own);
  git('checkout', '--quiet', 'main');
  const later = commit('c');
  git('checkout', '--quiet', 'work');
  assert.equal(baseOf(folder), first);
  assert.equal(baseOf(folder, 'main'), later);
  assert.throws(() => baseOf(folder, 'nothing'), /no commit 'nothing'/);
});

test('what is committed, staged, unstaged, new, gone and renamed counts, and what git ignores does not', (t) => {
  const { folder, git, write, commit } = repository(t);
  write('.gitignore', 'build/\n');
  const base = commit('same', 'gone', 'old name', 'staged', 'unstaged', 'committed');
  commit('committed');
  write('staged', 'new');
  git('rm', '--quiet', 'gone');
  git('mv', 'old name', 'näw "name"');
  git('add', '--all');
  write('unstaged', 'new');
  write('fresh/file');
  write('build/made');
  assert.deepEqual(changedSince(folder, base),
    ['committed', 'fresh/file', 'gone', 'näw "name"', 'old name', 'staged', 'unstaged'].sort());
  assert.deepEqual(changedSince(folder, 'HEAD').includes('committed'), false);
});

test('the history says what was changed together', (t) => {
  const { folder, commit } = repository(t);
  assert.deepEqual(changedTogether(folder, 9), []);
  commit('a', 'b');
  commit('b c', 'd');
  commit('a');
  assert.deepEqual(changedTogether(folder, 9), [['a'], ['b c', 'd'], ['a', 'b']]);
  assert.deepEqual(changedTogether(folder, 1), [['a']]);
});

test('a change is judged by what it concerns', () => {
  const suites = new Suites(resolve(import.meta.dirname, '../..'), {});
  const judges = (...changed) => suites.checks(changed).map(({ name }) => name).join(' ');
  assert.equal(judges('README.md', 'tests/run/test.mjs'), '');
  assert.equal(judges('native-host/src/cli/main.cpp'), 'clang-tidy clang-format');
  assert.equal(judges('tests/unit/main.cpp'), 'clang-format');
  assert.equal(judges('native-host/src/cli/gone.cpp', 'docs/example.cpp'), '');
  assert.equal(judges('report/src/a.ts'), 'types');
  assert.equal(judges('extension/src/a.ts'), 'types web-ext-lint');
  assert.equal(judges('extension/_locales/en/messages.json'), 'web-ext-lint');
  assert.equal(judges('.clang-tidy', '.clang-format', 'package.json'), 'clang-tidy types clang-format web-ext-lint');
  assert.equal(suites.checks().map(({ name }) => name).join(' '), 'clang-tidy types clang-format web-ext-lint');
});
