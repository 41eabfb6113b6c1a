// What `./tagtrail test` consists of: suites of a name and tasks. A task has a name, a lane (lanes.mjs), the `target` of CMake
// or the `file` that it is, if any, and run() -> { counts?, output, note?, durations?, failures? }: counts undefined means that
// the program died or gave no report.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countsOfBoost, countsOfLint, countsOfTap } from './counts.mjs';
import { durationsOfBoost, durationsOfTap } from './durations.mjs';
import { failuresOfBoost, failuresOfTap } from './failures.mjs';
import { laneOf } from './lanes.mjs';
import { run } from './process.mjs';
import { findTidy } from './tidy.mjs';

const kMinute = 60_000;
/** Frames of functions that have returned are watched in long runs only: two fifths of the time went into that. */
const sanitizers = () => ({
  ASAN_OPTIONS: `detect_stack_use_after_return=${process.env.TAGTRAIL_LONG === '1' ? 1 : 0}`, UBSAN_OPTIONS: 'print_stacktrace=1',
});
const kFuzzSeconds = 60;
const kCppFolders = ['shared', 'wasm-core', 'native-host', 'lab', 'tests'];
const kCpp = /\.(cpp|hpp|h)$/;
const kTidySettings = /^\.clang-tidy$/;
/** What the type check reads, and what the extension that is linted is built from. */
const kTypeScript = /^((extension|report)\/src\/.*\.ts|shared\/pages\/.*\.ts|tsconfig\.json|package(-lock)?\.json)$/;
const kExtension = /^(extension\/|shared\/(data|pages)\/|licences\.mjs|web-ext|package(-lock)?\.json)/;

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

const withoutProgram = (what) => ({ output: '', note: `no ${what}`, counts: { passed: 0, failed: 0, skipped: 1 } });

/** A suite of one task. */
function single(name, work, facts = {}) {
  return { name, tasks: [{ name, lane: 'beside', run: work, ...facts }] };
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export class Suites {
  #home;
  #logs;
  #env;
  #slowness;

  /** `env`: for the tests, beside the environment of this process; `slowness`: what limits are multiplied by (process.mjs). */
  constructor(home, env, slowness = 1) {
    this.#slowness = slowness;
    this.#home = home;
    this.#logs = join(home, 'build', 'test-logs');
    this.#env = env;
    mkdirSync(this.#logs, { recursive: true });
  }

  #run(name, command, args, { env = {}, timeoutMs = 20 * kMinute } = {}) {
    const log = join(this.#logs, `${name}.log`);
    mkdirSync(dirname(log), { recursive: true });
    return run(command, args, { cwd: this.#home, log, timeoutMs: timeoutMs * this.#slowness,
      env: { ...this.#env, ...env } });
  }

  /** The path of a report that a program is to write, and none of an earlier run. */
  #report(name) {
    const report = join(this.#logs, name);
    mkdirSync(dirname(report), { recursive: true });
    rmSync(report, { force: true });
    return report;
  }

  /** The folders below tests/unit and tests/conformance say which programs there must be. */
  #areas() {
    const areas = new Set(['unit', 'conformance'].flatMap((kind) =>
      filesBelow(join(this.#home, 'tests', kind), (name) => name.endsWith('.cpp'))
        .map((file) => relative(join(this.#home, 'tests', kind), file).split('/'))
        .filter((parts) => parts.length > 1).map(([area]) => area)));
    return [...areas].sort();
  }

  /** The build that a program of unit tests is run from: with sanitizers where it reads what others send, or all is. */
  buildOf(target) {
    const hostile = readFileSync(join(this.#home, 'tests/unit/hostile_bytes.txt'), 'utf8').split('\n');
    return process.env.TAGTRAIL_LONG === '1' || hostile.includes(target.replace(/^unit_/, '')) ? 'asan' : 'native';
  }

  #unit(area) {
    const name = `unit_${area}`;
    return single(name, async () => {
      const report = this.#report(`${name}.xml`);
      const durations = this.#report(`${name}.durations`);
      const result = await this.#run(name, join(this.#home, 'build', this.buildOf(name), 'tests', name),
        ['--report_level=short', '--report_format=XML', `--report_sink=${report}`, '--color_output=no'],
        { env: { ...sanitizers(), TAGTRAIL_DURATIONS: durations } });
      return { ...reported(result, countsOfBoost(readIfThere(report) ?? '')),
        durations: durationsOfBoost(readIfThere(durations) ?? '', name), failures: failuresOfBoost(result.output, name) };
    }, { target: name });
  }

  /**
   * All *.test.mjs below a folder, each a task; a folder without any is no suite. What they need loaded
   * first, such as hooks to run TypeScript, is in support/register.mjs of the folder. Without --test, which would have another
   * process for each.
   */
  #node(name, folder, { timeoutMs = 20 * kMinute } = {}) {
    const files = filesBelow(join(this.#home, folder), (file) => file.endsWith('.test.mjs'));
    if (files.length === 0) return [];
    const register = join(this.#home, folder, 'support', 'register.mjs');
    const hooks = existsSync(register) ? ['--import', pathToFileURL(register).href] : [];
    return [{ name, tasks: files.map((file) => this.#nodeFile(name, folder, file, hooks, timeoutMs)) }];
  }

  #nodeFile(suite, folder, file, hooks, timeoutMs) {
    const name = `${suite}/${relative(join(this.#home, folder), file).replace(/\.test\.mjs$/, '')}`;
    return { name, lane: laneOf(file), file: relative(this.#home, file), run: async () => {
      const report = this.#report(`${name}.tap`);
      const result = await this.#run(name, process.execPath,
        [...hooks, '--test-reporter=spec', '--test-reporter-destination=stdout',
          '--test-reporter=tap', `--test-reporter-destination=${report}`, file], { timeoutMs });
      const tap = readIfThere(report) ?? '';
      return { ...reported(result, countsOfTap(tap)), durations: durationsOfTap(tap, name), failures: failuresOfTap(tap, name) };
    } };
  }

  #types() {
    return single('types', async () => judged(await this.#run('types', 'npm', ['run', '--silent', 'typecheck'])));
  }

  #lint() {
    return single('web-ext-lint', async () => {
      const result = await this.#run('web-ext-lint', 'npm', ['run', '--silent', 'lint:extension', '--', '--output', 'json']);
      return reported(result, countsOfLint(result.output));
    });
  }

  #format(files) {
    return single('clang-format', async () => {
      const program = ['clang-format-14', 'clang-format'].find((name) =>
        / version 14\./.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
      if (!program) return withoutProgram('clang-format 14');
      return judged(await this.#run('clang-format', program, ['--dry-run', '--Werror', ...files]));
    });
  }

  #tidy(files) {
    return single('clang-tidy', async () => (findTidy()
      ? judged(await this.#run('clang-tidy', process.execPath, [join(import.meta.dirname, 'tidy.mjs'), ...files], { timeoutMs: 60 * kMinute }))
      : withoutProgram('clang-tidy 14')));
  }

  #cppFiles() {
    return kCppFolders.flatMap((folder) => filesBelow(join(this.#home, folder), (name) => kCpp.test(name)))
      .map((file) => relative(this.#home, file));
  }

  /** What judges sources without running them; `changed`: only what these files concern, by paths from the root. */
  checks(changed) {
    if (changed === undefined) return [this.#tidy([]), this.#types(), this.#format(this.#cppFiles()), this.#lint()];
    const isThere = (file) => existsSync(join(this.#home, file));
    const cpp = changed.filter((file) => kCpp.test(file) && kCppFolders.includes(file.split('/')[0]) && isThere(file));
    const product = cpp.filter((file) => !file.startsWith('tests/'));
    const touches = (pattern) => changed.some((file) => pattern.test(file));
    return [
      ...(touches(kTidySettings) ? [this.#tidy([])] : product.length > 0 ? [this.#tidy(product)] : []),
      ...(touches(kTypeScript) ? [this.#types()] : []),
      ...(touches(/^\.clang-format$/) ? [this.#format(this.#cppFiles())] : cpp.length > 0 ? [this.#format(cpp)] : []),
      ...(touches(kExtension) ? [this.#lint()] : []),
    ];
  }

  /** How long a task's file took when it last ran here; undefined where that is not known. */
  lastSeconds({ name }) {
    const ms = [...(readIfThere(join(this.#logs, `${name}.tap`)) ?? '').matchAll(/^# duration_ms ([\d.]+)$/gm)].at(-1)?.[1];
    return ms === undefined ? undefined : Number(ms) / 1000;
  }

  /** In the order in which they begin: what takes long first. */
  usual() {
    const [tidy, ...quickChecks] = this.checks();
    return [
      ...this.#node('store', 'tests/store'),
      ...this.#node('recorded', 'tests/recorded', { timeoutMs: 30 * kMinute }),
      tidy,
      ...this.#node('e2e', 'tests/e2e'),
      ...this.#node('package', 'tests/package'),
      ...this.#node('faults', 'tests/faults'),
      ...this.#node('fleet', 'tests/fleet'),
      ...this.#areas().map((area) => this.#unit(area)),
      ...this.#node('differential', 'tests/differential'),
      ...this.#node('extension', 'tests/unit/extension'),
      ...this.#node('pages', 'tests/unit/pages'),
      ...this.#node('sites', 'tests/sites'),
      ...this.#node('harness', 'tests/run'),
      ...quickChecks,
    ];
  }

  /** What `--long` adds: random input, hours of use, real applications. */
  long() {
    return [
      ...this.#fuzz(),
      ...this.#node('soak', 'tests/soak', { timeoutMs: 240 * kMinute }),
      ...this.#node('real', 'tests/real', { timeoutMs: 240 * kMinute }),
    ];
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
      return single(name, async () => judged(await this.#run(name, program,
        [`-max_total_time=${seconds}`, '-seed=1', '-rss_limit_mb=2048', `-artifact_prefix=${this.#logs}/${name}-`,
          ...(existsSync(words) ? [`-dict=${words}`] : [])],
        { timeoutMs: seconds * 1000 + 10 * kMinute })));
    });
  }
}
