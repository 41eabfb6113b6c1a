#!/usr/bin/env node
// What a whole harvest costs beside other crawlers: recorded sites on loopback, no pauses, 8 connections, no browser.
//   node tests/bench/crawlers.mjs [--sites niem,eustat] [--rounds 3] [--by tagtrail,scrapy,wget2,crawlee]
//        [--program PATH]... [--crawlee FOLDER]
// CPU seconds are those of the crawler and its children, user and system; the server is another process. Each crawler
// takes its turn in each round. --program, more than once: several builds of Tagtrail, compared in the same turns.
// --crawlee: a folder in which `npm install crawlee` was run. What is not installed is left out. Recorded sites are looked
// for in TAGTRAIL_SITES.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kOwnProgram } from './portals/harvesting.mjs';
import { recordedSites } from './portals/ordinary.mjs';

const { values: options } = parseArgs({ options: {
  sites: { type: 'string', default: 'niem,eustat,section508' }, rounds: { type: 'string', default: '3' }, by: { type: 'string' },
  program: { type: 'string', multiple: true, default: [kOwnProgram] }, crawlee: { type: 'string' },
} });
const environment = { ...process.env, TAGTRAIL_HOME: process.env.TAGTRAIL_HOME ?? resolve(import.meta.dirname, '../..') };

/** Follows what a page links to on its host, and stores what is no page. */
const kSpider = `
import os, scrapy
from urllib.parse import urlsplit
from scrapy.linkextractors import LinkExtractor
class Spider(scrapy.Spider):
    name = 'all'
    allowed_domains = ['127.0.0.1']
    links = LinkExtractor(tags=('a', 'area', 'frame', 'iframe'), attrs=('href', 'src'), deny_extensions=[])
    def start_requests(self):
        self.count = 0
        yield scrapy.Request(self.url)
    def parse(self, response):
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in self.links.extract_links(response):
                if urlsplit(link.url).hostname == '127.0.0.1':
                    yield scrapy.Request(link.url)
            return
        self.count += 1
        with open(os.path.join(self.out, str(self.count)), 'wb') as file:
            file.write(response.body)
`;
const kCrawlee = `
import { CheerioCrawler, Configuration } from 'crawlee';
import { writeFileSync } from 'node:fs';
const [url, out] = process.argv.slice(2);
let count = 0;
await new CheerioCrawler({ minConcurrency: 8, maxConcurrency: 8, additionalMimeTypes: ['*/*'], maxRequestRetries: 0,
  async requestHandler({ $, body, contentType, enqueueLinks }) {
    if (contentType.type === 'text/html') return void await enqueueLinks({ strategy: 'same-hostname' });
    writeFileSync(out + '/' + ++count, body);
  } }, new Configuration({ persistStorage: false })).run([url]);
`;

/** Of a program of ours, or of others: name -> what to run for a site's address, with a folder for what comes. */
function crawlers() {
  const all = options.program.map((program, at) => [options.program.length > 1 ? `tagtrail ${at + 1}` : 'tagtrail',
    (url, out) => [resolve(program), 'harvest', url, '--out', join(out, 'job'), '--browser', 'never', '--delay', '0', '--connections', '8',
      '--allow-private', '--quiet']]);
  all.push(['scrapy', (url, out) => {
    writeFileSync(join(out, 'spider.py'), kSpider);
    mkdirSync(join(out, 'files'));
    return ['scrapy', 'runspider', join(out, 'spider.py'), '-a', `url=${url}`, '-a', `out=${join(out, 'files')}`, '-L', 'ERROR',
      '-s', 'CONCURRENT_REQUESTS_PER_DOMAIN=8', '-s', 'CONCURRENT_REQUESTS=8', '-s', 'ROBOTSTXT_OBEY=False', '-s', 'TELNETCONSOLE_ENABLED=False'];
  }]);
  all.push(['wget2', (url, out) => ['wget2', '-q', '-r', '-l', 'inf', '-e', 'robots=off', '--max-threads=8', '-P', out, url]]);
  if (options.crawlee) {
    all.push(['crawlee', (url, out) => {
      const script = join(resolve(options.crawlee), 'tagtrail-bench.mjs');
      writeFileSync(script, kCrawlee);
      return [process.execPath, script, url, out];
    }]);
  }
  const wanted = options.by?.split(',');
  return all.filter(([name]) => !wanted || wanted.some((one) => name.startsWith(one)));
}

/** { cpu, seconds, memory in MB, code }: as the kernel tells of a process and its children (time(1)). */
async function timed(command, cwd) {
  const report = join(cwd, 'time');
  const child = spawn('/usr/bin/time', ['-f', '%U %S %e %M', '-o', report, ...command], { cwd, env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  const [user, system, seconds, kilobytes] = readFileSync(report, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
  return { code, cpu: user + system, seconds, memory: kilobytes / 1024 };
}

async function turn(make, commandOf) {
  const site = make();
  await site.start();
  const out = mkdtempSync(join(tmpdir(), 'tagtrail-crawlers-'));
  try {
    const figures = await timed(commandOf(site.url, out), out);
    const files = new Set(site.log.filter(({ file, status }) => file && status === 200).map(({ url }) => url)).size;
    return { ...figures, requests: site.log.length, files };
  } finally {
    site.stop();
    rmSync(out, { recursive: true, force: true });
  }
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const spread = (values, digits) => {
  const all = sorted(values);
  const shown = [all[0], all[Math.floor(all.length / 2)], all.at(-1)].map((value) => value.toFixed(digits));
  return shown.join(' / ');
};

function isThere([command]) {
  return command.includes('/') ? existsSync(command) : (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}

const sites = recordedSites(process.env.TAGTRAIL_SITES);
if (sites.size === 0) throw new Error('no recorded sites: TAGTRAIL_SITES names no folder of them');
console.log('least / median / most of the rounds\n| site | crawler | requests | files | CPU s | ms a request | seconds | MB |\n|---|---|---|---|---|---|---|---|');
for (const name of options.sites.split(',')) {
  const rows = new Map();
  for (let round = 0; round < Number(options.rounds); ++round) {
    for (const [crawler, commandOf] of crawlers()) {
      const probe = mkdtempSync(join(tmpdir(), 'tagtrail-crawlers-'));
      const there = isThere(commandOf('', probe));
      rmSync(probe, { recursive: true });
      if (!there) continue;
      rows.set(crawler, [...(rows.get(crawler) ?? []), await turn(sites.get(name), commandOf)]);
    }
  }
  for (const [crawler, turns] of rows) {
    const of = (key) => turns.map((one) => one[key]);
    console.log(`| ${name} | ${crawler} | ${spread(of('requests'), 0)} | ${spread(of('files'), 0)} | ${spread(of('cpu'), 2)} | `
      + `${spread(turns.map(({ cpu, requests }) => (1000 * cpu) / requests), 2)} | ${spread(of('seconds'), 1)} | ${spread(of('memory'), 0)} |`);
  }
}
