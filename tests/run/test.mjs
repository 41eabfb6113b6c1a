#!/usr/bin/env node
// Runs the test suites: ./tagtrail test [--long] [--only NAME]... [--list]. What runs beside what is in lanes.mjs. With
// --plan FILE it runs what choose.mjs wrote there.
// The last line is always `N passed, N failed`, with `, N skipped` when some were; before it are the slowest files and
// tests, and what failed.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { slowest } from './durations.mjs';
import { inLanes, placesFor } from './lanes.mjs';
import { slownessOf } from './process.mjs';
import { Suites } from './suites.mjs';

const kShownLines = 200;
const kSlowest = 10;

/** --only takes a whole name or the beginning of one (`unit` is all of unit_*). */
export function chosen(suites, names) {
  if (names.length === 0) return suites;
  return suites.filter(({ name }) => names.some((wanted) => name === wanted || name.startsWith(wanted)));
}

/** Of suites, the tasks that a plan of choose.mjs names, and what judges the files that it says have changed. */
export function planned(suites, plan) {
  const lines = plan.split('\n').map((line) => /^(\w+) (.*)$/.exec(line)).filter(Boolean);
  const named = (kind) => lines.filter(([, what]) => what === kind).map(([, , name]) => name);
  const names = new Set(named('run'));
  const chosen = suites.usual().map(({ name, tasks }) => ({ name, tasks: tasks.filter((task) => names.has(task.name)) }));
  return [...chosen.filter(({ tasks }) => tasks.length > 0), ...suites.checks(named('changed'))];
}

/** A suite that ran nothing, or gave no report, has failed. */
export function verdict({ counts, note }) {
  if (!counts) return { passed: 0, failed: 1, skipped: 0, note: note ?? 'ended without a report' };
  if (counts.passed + counts.failed + counts.skipped === 0) {
    return { passed: 0, failed: 1, skipped: 0, note: 'ran nothing' };
  }
  return { ...counts, note };
}

export function lastLine(total) {
  return `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`;
}

function showFailure(name, output) {
  const lines = output.trimEnd().split('\n');
  console.log(`---- ${name}: ${lines.length > kShownLines ? `last ${kShownLines} of ${lines.length} lines` : 'output'}`);
  console.log(lines.slice(-kShownLines).join('\n'));
  console.log(`---- end of ${name}`);
}

function showSuite({ name, tasks, total, seconds, notes }) {
  const { passed, failed, skipped } = total;
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '} ${name.padEnd(18)} ${String(passed).padStart(5)} passed`
    + ` ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped ${seconds.toFixed(1).padStart(7)} s`
    + `${tasks > 1 ? ` in ${tasks} files` : ''}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`);
}

function showList(title, lines) {
  if (lines.length > 0) console.log([title, ...lines].join('\n'));
}

/** Runs all tasks of all suites; a suite's line is printed when its last one ended. */
export async function runAll(suites) {
  const none = () => ({ passed: 0, failed: 0, skipped: 0 });
  const all = { total: none(), files: [], durations: [], failures: [] };
  const tasks = suites.flatMap(({ name, tasks: own }) => {
    const suite = { name, tasks: own.length, left: own.length, total: none(), seconds: 0, notes: [] };
    return own.map((task) => ({ ...task, suite }));
  });
  await inLanes(tasks, availableParallelism(), async ({ name, suite, run }) => {
    const begin = process.hrtime.bigint();
    const result = await run().catch((error) => ({ output: String(error.stack), note: error.message }));
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
    suite.seconds += seconds;
    all.files.push({ name, seconds });
    const { note, ...counts } = verdict(result);
    if (counts.failed > 0) showFailure(name, result.output);
    if (note) suite.notes.push(name === suite.name ? note : `${name}: ${note}`);
    for (const [what, count] of Object.entries(counts)) {
      suite.total[what] += count;
      all.total[what] += count;
    }
    all.durations.push(...(result.durations ?? []));
    if (counts.failed > 0) all.failures.push(...(result.failures?.length > 0 ? result.failures : [`${name}: ${note ?? 'see above'}`]));
    if (--suite.left === 0) showSuite(suite);
  });
  return all;
}

function recordedSites(home) {
  const folder = resolve(process.env.TAGTRAIL_SITES ?? resolve(home, '../shared/sites'));
  if (existsSync(folder)) return { TAGTRAIL_SITES: folder };
  console.log(`no recorded sites in ${folder}: tests that need them are skipped`);
  return {};
}

/** Says at the end what there is to know; gives the exit code. */
export function summed({ total, files, durations, failures }, slow = kSlowest) {
  if (slow > 0) {
    showList('the slowest files:', slowest(files, slow));
    showList('the slowest tests:', slowest(durations, slow));
  }
  showList('what failed:', failures);
  console.log(lastLine(total));
  return total.failed > 0 ? 1 : 0;
}

async function main() {
  const { values } = parseArgs({ options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    plan: { type: 'string' },
  } });
  const home = resolve(import.meta.dirname, '../..');
  const slowness = values.list ? 1 : await slownessOf(availableParallelism(), placesFor(availableParallelism()));
  if (slowness > 1.5) console.log(`this machine takes ${slowness.toFixed(1)} times as long as usual: so do limits`);
  const all = new Suites(home, { TAGTRAIL_HOME: home, ...recordedSites(home) }, slowness);
  if (values.long) process.env.TAGTRAIL_LONG = '1';
  if (values.plan !== undefined) return summed(await runAll(planned(all, readFileSync(values.plan, 'utf8'))));
  const suites = chosen([...all.usual(), ...(values.long ? all.long() : [])], values.only);
  if (values.list) {
    for (const { name } of suites) console.log(name);
    return 0;
  }
  if (suites.length === 0) {
    console.error(`no suite begins with ${values.only.join(' or ')}; --list names them`);
    return 2;
  }
  return summed(await runAll(suites));
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  process.exitCode = await main();
}
