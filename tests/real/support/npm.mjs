// Applications that npm installs, by exact versions and the registry's state of one day: built once by their own tools from a
// small project with known files, and served as their makers say, by servers that npm installs, too.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { command, startProcess } from './instance.mjs';

/** What packages need is of this day: the same versions at each installation, without a list of hundreds. */
const kDay = '2026-11-20';
const kBuild = resolve(import.meta.dirname, '../../../build');
const kPlace = join(kBuild, 'real/npm');
const kAsked = process.env.TAGTRAIL_REAL === '1' || existsSync(join(kBuild, 'stamps/packages-real'));
/** No word home and no question. VitePress takes links for pages unless it is told that an ending is a file's. */
const kQuiet = {
  ...process.env, CI: '1', ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false',
  DO_NOT_TRACK: '1', NODE_ENV: '', VITE_EXTRA_EXTENSIONS: 'ods,xlsx',
};

export function writeTree(folder, tree) {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Where these packages are, or will be: node_modules is kept as long as the versions are the same. */
const installation = (packages, day) => join(kPlace, createHash('sha256').update(JSON.stringify([day, packages])).digest('hex').slice(0, 16));

/** The installed packages' folder, or throws with what npm said. */
function install(packages, day) {
  const place = installation(packages, day);
  if (existsSync(join(place, 'installed'))) return place;
  rmSync(place, { recursive: true, force: true });
  // Tools would look above for settings, and find the checkout's.
  writeTree(place, { 'package.json': JSON.stringify({ private: true, type: 'module', dependencies: packages }), 'tsconfig.json': '{}' });
  command('npm', ['install', '--before', day, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: place });
  writeFileSync(join(place, 'installed'), '');
  return place;
}

const failures = new Map();

/** Why they can't be had, or undefined: installs them for who has asked for real applications, as the launcher has it noted. */
function missingOf(packages, day) {
  const place = installation(packages, day);
  if (existsSync(join(place, 'installed'))) return undefined;
  const name = `${Object.keys(packages)[0]} of npm`;
  if (!kAsked) return name;
  if (!failures.has(place)) {
    try {
      return void install(packages, day);
    } catch (error) {
      failures.set(place, /npm error .*/.exec(error.message)?.[0] ?? error.message.split('\n')[0]);
    }
  }
  return `${name} (${failures.get(place)})`;
}

/** Servers that npm installs, in the folder that they serve. */
export const servers = {
  serve: (port) => ['serve', '--no-clipboard', '--listen', `tcp://127.0.0.1:${port}`],
  /** Every address that is no file is answered with index.html. */
  serveSingle: (port) => ['serve', '--single', '--no-clipboard', '--listen', `tcp://127.0.0.1:${port}`],
  httpServer: (port) => ['http-server', '.', '-a', '127.0.0.1', '-p', String(port), '-c-1', '--silent'],
  vitePreview: (port) => ['vite', 'preview', '--outDir', '.', '--host', '127.0.0.1', '--port', String(port)],
  sirv: (port) => ['sirv', '.', '--host', '127.0.0.1', '--port', String(port), '--quiet'],
  sirvSingle: (port) => ['sirv', '.', '--host', '127.0.0.1', '--port', String(port), '--quiet', '--single', '200.html'],
};

/**
 * An application as in applications.mjs.
 *   packages: { name: exact version }, also that of its server; `day`: the registry's, where later ones of what they need don't fit
 *   shelves: what it is filled with (shelves.mjs)
 *   tree: { path: content } of the project, its files included
 *   parts: { path in the project: file of a package }, as people copy them who have no bundler
 *   build: commands [program of a package, ...arguments]; `out`: the folder that they leave, which is what is deployed
 *   copies: { new path: path in `out` }, such as the 404.html that hosts of pages want for an application with routes
 *   server: (port) => such a command, run in the folder that is deployed
 *   pages: how many pages a person would call content
 */
export function builtBy({ packages, day = kDay, shelves, tree, parts = {}, build = [], out = '.', copies = {}, server, pages, ...described }) {
  const bin = (place, name) => join(place, 'node_modules/.bin', name);
  return {
    start: '/', ...described,
    missing: () => missingOf(packages, day),
    fill: (folder) => {
      const place = install(packages, day);
      const project = join(place, described.name);
      rmSync(project, { recursive: true, force: true });
      writeTree(project, tree);
      for (const [path, from] of Object.entries(parts)) cpSync(join(place, 'node_modules', from), join(project, path), { recursive: true });
      for (const [program, ...args] of build) command(bin(place, program), args, { cwd: project, env: kQuiet });
      cpSync(join(project, out), join(folder, 'www'), { recursive: true });
      for (const [path, from] of Object.entries(copies)) cpSync(join(folder, 'www', from), join(folder, 'www', path));
      rmSync(project, { recursive: true });
      return { files: shelves.flatMap(({ files }) => files.map(({ name, sha256 }) => ({ name, sha256 }))), pages };
    },
    run: (folder, port) => {
      const [program, ...args] = server(port);
      return startProcess(bin(installation(packages, day), program), args,
        { cwd: join(folder, 'www'), log: join(folder, 'server.log'), listening: port, env: kQuiet });
    },
  };
}
