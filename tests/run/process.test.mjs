import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run } from './process.mjs';

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
