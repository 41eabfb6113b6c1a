#!/usr/bin/env node
// Harvests real applications and prints what came of it beside the truth:
//   node tests/real/measure.mjs [--program PATH]... [--only redmine,cgit] [--policy trail,bfs] [--browser never]
//        [--wget] [--minutes 5] [--seed N] [--json FILE] [--show-missing] [--keep]
// Several programs, policies and browser modes are measured in turn. --wget adds `wget -m`. Those that need a login are
// measured when they are named, with a browser: --only wordpress-admin --browser auto.
// --minutes: on a machine that is busy an application may need longer than a harvest is given.
// Those of npm are measured when they are named, too, and are installed with TAGTRAIL_REAL=1.
// Applications whose packages are absent are named and left out (packages-real.txt).
import { appendFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applications, loggedIn } from './support/applications.mjs';
import { harvest, kLimits, mirror } from './support/harvests.mjs';
import { measure, missingFor } from './support/measuring.mjs';
import { npmApplications } from './support/npm_applications.mjs';

const kShownOfRest = 5;
const kOwnProgram = resolve(import.meta.dirname, '../../build/native/native-host/tagtrail');

const { values: options } = parseArgs({ options: {
  program: { type: 'string', multiple: true, default: [kOwnProgram] },
  only: { type: 'string' },
  policy: { type: 'string', default: 'trail' },
  browser: { type: 'string', default: 'never' },
  seed: { type: 'string', default: '0' },
  minutes: { type: 'string', default: String(kLimits.minutes) },
  wget: { type: 'boolean', default: false },
  json: { type: 'string' },
  'show-missing': { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} });

const kColumns = [
  ['application', (row) => row.application], ['by', (row) => row.by],
  ['truth', (row) => row.truth], ['found', (row) => row.found],
  ['N90', (row) => row.n90], ['all by', (row) => row.allBy], ['requests', (row) => row.requests],
  ['content', (row) => row.truth + row.pages],
  ['ended', (row) => (row.ended ? 'yes' : row.reason)], ['exit', (row) => row.code],
  ['dupl.', (row) => row.duplicates], ['junk', (row) => row.junk], ['fine', (row) => row.fine],
  ['acts', (row) => row.acting.reduce((sum, [, count]) => sum + count, 0)],
  ['s', (row) => Math.round(row.seconds)],
];

function print(rows) {
  const cells = [kColumns.map(([title]) => title), ...rows.map((row) => kColumns.map(([, of]) => String(of(row) ?? '-')))];
  const widths = kColumns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  const line = (texts) => `| ${texts.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const [titles, ...others] = cells;
  console.log([line(titles), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n'));
}

function printDetails(row) {
  const list = (pairs) => pairs.slice(0, kShownOfRest).map(([template, count]) => `${count} ${template}`).join(', ');
  console.log(`${row.application}, ${row.by}: what ate the rest: ${list(row.rest)}`);
  if (row.junkKinds.length > 0) console.log(`  junk listed: ${list(row.junkKinds)}`);
  if (row.acting.length > 0) console.log(`  links that act, opened: ${list(row.acting)}`);
  for (const change of row.changes) console.log(`  changed on the site: ${change}`);
  if (options['show-missing'] && row.missing.length > 0) console.log(`  missing: ${row.missing.join(', ')}`);
  if (row.requests === 0) console.log(`  ${row.stderr.trim()}`);
  if (options.keep && row.job) console.log(`  job: ${row.job}`);
}

async function rowOf(application, by, run) {
  const { stderr, job, ...figures } = await measure(application, run);
  const row = { application: application.name, by, ...figures };
  if (options.json) appendFileSync(options.json, `${JSON.stringify(row)}\n`);
  printDetails({ ...row, stderr, job });
  if (!options.keep && job) rmSync(job, { recursive: true, force: true });
  return row;
}

/** [what it is called, run(served, more)] of all that is asked for. */
function contestants() {
  const words = (text) => text.split(',').filter(Boolean);
  const minutes = Number(options.minutes);
  const one = (program, at, policy, browser) => {
    const name = [options.program.length > 1 ? `${at + 1}:` : '', policy, browser === 'never' ? '' : browser].filter(Boolean).join(' ');
    return [name, (served, more) => harvest(served, { program: resolve(program), policy, browser, seed: Number(options.seed), minutes, ...more })];
  };
  const own = options.program.flatMap((program, at) =>
    words(options.policy).flatMap((policy) => words(options.browser).map((browser) => one(program, at, policy, browser))));
  return [...own, ...(options.wget ? [['wget -m', (served) => mirror(served, { minutes })]] : [])];
}

function chosen() {
  if (!options.only) return applications;
  const all = [...applications, ...loggedIn, ...npmApplications];
  return options.only.split(',').map((wanted) => {
    const found = all.find(({ name }) => name === wanted);
    if (found) return found;
    console.error(`no such application: ${wanted}; there are: ${all.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  });
}

const rows = [];
for (const application of chosen()) {
  const missing = missingFor(application);
  if (missing) {
    console.error(`${application.name}: left out, the package ${missing} is not there (packages-real.txt)`);
    continue;
  }
  for (const [by, run] of contestants()) rows.push(await rowOf(application, by, run));
}
print(rows);
