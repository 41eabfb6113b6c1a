#!/usr/bin/env node
// What can be judged without running it, of what changed: ./tagtrail check [BASE] [--all]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { baseOf, changedSince, GitError } from './changes.mjs';
import { Suites } from './suites.mjs';
import { runAll, summed } from './test.mjs';

const kHelp = `Looks at what changed, without building or running it:
  clang-format   layout of C++             mended by: clang-format -i FILE
  clang-tidy     the product's C++         each finding names its rule; .clang-tidy has them
  types          TypeScript                npm run typecheck
  web-ext-lint   the built extension       what the Firefox store would say
Usage: tagtrail check [BASE] [--all]

  BASE   look at what differs from this commit, staged or not, new files too. The default is where this branch
         left main, and on main the last commit. HEAD: what is not committed yet.
  --all  look at everything, as \`tagtrail test\` does
Only what a change concerns is looked at: a header by one source that includes it, the types and the extension only
after a change of theirs. A file that was found clean is not looked at again. The exit code is 1 if something was found.

To have it run before each commit: git config core.hooksPath tests/run/hooks`;

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false },
  } });
  if (values.help) {
    console.log(kHelp);
    return 0;
  }
  if (positionals.length > (values.all ? 0 : 1)) throw new GitError('one commit to compare with, or --all; see --help');
  const home = resolve(import.meta.dirname, '../..');
  const suites = new Suites(home, { TAGTRAIL_HOME: home });
  if (values.all) return summed(await runAll(suites.checks()), 0);
  const base = baseOf(home, positionals[0]);
  const checks = suites.checks(changedSince(home, base));
  if (checks.length === 0) {
    console.log(`nothing that is looked at here differs from ${base.slice(0, 12)}; --all looks at everything`);
    return 0;
  }
  return summed(await runAll(checks), 0);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof GitError) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
  console.error(`tagtrail check: ${error.message}`);
  process.exitCode = 2;
}
