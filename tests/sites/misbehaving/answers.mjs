// One misbehaviour each: how an answer goes wrong on the wire.
import { gzipSync } from 'node:zlib';
import { shortened } from './site.mjs';

const SLOW_MS = 150;

const half = (bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2));

function send(response, { type, body }) {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}

/** Bytes as they are, past node's own care for what HTTP allows; then the connection ends or breaks. */
function raw(response, head, body, { breaks = false } = {}) {
  const { socket } = response;
  const bytes = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head.join('\r\n')}\r\n\r\n`), body]);
  socket.write(bytes, () => (breaks ? socket.resetAndDestroy() : socket.end()));
}

function fail(response, status, headers = {}) {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(`error ${status}\n`);
}

export const answers = {
  none: send,
  slow: (response, good) => setTimeout(() => send(response, good), SLOW_MS),
  'reset-before': (response) => response.socket.resetAndDestroy(),
  'reset-within': (response, { type, body }) =>
    raw(response, [`Content-Type: ${type}`, `Content-Length: ${body.length}`], half(body), { breaks: true }),
  truncated: (response, { type, body }) =>
    raw(response, [`Content-Type: ${type}`, `Content-Length: ${body.length}`], half(body)),
  'longer-length': (response, { type, body }) =>
    raw(response, [`Content-Type: ${type}`, `Content-Length: ${body.length + 100}`], body),
  'short-length': (response, { type, body }) =>
    raw(response, [`Content-Type: ${type}`, `Content-Length: ${shortened(body).length}`], body),
  'broken-chunks': (response, { type, body }) => raw(response, [`Content-Type: ${type}`, 'Transfer-Encoding: chunked'],
    Buffer.concat([Buffer.from(`${half(body).length.toString(16)}\r\n`), half(body), Buffer.from('\r\nno number\r\n')])),
  'cut-gzip': (response, { type, body }) => {
    const cut = half(gzipSync(body));
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': cut.length });
    response.end(cut);
  },
  'error-404': (response) => fail(response, 404),
  'error-500': (response) => fail(response, 500),
  'error-502': (response) => fail(response, 502),
  'busy-503': (response) => fail(response, 503, { 'retry-after': '0' }),
  'busy-429': (response) => fail(response, 429, { 'retry-after': '0' }),
  'wrong-type': (response) => send(response, { type: 'text/html', body: Buffer.from('<title>Sorry</title><p>Come back later.') }),
  'redirect-loop': (response, _good, path) => {
    response.writeHead(302, { location: path.includes('?again') ? path.split('?')[0] : `${path}?again` });
    response.end();
  },
};
