// Keeps small job folders of a version, which later versions must read and continue (CONTRIBUTING.md, "Releases"):
//   node tests/data/jobs/make.mjs NAME [--program FILE]
// Writes NAME/finished.tar.zst, a harvest with a word of its user, and a round of revisiting; NAME/interrupted.tar.zst,
// one with an archive that was killed; and NAME/made.json, by what and when. What is kept stays.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KeptSite, NEWS_PATH } from '../../sites/kept/site.mjs';
import { ids } from '../../../extension/manifest.mjs';

const root = resolve(import.meta.dirname, '../../..');
const CALLER = `chrome-extension://${ids.chromium.id}/`;
const PROTOCOL = 3;
/** The request in which the interrupted job is killed: after some files, before the last. */
const KILLED_AT = 15;

/** A program that must end with `code`. */
function run(program, args, code = 0) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TAGTRAIL_HOME: root } });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.once('close', (ended) => (ended === code ? done() : failed(new Error(`${args[0]} ended with ${ended}: ${stderr}`))));
  });
}

/** Messages of a host, one by one: their length comes first (docs/protocol.md). */
async function* messagesOf(stream) {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream) {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end; bytes.length >= 4 && bytes.length >= (end = 4 + bytes.readUInt32LE(0)); bytes = bytes.subarray(end)) {
      yield JSON.parse(bytes.subarray(4, end).toString());
    }
  }
}

function framed(message) {
  const text = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}

/** Runs a job to its end as the extension does, whose calls alone can bring the user's word. */
async function runHosted(program, jobs, site, start) {
  const env = { ...process.env, TAGTRAIL_JOBS: jobs, http_proxy: site.proxy.address };
  const child = spawn(program, ['host', CALLER], { stdio: ['pipe', 'pipe', 'inherit'], env });
  child.stdin.write(framed({ id: 1, call: 'hello', protocol: PROTOCOL }));
  child.stdin.write(framed({ id: 2, call: 'job.start', ...start }));
  for await (const message of messagesOf(child.stdout)) {
    if (message.error) throw new Error(message.error.message);
    // There is no engine here: then the host takes its own.
    if (message.call) child.stdin.write(framed({ id: message.id, reply: true, error: { code: 'internal', message: 'none' } }));
    if (message.notice === 'job.progress' && message.state === 'finished') break;
    if (message.notice === 'job.progress' && message.state === 'failed') throw new Error(message.message);
  }
  await new Promise((done) => child.once('close', done).stdin.end());
}

const harvest = (site, job, ...more) => ['harvest', site.url, '--out', job, '--browser', 'never', '--delay', '0',
  '--proxy', site.proxy.address, ...more];

async function makeFinished(program, jobs, site) {
  await runHosted(program, jobs, site, {
    url: site.url, options: { browser: 'never', delayMs: 0, dir: 'finished' },
    feedback: [{ word: 'useless', tagPath: NEWS_PATH, anchor: '/news/1', page: site.url }],
  });
  site.state = 1;
  await run(program, harvest(site, join(jobs, 'finished'), '--revisit'));
}

async function makeInterrupted(program, jobs, site) {
  site.holds = (hit) => hit >= KILLED_AT;
  const child = spawn(program, harvest(site, join(jobs, 'interrupted'), '--archive', 'warc'), { stdio: 'ignore' });
  const ended = new Promise((done) => child.once('close', done));
  while (site.hits.length < KILLED_AT && child.exitCode === null) await new Promise((wake) => setTimeout(wake, 50));
  // What came before is committed by now, as a person's Tagtrail would have been killed at leisure.
  await new Promise((wake) => setTimeout(wake, 2000));
  child.kill('SIGKILL');
  await ended;
  if (child.signalCode !== 'SIGKILL') throw new Error(`the harvest ended by itself, with ${child.exitCode}`);
}

async function keep(program, name) {
  const folder = join(import.meta.dirname, name);
  if (existsSync(folder)) throw new Error(`${folder} is there: what is kept stays as it is`);
  const jobs = mkdtempSync(join(tmpdir(), 'tagtrail-jobs-'));
  try {
    for (const [job, make] of [['finished', makeFinished], ['interrupted', makeInterrupted]]) {
      const site = new KeptSite();
      await site.start();
      await make(program, jobs, site).finally(() => site.stop());
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-C', jobs, '-c', '-I', 'zstd -19 --quiet', '--owner=0', '--group=0', '--numeric-owner',
        '-f', join(folder, `${job}.tar.zst`), job]);
    }
    const by = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
    writeFileSync(join(folder, 'made.json'), `${JSON.stringify({ by, at: new Date().toISOString() }, null, 2)}\n`);
  } finally {
    rmSync(jobs, { recursive: true, force: true });
  }
}

const { values, positionals: [name] } = parseArgs({
  allowPositionals: true, options: { program: { type: 'string', default: join(root, 'build/native/native-host/tagtrail') } },
});
if (name === undefined) throw new Error('which version? node tests/data/jobs/make.mjs NAME');
await keep(resolve(values.program), name);
