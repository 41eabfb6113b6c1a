#!/usr/bin/env node
// What harvests find behind forms, and what it costs, on portals that show their files nowhere else:
//   node tests/bench/forms.mjs [--kind listing,capped] [--seed 1,2,3] [--policy trail,bfs]
// Prints a table: files found of those that any sequence of queries can show, requests that were not
// for files, pages of results that showed a file for the first time, and requests for each of these.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resultOf, run } from '../e2e/support/program.mjs';
import { KINDS } from '../sites/forms/portals.mjs';
import { FormsSite } from '../sites/forms/site.mjs';

const { values } = parseArgs({ options: {
  kind: { type: 'string', default: Object.keys(KINDS).join(',') }, seed: { type: 'string', default: '1' },
  policy: { type: 'string', default: 'trail' }, forms: { type: 'string', default: 'auto,never' },
} });

async function measure(kind, seed, policy, forms) {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  const site = new FormsSite(kind, seed);
  await site.start();
  const end = await run(['harvest', `${site.base}/`, '--out', join(folder, 'job'), '--browser', 'never', '--delay', '0',
    '--allow-private', '--json', '--quiet', '--policy', policy, '--forms', forms, '--max-requests', '5000']);
  site.stop();
  rmSync(folder, { recursive: true });
  // 6: nothing was found, and there is a form for a login.
  if (![0, 4, 6].includes(end.code)) throw new Error(`${kind}: harvest ended with ${end.code}: ${end.stderr}`);
  return { ...site.figures(), queries: resultOf(end).forms.queries };
}

const columns = ['portal', 'seed', 'policy', 'forms', 'files', 'of', 'share', 'queries', 'other requests', 'new pages', 'requests each', 'acted'];
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
for (const kind of values.kind.split(',')) {
  for (const seed of values.seed.split(',')) {
    for (const policy of values.policy.split(',')) {
      for (const forms of values.forms.split(',')) {
        const found = await measure(kind, Number(seed), policy, forms);
        const each = found.fresh === 0 ? '-' : (found.others / found.fresh).toFixed(2);
        console.log(`| ${[kind, seed, policy, forms, found.files, found.truth, `${(100 * found.files / found.truth).toFixed(1)} %`,
          found.queries, found.others, found.fresh, each, found.acted].join(' | ')} |`);
      }
    }
  }
}
