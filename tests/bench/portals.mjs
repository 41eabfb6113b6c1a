#!/usr/bin/env node
// What portals cost: requests to 50, 90 and 100 % of the files, the share that came, guesses in vain.
//   node tests/bench/portals.mjs [--program PATH] [--kinds ckan,forms] [--sizes 500,2000,10000] [--seeds 1] [--by trail,bfs]
//        [--max-requests 20000] [--minutes 10] [--elsewhere PERCENT] [--option robots=shipped] [--extra "--files linked"]
//        [--rate N] [--no-faults] [--json FILE]
//   node tests/bench/portals.mjs --ordinary [--only demo,niem,blog] ...     sites without a catalogue
// Requests are counted by the server; pauses are 0, no browser. Ways whose options the program lacks are left out.
// Recorded sites are looked for in TAGTRAIL_SITES.
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kinds } from '../sites/portals/kinds.mjs';
import { Portal } from '../sites/portals/portal.mjs';
import { figuresOf, tableOf } from './portals/figures.mjs';
import { generatedSites, harvestGenerated } from './portals/generated.mjs';
import { harvest, kOwnProgram, waysOf } from './portals/harvesting.mjs';
import { demoSite, recordedSites } from './portals/ordinary.mjs';
import { Watch } from './portals/watching.mjs';

const { values: options } = parseArgs({ options: {
  program: { type: 'string', default: kOwnProgram }, kinds: { type: 'string', default: Object.keys(kinds).join(',') },
  sizes: { type: 'string', default: '500' }, seeds: { type: 'string', default: '1' }, by: { type: 'string' },
  'max-requests': { type: 'string', default: '20000' }, minutes: { type: 'string', default: '10' },
  option: { type: 'string', multiple: true, default: [] }, extra: { type: 'string', default: '' },
  elsewhere: { type: 'string' }, rate: { type: 'string', default: '0' }, 'no-faults': { type: 'boolean', default: false }, json: { type: 'string' },
  ordinary: { type: 'boolean', default: false }, only: { type: 'string' },
} });

const words = (text) => text.split(',').filter(Boolean);
const program = resolve(options.program);
const ways = [...waysOf(program)].filter(([name]) => !options.by || words(options.by).includes(name));
const limits = { requests: Number(options['max-requests']), minutes: Number(options.minutes) };
const extra = options.extra.split(' ').filter(Boolean);
const rows = [];

function note(row) {
  rows.push(row);
  console.error(`${row.site}, ${row.by}: ${row.kept} of ${row.truth ?? '?'} files, ${row.requests} requests, ${row.seconds} s`);
  if (options.json) appendFileSync(options.json, `${JSON.stringify(row)}\n`);
}

/** `make` gives a site for each way: what a server remembers of one harvest must not help the next. */
async function measure(name, make) {
  for (const [by, args] of ways) {
    const site = make();
    await site.start();
    const watch = new Watch(new URL(site.url));
    site.onAnswer = (entry, answer) => {
      if (!URL.canParse(entry.url)) return;
      entry.how = watch.kindOf(new URL(entry.url));
      watch.answered(new URL(entry.url), answer);
    };
    const done = await harvest(program, [site.url, ...args, ...extra], limits);
    site.stop();
    const own = site.truth();
    const elsewhere = site instanceof Portal ? site.truth({ elsewhere: true }).filter((url) => !url.startsWith(site.base)) : [];
    if (done.code !== 0 && site.log.length === 0) console.error(done.stderr);
    note({ site: name, by, ...figuresOf({ log: site.log, truth: own, elsewhere }, done) });
  }
}

async function measurePortals() {
  const elsewhere = options.elsewhere === undefined ? undefined : Number(options.elsewhere);
  const own = Object.fromEntries(options.option.map((one) => one.split('=', 2)));
  for (const kind of words(options.kinds)) {
    for (const size of words(options.sizes).map(Number)) {
      for (const seed of words(options.seeds).map(Number)) {
        await measure(`${kind} ${size}${words(options.seeds).length > 1 ? `/${seed}` : ''}`,
          () => new Portal(kind, { seed, datasets: size, faults: !options['no-faults'], rate: Number(options.rate), elsewhere, options: own }));
      }
    }
  }
}

async function measureOrdinary() {
  const chosen = (name) => !options.only || words(options.only).includes(name);
  const demo = () => demoSite(resolve(import.meta.dirname, '../..'));
  if (chosen('demo') && demo()) await measure('demo', demo);
  for (const [name, make] of recordedSites(process.env.TAGTRAIL_SITES)) if (chosen(name)) await measure(name, make);
  for (const box of ['own', 'elsewhere', 'script', 'failing']) {
    const name = `box ${box}`;
    if (chosen(name)) await measure(name, () => new Portal('searchable', { datasets: 300, options: { box }, faults: !options['no-faults'] }));
  }
  for (const site of generatedSites(program).filter(({ name }) => chosen(name))) {
    for (const [by, args] of ways) note({ site: site.name, by, ...await harvestGenerated(program, site, [...args, ...extra], limits) });
  }
}

await (options.ordinary ? measureOrdinary() : measurePortals());
console.log(tableOf(rows));
