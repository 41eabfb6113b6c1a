#!/usr/bin/env node
// How fast pages are loaded in tabs, on recorded sites (TAGTRAIL_SITES) on loopback.
//   node tests/bench/tabs.mjs [--sites niem,pacelf] [--tabs 1,4] [--pages 120] [--rounds 3] [--program PATH,PATH] [--peer FOLDER]
//        pages a second between the first and the last page, and CPU seconds a page, with --browser always; with --peer also those of
//        Crawlee with Playwright, where `npm install @crawlee/playwright playwright` was run in FOLDER (Chromium: CHROMIUM, or the system's)
//   node tests/bench/tabs.mjs --auto [--sites niem,...] [--rounds 3] [--program PATH,PATH]
//        seconds of whole harvests and requests, with --browser never and auto
// Everything is run in turns; printed are minimum, median and maximum. The server tells pages by what browsers say of navigations.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kOwnProgram } from './portals/harvesting.mjs';
import { recordedSites } from './portals/ordinary.mjs';

const { values: options } = parseArgs({ options: {
  sites: { type: 'string' }, tabs: { type: 'string', default: '1,4' }, pages: { type: 'string', default: '120' }, rounds: { type: 'string', default: '3' },
  program: { type: 'string', default: kOwnProgram }, peer: { type: 'string' }, auto: { type: 'boolean', default: false }, extra: { type: 'string', default: '' },
  crawl: { type: 'string' },
} });

/** The checkout that a program was built in. */
const homeOf = (program) => resolve(program, '../../../..');
const words = (text) => text.split(',').filter(Boolean);
const pages = Number(options.pages);
const programs = words(options.program).map((path) => resolve(path));

/** CPU seconds of the command and all that it started and waited for, by the shell's `times`. */
async function timed(command, args) {
  const child = spawn('bash', ['-c', '"$@"; code=$?; times >&2; exit $code', 'bash', command, ...args],
    { env: { ...process.env, TAGTRAIL_HOME: homeOf(command) }, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  const from = performance.now();
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  const [user, system] = [...words.trim().split('\n').at(-1).matchAll(/(\d+)m([\d.,]+)s/g)]
    .map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds.replace(',', '.')));
  return { code, words, seconds: (performance.now() - from) / 1000, cpu: user + system };
}

async function harvest(program, url, args) {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-tabs-'));
  try {
    return await timed(program, ['harvest', url, '--out', join(folder, 'job'), '--delay', '0', '--allow-private', '--tables', 'off', '--quiet', '--json',
      ...args, ...options.extra.split(' ').filter(Boolean)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs with this very file, so that the server keeps a process of its own. */
const crawlee = (url, tabs) => timed(process.execPath,
  [import.meta.filename, '--crawl', url, '--peer', options.peer, '--tabs', String(tabs), '--pages', String(pages)]);

async function crawl() {
  const { PlaywrightCrawler, Configuration, log } = createRequire(resolve(options.peer, 'package.json'))('@crawlee/playwright');
  log.setLevel(log.LEVELS.ERROR);
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const crawler = new PlaywrightCrawler({
    headless: true, maxRequestsPerCrawl: pages, minConcurrency: Number(options.tabs), maxConcurrency: Number(options.tabs), maxRequestRetries: 0,
    launchContext: { launchOptions: { executablePath, args: ['--no-sandbox'] } },
    async requestHandler({ enqueueLinks }) {
      await enqueueLinks({ exclude: [/\.(?!html?$)[a-z0-9]{1,5}$/i] });
    },
  }, new Configuration({ persistStorage: false, purgeOnStart: false }));
  await crawler.run([options.crawl]);
  // What the crawler leaves open must not count.
  process.exit(0);
}

/** A row by name, with what its runs gave. */
const rows = new Map();
function note(name, figures) {
  if (!rows.has(name)) rows.set(name, []);
  rows.get(name).push(figures);
  console.error(`${name}: ${Object.entries(figures).map(([key, value]) => `${value.toFixed(2)} ${key}`).join(', ')}`);
}

async function onSite(make, run) {
  const site = make();
  await site.start();
  try {
    const done = await run(site.url);
    if (done.code !== 0 && done.code !== 4) console.error(`ended with ${done.code}: ${done.words}`);
    return { ...done, log: site.log };
  } finally {
    site.stop();
  }
}

function pace({ log, cpu }) {
  const shown = log.filter((entry) => entry.shown && entry.status === 200 && !entry.file);
  const seconds = (shown.at(-1).at - shown[0].at) / 1000;
  return { 'pages/s': (shown.length - 1) / seconds, 'CPU s/page': cpu / shown.length, pages: shown.length };
}

function ways() {
  const own = programs.map((program) => [programs.length > 1 ? program : 'Tagtrail', (url, tabs) =>
    harvest(program, url, ['--browser', 'always', '--connections', String(tabs), '--max-requests', String(pages)])]);
  return options.peer ? [...own, ['Crawlee', crawlee]] : own;
}

async function measureTabs(sites) {
  for (const [site, make] of sites) {
    for (const tabs of words(options.tabs)) {
      for (const [name, run] of ways()) note(`${site}, ${tabs} tabs, ${name}`, pace(await onSite(make, (url) => run(url, tabs))));
    }
  }
}

async function measureAuto(sites) {
  for (const [site, make] of sites) {
    for (const program of programs) {
      for (const mode of ['never', 'auto']) {
        const { seconds, cpu, log } = await onSite(make, (url) => harvest(program, url, ['--browser', mode]));
        const shown = log.filter((entry) => entry.shown).length;
        note(`${site}, ${mode}${programs.length > 1 ? `, ${program}` : ''}`, { s: seconds, 'CPU s': cpu, requests: log.length, 'in tabs': shown });
      }
    }
  }
}

function print() {
  const keys = Object.keys([...rows.values()][0]?.[0] ?? {});
  console.log(`| minimum, median, maximum | ${keys.join(' | ')} |\n|---|${keys.map(() => '---|').join('')}`);
  for (const [name, runs] of rows) {
    const cells = keys.map((key) => {
      const sorted = runs.map((run) => run[key]).sort((a, b) => a - b);
      return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((value) => Number(value.toFixed(2))).join(', ');
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

if (options.crawl) await crawl();
const named = words(options.sites ?? (options.auto ? 'niem,section508,cfconv,eustat,mpiforum' : 'niem,pacelf'));
const sites = [...recordedSites(process.env.TAGTRAIL_SITES)].filter(([name]) => named.includes(name));
if (sites.length === 0) throw new Error('no recorded sites: TAGTRAIL_SITES names no folder of them');
for (let round = 0; round < Number(options.rounds); round++) await (options.auto ? measureAuto(sites) : measureTabs(sites));
print();
