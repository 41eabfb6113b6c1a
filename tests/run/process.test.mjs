import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { environmentOfTests, run, slownessBy, slownessOf } from './process.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tagtrail-run-'));
after(() => rmSync(folder, { recursive: true }));
const options = { cwd: folder, log: join(folder, 'log'), timeoutMs: 60_000 };

/** Whether a process still runs; one that only waits to be reaped doesn't. */
function alive(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('both outputs and the exit code arrive', async () => {
  const result = await run('bash', ['-c', 'echo one; echo two >&2; exit 3'], options);
  assert.equal(result.code, 3);
  assert.deepEqual(result.output.trim().split('\n').sort(), ['one', 'two']);
});

test('what a machine says of itself is not told, and a folder of its own is', async () => {
  const ours = { PATH: '/bin', HOME: '/home/a', TZ: 'Asia/Kathmandu', CI: 'true', TMPDIR: '/t', TAGTRAIL_CHROMIUM: '/c', TAGTRAIL_LONG: '1',
    XDG_CACHE_HOME: '/c', GITHUB_ACTIONS: 'true' };
  const theirs = { http_proxy: 'x', HTTPS_PROXY: 'x', no_proxy: 'x', all_proxy: 'x', AWS_PROFILE: 'x', GIT_DIR: 'x', PGHOST: 'x', PGSSLMODE: 'x',
    TAGTRAIL_DB: 'x', TAGTRAIL_JOBS: 'x', TAGTRAIL_PROXY_LOGIN: 'x', DISPLAY: 'x', WAYLAND_DISPLAY: 'x', MOZ_ENABLE_WAYLAND: 'x', NO_COLOR: 'x',
    FORCE_COLOR: 'x', LANG: 'x', LANGUAGE: 'x', LC_NUMERIC: 'x', XDG_CONFIG_HOME: 'x', XDG_SESSION_TYPE: 'x', QT_STYLE_OVERRIDE: 'x', SSL_CERT_FILE: 'x', SOURCE_DATE_EPOCH: 'x' };
  assert.deepEqual(environmentOfTests({ ...ours, ...theirs, LC_ALL: 'de_DE' }), { ...ours, LC_ALL: 'C.UTF-8' });
  const result = await run('bash', ['-c', 'ls -A "$XDG_RUNTIME_DIR"; echo "$XDG_RUNTIME_DIR"; touch "$XDG_RUNTIME_DIR/a"'], options);
  assert.match(result.output, /^\/.*tagtrail-runtime-.*\n$/);
  assert.equal(existsSync(result.output.trim()), false);
});

test('a program that hangs is ended with what it started', async () => {
  const result = await run('bash', ['-c', 'sleep 1000 & echo $!; wait'], { ...options, timeoutMs: 300 });
  assert.equal(result.timedOut, true);
  const child = Number(result.output.trim());
  assert.ok(child > 1);
  while (alive(child)) await new Promise((wake) => setTimeout(wake, 20));
});

test('a program that does not exist is a failure, not an exception', async () => {
  const result = await run(join(folder, 'nothing'), [], options);
  assert.equal(result.code, null);
  assert.match(result.output, /ENOENT/);
});

test('a machine is slower the longer the same work takes it, in bounds', async () => {
  assert.equal(slownessBy(800, 2, 4), 1);
  assert.equal(slownessBy(100, 2, 4), 1);
  assert.equal(slownessBy(2000, 2, 4), 2.5);
  assert.equal(slownessBy(2000, 4, 4), 5);
  assert.equal(slownessBy(60_000, 2, 4), 10);
  const measured = await slownessOf(1, 1);
  assert.ok(measured >= 1 && measured <= 10);
});
