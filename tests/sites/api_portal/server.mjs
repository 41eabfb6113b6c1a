#!/usr/bin/env node
// A portal whose pages are empty without scripts, which build them from an API in JSON, on loopback:
//   node server.mjs [--datasets N] [--api KIND] [--noise] [--port N] [--log FILE] [--with-parent]
// KIND, of the list that the API gives:
//   files    names the files of each data set
//   items    names the address in the API of each data set, which names the files
//   pages    names the page of each data set only; what that page asks the API for, no answer names
//   accept   the same, and a data set's page is its answer, too, for scripts that accept JSON
// --noise: the scripts also poll, send, fetch hundreds of answers, and ask another host (`localhost`).
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';
import { bodyOf, filesOf, numbers, PAGE, titleOf } from './list.mjs';

const { values } = parseArgs({ options: {
  datasets: { type: 'string', default: '30' }, api: { type: 'string', default: 'files' },
  noise: { type: 'boolean', default: false }, port: { type: 'string', default: '0' },
  log: { type: 'string' }, 'with-parent': { type: 'boolean', default: false },
} });
const datasets = Number(values.datasets);

const app = readFileSync(new URL('app.js', import.meta.url));
const noise = values.noise ? '<script src="/noise.js"></script>' : '';
const ACCEPTS = values.api === 'accept' ? '<script>globalThis.ITEMS = "";</script>' : '';
const shell = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Portal</title></head>'
  + `<body><div id="app"></div>${ACCEPTS}<script src="/app.js"></script>${noise}</body></html>\n`;
const noiseScript = readFileSync(new URL('noise.js', import.meta.url));

function resourcesOf(id) {
  return filesOf(id).map((url) => ({ url, format: 'CSV' }));
}

function itemOf(id) {
  const item = { id, title: titleOf(id), href: `/datasets/${id}` };
  if (values.api === 'items') item.self = `/api/datasets/${id}`;
  if (values.api === 'files') item.resources = resourcesOf(id);
  return item;
}

function listOf(page) {
  const first = (page - 1) * PAGE + 1;
  const last = Math.min(first + PAGE, datasets + 1);
  const next = last <= datasets ? `/api/datasets?page=${page + 1}` : null;
  return { count: datasets, next, results: numbers(first, last).map(itemOf) };
}

const json = (value) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) });

function answer({ method, url, headers }) {
  const { pathname, searchParams } = new URL(url, 'http://site');
  const id = Number(/^\/(?:api\/)?datasets\/(\d+)$/.exec(pathname)?.[1] ?? 0);
  if (method === 'POST') return json({ url: '/sent.csv' });
  if (pathname === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\n' };
  if (pathname === '/app.js') return { type: 'text/javascript', body: app };
  if (pathname === '/noise.js') return { type: 'text/javascript', body: noiseScript };
  if (pathname === '/api/settings') return json({ theme: 'plain', languages: ['en', 'fr'] });
  if (pathname === '/api/datasets') return json(listOf(Math.max(1, Number(searchParams.get('page') ?? 1))));
  if (/^\/api\/(status|cells)/.test(pathname)) return json({ fine: true, value: 1 });
  if (id > 0 && id <= datasets && values.api === 'accept' && headers.accept === 'application/json') {
    return json({ id, title: titleOf(id), resources: resourcesOf(id) });
  }
  if (id > datasets) return { status: 404, ...json({ error: 'not found' }) };
  if (id > 0 && pathname.startsWith('/api/')) return json({ id, title: titleOf(id), resources: resourcesOf(id) });
  if (/^\/files\/\d+-(table|notes)\.csv$/.test(pathname)) return { type: 'text/csv', body: bodyOf(pathname) };
  if (id > 0 || ['/', '/datasets', '/about'].includes(pathname)) return { type: 'text/html', body: shell };
  return { status: 404, type: 'text/html', body: '<p>Not found' };
}

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  const { method, url, headers } = request;
  log?.write(`${JSON.stringify({ ms: Date.now(), method, url, host: headers.host, agent: headers['user-agent'] ?? '' })}\n`);
  const { status = 200, type, body } = answer(request);
  response.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
  response.end(method === 'HEAD' ? undefined : body);
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
