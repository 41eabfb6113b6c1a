#!/usr/bin/env node
// Serves an invented portal on loopback, to look at or to harvest:
//   node tests/sites/portals/server.mjs --kind ckan [--seed 1] [--datasets 500] [--no-faults] [--rate N] [--elsewhere PERCENT]
//        [--option robots=shipped]
// Prints {"url"} when it listens.
import { parseArgs } from 'node:util';
import { Portal } from './portal.mjs';

const { values } = parseArgs({ options: {
  kind: { type: 'string', default: 'ckan' }, seed: { type: 'string', default: '1' }, datasets: { type: 'string', default: '500' },
  elsewhere: { type: 'string' }, 'no-faults': { type: 'boolean', default: false }, rate: { type: 'string', default: '0' }, option: { type: 'string', multiple: true, default: [] },
} });
const portal = new Portal(values.kind, {
  seed: Number(values.seed), datasets: Number(values.datasets), faults: !values['no-faults'], rate: Number(values.rate),
  elsewhere: values.elsewhere === undefined ? undefined : Number(values.elsewhere),
  options: Object.fromEntries(values.option.map((one) => one.split('=', 2))),
});
await portal.start();
console.log(JSON.stringify({ url: portal.url }));
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
