// All applications, and how one of them is set up and served behind the proxy that counts.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { apacheIndex, nginxIndex } from '../applications/directory_index.mjs';
import { fossilAdmin } from '../applications/fossil.mjs';
import { cgit, gitweb } from '../applications/git_web.mjs';
import { dokuwiki, dokuwikiAdmin } from '../applications/dokuwiki.mjs';
import { jupyter } from '../applications/jupyter.mjs';
import { mediawiki, mediawikiAdmin } from '../applications/mediawiki.mjs';
import { tiddlywikiServer } from '../applications/npm/tiddlywiki.mjs';
import { redmine, redmineAdmin, redmineMember } from '../applications/redmine.mjs';
import { requestTracker } from '../applications/request_tracker.mjs';
import { shaarli } from '../applications/shaarli.mjs';
import { wordpress, wordpressAdmin, wordpressEditor } from '../applications/wordpress.mjs';
import { CountingProxy } from './counting_proxy.mjs';
import { command, freePort } from './instance.mjs';

/**
 * Each has `name`; `source`, the file it is described in; `port`, where the proxy listens; `start`, the path of the seed URL; `missing()`, the package
 * that is not there; `fill(folder)`, which makes the instance and gives the truth: { files: [{ name, sha256 }],
 * pages, fine? }; and `run(folder, port)`, which serves it and gives { stop() }.
 * It may have `acts`, a pattern of links that act; `state(folder)`, what no visitor must change, by name; `filledAs`,
 * the application whose instance it serves; and `options` of Tagtrail that whose site it is would give.
 * `minutes`: a harvest is given so many, where the application takes seconds for a page.
 *   pages: how many pages a person would call content
 *   fine: digests of what may be listed but need not, such as earlier versions
 */
export const applications = [apacheIndex, nginxIndex, redmine, cgit, gitweb, dokuwiki, mediawiki, wordpress];

/** The same as people see them who are logged in: these have `login`, what to fill in where (logins.mjs), or `credentials` for HTTP Basic. */
export const loggedIn = [redmineMember, redmineAdmin, dokuwikiAdmin, mediawikiAdmin, wordpressEditor, wordpressAdmin, requestTracker, shaarli, jupyter,
  tiddlywikiServer, fossilAdmin];

const kMemory = '/dev/shm';
const kRoomForOne = 1e9;
const kRoot = resolve(import.meta.dirname, '../../..');

/** Of the generator: what was filled by another is filled again. */
function generation({ name, source }) {
  const hash = createHash('sha256').update(readFileSync(source));
  const fill = join(kRoot, 'tests/real/fill');
  for (const script of readdirSync(fill).filter((script) => script.startsWith(`${name}.`))) hash.update(readFileSync(join(fill, script)));
  for (const shared of ['contents.mjs', 'repositories.mjs', 'shelves.mjs']) hash.update(readFileSync(join(import.meta.dirname, shared)));
  return hash.digest('hex').slice(0, 16);
}

/** The filled instance of an application, made once and kept in build/real. */
async function filled(application) {
  const place = join(kRoot, 'build/real', `${application.name}-${generation(application)}`);
  if (existsSync(place)) return place;
  mkdirSync(dirname(place), { recursive: true });
  for (const name of readdirSync(dirname(place))) {
    if (/^(.*)-[0-9a-f]{16}$/.exec(name)?.[1] === application.name) rmSync(join(dirname(place), name), { recursive: true });
  }
  const folder = newFolder(application.name);
  try {
    const truth = await application.fill(folder);
    writeFileSync(join(folder, 'truth.json'), JSON.stringify(truth));
    const copy = `${place}.${process.pid}`;
    command('cp', ['-a', folder, copy]);
    // Another process may have been first.
    if (existsSync(place)) rmSync(copy, { recursive: true });
    else renameSync(copy, place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return place;
}

/** In memory where it can be: databases sync often, and a disk that others write to makes that slow. */
function scratch() {
  const { bavail, bsize } = existsSync(kMemory) ? statfsSync(kMemory) : { bavail: 0, bsize: 0 };
  return bavail * bsize > kRoomForOne ? kMemory : tmpdir();
}

/** The user of the web server must get into it. */
function newFolder(name) {
  const folder = mkdtempSync(join(scratch(), `tagtrail-real-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** { url, proxy, truth, folder, stop() }: a fresh copy of the filled instance, served. */
export async function serve(application) {
  const made = await filled(application.filledAs ?? application);
  const folder = newFolder(application.name);
  command('cp', ['-a', `${made}/.`, folder]);
  const port = await freePort();
  const proxy = new CountingProxy(port);
  await proxy.listen(application.port);
  const running = await application.run(folder, port).catch(async (error) => {
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const { name, password } = application.credentials ?? {};
  const login = name ? `${name}:${encodeURIComponent(password)}@` : '';
  return {
    url: `${proxy.url.replace('://', `://${login}`)}${application.start}`, proxy, folder,
    truth: JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')),
    stop: async () => {
      await proxy.close();
      await running.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
