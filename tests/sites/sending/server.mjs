#!/usr/bin/env node
// A site whose pages send something as they are shown, each in its own way, on loopback:
//   node server.mjs [--port N] [--log FILE] [--with-parent]
// Every page shows the link to a file of its name once that has failed or gone through; those that ask (`asks`) have it
// from the answer alone.
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
const send = (method, to, body) => fetch(to, { method, body }).catch(() => undefined);`;
const WORKERS = {
  '/worker.js': `fetch('/kept/worker', { method: 'PUT' }).catch(() => 0).then(() => postMessage(1));`,
  '/shared.js': `onconnect = ({ ports: [port] }) => fetch('/kept/shared', { method: 'DELETE' }).catch(() => 0).then(() => port.postMessage(1));`,
  '/service.js': `
    oninstall = () => skipWaiting();
    onactivate = (event) => event.waitUntil(clients.claim());
    onmessage = ({ source }) => fetch('/kept/service', { method: 'PATCH' }).catch(() => 0).then(() => source.postMessage(1));`,
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

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { pathname } = new URL(request.url, 'http://site');
    log?.write(`${JSON.stringify({ method: request.method, url: request.url, body, agent: request.headers['user-agent'] ?? '' })}\n`);
    const { status = 200, type, body: text } = answer(request.method, pathname, body);
    response.writeHead(status, { 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : text);
  });
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
