#!/usr/bin/env node
// A portal of forms on loopback:
//   node server.mjs --kind KIND [--seed N] [--port N] [--log FILE] [--with-parent]
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';
import { Portal } from './portals.mjs';

const { values } = parseArgs({ options: {
  kind: { type: 'string', default: 'listing' }, seed: { type: 'string', default: '1' },
  port: { type: 'string', default: '0' }, log: { type: 'string' }, 'with-parent': { type: 'boolean', default: false },
} });

const portal = new Portal(values.kind, { seed: Number(values.seed) });
const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
const server = createServer((request, response) => {
  const { status = 200, type, body } = portal.answer(request.url);
  log?.write(`${JSON.stringify({ method: request.method, url: request.url, status })}\n`);
  response.writeHead(status, { 'Content-Type': type });
  response.end(request.method === 'HEAD' ? undefined : body);
});
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
