#!/usr/bin/env node
// A site whose pages send something as they are shown, each in its own way, on loopback:
//   node server.mjs [--port N] [--log FILE] [--with-parent]
// Every page shows the link to a file of its name once that has failed or gone through; those that ask (`asks`) have it
// from the answer alone. A page whose worker sends waits for an answer that is held until the worker has told (`told`).
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { csvOf } from '../csv_files.mjs';
import { serve } from '../serving.mjs';
import { PAGES } from './pages.mjs';

const { values } = parseArgs({ options: {
  port: { type: 'string', default: '0' }, log: { type: 'string' },
  'with-parent': { type: 'boolean', default: false },
} });

const TOOLS = `
const show = (name, to = name) => document.body.insertAdjacentHTML('beforeend', '<p><a href="/files/' + to + '.csv">' + name + '</a></p>');
const wait = (name) => fetch('/held/' + name).then(() => show(name));
const send = (method, to, body) => fetch(to, { method, body }).catch(() => undefined);`;
const tell = (name) => `.catch(() => 0).then(() => fetch('/told/${name}'))`;
const WORKERS = {
  '/worker.js': `fetch('/kept/worker', { method: 'PUT' })${tell('worker')};`,
  '/shared.js': `onconnect = () => fetch('/kept/shared', { method: 'DELETE' })${tell('shared')};`,
  '/service.js': `
    oninstall = () => skipWaiting();
    onactivate = (event) => event.waitUntil(clients.claim());
    onmessage = () => fetch('/kept/service', { method: 'PATCH' })${tell('service')};`,
};
const LIST = PAGES.map(({ name }) => `<p><a href="/pages/${name}">${name}</a></p>`).join('');

const page = (title, body) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>\n`;

function answer(method, pathname, body) {
  const shown = PAGES.find(({ name }) => pathname === `/pages/${name}`);
  const file = /^\/files\/([\w-]+)\.csv$/.exec(pathname)?.[1];
  if (pathname === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\n' };
  if (WORKERS[pathname]) return { type: 'text/javascript', body: WORKERS[pathname] };
  if (file) return { type: 'text/csv', body: csvOf(file) };
  if (shown) return { type: 'text/html', body: page(shown.name, `<script>${TOOLS}${shown.script}</script>`) };
  if (pathname === '/frame') return { type: 'text/html', body: page('frame', "<script>fetch('/kept/frame', { method: 'PUT' })</script>") };
  if (pathname === '/graphql' || pathname === '/api/search') {
    return { type: 'application/json', body: JSON.stringify({ rows: [/mutation[^"\\]/.test(body) ? 'changed' : pathname.replace(/\W/g, '')] }) };
  }
  // Drawn by a script, so that a browser is worth it.
  if (pathname === '/') return { type: 'text/html', body: page('Sending', `<script>document.body.innerHTML = ${JSON.stringify(LIST)}</script>`) };
  return method === 'GET' ? { status: 404, type: 'text/html', body: '<p>Not found' } : { status: 204, type: 'text/plain', body: '' };
}

/** Who has sent what it had to send, and who waits for that. */
const told = new Set();
const held = [];

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { pathname } = new URL(request.url, 'http://site');
    const [, what, who] = /^\/(held|told)\/(\w+)$/.exec(pathname) ?? [];
    if (what === 'told') told.add(who);
    if (what === 'held') held.push({ who, response });
    log?.write(`${JSON.stringify({ method: request.method, url: request.url, body, agent: request.headers['user-agent'] ?? '' })}\n`);
    for (const { response: waiting } of held.filter(({ who: one }) => told.has(one))) {
      if (!waiting.writableEnded) waiting.writeHead(200, { 'Content-Type': 'text/plain' }).end('told');
    }
    if (what === 'held') return;
    const { status = 200, type, body: text } = answer(request.method, pathname, body);
    response.writeHead(status, { 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : text);
  });
});
// Whoever gets so far may send anything.
server.on('upgrade', (request, socket) => {
  log?.write(`${JSON.stringify({ method: 'WebSocket', url: request.url, body: '', agent: request.headers['user-agent'] ?? '' })}\n`);
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
