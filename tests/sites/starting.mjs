// For tests: starts a test server and waits for the line that says where it listens.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** { url, process, stop() }; `script` is a URL of a server.mjs. */
export async function startServer(script, args = []) {
  const child = spawn(process.execPath, [new URL(script).pathname, '--with-parent', ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
  const first = new Promise((done) => createInterface({ input: child.stdout }).once('line', done));
  const line = await Promise.race([first, ended.then(({ code }) => {
    throw new Error(`the server ended with ${code} before it listened`);
  })]);
  return {
    ...JSON.parse(line), process: child, ended,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
