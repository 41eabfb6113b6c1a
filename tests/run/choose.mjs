#!/usr/bin/env node
// Chooses what a change can break: node tests/run/choose.mjs PLAN [BASE]. Prints what was chosen and what was not, and why,
// and writes into PLAN what to build and to run, a line each (./tagtrail test --changed). The rules are in docs/testing.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { baseOf, changedSince, changedTogether, GitError } from './changes.mjs';
import { affectedTargets, cppOf, Imports } from './graph.mjs';
import { Suites } from './suites.mjs';

/** Of these, files take seconds to minutes, and run the built program: only as many are chosen as there is time for. */
const kJourneys = ['e2e', 'faults', 'fleet', 'store', 'package', 'recorded'];
/** What a program that does anything can do. */
const kFirst = 'e2e/harvest';
/** For each place at a processor (lanes.mjs). */
const kSecondsEach = 60;
const kUnknownSeconds = 20;
const kCommits = 1000;
/** Commits of more files say little about two of them. */
const kManyFiles = 60;
/** What journeys do not run; a change of the changelog is part of nearly all commits. */
const kBeside = /^(tests|docs)\/|^[^/]*$/;
/** What journeys run besides the targets of CMake. */
const kPages = /^(extension|report|shared\/(pages|data)|packaging)\//;

/** Words of a path or name, without what makes a plural. */
export function wordsOf(path) {
  return new Set(path.replace(/(\.test)?\.\w+$/, '').toLowerCase().split(/[/_.-]/).filter((word) => word.length > 3)
    .map((word) => word.replace(/(?<!s)s$/, '')));
}

const folderOf = (path) => path.replace(/[^/]*$/, '');

/**
 * How near a test file is to what changed: { score, why }. Commits that changed both count by how little else they changed,
 * commits with others of a changed file's folder a quarter of that; a word in common counts as one small commit.
 */
export function nearness(test, changed, history) {
  const folders = new Set(changed.map(folderOf).filter((folder) => folder.split('/').length > 3));
  let together = 0;
  let score = 0;
  for (const files of history) {
    if (files.length > kManyFiles || !files.includes(test)) continue;
    const both = files.some((file) => changed.includes(file));
    if (both) together++;
    if (both || files.some((file) => folders.has(folderOf(file)))) score += (both ? 1 : 0.25) / Math.log2(1 + files.length);
  }
  const words = wordsOf(test.replace(/.*\//, ''));
  const shared = [...new Set(changed.flatMap((file) => [...wordsOf(file.split('/').slice(2).join('/'))]))].filter((word) => words.has(word));
  const why = [
    ...(together > 0 ? [`changed together ${together === 1 ? 'once' : `${together} times`}`] : score > 0 ? ['changed with its folder'] : []),
    ...(shared.length > 0 ? [`its name says ${shared.join(', ')}`] : []),
  ].join(', ');
  return { score: score + shared.length * 0.5, why };
}

/** Journeys by how near they are to a change, as many as there are seconds for: { taken, others } of { task, why }. */
function asManyAsFit(candidates, seconds, lastSeconds) {
  const taken = [];
  const others = [];
  let left = seconds;
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    const cost = lastSeconds(candidate.task) ?? kUnknownSeconds;
    if (candidate.score > 0 && cost <= left) {
      left -= cost;
      taken.push(candidate);
    } else {
      others.push(candidate);
    }
  }
  return { taken, others };
}

/**
 * Of tasks [{ suite, task }], those that a change can break: { chosen, others }, each [{ suite, task, why }].
 * `reached(file)`: the files that a test reads, its own too; `affected`: as of affectedTargets().
 */
export function choose(tasks, { changed, reached, affected, history, lastSeconds, seconds }) {
  const chosen = [];
  const candidates = [];
  const others = [];
  const touchesPages = changed.some((file) => kPages.test(file));
  const run = changed.filter((file) => !kBeside.test(file));
  const program = affected.get('tagtrail') ?? affected.get('tagtrail-lab');
  for (const { suite, task } of tasks) {
    const isJourney = kJourneys.includes(suite);
    const target = affected.get(task.target ?? (suite === 'differential' ? 'native_engine' : undefined));
    const files = task.file === undefined ? new Set() : reached(task.file);
    const read = changed.filter((file) => files.has(file));
    if (target !== undefined) {
      chosen.push({ suite, task, why: `${target.through === task.target ? 'compiles' : `has ${target.through} of`} ${target.file}` });
    } else if (read.includes(task.file)) {
      chosen.push({ suite, task, why: 'changed itself' });
    } else if (read.length > 0 && !isJourney) {
      chosen.push({ suite, task, why: `reads ${read[0]}${read.length > 1 ? ` and ${read.length - 1} more` : ''}` });
    } else if (isJourney && (program !== undefined || touchesPages || read.length > 0)) {
      const near = nearness(task.file, run, history);
      // What it reads is nearer than what it runs.
      if (task.name === kFirst && (program !== undefined || touchesPages)) candidates.push({ suite, task, score: Infinity, why: 'runs the program' });
      else if (read.length > 0) candidates.push({ suite, task, score: near.score + 10, why: `reads ${read[0]}` });
      else candidates.push({ suite, task, ...near });
    } else {
      others.push({ suite, task });
    }
  }
  const { taken, others: left } = asManyAsFit(candidates, seconds, lastSeconds);
  return { chosen: [...chosen, ...taken], left, others };
}

/** Parts of the checkout that a test runs, by what it and all it reads name: lines for the launcher. */
export function partsFor({ suite, task, reached: { made, text } }) {
  const parts = [];
  // Its tests only name what others need.
  if (suite === 'harness') return parts;
  if (kJourneys.includes(suite)) parts.push('part program');
  if (kJourneys.includes(suite) && /tagtrail-lab|\[\s*["'](import|generate|replay|lab|report|bench)["']/.test(text)) parts.push('part laboratory');
  if (task.lane === 'browser' || task.lane === 'screen' || ['store', 'package'].includes(suite)
    || [...made].some((path) => /^(dist|build\/wasm)\b/.test(path))) parts.push('part extension');
  if (suite === 'fleet') parts.push('part packages');
  for (const path of made) {
    const target = /^build\/native\/tests\/(?:lib)?(\w+)/.exec(path)?.[1];
    if (target !== undefined) parts.push(`native ${target}`);
  }
  return parts;
}

const count = (many, what) => `${many} ${what}${many === 1 ? '' : 's'}`;

/** "e2e 3 of 65, faults 14 of 14": how many tasks of each suite there are of a part. */
function tally(part, tasks) {
  const of = (list, suite) => list.filter((one) => one.suite === suite).length;
  const suites = [...new Set(part.map(({ suite }) => suite))];
  const single = suites.filter((suite) => of(tasks, suite) === 1);
  return [...single, ...suites.filter((suite) => !single.includes(suite)).map((suite) => `${suite} ${of(part, suite)} of ${of(tasks, suite)}`)].join(', ');
}

function explain({ base, changed, tasks, chosen, left, others, checks }) {
  console.log(`${count(changed.length, 'file')} changed since ${base.slice(0, 12)}; chosen:`);
  // Units that were chosen for the same reason are told together.
  const reasons = new Map();
  for (const { task, why } of chosen) reasons.set(why, [...(reasons.get(why) ?? []), task.name]);
  for (const [why, names] of reasons) console.log(`  ${names.join(', ')}: ${why}`);
  if (checks.length > 0) console.log(`  ${checks.map(({ name }) => name).join(', ')}: of what changed`);
  if (left.length > 0) {
    console.log(`left to the whole run, which it may break too: ${tally(left, tasks)}`);
    const next = left.filter(({ score }) => score > 0).slice(0, 3);
    if (next.length > 0) console.log(`  next would have been ${next.map(({ task }) => task.name).join(', ')}: no time`);
  }
  if (others.length > 0) console.log(`out of its reach: ${tally(others, tasks)}`);
}

async function main() {
  const [plan, named] = process.argv.slice(2);
  const home = resolve(import.meta.dirname, '../..');
  const base = baseOf(home, named);
  const changed = changedSince(home, base);
  const suites = new Suites(home, {});
  const checks = suites.checks(changed);
  const isCheck = new Set(suites.checks().map(({ name }) => name));
  const tasks = suites.usual().filter(({ name }) => !isCheck.has(name))
    .flatMap(({ name: suite, tasks: own }) => own.map((task) => ({ suite, task })));
  const imports = new Imports(home);
  const { chosen, left, others } = choose(tasks, {
    changed, reached: (file) => imports.reached(file).files, affected: affectedTargets(cppOf(home), changed),
    history: changedTogether(home, kCommits), lastSeconds: (task) => suites.lastSeconds(task),
    seconds: kSecondsEach * (availableParallelism() + 2),
  });
  explain({ base, changed, tasks, chosen, left, others, checks });
  const lines = chosen.flatMap(({ suite, task }) => [
    ...(task.target !== undefined ? [`${suites.buildOf(task.target)} ${task.target}`] : []),
    ...(task.file !== undefined ? partsFor({ suite, task, reached: imports.reached(task.file) }) : []),
    `run ${task.name}`,
  ]);
  writeFileSync(plan, [...new Set(lines), ...changed.map((file) => `changed ${file}`), ''].join('\n'));
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    console.error(`tagtrail test --changed: ${error.message}`);
    process.exitCode = 2;
  }
}
