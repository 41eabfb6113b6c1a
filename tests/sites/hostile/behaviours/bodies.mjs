// Bodies that are too large, never end, or end too early.
import { constants, createBrotliCompress, createDeflateRaw, gzipSync } from 'node:zlib';
import { goodFile, raw, repeat, stream } from '../answers.mjs';

const kMiB = 1 << 20;
const kZeros = Buffer.alloc(kMiB);

/** Compresses `count` MiB of zeros; the result is small. */
async function compressZeros(compressor, count, flush) {
  const parts = [];
  compressor.on('data', (part) => parts.push(part));
  for (let at = 0; at < count; at += 1) await new Promise((done) => compressor.write(kZeros, done));
  if (flush !== undefined) {
    await new Promise((done) => compressor.flush(flush, done));
  } else {
    await new Promise((done) => compressor.on('end', done).end());
  }
  return Buffer.concat(parts);
}

let bombBlock;
let brotliBomb;

/** After a full flush a block refers to nothing before it, so one block can be sent over and over. */
async function gzipBomb(response, contentType) {
  bombBlock ??= await compressZeros(createDeflateRaw({ level: 9 }), 16, constants.Z_FULL_FLUSH);
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Encoding': 'gzip' });
  response.write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]));
  await stream(response, Array.from({ length: 256 }, () => bombBlock));
}

async function sendBrotliBomb(response) {
  brotliBomb ??= await compressZeros(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), 512);
  response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'br', 'Content-Length': brotliBomb.length });
  response.end(brotliBomb);
}

function* largePage(mebibytes) {
  const paragraph = Buffer.from(`${'<p>Nothing to see here.</p>\n'.repeat(2340)}`);  // about 64 KiB
  yield '<!DOCTYPE html><html><body><a href="/good/in-large-page.csv">early</a>\n';
  for (let sent = 0; sent < mebibytes * kMiB; sent += paragraph.length) yield paragraph;
  yield '<a href="/large/unreachable.csv">late</a></body></html>';
}

function* forever(part) {
  while (true) yield part;
}

const kHtml = { 'Content-Type': 'text/html' };

export const bodies = [
  { path: '/bomb/page.html', title: 'Gzip bomb of 4 GiB as a page', handle: (_, response) => gzipBomb(response, 'text/html') },
  { path: '/bomb/file.csv', title: 'Gzip bomb as a file', handle: (_, response) => gzipBomb(response, 'text/csv') },
  { path: '/bomb/brotli.html', title: 'Brotli bomb', handle: (_, response) => sendBrotliBomb(response) },
  // Not a bomb for a crawler that stores files as they are.
  goodFile('/bomb/archive.csv.gz', { title: 'A file that is itself compressed', mime: 'application/gzip',
    body: gzipSync(Buffer.alloc(8 * kMiB)) }),
  { path: '/large/page.html', title: 'HTML of 70 MiB', handle: (_, response) => {
    response.writeHead(200, kHtml);
    return stream(response, largePage(70));
  } },
  goodFile('/good/in-large-page.csv'),
  { path: '/endless/fast.html', title: 'Page without end', handle: (_, response) => {
    response.writeHead(200, kHtml);
    return stream(response, forever(Buffer.from('<p>More.</p>\n'.repeat(5000))));
  } },
  { path: '/endless/trickle.html', title: 'Page that trickles', handle: (_, response) => {
    response.writeHead(200, kHtml);
    repeat(response, 200, () => response.write('.'));
  } },
  { path: '/endless/file.csv', title: 'File without end', handle: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    return stream(response, forever(Buffer.from('1,2,3\n'.repeat(10_000))));
  } },
  { path: '/cut/length.csv', title: 'Body shorter than its Content-Length', handle: (_, response) => {
    raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 5000\r\n\r\na,b\n1,2\n');
    response.socket.end();
  } },
  { path: '/cut/chunked.csv', title: 'Chunked body that is cut off', handle: (_, response) => {
    raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n100\r\na,b\n');
    response.socket.end();
  } },
  { path: '/cut/longer.csv', title: 'Body longer than its Content-Length', handle: (_, response) => {
    raw(response, `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 8\r\n\r\na,b\n1,2\n${'HTTP/1.1 200 OK\r\n'.repeat(50)}`);
    response.socket.end();
  } },
  { path: '/cut/two-lengths.csv', title: 'Two different Content-Lengths', handle: (_, response) => {
    raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 8\r\nContent-Length: 4\r\n\r\na,b\n1,2\n');
    response.socket.end();
  } },
  { path: '/cut/negative.csv', title: 'Negative Content-Length', handle: (_, response) => {
    raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: -1\r\n\r\na,b\n1,2\n');
    response.socket.end();
  } },
  { path: '/cut/reset.csv', title: 'Connection reset in the middle', handle: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': 1000 });
    response.write('a,b\n', () => response.socket.resetAndDestroy());
  } },
];
