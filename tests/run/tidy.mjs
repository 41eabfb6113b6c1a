#!/usr/bin/env node
// Runs clang-tidy by .clang-tidy over the product's C++ files, each for itself: node tests/run/tidy.mjs
// What was found clean is remembered by content (of the file, all it includes, its command, .clang-tidy and the version
// of clang-tidy), so that only what changed is looked at again.
//
// Most of the time goes into headers. So files that are compiled alike are first looked at together, as one source that
// includes them; only where that has findings, or names that meet, is it halved, down to the single files.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const kTogether = 8;
const kNotJudged = /^(build|tests|node_modules|\.\.)\//;

/** The program, or undefined: other versions find other things. */
export function findTidy() {
  return ['clang-tidy-14', 'clang-tidy'].find((name) =>
    /\bversion 14\./.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
}

/** The flags that matter to clang of a command of g++, as a shell gives them: not its outputs, and no warnings, which the build judges. */
export function flagsOf(command) {
  const words = command.trim().split(/\s+/);
  const first = words.findIndex((word) => word.startsWith('-'));
  const flags = [];
  for (let at = first; at < words.length; at++) {
    if (words[at] === '-o' || words[at] === '-c') at++;
    else if (!/^-(W|O|g|f(sanitize|no-sanitize))/.test(words[at])) flags.push(words[at].replaceAll('\\"', '"'));
  }
  return flags;
}

/** What a rule of make, as compilers write it for a source with -M, says that it includes. */
export function includesOf(rule) {
  return rule.replaceAll('\\\n', ' ').slice(rule.indexOf(':') + 1).split(/(?<!\\)\s+/).filter(Boolean)
    .map((path) => path.replaceAll('\\ ', ' '));
}

/** What was remembered in a file; undefined where there is none, or one that a run which was ended left in pieces. */
export function includesKept(memory) {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The files to be judged: { file, compiler, flags }. */
function readSources(home, build) {
  return JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'))
    .map(({ file, command }) => ({
      file: relative(home, file), flags: flagsOf(command),
      compiler: command.trim().split(/\s+/).find((word) => !word.endsWith('ccache')),
    }))
    .filter(({ file }) => !kNotJudged.test(file));
}

/** Gives the hash of a file's content, read once. */
function hashing() {
  const known = new Map();
  return (path) => {
    if (!known.has(path)) {
      known.set(path, existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '');
    }
    return known.get(path);
  };
}

class Tidy {
  #home;
  #build;
  #program;
  #cache;
  #scratch;
  #common;
  #hashOf = hashing();
  #batches = 0;
  findings = [];

  constructor(home, program) {
    this.#home = home;
    this.#build = join(home, 'build/single');
    this.#program = program;
    this.#cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tagtrail/tidy');
    this.#scratch = join(home, 'build/tidy');
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    this.#common = version + readFileSync(join(home, '.clang-tidy'), 'utf8');
    for (const folder of [this.#cache, this.#scratch]) mkdirSync(folder, { recursive: true });
  }

  /** Where it is remembered what a file included when it was found clean. */
  #memory({ file, flags }) {
    const hash = createHash('sha256').update(this.#common);
    // Checkouts in different folders share what they know.
    hash.update(flags.join(' ').replaceAll(this.#home, '.')).update(file).update(this.#hashOf(join(this.#home, file)));
    return join(this.#cache, hash.digest('hex'));
  }

  #isKnown(source) {
    const includes = includesKept(this.#memory(source));
    return includes !== undefined && Object.entries(includes).every(([path, hash]) => this.#hashOf(resolve(this.#home, path)) === hash);
  }

  #remember(source) {
    const args = [...source.flags, '-w', '-M', join(this.#home, source.file)];
    const { status, stdout } = spawnSync(source.compiler, args, { cwd: this.#build, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status !== 0) return;
    const includes = includesOf(stdout).map((path) => resolve(this.#build, path));
    const hashes = includes.map((path) => [relative(this.#home, path), this.#hashOf(path)]);
    writeFileSync(this.#memory(source), JSON.stringify(Object.fromEntries(hashes)));
  }

  /** Gives what clang-tidy has to say about a source with these flags; '' when nothing. */
  #look(source, flags) {
    const args = ['--quiet', source, '--', ...flags, '-w'];
    return new Promise((done) => {
      execFile(this.#program, args, { cwd: this.#build, maxBuffer: 1 << 28 }, (error, stdout) =>
        done(error === null ? '' : stdout.trim() || String(error.message)));
    });
  }

  async #judge(sources) {
    if (sources.length === 1) {
      const [source] = sources;
      const found = await this.#look(join(this.#home, source.file), source.flags);
      if (found !== '') this.findings.push({ file: source.file, found });
      else this.#remember(source);
      return;
    }
    const batch = join(this.#scratch, `together_${this.#batches++}.cpp`);
    writeFileSync(batch, sources.map(({ file }) => `#include "${join(this.#home, file)}"\n`).join(''));
    const found = await this.#look(batch, sources[0].flags);
    rmSync(batch);
    if (found === '') {
      for (const source of sources) this.#remember(source);
      return;
    }
    const half = sources.length >> 1;
    await this.#judge(sources.slice(0, half));
    await this.#judge(sources.slice(half));
  }

  /** Gives how many files there are and how many had to be looked at. */
  async run() {
    const sources = readSources(this.#home, this.#build);
    const unknown = sources.filter((source) => !this.#isKnown(source));
    const alike = groupedByFlags(unknown);
    for (const group of alike.values()) {
      for (let at = 0; at < group.length; at += kTogether) await this.#judge(group.slice(at, at + kTogether));
    }
    return { files: sources.length, looked: unknown.length };
  }
}

function groupedByFlags(sources) {
  const groups = new Map();
  for (const source of sources) {
    const key = source.flags.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  return groups;
}

async function main() {
  const program = findTidy();
  if (!program) {
    console.error('no clang-tidy 14');
    return 2;
  }
  const home = resolve(import.meta.dirname, '../..');
  // It only says how each file is compiled; nothing is built by it.
  execFileSync('cmake', ['--preset', 'single'], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  const tidy = new Tidy(home, program);
  const { files, looked } = await tidy.run();
  for (const { found } of tidy.findings) console.log(found);
  console.log(`${files} files, ${looked} of them changed, ${tidy.findings.length} with findings`);
  return tidy.findings.length > 0 || files === 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  process.exitCode = await main();
}
