#!/usr/bin/env node
// Writes the demo site: node generate.mjs --out build/demo-site. The list of what is there goes
// beside the folder, into build/demo-site.json.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { addDatasets } from './pages/datasets.mjs';
import { addExplorer } from './pages/explorer.mjs';
import { addNews } from './pages/news.mjs';
import { addOther } from './pages/other.mjs';
import { Site } from './site.mjs';

function asset(name) {
  return readFileSync(new URL(`assets/${name}`, import.meta.url));
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'build/demo-site' } } });
const site = new Site();
site.asset('/assets/style.css', 'text/css; charset=utf-8', asset('style.css'));
site.asset('/assets/explorer.js', 'text/javascript; charset=utf-8', asset('explorer.js'));
site.asset('/assets/logo.svg', 'image/svg+xml', asset('logo.svg'));
addOther(site);
addDatasets(site);
addExplorer(site);
addNews(site);
site.write(resolve(values.out));
console.log(JSON.stringify(site.counts()));
