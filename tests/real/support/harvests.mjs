// One harvest of an application, by Tagtrail or by wget, on the same limits; and what came of it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { digestOf } from './contents.mjs';

export const kLimits = { requests: 3000, minutes: 5 };
const kHome = resolve(import.meta.dirname, '../../..');
/** A program that does not keep to its own limit is stopped so much later. */
const kPatienceMs = 60_000;

function start(program, args, { cwd, limitMs, env = {} }) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => (output[name] = (output[name] + text).slice(-1 << 20)));
  }
  let late = false;
  const limit = setTimeout(() => (late = true) && child.kill('SIGKILL'), limitMs);
  const ended = new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, late, ...output }));
  }).finally(() => clearTimeout(limit));
  return { child, ended };
}

/** What a job lists: [{ url, sha256, name }]. */
function listed(job) {
  const file = join(job, 'datapackage.json');
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).resources
    .filter(({ path }) => path !== undefined).map(({ path, hash, sources }) => ({ url: sources[0].path, sha256: hash.replace('sha256:', ''), name: path }));
}

/**
 * Harvests `served` with Tagtrail. `browser`: never, auto, always; `extra`: more options, such as a profile.
 * Gives { code, reason, ending, leftOut, listed, job, stderr, seconds }; who calls removes `job`.
 */
export async function harvest(served, { program, policy = 'trail', browser = 'never', seed = 0, minutes = kLimits.minutes, extra = [] }) {
  const job = mkdtempSync(join(tmpdir(), 'tagtrail-real-job-'));
  const from = Date.now();
  const { ended } = start(program, ['harvest', served.url, '--out', job, '--policy', policy, '--browser', browser,
    '--seed', String(seed), '--max-requests', String(kLimits.requests), '--max-time', `${minutes}m`,
    '--allow-private', '--delay', '0', '--json', '--quiet', ...extra],
  { limitMs: minutes * 60_000 + kPatienceMs, env: { TAGTRAIL_HOME: process.env.TAGTRAIL_HOME ?? kHome } });
  const { code, stdout, stderr } = await ended;
  let said = { stopped_by: 'no report' };
  try {
    said = JSON.parse(stdout.trim().split('\n').at(-1));
  } catch {
    // It died: the exit code and what it printed tell the rest.
  }
  return {
    code, reason: said.stopped_by, ending: said.ending, leftOut: said.left_out, listed: listed(job), job, stderr,
    seconds: (Date.now() - from) / 1000,
  };
}

/** The same by `wget -m`, which is stopped from outside: it has no limit of requests or time. */
export async function mirror(served, { minutes = kLimits.minutes } = {}) {
  const job = mkdtempSync(join(tmpdir(), 'tagtrail-real-job-'));
  const from = Date.now();
  const { child, ended } = start('wget', ['-m', '-nv', '--no-netrc', '-P', job, served.url],
    { limitMs: minutes * 60_000 });
  let full = false;
  served.proxy.at(kLimits.requests, () => (full = true) && child.kill('SIGKILL'));
  const { code, late, stderr } = await ended;
  const files = readdirSync(job, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const contents = files.map((name) => ({ name, sha256: digestOf(readFileSync(name)) }));
  rmSync(job, { recursive: true, force: true });
  const reason = full ? 'max_requests' : late ? 'max_time' : 'frontier_empty';
  return { code, reason, listed: contents, mirrored: true, job: undefined, stderr, seconds: (Date.now() - from) / 1000 };
}
