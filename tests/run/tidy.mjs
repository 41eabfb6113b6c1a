#!/usr/bin/env node
// Runs clang-tidy by .clang-tidy over the product's C++ files, each for itself: node tests/run/tidy.mjs [FILE...]
// With FILEs only over these; a header is looked at through one source that includes it. What was found clean is remembered by content (of the file, all it includes, its command, .clang-tidy and the version
// of clang-tidy), so that only what changed is looked at again.
//
// Nearly all of the time goes into headers. So files are first looked at together, as one source that includes them and has
// the include folders of them all. Those whose names meet names of others, as the compiler says beforehand, are looked at
// together with each other; and where there are findings, those that they name, or each half, down to the single files.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const kTogether = 48;
const kNotOurs = /^(build|node_modules|\.\.)\//;
const kNotJudged = /^tests\//;

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

/** The compiler of such a command, whatever starts it. */
export function compilerOf(command) {
  const words = command.trim().split(/\s+/);
  return words[words.findIndex((word) => word.startsWith('-')) - 1];
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

/** The flags of a command by what they say: the folders of headers, each as its words, and all others. */
export function partsOf(flags) {
  const parts = { folders: [], others: [] };
  for (let at = 0; at < flags.length; at++) {
    if (flags[at].startsWith('-I')) parts.folders.push([flags[at]]);
    else if (flags[at] === '-isystem') parts.folders.push([flags[at], flags[++at]]);
    else parts.others.push(flags[at]);
  }
  return parts;
}

const folderOf = (words) => words.at(-1).replace(/^-I/, '');

/** What a source or header names in its includes, in whatever branch they are: { name, beside }, `beside` with quotes. */
export function namedIn(text) {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)]
    .map(([, quoted, angled]) => ({ name: quoted ?? angled, beside: quoted !== undefined }));
}

/** Of what a compiler says about a source that includes others, one a line: which of these, from 0, it could not read. */
export function unreadableIn(output, source) {
  const found = new Set();
  let current;
  for (const line of output.split('\n')) {
    const from = line.lastIndexOf(`from ${source}:`);
    if (from >= 0) current = Number.parseInt(line.slice(from + `from ${source}:`.length), 10) - 1;
    if (current !== undefined && /: (fatal )?error: /.test(line)) found.add(current);
  }
  return found;
}

/** Files that findings name, of `known`. */
export function namedByFindings(found, known) {
  const named = new Set([...found.matchAll(/^(\/[^:\n]+):\d+:\d+: (?:warning|error): /gm)].map(([, path]) => path));
  return known.filter((path) => named.has(path));
}

/** Where it is written how each file is compiled; nothing is built there. */
export const singleBuild = (home) => join(home, 'build/single');

/** Writes that, with what CMake knows of its targets if `wanted` (a name of its file API) says so. */
export function describeBuild(home, wanted = []) {
  const query = join(singleBuild(home), '.cmake/api/v1/query');
  mkdirSync(query, { recursive: true });
  for (const name of wanted) writeFileSync(join(query, name), '');
  execFileSync('cmake', ['--preset', 'single'], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** All sources of ours, as described: { file, compiler, flags }. */
export function readSources(home) {
  return JSON.parse(readFileSync(join(singleBuild(home), 'compile_commands.json'), 'utf8'))
    .map(({ file, command }) => ({
      file: relative(home, file), flags: flagsOf(command),
      compiler: compilerOf(command),
    }))
    .filter(({ file }) => !kNotOurs.test(file));
}

/** `work` of a text, done once for each. */
function once(work) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key);
  };
}

const isFile = once((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
const namesOf = once((path) => namedIn(readFileSync(path, 'utf8')));
const hashOf = once((path) => (isFile(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''));

const realOf = once((path) => realpathSync(path));

/** All headers below a folder, behind links too, by their name from there. */
const headersBelow = once((folder) => {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry);
    return statSync(path).isDirectory() ? headersBelow(path).map((name) => join(entry, name)) : [entry];
  });
});

/** Where includes of these folders lead: of a name, and of all names of a file. */
const lookupIn = once((joined) => {
  const folders = joined.split('\n');
  const foundIn = once((name) => folders.map((folder) => join(folder, name)).find(isFile));
  return once((path) => namesOf(path).map(({ name, beside }) => {
    const near = beside ? join(dirname(path), name) : undefined;
    return near !== undefined && isFile(near) ? near : foundIn(name);
  }).filter((found) => found !== undefined));
});

/** What a file includes, and what that includes, as far as it is in the folders. */
export function reachedFrom(file, folders) {
  const includesIn = lookupIn(folders.join('\n'));
  const reached = new Set([file]);
  for (const path of reached) for (const found of includesIn(path)) reached.add(found);
  return [...reached];
}

/** What one of `readSources` includes, by real paths from the checkout: the headers of a room are found behind a link. */
export function includesOfSource(home, { file, flags }) {
  return reachedFrom(join(home, file), partsOf(flags).folders.map(folderOf)).map((path) => relative(home, realOf(path)));
}

/**
 * Of `sources`, those that have to be looked at for `files`: a source for itself, and for a header that none of these reaches
 * the source of its name, or else the first that reaches it. `reach` gives the paths of what a source includes.
 */
export function concerned(sources, files, reach) {
  const found = new Set(sources.filter(({ file }) => files.includes(file)));
  const reachOf = once(reach);
  for (const header of files.filter((file) => /\.(hpp|h)$/.test(file))) {
    const includes = (source) => reachOf(source).includes(header);
    if ([...found].some(includes)) continue;
    const stem = header.replace(/\.\w+$/, '.cpp').replace(/.*\//, '/');
    const source = sources.filter(({ file }) => file.endsWith(stem)).find(includes) ?? sources.find(includes);
    if (source) found.add(source);
  }
  return [...found];
}

/** Those with the same flags, in parts that are not larger than `most`. */
function alike(sources, most) {
  const groups = new Map();
  for (const source of sources) {
    const key = source.flags.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  return [...groups.values()].flatMap((group) => {
    const parts = Math.ceil(group.length / most);
    return Array.from({ length: parts }, (_, at) =>
      group.slice(Math.floor(group.length * at / parts), Math.floor(group.length * (at + 1) / parts)));
  });
}

/**
 * Sources in batches of those that can be read together: with the same flags besides the folders, which are joined, and no
 * two folders with different headers of one name. Those that are compiled alike stay together.
 */
export function batchesOf(sources, most) {
  const batches = [];
  for (const group of alike(sources, most)) {
    const { folders, others } = partsOf(group[0].flags);
    const key = others.sort().join(' ');
    const headers = new Map(folders.map(folderOf).filter((folder) => !folder.startsWith('/usr/'))
      .flatMap((folder) => headersBelow(folder).map((name) => [name, folder])));
    const fits = (batch) => batch.key === key && batch.sources.length + group.length <= most
      && [...headers].every(([name, folder]) => {
        const other = batch.headers.get(name);
        return other === undefined || other === folder || realpathSync(join(other, name)) === realpathSync(join(folder, name));
      });
    let batch = batches.find(fits);
    if (!batch) {
      batch = { key, others, folders: new Map(), headers: new Map(), sources: [] };
      batches.push(batch);
    }
    batch.sources.push(...group);
    for (const words of folders) batch.folders.set(words.join(' '), words);
    for (const [name, folder] of headers) batch.headers.set(name, folder);
  }
  return batches.map((batch) => ({ sources: batch.sources, flags: [...batch.others, ...[...batch.folders.values()].flat()] }));
}

class Tidy {
  #home;
  #build;
  #program;
  #cache;
  #scratch;
  #common;
  #batches = 0;
  findings = [];

  constructor(home, program) {
    this.#home = home;
    this.#build = singleBuild(home);
    this.#program = program;
    this.#cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tagtrail/tidy');
    this.#scratch = join(home, 'build/tidy');
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    this.#common = version + readFileSync(join(home, '.clang-tidy'), 'utf8');
    for (const folder of [this.#cache, this.#scratch]) mkdirSync(folder, { recursive: true });
  }

  #path({ file }) {
    return join(this.#home, file);
  }

  /** Where it is remembered what a file included when it was found clean. */
  #memory(source) {
    const hash = createHash('sha256').update(this.#common);
    // Checkouts in different folders share what they know.
    hash.update(source.flags.join(' ').replaceAll(this.#home, '.')).update(source.file).update(hashOf(this.#path(source)));
    return join(this.#cache, hash.digest('hex'));
  }

  #isKnown(source) {
    const includes = includesKept(this.#memory(source));
    return includes !== undefined && Object.entries(includes).every(([path, hash]) => hashOf(resolve(this.#home, path)) === hash);
  }

  /** `included`: by all that was looked at together; of what is ours, only what the source itself reaches counts. */
  #remember(source, included) {
    const isOurs = (path) => !relative(this.#home, realpathSync(path)).startsWith('..');
    const reached = reachedFrom(this.#path(source), partsOf(source.flags).folders.map(folderOf));
    const paths = new Set([...reached.filter(isOurs), ...included.filter((path) => !isOurs(path))]);
    // Ours by where they are in the checkout, others by where they are.
    const hashes = [...paths].map((path) => {
      const inside = relative(this.#home, path);
      return [inside.startsWith('..') ? path : inside, hashOf(path)];
    });
    writeFileSync(this.#memory(source), JSON.stringify(Object.fromEntries(hashes)));
  }

  #together(sources) {
    const path = join(this.#scratch, `together_${this.#batches++}.cpp`);
    writeFileSync(path, sources.map((source) => `#include "${this.#path(source)}"\n`).join(''));
    return path;
  }

  /** What the compiler has to say about sources read together: those that it can't read so, and all that they include. */
  #read(sources, flags) {
    const path = this.#together(sources);
    const rule = `${path}.d`;
    const args = [...flags, '-w', '-fsyntax-only', '-MD', '-MF', rule, path];
    return new Promise((done) => {
      execFile(sources[0].compiler, args, { cwd: this.#build, maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: 'C' } }, (error, _, stderr) => {
        const unreadable = unreadableIn(stderr, path);
        // What failed without saying where is no batch.
        if (error !== null && unreadable.size === 0) for (const at of sources.keys()) unreadable.add(at);
        // It is written where there are errors, too.
        const included = existsSync(rule) ? includesOf(readFileSync(rule, 'utf8')).map((name) => resolve(this.#build, name)) : [];
        for (const file of [path, rule]) rmSync(file, { force: true });
        done({ unreadable, included: included.filter((name) => name !== path) });
      });
    });
  }

  /** Gives what clang-tidy has to say about a source with these flags; '' when nothing. */
  #look(source, flags) {
    const args = ['--quiet', source, '--', ...flags, '-w'];
    return new Promise((done) => {
      execFile(this.#program, args, { cwd: this.#build, maxBuffer: 1 << 28 }, (error, stdout) =>
        done(error === null ? '' : stdout.trim() || String(error.message)));
    });
  }

  async #judgeOne(source) {
    const found = await this.#look(this.#path(source), source.flags);
    if (found !== '') {
      this.findings.push({ file: source.file, found });
      return;
    }
    const { unreadable, included } = await this.#read([source], source.flags);
    if (unreadable.size === 0) this.#remember(source, included);
  }

  async #judge(sources, flags) {
    if (sources.length === 0) return;
    if (sources.length === 1) {
      await this.#judgeOne(sources[0]);
      return;
    }
    const { unreadable, included } = await this.#read(sources, flags);
    const readable = sources.filter((_, at) => !unreadable.has(at));
    if (readable.length <= 1) {
      for (const source of sources) await this.#judgeOne(source);
      return;
    }
    await this.#judgeReadable(readable, flags, included);
    await this.#judge(sources.filter((_, at) => unreadable.has(at)), flags);
  }

  async #judgeReadable(sources, flags, included) {
    const path = this.#together(sources);
    const found = await this.#look(path, flags);
    rmSync(path);
    if (found === '') {
      for (const source of sources) this.#remember(source, included);
      return;
    }
    const named = namedByFindings(found, sources.map((source) => this.#path(source)));
    const isNamed = (source) => named.includes(this.#path(source));
    if (named.length > 0 && named.length <= sources.length / 2) {
      for (const source of sources.filter(isNamed)) await this.#judgeOne(source);
      await this.#judge(sources.filter((source) => !isNamed(source)), flags);
      return;
    }
    const half = sources.length >> 1;
    await this.#judge(sources.slice(0, half), flags);
    await this.#judge(sources.slice(half), flags);
  }

  /** Gives how many files there are and how many had to be looked at; `files`: undefined for all. */
  async run(files) {
    const all = readSources(this.#home).filter(({ file }) => !kNotJudged.test(file));
    const sources = files === undefined ? all : concerned(all, files, (source) => includesOfSource(this.#home, source));
    const unknown = sources.filter((source) => !this.#isKnown(source));
    for (const batch of batchesOf(unknown, kTogether)) await this.#judge(batch.sources, batch.flags);
    return { files: sources.length, looked: unknown.length };
  }
}

async function main() {
  const program = findTidy();
  if (!program) {
    console.error('no clang-tidy 14');
    return 2;
  }
  const home = resolve(import.meta.dirname, '../..');
  const given = process.argv.slice(2);
  describeBuild(home);
  const tidy = new Tidy(home, program);
  const { files, looked } = await tidy.run(given.length > 0 ? given : undefined);
  for (const { found } of tidy.findings) console.log(found);
  console.log(`${files} files, ${looked} of them changed, ${tidy.findings.length} with findings`);
  // Of files that were given there may be none that it judges.
  return tidy.findings.length > 0 || (files === 0 && given.length === 0) ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  process.exitCode = await main();
}
