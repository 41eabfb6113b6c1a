import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startServer } from '../starting.mjs';
import { compare } from './check.mjs';
import { crc32 } from './formats/zip.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tagtrail-demo-'));
const directory = join(folder, 'site');
const log = join(folder, 'log.jsonl');
const generator = new URL('generate.mjs', import.meta.url).pathname;
let list;
let server;

before(async () => {
  execFileSync(process.execPath, [generator, '--out', directory]);
  list = JSON.parse(readFileSync(`${directory}.json`, 'utf8'));
  server = await startServer(new URL('server.mjs', import.meta.url), ['--dir', directory, '--log', log]);
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (path, options) => fetch(new URL(path, server.url), { redirect: 'manual', ...options });
const filesOf = (...groups) => list.files.filter(({ group }) => groups.includes(group));
const allPages = () => list.pages.map(({ url, path }) => ({ url, text: readFileSync(join(directory, path), 'latin1') }));

describe('generator', () => {
  test('the same bytes each time', () => {
    const again = join(folder, 'again');
    execFileSync(process.execPath, [generator, '--out', again]);
    assert.equal(readFileSync(`${again}.json`, 'utf8'), readFileSync(`${directory}.json`, 'utf8'));
    for (const name of readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      const path = join(name.parentPath ?? name.path, name.name);
      assert.ok(readFileSync(path).equals(readFileSync(path.replace(directory, again))), path);
    }
  });

  test('as large as promised', () => {
    assert.ok(list.pages.length >= 300);
    assert.ok(list.pages.filter(({ url }) => url.startsWith('/news/')).length >= 100);
    assert.ok(filesOf('plain', 'extensionless', 'javascript').length >= 170);
    assert.equal(filesOf('javascript').length, 20);
    assert.equal(filesOf('disallowed').length, 5);
    for (const type of ['csv', 'xlsx', 'json', 'pdf', 'ods', 'zip']) {
      assert.ok(list.files.some(({ url }) => url.endsWith(`.${type}`)), type);
    }
  });

  test('no page names a file that a script links to', () => {
    for (const { url, text } of allPages()) {
      for (const file of filesOf('javascript')) assert.ok(!text.includes(file.url), `${url} names ${file.url}`);
    }
  });

  test('links of all pages lead to all files but those, and dead links lead nowhere', () => {
    const linked = new Set();
    for (const { url, text } of allPages()) {
      const base = /<base href="([^"]*)"/.exec(text)?.[1] ?? '';
      for (const [, written] of text.matchAll(/<(?:a|iframe)\b[^>]*?\b(?:href|src)="([^"]*)"/g)) {
        const target = new URL(written.replaceAll('&amp;', '&'), new URL(base, new URL(url, 'http://site/')));
        if (target.host === 'site') linked.add(target.pathname + target.search);
      }
    }
    for (const { from, to } of list.redirects) if (linked.has(from)) linked.add(to);
    for (const { url } of filesOf('plain', 'extensionless', 'disallowed')) assert.ok(linked.has(url), url);
    for (const { url } of list.dead) assert.ok(linked.has(url), url);
    for (const { url } of list.pages) {
      if (url !== '/search') assert.ok(linked.has(url) || linked.has(url.replace(/\/$/, '')), url);
    }
  });

  test('archives and spreadsheets are whole', () => {
    for (const { path } of list.files.filter(({ url }) => /\.(zip|xlsx|ods)$/.test(url))) {
      const bytes = readFileSync(join(directory, path));
      let at = 0;
      while (bytes.readUInt32LE(at) === 0x04034b50) {
        const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
        const end = start + bytes.readUInt32LE(at + 18);
        assert.equal(crc32(bytes.subarray(start, end)), bytes.readUInt32LE(at + 14), path);
        at = end;
      }
      assert.equal(bytes.readUInt32LE(at), 0x02014b50, path);
      assert.equal(bytes.readUInt32LE(bytes.length - 6), at, path);
    }
    assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
  });
});

describe('server', () => {
  test('serves every file as the list says', async () => {
    for (const { url, mime, sha256, disposition } of list.files) {
      const response = await get(url);
      assert.equal(response.status, 200, url);
      assert.equal(response.headers.get('content-type'), mime, url);
      assert.equal(response.headers.get('content-disposition') ?? undefined, disposition, url);
      assert.equal(createHash('sha256').update(Buffer.from(await response.arrayBuffer())).digest('hex'), sha256, url);
    }
  });

  test('redirects, dead links and the search', async () => {
    for (const { from, to, status } of list.redirects) {
      const response = await get(from);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('location'), to);
    }
    for (const { url, status } of list.dead) assert.equal((await get(url)).status, status, url);
    assert.equal((await get('/themes')).headers.get('location'), '/themes/');
    assert.equal((await get('/search?q=anything')).status, 200);
    assert.equal((await get('/../site.json')).status, 404);
    assert.equal((await get('/', { method: 'POST' })).status, 405);
  });

  test('HEAD has the headers and no body; pages have their charset', async () => {
    const response = await get('/about/history.html', { method: 'HEAD' });
    assert.equal(response.headers.get('content-type'), 'text/html; charset=iso-8859-1');
    assert.ok(Number(response.headers.get('content-length')) > 500);
    assert.equal((await response.arrayBuffer()).byteLength, 0);
  });

  test('logs requests with their times', async () => {
    await get('/help/?logged=1');
    let line;
    while (!line) {  // written when the answer is complete, which may be after it arrived here
      line = readFileSync(log, 'utf8').split('\n').find((text) => text.includes('logged=1'));
      if (!line) await new Promise((wake) => setTimeout(wake, 5));
    }
    const entry = JSON.parse(line);
    assert.equal(entry.method, 'GET');
    assert.equal(entry.status, 404);
    assert.ok(entry.end >= entry.begin);
  });

  test('ends with its parent', async () => {
    const other = await startServer(new URL('server.mjs', import.meta.url), ['--dir', directory]);
    assert.deepEqual(await other.stop(), { code: 0, signal: null });
  });
});

describe('check', () => {
  const job = join(folder, 'job');
  const resource = ({ url, bytes, sha256 }, at) =>
    ({ path: `files/${at}`, bytes, hash: `sha256:${sha256}`, sources: [{ path: `http://127.0.0.1:1${url}` }] });
  const manifestOf = (...groups) => {
    const chosen = filesOf(...groups);
    rmSync(job, { recursive: true, force: true });
    mkdirSync(join(job, 'files'), { recursive: true });
    chosen.forEach(({ path }, at) => cpSync(join(directory, path), join(job, 'files', String(at))));
    return { resources: chosen.map(resource) };
  };

  test('a complete job is complete', () => {
    assert.equal(compare(job, manifestOf('plain', 'extensionless'), list, 'plain').ok, true);
    assert.equal(compare(job, manifestOf('plain', 'extensionless', 'javascript'), list, 'all').ok, true);
  });

  test('missing, forbidden, doubled and spoilt files are found', () => {
    const missing = compare(job, manifestOf('plain', 'extensionless'), list, 'all');
    assert.equal(missing.ok, false);
    assert.deepEqual(missing.groups.javascript, { expected: 20, found: 0, missing: 20 });

    const forbidden = compare(job, manifestOf('plain', 'extensionless', 'disallowed'), list, 'plain');
    assert.equal(forbidden.unexpected.length, 5);
    assert.equal(forbidden.ok, false);

    const doubled = manifestOf('plain', 'extensionless');
    doubled.resources.push(doubled.resources[0]);
    assert.equal(compare(job, doubled, list, 'plain').ok, false);

    const spoilt = manifestOf('plain', 'extensionless');
    writeFileSync(join(job, 'files', '3'), 'spoilt');
    assert.equal(compare(job, spoilt, list, 'plain').wrong.length, 1);

    const outside = manifestOf('plain', 'extensionless');
    outside.resources[0].path = '../site/index.html';
    assert.match(compare(job, outside, list, 'plain').wrong[0], /outside/);
  });
});
