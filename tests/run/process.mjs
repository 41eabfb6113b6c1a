// Runs one program of a suite with its output in a log file and an end that surely comes.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Process groups of the programs that run now. */
const groups = new Set();

function endGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function interrupted() {
  for (const group of groups) endGroup(group);
  process.exit(130);
}

/**
 * Resolves to { code, signal, output, timedOut }; `output` is standard output and error together.
 * The program leads a process group, so that what it started ends with it.
 */
export function run(command, args, { cwd, env = {}, log, timeoutMs }) {
  return new Promise((done) => {
    const file = openSync(log, 'w');
    const child = spawn(command, args, {
      cwd, env: { ...process.env, ...env }, stdio: ['ignore', file, file], detached: true,
    });
    closeSync(file);
    let timedOut = false;
    if (groups.size === 0) process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    if (child.pid) groups.add(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid) endGroup(child.pid);
    }, timeoutMs);
    const finish = (code, signal, extra = '') => {
      clearTimeout(timer);
      if (child.pid) endGroup(child.pid);
      groups.delete(child.pid);
      if (groups.size === 0) process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      done({ code, signal, timedOut, output: readFileSync(log, 'utf8') + extra });
    };
    child.on('error', (error) => finish(null, null, `${command}: ${error.message}\n`));
    child.on('exit', (code, signal) => finish(code, signal));
  });
}
