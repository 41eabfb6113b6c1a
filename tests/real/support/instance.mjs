// An application as an instance of its own: a temporary folder, a free port, processes that end with the test.
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** A Redmine needs seconds, on a machine that builds something else minutes. */
const kStartMs = 600_000;

/** Server programs must not run as root; Debian's user for web servers is there where they are. */
export const asRoot = process.getuid() === 0;
export const kServerUser = 'www-data';

// Who is told to stop takes his servers with him (startProcess).
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** A port of loopback that is free now. */
export function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Runs to the end; throws with what it printed when it fails. */
export function command(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0] ?? ''} ended with ${status}:\n${`${stdout}${stderr}`.slice(-4000)}`);
  return stdout;
}

/** Gives a folder to the user that the web server runs as. */
export function handOver(folder) {
  if (asRoot) command('chown', ['-R', `${kServerUser}:${kServerUser}`, folder]);
}

function accepts(target) {
  return new Promise((done) => {
    const socket = connect(target, () => done(socket.end() && true));
    socket.on('error', () => done(false));
  });
}

/** A server program in the foreground; `listening`: what it listens on, a port or { path }. */
export async function startProcess(program, args, { log, listening, env = {}, cwd } = {}) {
  const file = openSync(log, 'a');
  // A process group of its own, because servers have children.
  const child = spawn(program, args, { cwd, detached: true, stdio: ['ignore', file, file], env: { ...process.env, ...env } });
  let over = false;
  const ended = new Promise((done) => child.once('error', done).once('exit', done)).then(() => (over = true));
  const endNow = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has gone already.
    }
  };
  process.on('exit', endNow);
  const target = typeof listening === 'number' ? { host: '127.0.0.1', port: listening } : listening;
  const deadline = Date.now() + kStartMs;
  while (!(await accepts(target))) {
    if (over || Date.now() > deadline) {
      endNow();
      throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(0, 4000)}`);
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return {
    stop: async () => {
      if (!over) child.kill('SIGTERM');
      const late = setTimeout(endNow, 15_000);
      await ended;
      clearTimeout(late);
      endNow();
      process.off('exit', endNow);
    },
  };
}
