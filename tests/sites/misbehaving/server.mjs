#!/usr/bin/env node
// A large site that misbehaves at random, the same way each time, on loopback:
//   node server.mjs [--seed N] [--files N] [--port N] [--with-parent]
// site.mjs says what it holds, what of it can be had, and how often each URL goes wrong first.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';
import { answers } from './answers.mjs';
import { MisbehavingSite } from './site.mjs';

const { values } = parseArgs({ options: {
  seed: { type: 'string', default: '1' },
  files: { type: 'string', default: '500' },
  port: { type: 'string', default: '0' },
  'with-parent': { type: 'boolean', default: false },
} });

const site = new MisbehavingSite({ seed: Number(values.seed), files: Number(values.files) });
const tries = new Map();

const server = createServer((request, response) => {
  const path = request.url.split('?')[0];
  const good = site.good(path);
  if (!good) {
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.end('nothing here\n');
    return;
  }
  const { what, tries: most } = site.misbehaviour(path);
  const before = tries.get(path) ?? 0;
  tries.set(path, before + 1);
  answers[before < most ? what : 'none'](response, good, request.url);
});
server.keepAliveTimeout = 30_000;
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
