#!/usr/bin/env node
// Serves a made site on loopback, to look at or to harvest, and prints what it holds:
//   node tests/sites/made/serve.mjs SEED [FEATURE...] [--with-parent]
// Without features it is the combination of that seed. It prints one line of JSON: where it is, its features, the options
// of harvest that they need, and each file with how it can be had and for which causes it may be missing.
import { parseArgs } from 'node:util';
import { MadeSite } from './site.mjs';

function fail(text) {
  console.error(text);
  process.exit(2);
}

const { values, positionals: [seed, ...features] } = parseArgs({ allowPositionals: true,
  options: { 'with-parent': { type: 'boolean', default: false } } });
if (!/^\d+$/.test(seed ?? '')) fail('usage: serve.mjs SEED [FEATURE...]');

function siteOf() {
  try {
    return new MadeSite({ seed: Number(seed), ...(features.length > 0 && { features }) });
  } catch (error) {
    return fail(error.message);
  }
}

const site = siteOf();
await site.start();
console.log(JSON.stringify({ url: site.url, features: site.features, options: site.options, files: site.files }));
const end = () => process.exit(0);
process.on('SIGTERM', end);
process.on('SIGINT', end);
if (values['with-parent']) process.stdin.on('end', end).on('error', end).resume();
