// What has changed in a checkout since a commit: committed, staged, unstaged and new files alike, as paths from its root.
import { spawnSync } from 'node:child_process';

/** Where work branches off from. */
const kTrunks = ['main', 'origin/main', 'origin/HEAD'];

/** What can be asked of git, or can not. */
export class GitError extends Error {}

/** What git prints; undefined when it says no. */
function asked(home, ...args) {
  const result = spawnSync('git', ['-C', home, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error) throw new GitError(`can't run git: ${result.error.message}`);
  return result.status === 0 ? result.stdout : undefined;
}

const names = (output) => output.split('\0').filter(Boolean);

/**
 * The commit that changes are counted from: the one that `named` means, or without a name where this branch left the trunk.
 * On the trunk, or where there is none, that is the last commit.
 */
export function baseOf(home, named) {
  if (named !== undefined) {
    const commit = asked(home, 'rev-parse', '--verify', '--quiet', `${named}^{commit}`)?.trim();
    if (commit === undefined) throw new GitError(`git knows no commit '${named}'`);
    return commit;
  }
  const trunk = kTrunks.find((name) => asked(home, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined);
  const from = trunk === undefined ? undefined : asked(home, 'merge-base', 'HEAD', trunk);
  const commit = from ?? asked(home, 'rev-parse', '--verify', '--quiet', 'HEAD');
  if (commit === undefined) throw new GitError(`${home} has no commit to compare with`);
  return commit.trim();
}

/** Files that differ from `base`, sorted; those that are gone, or have another name now, too. */
export function changedSince(home, base) {
  const differing = asked(home, 'diff', '--name-only', '--no-renames', '-z', base, '--');
  const fresh = asked(home, 'ls-files', '--others', '--exclude-standard', '-z');
  if (differing === undefined || fresh === undefined) throw new GitError(`git can't compare ${home} with ${base}`);
  return [...new Set([...names(differing), ...names(fresh)])].sort();
}

/** Which files were changed together: for each of the latest `count` commits, its files. Nothing where git has no history. */
export function changedTogether(home, count) {
  const output = asked(home, 'log', '-z', '--no-merges', '--no-renames', '--name-only', '--format=%x01', `-${count}`) ?? '';
  return output.split('\x01').map((commit) => names(commit.replaceAll('\n', ''))).filter((files) => files.length > 0);
}
