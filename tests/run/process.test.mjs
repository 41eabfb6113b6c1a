import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run } from './process.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tagtrail-run-'));
after(() => rmSync(folder, { recursive: true }));
const options = { cwd: folder, log: join(folder, 'log'), timeoutMs: 60_000 };

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
  // The group was sent SIGKILL; its members vanish as soon as they are reaped.
  while (true) {
    try {
      process.kill(child, 0);
    } catch (error) {
      assert.equal(error.code, 'ESRCH');
      break;
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
});

test('a program that does not exist is a failure, not an exception', async () => {
  const result = await run(join(folder, 'nothing'), [], options);
  assert.equal(result.code, null);
  assert.match(result.output, /ENOENT/);
});
