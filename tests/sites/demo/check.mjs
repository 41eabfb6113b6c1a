#!/usr/bin/env node
// Compares what a job harvested from the demo site with what is there:
//   node check.mjs JOB [--list build/demo-site.json] [--expect plain|all]
//     [--allow-unexpected] [--json]
// `plain` expects all but the files whose links a script makes. Exit 1 on any difference.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const kExpected = { plain: ['plain', 'extensionless'], all: ['plain', 'extensionless', 'javascript'] };

/** Path and query of an absolute URL. */
function target(url) {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function contentHash(job, path) {
  const file = resolve(job, path);
  if (!file.startsWith(resolve(job) + sep)) return 'outside of the job folder';
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    return error.code;
  }
}

/** What is wrong with one resource of the manifest, given its entry in the list. */
function faultOf(job, resource, file) {
  const actual = contentHash(job, resource.path);
  if (actual !== file.sha256) return `content of ${resource.path} is ${actual}`;
  if (resource.hash !== `sha256:${file.sha256}`) return `manifest says hash ${resource.hash}`;
  if (resource.bytes !== file.bytes) return `manifest says ${resource.bytes} bytes`;
  return undefined;
}

/** A resource for each address of a manifest: equal contents are one there, with their other addresses. */
export function addressesOf({ resources }) {
  return resources.filter(({ path }) => path !== undefined).flatMap((one) => [one,
    ...(one.tagtrail?.alsoAt ?? []).map(({ url, path }) => ({ ...one, path, sources: [{ title: url, path: url }] }))]);
}

const kColumns = ['saved', 'equal', 'pages', 'moved', 'unwanted', 'dead', 'failed', 'left', 'notTried', 'unaccounted'];

/** What the manifest says of the end of its run, against the files of the site that did not come, expected or not. */
function faultsOfEnding({ tagtrail: { complete, account } = {} }, gone) {
  const faults = [];
  if (complete && gone.length > 0) faults.push(`${gone.length} files are missing, such as ${gone[0].url}, and the run is said to be complete`);
  if (!account) return faults;
  const sum = kColumns.reduce((all, name) => all + account[name], 0);
  if (sum !== account.met) faults.push(`the columns of the account make ${sum}, and ${account.met} were met`);
  if (account.unaccounted > 0) faults.push(`${account.unaccounted} unaccounted`);
  return faults;
}

/**
 * { ok, groups: {name: {expected, found, missing}}, missing: [urls], unexpected: [urls], wrong: [texts] }
 * `manifest` is a parsed datapackage.json.
 */
export function compare(job, manifest, list, expect, { allowUnexpected = false } = {}) {
  const byUrl = new Map(list.files.map((file) => [file.url, file]));
  const groups = Object.fromEntries(kExpected[expect].filter((name) => list.files.some(({ group }) => group === name))
    .map((name) => [name, { expected: 0, found: 0, missing: 0 }]));
  const seen = new Set();
  const result = { ok: false, groups, missing: [], unexpected: [], wrong: [] };
  const paths = new Set();
  for (const resource of addressesOf(manifest)) {
    const url = target(resource.sources[0].path);
    const file = byUrl.get(url);
    if (seen.has(url)) result.wrong.push(`${url}: listed twice`);
    if (paths.has(resource.path)) result.wrong.push(`${url}: shares the path ${resource.path}`);
    seen.add(url);
    paths.add(resource.path);
    if (!file || !groups[file.group]) {
      result.unexpected.push(file ? `${url} (${file.group})` : url);
      continue;
    }
    const fault = faultOf(job, resource, file);
    if (fault) result.wrong.push(`${url}: ${fault}`);
  }
  for (const file of list.files) {
    const group = groups[file.group];
    if (!group) continue;
    group.expected += 1;
    if (seen.has(file.url)) {
      group.found += 1;
    } else {
      group.missing += 1;
      result.missing.push(file.url);
    }
  }
  result.wrong.push(...faultsOfEnding(manifest, list.files.filter(({ url }) => !seen.has(url))));
  result.ok = result.missing.length + result.wrong.length === 0 && (allowUnexpected || result.unexpected.length === 0);
  return result;
}

function print(result) {
  for (const [name, { expected, found, missing }] of Object.entries(result.groups)) {
    console.log(`${name.padEnd(14)} ${found} of ${expected} found, ${missing} missing`);
  }
  console.log(`${'unexpected'.padEnd(14)} ${result.unexpected.length}`);
  console.log(`${'wrong'.padEnd(14)} ${result.wrong.length}`);
  for (const kind of ['missing', 'unexpected', 'wrong']) {
    for (const line of result[kind].slice(0, 20)) console.log(`  ${kind}: ${line}`);
    if (result[kind].length > 20) console.log(`  ${kind}: and ${result[kind].length - 20} more`);
  }
}

function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    list: { type: 'string', default: 'build/demo-site.json' },
    expect: { type: 'string', default: 'plain' },
    'allow-unexpected': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } });
  if (positionals.length !== 1 || !kExpected[values.expect]) {
    console.error('usage: check.mjs JOB [--list build/demo-site.json] [--expect plain|all] [--allow-unexpected] [--json]');
    process.exit(2);
  }
  const [job] = positionals;
  const manifest = JSON.parse(readFileSync(join(job, 'datapackage.json'), 'utf8'));
  const result = compare(job, manifest, JSON.parse(readFileSync(values.list, 'utf8')), values.expect,
    { allowUnexpected: values['allow-unexpected'] });
  if (values.json) console.log(JSON.stringify(result)); else print(result);
  process.exitCode = result.ok ? 0 : 1;
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) main();
