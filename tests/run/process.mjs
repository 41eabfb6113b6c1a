// Runs one program of a suite with its output in a log file and an end that surely comes.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

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
    const endGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup('SIGKILL');
    }, timeoutMs);
    const interrupted = () => {
      endGroup('SIGKILL');
      process.exit(130);
    };
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    const finish = (code, signal, extra = '') => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      if (child.pid) endGroup('SIGKILL');
      done({ code, signal, timedOut, output: readFileSync(log, 'utf8') + extra });
    };
    child.on('error', (error) => finish(null, null, `${command}: ${error.message}\n`));
    child.on('exit', (code, signal) => finish(code, signal));
  });
}
