// What `./tagtrail test` consists of. Each suite has a name and run() -> { counts?, output, note? }:
// counts undefined means that the program died or gave no report. While one that is `alone` runs, no
// other does: browsers and faults have enough to do with themselves.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countsOfBoost, countsOfLint, countsOfTap } from './counts.mjs';
import { run } from './process.mjs';

const kMinute = 60_000;
const kSanitizers = { ASAN_OPTIONS: 'detect_stack_use_after_return=1', UBSAN_OPTIONS: 'print_stacktrace=1' };
const kFuzzSeconds = 60;
/** Minutes with sanitizers: run so by --long only. tests/CMakeLists.txt has the same list. */
const kSlowUnits = ['core', 'messaging'];

function filesBelow(folder, wanted) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** A command that passes or fails as a whole: one test. */
function judged(result) {
  return reported(result, { passed: 1, failed: 0, skipped: 0 });
}

/** A report that says all is well doesn't count when its program ended badly. */
function reported(result, counts) {
  if (result.code === 0 || (counts?.failed ?? 0) > 0) return { output: result.output, counts };
  const note = result.timedOut ? 'took too long' : `ended by ${result.signal ?? `exit ${result.code}`}`;
  return { output: result.output, counts: undefined, note };
}

const alone = (suites) => suites.map((suite) => ({ ...suite, alone: true }));

export class Suites {
  #home;
  #logs;
  #env;

  /** `env`: for the tests, beside the environment of this process. */
  constructor(home, env) {
    this.#home = home;
    this.#logs = join(home, 'build', 'test-logs');
    this.#env = env;
    mkdirSync(this.#logs, { recursive: true });
  }

  #run(name, command, args, { env = {}, timeoutMs = 20 * kMinute } = {}) {
    return run(command, args, {
      cwd: this.#home, log: join(this.#logs, `${name}.log`), timeoutMs, env: { ...this.#env, ...env },
    });
  }

  #boost(name, program, env) {
    return { name, run: async () => {
      const report = join(this.#logs, `${name}.xml`);
      rmSync(report, { force: true });
      const result = await this.#run(name, program,
        ['--report_level=short', '--report_format=XML', `--report_sink=${report}`, '--color_output=no'], { env });
      return reported(result, existsSync(report) ? countsOfBoost(readFileSync(report, 'utf8')) : undefined);
    } };
  }

  /** The folders below tests/unit and tests/conformance say which programs there must be. */
  #areas() {
    const areas = new Set(['unit', 'conformance'].flatMap((kind) =>
      filesBelow(join(this.#home, 'tests', kind), (name) => name.endsWith('.cpp'))
        .map((file) => relative(join(this.#home, 'tests', kind), file).split('/'))
        .filter((parts) => parts.length > 1).map(([area]) => area)));
    return [...areas].sort();
  }

  #unit(area, prefix, preset) {
    const program = join(this.#home, 'build', preset, 'tests', `unit_${area}`);
    return this.#boost(`${prefix}${area}`, program, preset === 'asan' ? kSanitizers : {});
  }

  /**
   * All *.test.mjs below a folder; a folder without any is no suite. What they need loaded first, such
   * as hooks to run TypeScript, is in support/register.mjs of the folder.
   */
  #node(name, folder, timeoutMs = 20 * kMinute) {
    const files = filesBelow(join(this.#home, folder), (file) => file.endsWith('.test.mjs'));
    if (files.length === 0) return [];
    const register = join(this.#home, folder, 'support', 'register.mjs');
    const hooks = existsSync(register) ? ['--import', pathToFileURL(register).href] : [];
    return [{ name, run: async () => {
      const report = join(this.#logs, `${name}.tap`);
      rmSync(report, { force: true });
      const result = await this.#run(name, process.execPath,
        [...hooks, '--test', '--test-concurrency=1', '--test-reporter=spec', '--test-reporter-destination=stdout',
          '--test-reporter=tap', `--test-reporter-destination=${report}`, ...files], { timeoutMs });
      return reported(result, existsSync(report) ? countsOfTap(readFileSync(report, 'utf8')) : undefined);
    } }];
  }

  #types() {
    return { name: 'types', run: async () => judged(await this.#run('types', 'npm', ['run', '--silent', 'typecheck'])) };
  }

  #lint() {
    return { name: 'web-ext-lint', run: async () => {
      const result = await this.#run('web-ext-lint', 'npm', ['run', '--silent', 'lint:extension', '--', '--output', 'json']);
      return reported(result, countsOfLint(result.output));
    } };
  }

  #format() {
    return { name: 'clang-format', run: async () => {
      const program = ['clang-format-14', 'clang-format'].find((name) =>
        / version 14\./.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
      if (!program) {
        return { output: '', note: 'no clang-format 14', counts: { passed: 0, failed: 0, skipped: 1 } };
      }
      const files = ['shared', 'wasm-core', 'native-host', 'tests'].flatMap((folder) =>
        filesBelow(join(this.#home, folder), (name) => /\.(cpp|hpp|h)$/.test(name)));
      return judged(await this.#run('clang-format', program, ['--dry-run', '--Werror', ...files]));
    } };
  }

  /** In the order in which they run: fast ones first. */
  usual() {
    return [
      this.#types(),
      this.#format(),
      ...this.#areas().map((area) => this.#unit(area, 'unit_', kSlowUnits.includes(area) ? 'native' : 'asan')),
      ...this.#node('harness', 'tests/run'),
      ...this.#node('sites', 'tests/sites'),
      ...this.#node('extension', 'tests/unit/extension'),
      this.#lint(),
      ...this.#node('differential', 'tests/differential'),
      ...this.#node('recorded', 'tests/recorded', 30 * kMinute),
      ...alone(this.#node('e2e', 'tests/e2e', 30 * kMinute)),
      ...alone(this.#node('store', 'tests/store', 30 * kMinute)),
      ...alone(this.#node('faults', 'tests/faults', 30 * kMinute)),
    ];
  }

  /** What `--long` adds: random input, hours of use, real applications. */
  long() {
    return [
      ...alone([this.#build('asan', ['--target', 'slow_units']), this.#build('fuzz')]),
      ...kSlowUnits.map((area) => this.#unit(area, 'asan_', 'asan')),
      ...this.#fuzz(),
      ...alone(this.#node('soak', 'tests/soak', 240 * kMinute)),
      ...alone(this.#node('real', 'tests/real', 240 * kMinute)),
    ];
  }

  #build(preset, wanted = []) {
    const name = `build-${preset}`;
    return { name, run: async () => {
      const configured = await this.#run(name, 'cmake', ['--preset', preset]);
      if (configured.code !== 0) return judged(configured);
      return judged(await this.#run(name, 'cmake', ['--build', '--preset', preset, ...wanted], { timeoutMs: 60 * kMinute }));
    } };
  }

  /**
   * One program for each tests/fuzz/NAME.cpp, built as fuzz_NAME, with the words of NAME.dict; a minute
   * each, or TAGTRAIL_FUZZ_SECONDS, from the same seed.
   */
  #fuzz() {
    const sources = filesBelow(join(this.#home, 'tests', 'fuzz'), (name) => name.endsWith('.cpp'));
    const seconds = Number(process.env.TAGTRAIL_FUZZ_SECONDS ?? kFuzzSeconds);
    return sources.map((source) => {
      const name = `fuzz_${source.replace(/^.*\//, '').replace(/\.cpp$/, '')}`;
      const program = join(this.#home, 'build', 'fuzz', 'tests', name);
      const words = source.replace(/\.cpp$/, '.dict');
      return { name, run: async () => judged(await this.#run(name, program,
        [`-max_total_time=${seconds}`, '-seed=1', '-rss_limit_mb=2048', `-artifact_prefix=${this.#logs}/${name}-`,
          ...(existsSync(words) ? [`-dict=${words}`] : [])],
        { timeoutMs: seconds * 1000 + 10 * kMinute })) };
    });
  }
}
