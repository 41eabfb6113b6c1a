// What depends on what: C++ by what CMake knows of its targets and by the includes of sources, scripts and pages by their
// imports and by the paths that they name. All paths are from the root of the checkout.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describeBuild, includesOfSource, readSources, singleBuild } from './tidy.mjs';

const kQuery = 'codemodel-v2';
const kHeader = /\.(hpp|h)$/;
const kCpp = /\.(cpp|hpp|h)$/;
/** What configures all targets. */
const kOfAll = /^(CMakeLists\.txt|CMakePresets\.json|cmake\/.*)$/;
/** The test data of a program, whoever reads it. */
const kTestFolder = /^tests\/(?:unit|conformance)\/(\w+)\//;

const isBelow = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/** Of CMake's file API: [{ name, folder, sources, needs }]; `folder`: of its CMakeLists.txt; `needs`: all that it links. */
export function targetsOf(home, reply) {
  const read = (name) => JSON.parse(readFileSync(join(reply, name), 'utf8'));
  const index = readdirSync(reply).filter((name) => name.startsWith('index-')).sort().at(-1);
  const { configurations } = read(read(index).reply[kQuery].jsonFile);
  return configurations[0].targets.map(({ jsonFile }) => {
    const { name, paths, sources = [], dependencies = [] } = read(jsonFile);
    return {
      name, folder: paths.source, sources: sources.map(({ path }) => relative(home, resolve(home, path))),
      needs: dependencies.map(({ id }) => id.split('::')[0]),
    };
  });
}

/** Of a checkout, by its preset that compiles each file for itself: { targets, reach(source) }. */
export function cppOf(home) {
  describeBuild(home, [kQuery]);
  const sources = new Map(readSources(home).map((source) => [source.file, source]));
  return {
    targets: targetsOf(home, join(singleBuild(home), '.cmake/api/v1/reply')),
    reach: (file) => (sources.has(file) ? includesOfSource(home, sources.get(file)) : []),
  };
}

/** Whether a target is compiled from `file`, which is no header. */
function isMadeOf(target, file) {
  const stem = /([^/]+)\.\w+$/.exec(file)?.[1];
  return target.sources.includes(file) || kOfAll.test(file) || target.name === `unit_${kTestFolder.exec(file)?.[1]}`
    || (file.endsWith('/CMakeLists.txt') && isBelow(target.folder, dirname(file)))
    // A text that is compiled in (cmake/EmbedText.cmake).
    || target.sources.some((source) => source.endsWith(`/embedded_${stem}.cpp`));
}

/** Targets that a change compiles or links anew, by name: { through, file }, the target that is made of a changed file. */
export function affectedTargets({ targets, reach }, changed) {
  const own = new Map();
  const claim = (target, file) => own.has(target.name) || own.set(target.name, file);
  for (const target of targets) {
    for (const file of changed) if (isMadeOf(target, file)) claim(target, file);
  }
  const headers = new Set(changed.filter((file) => kHeader.test(file)));
  const found = new Set(own.values());
  if (headers.size > 0) {
    for (const target of targets) {
      for (const header of target.sources.flatMap((source) => reach(source)).filter((file) => headers.has(file))) {
        claim(target, header);
        found.add(header);
      }
    }
  }
  // What is gone, or in use nowhere, counts for those that its folder's files are part of.
  for (const file of changed.filter((path) => kCpp.test(path) && !found.has(path))) {
    for (const target of targets) if (target.sources.some((source) => dirname(source) === dirname(file))) claim(target, file);
  }
  const affected = new Map();
  for (const { name, needs } of targets) {
    const through = own.has(name) ? name : needs.findLast((need) => own.has(need));
    if (through !== undefined) affected.set(name, { through, file: own.get(through) });
  }
  return affected;
}

const kScript = /\.(mjs|js|ts)$/;
/** Made by builds. */
const kMade = /^(build|dist|node_modules)(\/|$)/;

/** All that stands in quotes in a script and could be a path. */
export function pathsIn(text) {
  return [...new Set([...text.matchAll(/(["'`])([\w@.-]*(?:[./][\w@.-]+)+)\1/g)].map(([, , path]) => path))];
}

/** What scripts import or name, read once each. */
export class Imports {
  #home;
  #known = new Map();

  constructor(home) {
    this.#home = home;
  }

  /** Files that a folder holds, those below it too. */
  #filesBelow(folder) {
    return readdirSync(join(this.#home, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map((entry) => relative(this.#home, join(entry.parentPath ?? entry.path, entry.name)));
  }

  /** { files, made }: of the checkout, and of what builds leave. */
  #named(file) {
    if (!this.#known.has(file)) {
      const text = kScript.test(file) && existsSync(join(this.#home, file)) ? readFileSync(join(this.#home, file), 'utf8') : '';
      const paths = pathsIn(text).flatMap((path) => [resolve(this.#home, dirname(file), path), resolve(this.#home, path)])
        .map((path) => relative(this.#home, path)).filter((path) => path !== '' && !path.startsWith('..'));
      const files = paths.filter((path) => !kMade.test(path)).flatMap((path) => {
        const facts = existsSync(join(this.#home, path)) ? statSync(join(this.#home, path)) : undefined;
        if (facts?.isFile()) return [path];
        // A folder by one word is more than is meant: words have other meanings. The runner names the tests' own.
        return facts?.isDirectory() && path.includes('/') && !file.startsWith('tests/run/') ? this.#filesBelow(path) : [];
      });
      this.#known.set(file, { text, files: [...new Set(files)], made: paths.filter((path) => kMade.test(path)) });
    }
    return this.#known.get(file);
  }

  /** Of a test, with what its folder loads before it: { files, made, text }. */
  reached(test) {
    const hooks = join(dirname(test), 'support/register.mjs');
    const files = new Set(existsSync(join(this.#home, hooks)) ? [test, hooks] : [test]);
    for (const file of files) for (const named of this.#named(file).files) files.add(named);
    const all = [...files].map((file) => this.#named(file));
    return { files, made: new Set(all.flatMap(({ made }) => made)), text: all.map(({ text }) => text).join('\n') };
  }
}
