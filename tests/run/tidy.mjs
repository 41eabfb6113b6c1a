#!/usr/bin/env node
// Runs clang-tidy by .clang-tidy over the product's C++ files that build/native compiles: node tests/run/tidy.mjs
// What was found clean is remembered by content (of the file, all it includes, its command, .clang-tidy and the version
// of clang-tidy), so that only what changed is looked at again.
//
// Most of the time goes into headers. So files that are compiled alike are first looked at together, as one source that
// includes them; only where that has findings, or names that meet, is it halved, down to the single files.
import { execFile, spawnSync } from 'node:child_process';
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

/** `ninja -t deps`: object -> the files it was made of. */
export function readDeps(text) {
  const deps = new Map();
  for (const block of text.split('\n\n')) {
    const [head, ...lines] = block.trimStart().split('\n');
    const object = /^(.*): #deps \d+, .*\(VALID\)$/.exec(head)?.[1];
    if (object) deps.set(object, lines.map((line) => line.trim()).filter(Boolean));
  }
  return deps;
}

/** The files to be judged: { file, flags, includes? }; `includes` is missing for what was not built yet. */
function readSources(home, build) {
  const deps = readDeps(spawnSync('ninja', ['-C', build, '-t', 'deps'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout);
  return JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'))
    .map(({ file, command, output }) => ({
      file: relative(home, file), flags: flagsOf(command),
      includes: deps.get(output ?? / -o (\S+)/.exec(command)?.[1])?.map((path) => resolve(build, path)),
    }))
    .filter(({ file }) => !kNotJudged.test(file));
}

/** Gives the hash of a file's content, read once. */
function hashing() {
  const known = new Map();
  return (path) => {
    if (!known.has(path)) known.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'));
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
    this.#build = join(home, 'build/native');
    this.#program = program;
    this.#cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tagtrail/tidy');
    this.#scratch = join(home, 'build/tidy');
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    this.#common = version + readFileSync(join(home, '.clang-tidy'), 'utf8');
    for (const folder of [this.#cache, this.#scratch]) mkdirSync(folder, { recursive: true });
  }

  /** Where it is remembered that a file is clean; undefined for one whose headers are not known. */
  #memory({ file, flags, includes }) {
    if (!includes?.every((path) => existsSync(path))) return undefined;
    const hash = createHash('sha256').update(this.#common);
    // Checkouts in different folders share what they know.
    hash.update(flags.join(' ').replaceAll(this.#home, '.')).update(file).update(this.#hashOf(join(this.#home, file)));
    for (const path of includes) hash.update(this.#hashOf(path));
    return join(this.#cache, hash.digest('hex'));
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
      const [{ file, flags, memory }] = sources;
      const found = await this.#look(join(this.#home, file), flags);
      if (found !== '') this.findings.push({ file, found });
      else if (memory) writeFileSync(memory, '');
      return;
    }
    const batch = join(this.#scratch, `together_${this.#batches++}.cpp`);
    writeFileSync(batch, sources.map(({ file }) => `#include "${join(this.#home, file)}"\n`).join(''));
    const found = await this.#look(batch, sources[0].flags);
    rmSync(batch);
    if (found === '') {
      for (const { memory } of sources) if (memory) writeFileSync(memory, '');
      return;
    }
    const half = sources.length >> 1;
    await this.#judge(sources.slice(0, half));
    await this.#judge(sources.slice(half));
  }

  /** Gives how many files there are and how many had to be looked at. */
  async run() {
    const sources = readSources(this.#home, this.#build).map((source) => ({ ...source, memory: this.#memory(source) }));
    const unknown = sources.filter(({ memory }) => memory === undefined || !existsSync(memory));
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
  const tidy = new Tidy(resolve(import.meta.dirname, '../..'), program);
  const { files, looked } = await tidy.run();
  for (const { found } of tidy.findings) console.log(found);
  console.log(`${files} files, ${looked} of them changed, ${tidy.findings.length} with findings`);
  return tidy.findings.length > 0 || files === 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  process.exitCode = await main();
}
