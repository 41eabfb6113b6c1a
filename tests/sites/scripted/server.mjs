#!/usr/bin/env node
// A site that is empty without scripts, whose files are behind buttons, on loopback:
//   node server.mjs [--port N] [--log FILE] [--with-parent]
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { csvOf } from '../csv_files.mjs';
import { serve } from '../serving.mjs';
import { TOPICS } from './list.mjs';

const { values } = parseArgs({ options: {
  port: { type: 'string', default: '0' }, log: { type: 'string' },
  'with-parent': { type: 'boolean', default: false },
} });

const app = readFileSync(new URL('app.js', import.meta.url));
const shell = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Scripted</title></head>'
  + '<body><div id="app"></div><script src="/app.js"></script></body></html>\n';

function answer({ method, url }) {
  const { pathname, searchParams } = new URL(url, 'http://site');
  const file = /^\/files\/([\w-]+)\.csv$/.exec(pathname)?.[1];
  const table = /^\/api\/tables\/([\w-]+)$/.exec(pathname)?.[1];
  const address = /^\/api\/address\/([\w-]+)$/.exec(pathname)?.[1];
  if (method === 'POST') return { status: 405, type: 'text/plain', body: 'refused' };
  if (pathname === '/app.js') return { type: 'text/javascript', body: app };
  if (pathname === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\n' };
  if (pathname === '/api/topics') return { type: 'application/json', body: JSON.stringify(TOPICS) };
  if (file) return { type: 'text/csv', body: csvOf(file) };
  if (table) return { type: 'text/plain', body: csvOf(table) };
  if (address) return { type: 'application/json', body: JSON.stringify({ url: `/files/${address}.csv` }) };
  if (pathname === '/export') {
    const name = `${searchParams.get('topic')}-frame`;
    return { type: 'text/csv', body: csvOf(name), disposition: `attachment; filename="${name}.csv"` };
  }
  if (pathname === '/' || /^\/(topics|about)(\/|$)/.test(pathname)) return { type: 'text/html', body: shell };
  return { status: 404, type: 'text/html', body: '<p>Not found' };
}

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  log?.write(`${JSON.stringify({ method: request.method, url: request.url, agent: request.headers['user-agent'] ?? '' })}\n`);
  const { status = 200, type, body, disposition } = answer(request);
  response.writeHead(status, { 'Content-Type': type, ...(disposition && { 'Content-Disposition': disposition }) });
  response.end(request.method === 'HEAD' ? undefined : body);
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
