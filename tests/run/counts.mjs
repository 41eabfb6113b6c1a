// Reads how many tests passed from what test programs report. A report that is missing or makes no
// sense gives undefined: the caller counts that as a failure.

/** The summary of node's TAP reporter; a group that is skipped counts as one, since its tests are not told. */
export function countsOfTap(text) {
  const read = (name) => {
    const found = [...text.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))].at(-1);
    return found ? Number(found[1]) : undefined;
  };
  const [passed, failed, cancelled, skipped, todo] =
    ['pass', 'fail', 'cancelled', 'skipped', 'todo'].map(read);
  if ([passed, failed, cancelled, skipped, todo].includes(undefined)) return undefined;
  const groups = [...text.matchAll(/^ *ok \d+ - .* # SKIP.*\n *---\n *duration_ms: .*\n *type: 'suite'$/gm)].length;
  return { passed, failed: failed + cancelled, skipped: skipped + todo + groups };
}

/** The XML report of Boost.Test (detailed or short): the outermost suite sums up all. */
export function countsOfBoost(text) {
  const outer = /<TestSuite ([^>]*)>/.exec(text)?.[1];
  if (outer === undefined) return undefined;
  const read = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(outer)?.[1] ?? 'NaN');
  const passed = read('test_cases_passed') + read('test_cases_passed_with_warnings');
  // Aborted cases are among the failed ones.
  const failed = read('test_cases_failed');
  const skipped = read('test_cases_skipped');
  return Number.isNaN(passed + failed + skipped) ? undefined : { passed, failed, skipped };
}

/** `web-ext lint --output json`: a store refuses errors, and warnings are held to be errors here. */
export function countsOfLint(text) {
  try {
    const { summary } = JSON.parse(text.slice(text.indexOf('{')));
    const bad = summary.errors + summary.warnings;
    return Number.isInteger(bad) ? { passed: bad === 0 ? 1 : 0, failed: bad, skipped: 0 } : undefined;
  } catch {
    return undefined;
  }
}
