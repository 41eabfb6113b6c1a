#!/usr/bin/env node
// A site that does everything wrong, one route a behaviour, on loopback:
//   node server.mjs [--port N] [--log FILE] [--robots NAME] [--only WORD,...] [--without WORD,...]
//                   [--write-list FILE] [--names] [--with-parent]
// The index page links to all behaviours, or to those whose path begins with a word (`loop`, `bomb`),
// with good files between them, which a crawl must still find: --write-list lists those for
// ../demo/check.mjs. Answers are made as they are sent, so that large ones cost no memory.
import { createWriteStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';
import { goodFile, sendHtml } from './answers.mjs';
import { bodies } from './behaviours/bodies.mjs';
import { heads } from './behaviours/heads.mjs';
import { pages } from './behaviours/pages.mjs';
import { redirects } from './behaviours/redirects.mjs';
import { robots } from './behaviours/robots.mjs';

const { values } = parseArgs({ options: {
  port: { type: 'string', default: '0' },
  log: { type: 'string' },
  robots: { type: 'string', default: 'plain' },
  only: { type: 'string' },
  without: { type: 'string' },
  'write-list': { type: 'string' },
  names: { type: 'boolean', default: false },
  'with-parent': { type: 'boolean', default: false },
} });

function usage(text) {
  console.error(text);
  process.exit(2);
}

const everything = [...bodies, ...heads, ...redirects, ...pages];

/** The first part of a path is the word by which behaviours are chosen. */
function wordOf(path) {
  return path.split('/')[1];
}
const words = new Set(everything.filter(({ title }) => title).map(({ path }) => wordOf(path)));
for (const word of [values.only, values.without].flatMap((list) => list?.split(',') ?? [])) {
  if (!words.has(word)) usage(`no behaviour begins with ${word}; there are ${[...words].join(' ')}`);
}
if (!robots[values.robots]) usage(`no robots.txt is called ${values.robots}; there are ${Object.keys(robots).join(' ')}`);
if (values.names) {
  console.log([...words].join('\n'));
  process.exit(0);
}

const only = values.only?.split(',');
const without = values.without?.split(',') ?? [];
const linked = everything.filter(({ path, title }) =>
  title && (!only || only.includes(wordOf(path))) && !without.includes(wordOf(path)));
const between = Array.from({ length: Math.ceil(linked.length / 10) + 1 }, (_, at) => goodFile(`/good/${at}.csv`));

/** What the index leads to: its own links, and the good files that only pages among them link to. */
function expectedFiles() {
  const reachedBy = {
    '/good/in-large-page.csv': '/large/page.html', '/good/behind-redirects.csv': '/short-chain/0',
    '/good/first-of-many.csv': '/links/many.html', '/good/before-depth.csv': '/links/deep.html',
    '/good/among-long.csv': '/links/long.html', '/good/among-invalid.csv': '/links/invalid.html',
    '/good/among-bad-bytes.csv': '/links/bytes.html', '/good/in-attributes.csv': '/links/attributes.html',
  };
  const shown = new Set(linked.map(({ path }) => path));
  return [...between, ...everything.filter(({ path, file }) => file && (shown.has(path) || shown.has(reachedBy[path])))]
    .map(({ file }) => file);
}
if (values['write-list']) {
  writeFileSync(values['write-list'], `${JSON.stringify({ start: '/', files: expectedFiles() }, null, 1)}\n`);
}

function index(response) {
  const items = linked.map(({ path, title, start }, at) => {
    const good = at % 10 === 0 ? `<li class="good"><a href="${between[at / 10].path}">good file</a></li>` : '';
    const link = `<li><a href="${start ?? path}">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`;
    return good + link;
  });
  sendHtml(response, `<h1>A site that does everything wrong</h1><ul class="behaviours">${items.join('\n')}`
    + `<li class="good"><a href="${between.at(-1).path}">good file</a></li></ul>`);
}

const exact = new Map([...everything.filter(({ prefix }) => !prefix), ...between].map((one) => [one.path, one]));
const prefixes = everything.filter(({ prefix }) => prefix);

function answer(request, response) {
  const path = request.url.split('?', 1)[0];
  if (path === '/') return index(response);
  if (path === '/robots.txt' || path === '/robots-moved.txt') return robots[values.robots](response, path);
  const behaviour = exact.get(path) ?? prefixes.find((one) => path.startsWith(one.path));
  return behaviour ? behaviour.handle(request, response) : sendHtml(response, 'Not found', 404);
}

const log = values.log ? createWriteStream(values.log, { flags: 'a' }) : undefined;
// Clients that hang up in the middle are what this server is for.
const server = createServer((request, response) => {
  log?.write(`${JSON.stringify({ method: request.method, url: request.url.slice(0, 2000), agent: request.headers['user-agent'] ?? '' })}\n`);
  response.on('error', () => {});
  new Promise((done) => done(answer(request, response))).catch(() => response.destroy());
});
server.on('connection', (socket) => socket.on('error', () => {}));
server.on('clientError', (_, socket) => socket.destroy());
serve(server, { port: Number(values.port), withParent: values['with-parent'] });
