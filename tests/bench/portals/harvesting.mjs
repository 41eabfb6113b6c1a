// One harvest by the built program, and what it kept.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addressesOf } from '../../sites/demo/check.mjs';

const kHome = resolve(import.meta.dirname, '../../..');
export const kOwnProgram = join(kHome, 'build/native/native-host/tagtrail');
const environment = { ...process.env, TAGTRAIL_HOME: process.env.TAGTRAIL_HOME ?? kHome };

/** The ways to harvest that a program knows: those whose options it lacks are left out. */
export function waysOf(program) {
  const help = spawnSync(program, ['harvest', '--help'], { encoding: 'utf8', env: environment }).stdout;
  const never = ['--catalogues', '--forms'].filter((option) => help.includes(`${option} `)).map((option) => [option, 'never']);
  const alone = never.flat();
  const without = never.map(([option, value]) => [`no ${option.slice(2)}`, [option, value]]);
  return new Map([
    ['trail', []], ...without, ...(never.length > 1 ? [['neither', alone]] : []),
    ['bfs', ['--policy', 'bfs', ...alone]], ['sb-classifier', ['--policy', 'sb-classifier', ...alone]],
  ]);
}

function resultOf(stdout) {
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1));
  } catch {
    return undefined;  // it died: its exit code and standard error tell the rest
  }
}

/** { code, stderr, result (its JSON), kept: URLs of what it kept, seconds, job }; the job is removed unless `keep`. */
export async function harvest(program, args, { requests, minutes, keep = false }) {
  const job = join(mkdtempSync(join(tmpdir(), 'tagtrail-portals-')), 'job');
  const from = performance.now();
  const child = spawn(program, ['harvest', ...args, '--out', job, '--delay', '0', '--browser', 'never', '--allow-private', '--tables', 'off',
    '--max-requests', String(requests), '--max-time', `${minutes}m`, '--json', '--quiet'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of Object.keys(output)) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  const manifest = join(job, 'datapackage.json');
  const kept = existsSync(manifest) ? addressesOf(JSON.parse(readFileSync(manifest, 'utf8'))).map(({ sources }) => sources[0].path) : [];
  const answer = { code, stderr: output.stderr, result: resultOf(output.stdout), kept: new Set(kept), seconds: (performance.now() - from) / 1000, job };
  if (!keep) rmSync(join(job, '..'), { recursive: true, force: true });
  return answer;
}
