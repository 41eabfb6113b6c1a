// Small answers and endless ones. A behaviour is { path, handle(request, response) }, with `title` when
// the index page links to it, and `file` (a list entry) when a good crawler has that file at the end.
import { createHash } from 'node:crypto';

/** A small table that differs by name. */
export function goodCsv(name) {
  return Buffer.from(`name,value\n${name},1\n${name},2\n`);
}

export function send(response, status, headers, body = '') {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Length': bytes.length, ...headers });
  response.end(bytes);
}

export function sendHtml(response, body, status = 200) {
  send(response, status, { 'Content-Type': 'text/html; charset=utf-8' },
    `<!DOCTYPE html><html lang="en"><head><title>Hostile</title></head><body>${body}</body></html>`);
}

/**
 * Writes all parts of an iterable as fast as they are read, and stops when nobody reads. Between parts
 * the event loop gets its turn: others are served meanwhile, and the end of the connection is noticed.
 */
export async function stream(sink, parts) {
  let goOn = () => {};
  sink.on('drain', () => goOn()).on('close', () => goOn());
  for (const part of parts) {
    if (sink.destroyed) return;
    const more = sink.write(part);
    await new Promise((done) => {
      goOn = done;
      if (more) setImmediate(done);
    });
  }
  sink.end();
}

/** Calls `write` every `ms` until the connection is closed. */
export function repeat(response, ms, write) {
  const timer = setInterval(write, ms);
  response.on('close', () => clearInterval(timer));
}

/** Writes bytes past the HTTP library, which would refuse to send them. */
export function raw(response, text) {
  // Null once the client has hung up.
  response.socket?.write(text);
}

/** A behaviour that serves a good file; `group`: plain (always to be had) or retry (at a second try). */
export function goodFile(path, { title, headers = {}, mime = 'text/csv', body, group = 'plain', handle } = {}) {
  const bytes = Buffer.from(body ?? goodCsv(path));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const serve = (_, response) => send(response, 200, { 'Content-Type': mime, ...headers }, bytes);
  return {
    path, title, handle: handle ? (request, response) => handle(request, response, () => serve(request, response)) : serve,
    file: { url: path, group, mime, bytes: bytes.length, sha256 },
  };
}
