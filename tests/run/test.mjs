#!/usr/bin/env node
// Runs the test suites, as many at once as there are processors: ./tagtrail test [--long] [--only NAME]... [--list]
// The last line is always `N passed, N failed`, with `, N skipped` when some were.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Suites } from './suites.mjs';

const kShownLines = 200;

/** --only takes a whole name or the beginning of one (`unit` is all of unit_*). */
export function chosen(suites, names) {
  if (names.length === 0) return suites;
  return suites.filter(({ name }) => names.some((wanted) => name === wanted || name.startsWith(wanted)));
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

async function runOne(suite, total) {
  const begin = process.hrtime.bigint();
  const result = await suite.run().catch((error) => ({ output: String(error.stack), note: error.message }));
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const { passed, failed, skipped, note } = verdict(result);
  if (failed > 0) showFailure(suite.name, result.output);
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '} ${suite.name.padEnd(18)} ${String(passed).padStart(5)} passed`
    + ` ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped ${seconds.toFixed(1).padStart(7)} s`
    + `${note ? `  (${note})` : ''}`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** Calls `run` for each suite in order, for up to `width` of them at once, but for those that are to be alone. */
export async function inTurns(suites, width, run) {
  const running = new Set();
  for (const suite of suites) {
    const most = suite.alone ? 1 : width;
    while (running.size >= most) await Promise.race(running);
    const turn = run(suite).finally(() => running.delete(turn));
    running.add(turn);
    if (suite.alone) await turn;
  }
  await Promise.all(running);
}

function recordedSites(home) {
  const folder = resolve(process.env.TAGTRAIL_SITES ?? resolve(home, '../shared/sites'));
  if (existsSync(folder)) return { TAGTRAIL_SITES: folder };
  console.log(`no recorded sites in ${folder}: tests that need them are skipped`);
  return {};
}

async function main() {
  const { values } = parseArgs({ options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  } });
  const home = resolve(import.meta.dirname, '../..');
  const all = new Suites(home, { TAGTRAIL_HOME: home, ...recordedSites(home) });
  const suites = chosen([...all.usual(), ...(values.long ? all.long() : [])], values.only);
  if (values.list) {
    for (const { name } of suites) console.log(name);
    return 0;
  }
  if (suites.length === 0) {
    console.error(`no suite begins with ${values.only.join(' or ')}; --list names them`);
    return 2;
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  await inTurns(suites, availableParallelism(), (suite) => runOne(suite, total));
  console.log(lastLine(total));
  return total.failed > 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  process.exitCode = await main();
}
