#!/usr/bin/env node
// Lists that grow as a reader goes on, on loopback:
//   node server.mjs [--port N] [--log FILE] [--latency MS] [--with-parent]
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { csvOf } from '../csv_files.mjs';
import { serve } from '../serving.mjs';
import { BATCH, LISTS, namesOf } from './list.mjs';

const { values } = parseArgs({ options: {
  port: { type: 'string', default: '0' }, log: { type: 'string' },
  latency: { type: 'string', default: '0' }, 'with-parent': { type: 'boolean', default: false },
} });

const app = readFileSync(new URL('app.js', import.meta.url));
const page = (body) => `<!DOCTYPE html><html lang="en"><head><title>Endless</title></head><body>${body}`
  + '<script src="/app.js"></script></body></html>\n';
const around = {
  feed: ['', ''], virtual: ['', ''],
  more: ['', '<button type="button" class="load-more">Mehr anzeigen</button>'],
  box: ['<div style="height:400px;overflow-y:auto">', '</div>'],
};

function answer(url) {
  const { pathname, searchParams } = new URL(url, 'http://site');
  const [, section, name = ''] = pathname.split('/');
  if (pathname === '/app.js') return { type: 'text/javascript', body: app };
  if (pathname === '/') {
    const items = Object.keys(LISTS).map((list) => `<li><a href="/lists/${list}">${list}</a></li>`);
    return { type: 'text/html', body: page(`<ul>${items.join('')}</ul>`) };
  }
  if (section === 'lists' && around[name]) {
    const [before, after] = around[name];
    return { type: 'text/html', body: page(`<h1>${name}</h1>${before}<ul data-list="${name}"></ul>${after}`) };
  }
  if (section === 'api' && LISTS[name]) {
    const from = Number(searchParams.get('from'));
    const names = namesOf(name).slice(from, from + BATCH);
    return { type: 'application/json', body: JSON.stringify({ names, total: LISTS[name] }), slow: true };
  }
  if (section === 'files' && name.endsWith('.csv')) return { type: 'text/csv', body: csvOf(name.slice(0, -4)) };
  return { status: 404, type: 'text/html', body: '<p>Not found' };
}

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  log?.write(`${JSON.stringify({ method: request.method, url: request.url, agent: request.headers['user-agent'] ?? '' })}\n`);
  const { status = 200, type, body, slow } = answer(request.url);
  setTimeout(() => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(request.method === 'HEAD' ? undefined : body);
  }, slow ? Number(values.latency) : 0);
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
