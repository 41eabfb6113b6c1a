// Runs one program of a suite with its output in a log file and an end that surely comes, in an environment that is the same
// on any machine.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a machine's or a user's settings would change about tests: ways out of this machine, keys and authorities, the
 * repository that a hook of git runs in, somebody's screen, colours, folders of settings, a time that packages shall have.
 */
const kNotOfTests = [
  /^(https?|ftp|all|no)_proxy$/i, /^(AWS|GIT|MOZ|GTK|GDK|QT|KDE|LC)_/, /^PG[A-Z]+$/, /^SSL_CERT_(FILE|DIR)$/, /^SOURCE_DATE_EPOCH$/,
  /^TAGTRAIL_(DB|JOBS|PROXY_LOGIN|ROBOTS|CLAIMS|LEASE|MEMORY_SHARE)$/, /^(WAYLAND_)?DISPLAY$|^XAUTHORITY$|^DBUS_SESSION_BUS_ADDRESS$/,
  /^((NO|FORCE)_COLOR|CLICOLOR(_FORCE)?)$/, /^LANG(UAGE)?$/, /^XDG_((CONFIG|DATA|STATE)_(HOME|DIRS)|SESSION_\w+|CURRENT_DESKTOP)$/,
  /^(DESKTOP_SESSION|SESSION_MANAGER)$/,
];

/** `env` without what tests must not see, in the language of their texts. */
export function environmentOfTests(env) {
  const kept = Object.entries(env).filter(([name]) => !kNotOfTests.some((pattern) => pattern.test(name)));
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8' };
}

const kRuntime = 'tagtrail-runtime-';

/**
 * A folder for the locks and notes that all of a user's jobs share about hosts: a port that another test had is nobody's host
 * to this one, and the user's own jobs wait for none. To be removed by the caller.
 */
function runtimeFolder() {
  return mkdtempSync(join(tmpdir(), kRuntime));
}

/** The same for this process, a test file that was started by hand. */
export function takeEnvironmentOfTests() {
  if (process.env.XDG_RUNTIME_DIR?.includes(kRuntime)) return;
  const runtime = runtimeFolder();
  process.on('exit', () => rmSync(runtime, { recursive: true, force: true }));
  const wanted = { ...environmentOfTests(process.env), XDG_RUNTIME_DIR: runtime };
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  Object.assign(process.env, wanted);
}

/** Process groups of the programs that run now, each with its folder. */
const groups = new Map();

function endGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function interrupted() {
  for (const [group, runtime] of groups) {
    endGroup(group);
    rmSync(runtime, { recursive: true, force: true });
  }
  process.exit(130);
}

/** What each of several programs does at once, and how long that takes where there is a quiet processor of 2023 for each. */
const kWork = "const { createHash } = require('node:crypto'); const block = Buffer.alloc(1 << 20);"
  + "for (let i = 0; i < 150; i++) createHash('sha256').update(block).digest(); let x = 0; for (let i = 0; i < 2e7; i++) x = (x * 31 + i) | 0;";
const kWorkMs = 400;
const kMostSlowness = 10;

/** By how long as many programs as there are places took for that: from 1 to 10. */
export function slownessBy(ms, processors, places) {
  return Math.min(Math.max(ms / (kWorkMs * places / processors), 1), kMostSlowness);
}

/**
 * How many times longer than on a quiet machine things take here now, when as many programs run at once as tests do. Limits
 * that only end what hangs are as much longer.
 */
export async function slownessOf(processors, places) {
  const begin = process.hrtime.bigint();
  await Promise.all(Array.from({ length: places }, () => new Promise((done, failed) => {
    spawn(process.execPath, ['-e', kWork], { stdio: 'ignore' }).on('error', failed).on('exit', done);
  })));
  return slownessBy(Number(process.hrtime.bigint() - begin) / 1e6, processors, places);
}

/**
 * Resolves to { code, signal, output, timedOut }; `output` is standard output and error together.
 * The program leads a process group, so that what it started ends with it. `env` is added to environmentOfTests().
 */
export function run(command, args, { cwd, env = {}, log, timeoutMs }) {
  return new Promise((done) => {
    const file = openSync(log, 'w');
    const runtime = runtimeFolder();
    const child = spawn(command, args, {
      cwd, env: { ...environmentOfTests(process.env), XDG_RUNTIME_DIR: runtime, ...env }, stdio: ['ignore', file, file], detached: true,
    });
    closeSync(file);
    let timedOut = false;
    if (groups.size === 0) process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    if (child.pid) groups.set(child.pid, runtime);
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid) endGroup(child.pid);
    }, timeoutMs);
    const finish = (code, signal, extra = '') => {
      clearTimeout(timer);
      if (child.pid) endGroup(child.pid);
      groups.delete(child.pid);
      rmSync(runtime, { recursive: true, force: true });
      if (groups.size === 0) process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      done({ code, signal, timedOut, output: readFileSync(log, 'utf8') + extra });
    };
    child.on('error', (error) => finish(null, null, `${command}: ${error.message}\n`));
    child.on('exit', (code, signal) => finish(code, signal));
  });
}
