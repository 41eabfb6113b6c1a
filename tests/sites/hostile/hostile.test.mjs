// The hostile server does what it says: a test that relies on a behaviour must not pass because it
// is not there.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { startServer } from '../starting.mjs';

const script = new URL('server.mjs', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'tagtrail-hostile-'));
const list = join(folder, 'list.json');
let server;

before(async () => {
  server = await startServer(script, ['--write-list', list]);
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (path, base = server.url) => fetch(new URL(path, base), { redirect: 'manual' });

/** Bytes of an answer as they come over the wire, until `limit` or its end. */
function rawBytes(path, limit) {
  return new Promise((done) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const parts = [];
    let size = 0;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    socket.on('data', (part) => {
      parts.push(part);
      size += part.length;
      if (size >= limit) socket.destroy();
    });
    socket.on('error', () => {}).on('close', () => done(Buffer.concat(parts)));
  });
}

/** How many bytes a compressed answer gives before `limit`, and how many came over the wire. */
function inflated(path, decompressor, limit) {
  return new Promise((done, reject) => {
    httpGet(new URL(path, server.url), (response) => {
      let wire = 0;
      let size = 0;
      response.on('data', (part) => { wire += part.length; });
      decompressor.on('error', reject).on('data', (part) => {
        size += part.length;
        if (size >= limit) {
          response.destroy();
          done({ wire, size });
        }
      });
      response.pipe(decompressor);
    });
  });
}

test('every good file is served as listed', async () => {
  const { files } = JSON.parse(readFileSync(list, 'utf8'));
  const plain = files.filter(({ group }) => group === 'plain');
  assert.ok(plain.length > 40);
  for (const { url, bytes, mime } of plain) {
    const response = await get(url);
    assert.equal(response.status, 200, url);
    assert.equal(response.headers.get('content-type'), mime, url);
    assert.equal((await response.arrayBuffer()).byteLength, bytes, url);
  }
});

test('bombs inflate more than two hundredfold', async () => {
  for (const [path, decompressor] of [['/bomb/page.html', createGunzip()], ['/bomb/file.csv', createGunzip()],
    ['/bomb/brotli.html', createBrotliDecompress()]]) {
    const { wire, size } = await inflated(path, decompressor, 100 << 20);
    assert.ok(size / wire > 200, `${path}: ${size} from ${wire}`);
  }
});

test('endless bodies and headers go on', async () => {
  assert.ok((await rawBytes('/endless/fast.html', 64 << 20)).length >= 64 << 20);
  assert.ok((await rawBytes('/endless/file.csv', 64 << 20)).length >= 64 << 20);
  const flood = await rawBytes('/head/flood', 4 << 20);
  assert.ok(flood.length >= 4 << 20);
  assert.equal(flood.indexOf('\r\n\r\n'), -1);
  assert.equal((await rawBytes('/head/slow', 30)).indexOf('\r\n\r\n'), -1);
});

test('cut and lying bodies', async () => {
  const bodyOf = (bytes) => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString();
  assert.ok(bodyOf(await rawBytes('/cut/length.csv', 1e6)).length < 5000);
  assert.ok(!bodyOf(await rawBytes('/cut/chunked.csv', 1e6)).includes('\r\n0\r\n'));
  assert.ok(bodyOf(await rawBytes('/cut/longer.csv', 1e6)).length > 8);
  assert.equal((await rawBytes('/cut/two-lengths.csv', 1e6)).toString().match(/Content-Length/g).length, 2);
  assert.match((await rawBytes('/cut/negative.csv', 1e6)).toString(), /Content-Length: -1/);
  assert.ok(!(await rawBytes('/head/garbage', 1e6)).toString('latin1').startsWith('HTTP'));
  assert.equal((await rawBytes('/head/closed', 1e6)).length, 0);
});

test('redirects lead where they must not', async () => {
  assert.equal((await get('/loop/self')).headers.get('location'), '/loop/self');
  assert.equal((await get('/loop/growing')).headers.get('location'), '/loop/growingx');
  let path = '/chain/0';
  let hops = 0;
  while (path.startsWith('/chain/') && !path.endsWith('.csv')) {
    path = (await get(path)).headers.get('location');
    hops += 1;
  }
  assert.equal(hops, 30);
  const locations = [];
  for (let at = 0; at < 15; at += 1) locations.push((await get(`/redirect/${at}`)).headers.get('location'));
  assert.ok(locations.includes('file:///etc/passwd'));
  assert.ok(locations.includes('http://169.254.169.254/latest/meta-data/'));
});

test('busy answers end after a while', async () => {
  const statuses = async (path, count) => {
    const seen = [];
    for (let at = 0; at < count; at += 1) seen.push((await get(path)).status);
    return seen;
  };
  assert.equal((await get('/busy/never.csv')).headers.get('retry-after'), '31536000');
  assert.deepEqual(await statuses('/busy/429.csv', 3), [429, 429, 200]);
  assert.deepEqual(await statuses('/busy/503.csv', 4), [503, 503, 503, 200]);
});

test('pages are as large and as deep as they claim', async () => {
  const many = await (await get('/links/many.html')).text();
  assert.equal(many.match(/<a /g).length, 200_001);
  const deep = await (await get('/links/deep.html')).text();
  assert.equal(deep.match(/<div/g).length, 200_000);
  assert.ok((await (await get('/large/page.html')).arrayBuffer()).byteLength >= 70 << 20);
  assert.match(await (await get('/links/long.html')).text(), /a{100000}/);
  assert.match(await (await get('/calendar/2024/12')).text(), /\/calendar\/2025\/1"/);
  assert.notEqual(await (await get('/session/')).text(), await (await get('/session/')).text());
});

test('robots.txt by name, and behaviours by word', async () => {
  const listed = join(folder, 'some.json');
  const other = await startServer(script, ['--robots', 'redirect', '--only', 'loop,same', '--write-list', listed]);
  assert.equal((await get('/robots.txt', other.url)).headers.get('location'), '/robots-moved.txt');
  assert.match(await (await get('/robots-moved.txt', other.url)).text(), /Disallow: \/nowhere/);
  const text = await (await get('/', other.url)).text();
  assert.match(text, /\/loop\/self/);
  assert.doesNotMatch(text, /\/bomb\//);
  assert.equal(JSON.parse(readFileSync(listed, 'utf8')).files.filter(({ url }) => url.startsWith('/same/')).length, 20);
  assert.deepEqual(await other.stop(), { code: 0, signal: null });
  for (const [name, status] of [['error', 503], ['missing', 404], ['huge', 200]]) {
    const one = await startServer(script, ['--robots', name]);
    const answer = await get('/robots.txt', one.url);
    assert.equal(answer.status, status, name);
    const size = (await answer.arrayBuffer()).byteLength;
    if (name === 'huge') assert.ok(size > 10 << 20);
    await one.stop();
  }
});
