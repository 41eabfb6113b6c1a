#!/usr/bin/env node
// Serves the demo site on loopback:
//   node server.mjs --dir build/demo-site [--address IP] [--port N] [--log FILE] [--latency MS] [--with-parent]
// Answers exactly what the site's list (DIR.json) names; everything else is 404.
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';

const kErrors = { 404: 'Not found', 405: 'Method not allowed', 410: 'Gone', 500: 'Internal error' };

/** URL (path and query) -> { status, headers, path }. */
export function routesOf(list) {
  const routes = new Map();
  for (const { url, path, contentType } of [...list.pages, ...list.assets]) {
    routes.set(url, { status: 200, path, headers: { 'Content-Type': contentType } });
  }
  for (const { url, path, mime, disposition } of list.files) {
    const headers = { 'Content-Type': mime, ...(disposition && { 'Content-Disposition': disposition }) };
    routes.set(url, { status: 200, path, headers });
  }
  for (const { from, to, status } of list.redirects) routes.set(from, { status, headers: { Location: to } });
  for (const { url, status } of list.dead) routes.set(url, { status, headers: {} });
  return routes;
}

function find(routes, anyQuery, target) {
  const path = target.split('?', 1)[0];
  const found = routes.get(target) ?? (anyQuery.has(path) ? routes.get(path) : undefined);
  if (found) return found;
  if (routes.has(`${target}/`)) return { status: 301, headers: { Location: `${target}/` } };
  return { status: 404, headers: {} };
}

function errorPage(status) {
  return Buffer.from(`<!DOCTYPE html><html lang="en"><head><title>${kErrors[status]}</title></head>`
    + `<body id="page-error"><h1>${kErrors[status]}</h1><p><a href="/">Home</a></p></body></html>\n`);
}

function main() {
  const { values } = parseArgs({ options: {
    dir: { type: 'string', default: 'build/demo-site' },
    address: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    log: { type: 'string' },
    latency: { type: 'string', default: '0' },
    'with-parent': { type: 'boolean', default: false },
  } });
  const directory = resolve(values.dir);
  if (!existsSync(`${directory}.json`)) {
    console.error(`no site in ${directory}: node tests/sites/demo/generate.mjs --out ${values.dir}`);
    process.exit(3);
  }
  const list = JSON.parse(readFileSync(`${directory}.json`, 'utf8'));
  const routes = routesOf(list);
  const anyQuery = new Set(list.pages.filter((page) => page.anyQuery).map((page) => page.url));
  const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
  const latency = Number(values.latency);
  const origin = process.hrtime.bigint();
  const elapsed = () => Number((process.hrtime.bigint() - origin) / 1000n) / 1000;

  const server = createServer((request, response) => {
    const begun = elapsed();
    const allowed = request.method === 'GET' || request.method === 'HEAD';
    const answer = allowed ? find(routes, anyQuery, request.url) : { status: 405, headers: { Allow: 'GET, HEAD' } };
    const body = answer.path ? readFileSync(join(directory, answer.path))
      : answer.status >= 400 ? errorPage(answer.status) : Buffer.alloc(0);
    const type = answer.status >= 400 ? { 'Content-Type': 'text/html; charset=utf-8' } : {};
    response.writeHead(answer.status, { ...type, ...answer.headers, 'Content-Length': body.length });
    const end = () => response.end(request.method === 'HEAD' ? undefined : body);
    if (latency > 0) setTimeout(end, latency);
    else end();
    // Times in ms since the start: `end` of one and `begin` of the next tell whether a crawl was polite.
    response.on('close', () => log?.write(`${JSON.stringify({
      begin: begun, end: elapsed(), method: request.method, url: request.url, status: answer.status,
      bytes: body.length, agent: request.headers['user-agent'] ?? '', port: request.socket.remotePort,
    })}\n`));
  });
  serve(server, { address: values.address, port: Number(values.port), withParent: values['with-parent'] });
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) main();
