// The invariant of made sites: what a run says of itself, against what there is.
import { isDeepStrictEqual } from 'node:util';
import { addressesOf } from '../demo/check.mjs';

const kColumns = ['saved', 'equal', 'pages', 'moved', 'unwanted', 'dead', 'failed', 'left', 'notTried', 'unaccounted'];

const plural = (list) => [...new Set(list)].join(', ') || 'nothing';

function accountFaults({ account, targets, left_out }, manifest) {
  const faults = [];
  const sum = kColumns.reduce((all, name) => all + account[name], 0);
  if (sum !== account.met) faults.push(`the columns of the account make ${sum}, and ${account.met} were met`);
  if (account.unaccounted !== 0) faults.push(`${account.unaccounted} unaccounted`);
  const distinct = new Set(manifest.resources.map(({ hash }) => hash)).size;
  if (targets !== distinct) faults.push(`targets is ${targets}, and ${distinct} distinct files were saved`);
  if (account.saved !== targets) faults.push(`saved is ${account.saved}, and targets ${targets}`);
  const open = left_out.find(({ cause }) => cause === 'not_asked')?.count ?? 0;
  if (open !== account.notTried) faults.push(`not_asked counts ${open}, and the account ${account.notTried}`);
  return faults;
}

function agreementFaults(result, { tagtrail }) {
  // The order of members says nothing.
  const same = (a, b) => isDeepStrictEqual(a, b);
  const pairs = { complete: 'complete', ending: 'ending', account: 'account' };
  const faults = Object.entries(pairs).filter(([name, other]) => !same(result[name], tagtrail[other]))
    .map(([name]) => `${name} is not the same in --json and datapackage.json`);
  if (!same(result.left_out, tagtrail.leftOut ?? [])) faults.push('what was left out is not the same in --json and datapackage.json');
  return faults;
}

/** Of a site without a file that came: whether the reason is one that it allows. */
function reasonFaults(site, { ending, targets }) {
  if (targets > 0) return [];
  if (!ending.reason) return ['no file came, and no reason is given'];
  const allowed = [...site.reasons, ...site.files.flatMap(({ causes }) => causes)];
  return allowed.includes(ending.reason) ? [] : [`no file came, and the reason is ${ending.reason}; right were: ${plural(allowed)}`];
}

function fileFaults(site, { complete, left_out }, hashes) {
  const named = left_out.map(({ cause }) => cause);
  return site.files.filter(({ sha256 }) => !hashes.has(sha256)).flatMap(({ url, had, causes }) => {
    const what = `${url} is missing`;
    const fits = causes.some((cause) => named.includes(cause));
    const why = had === 'never' ? [`${what}, and can be had; named: ${plural(named)}`]
      : fits ? [] : [`${what} for ${causes.join(' or ')}; named: ${plural(named)}`];
    return [...why, ...(complete ? [`${what}, and the run is said to be complete`] : [])];
  });
}

function strangers(site, manifest) {
  const known = new Set(site.files.map(({ sha256 }) => `sha256:${sha256}`));
  return addressesOf(manifest).map(({ hash, sources }) => ({ hash, url: sources[0].path }))
    .filter(({ hash, url }) => !known.has(hash) && !site.optional.has(url)).map(({ url }) => `${url} is none of the site's files`);
}

/** What a run that could not begin has to say. */
function judgeFailed(site, result) {
  const faults = [...reasonFaults(site, result), ...(result.complete ? ['nothing began, and the run is said to be complete'] : [])];
  return { faults, missing: [], wolf: [], whole: false };
}

/**
 * { faults: [texts], missing: [files that come in a tab, and are missing for a cause that is named], whole: whether nothing
 * is missing, wolf: [causes that are named although nothing is, without those that nobody can rule out] }. `given`: its
 * manifest, undefined where there is none; `browser`: never or auto.
 */
export function judge(site, result, given, browser = 'never') {
  if (!given && site.fails) return judgeFailed(site, result);
  if (!given) return { faults: ['the run has begun, and left no datapackage.json'], missing: [], wolf: [], whole: false };
  // A package without files has a resource that is none.
  const manifest = { ...given, resources: given.resources.filter(({ hash }) => hash !== undefined) };
  const hashes = new Set(manifest.resources.map(({ hash }) => hash.replace('sha256:', '')));
  const missing = site.files.filter(({ sha256 }) => !hashes.has(sha256));
  const faults = [...accountFaults(result, manifest), ...agreementFaults(result, manifest), ...reasonFaults(site, result),
    ...fileFaults(site, result, hashes), ...strangers(site, manifest)];
  const named = result.left_out.map(({ cause }) => cause).filter((cause) => !site.doubts.includes(cause));
  const cries = missing.length === 0 && !result.complete && (named.length > 0 || result.left_out.length === 0);
  return { faults, missing: browser === 'auto' ? missing.filter(({ had }) => had === 'auto') : [], whole: missing.length === 0,
    wolf: cries ? [...named, ...(named.length === 0 ? [result.ending.how] : [])] : [] };
}
