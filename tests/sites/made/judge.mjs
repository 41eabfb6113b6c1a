// The invariant of made sites: what a run says of itself, against what there is.
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
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
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

/**
 * { faults: [texts], missing: [files that can be had, and are honestly missing], wolf: [causes named although everything
 * came, without those that nobody can rule out] }. `browser`: never or auto.
 */
export function judge(site, result, manifest, browser = 'never') {
  const faults = [...accountFaults(result, manifest), ...agreementFaults(result, manifest), ...reasonFaults(site, result)];
  const hashes = new Set(manifest.resources.map(({ hash }) => hash.replace('sha256:', '')));
  const missing = site.files.filter(({ sha256 }) => !hashes.has(sha256));
  const named = (result.left_out).map(({ cause }) => cause);
  for (const { url, had, causes } of missing) {
    const what = `${url} is missing`;
    if (had === 'never') faults.push(`${what}, and can be had; named: ${plural(named)}`);
    else if (!causes.some((cause) => named.includes(cause))) faults.push(`${what} for ${causes.join(' or ')}; named: ${plural(named)}`);
    if (result.complete) faults.push(`${what}, and the run is said to be complete`);
  }
  const known = new Set(site.files.map(({ sha256 }) => sha256));
  for (const { hash, sources } of addressesOf(manifest)) {
    const url = sources[0].path;
    if (!known.has(hash.replace('sha256:', '')) && !site.optional.has(url)) faults.push(`${url} is none of the site's files`);
  }
  const cries = missing.length === 0 && !result.complete;
  const undoubted = named.filter((cause) => !site.doubts.includes(cause));
  const wolf = cries && (undoubted.length > 0 || named.length === 0) ? (undoubted.length > 0 ? undoubted : [result.ending.how]) : [];
  const late = browser === 'auto' ? missing.filter(({ had }) => had === 'auto') : [];
  return { faults, missing: late, wolf, whole: missing.length === 0 };
}
