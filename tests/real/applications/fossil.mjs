// Fossil, served by itself: tables in check-ins, unversioned files, files attached to pages of the wiki; a timeline, and every
// check-in, comparison and state of a file by addresses of their own.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, proseOf } from '../support/contents.mjs';
import { command, startProcess } from '../support/instance.mjs';
import { sqliteMissing, sqliteState } from '../support/state.mjs';

const kProgram = '/usr/bin/fossil';
const kFolders = ['climate', 'energy', 'housing', 'traffic'];
/** Files in each kind of place. */
const kPlaces = { versioned: 24, unversioned: 10, attached: 12 };
const kWikiPages = 6;
const kTickets = 8;
const kFilesOfCheckIn = 4;
const kBegin = Date.UTC(2024, 0, 8, 9);
const kDayMs = 24 * 3_600_000;

const kAdministrator = { name: 'ada', password: 'open sesame 17' };

class Project {
  #folder;
  #day = kBegin;

  constructor(folder) {
    this.#folder = folder;
    this.checkout = join(folder, 'checkout');
    mkdirSync(this.checkout);
  }

  run(args, { input } = {}) {
    const env = { ...process.env, HOME: this.#folder, FOSSIL_HOME: this.#folder, FOSSIL_USER: kAdministrator.name, USER: kAdministrator.name };
    return command(kProgram, args, { cwd: this.checkout, env, input });
  }

  date() {
    this.#day += kDayMs;
    return new Date(this.#day).toISOString().slice(0, 19);
  }

  write(path, bytes) {
    mkdirSync(join(this.checkout, path, '..'), { recursive: true });
    writeFileSync(join(this.checkout, path), bytes);
    return path;
  }
}

function checkIn(project, files) {
  for (let from = 0; from < files.length; from += kFilesOfCheckIn) {
    const paths = files.slice(from, from + kFilesOfCheckIn)
      .map(({ name, bytes }, at) => project.write(`${kFolders[(from + at) % kFolders.length]}/${name}`, bytes));
    project.run(['add', ...paths]);
    project.run(['commit', '--no-warnings', '--date-override', project.date(), '-m', `Tables ${from + 1} to ${from + paths.length}`]);
  }
}

function attach(project, files) {
  const titles = Array.from({ length: kWikiPages }, (_, at) => `Notes ${at + 1}`);
  for (const title of titles) project.run(['wiki', 'create', title], { input: `<p>${proseOf(title, 4)}</p>\n` });
  files.forEach(({ name, bytes }, at) => project.run(['attachment', 'add', titles[at % titles.length], project.write(name, bytes)]));
}

function fill(folder) {
  const project = new Project(folder);
  project.run(['init', '--date-override', project.date(), '--project-name', 'Tables', '--admin-user', kAdministrator.name, '../tables.fossil']);
  project.run(['user', 'password', kAdministrator.name, kAdministrator.password, '-R', '../tables.fossil']);
  project.run(['open', '../tables.fossil']);
  const files = filesOf(Object.values(kPlaces).reduce((sum, count) => sum + count));
  const all = [...files];
  checkIn(project, all.splice(0, kPlaces.versioned));
  for (const { name, bytes } of all.splice(0, kPlaces.unversioned)) project.run(['unversioned', 'add', project.write(name, bytes)]);
  attach(project, all);
  for (let at = 0; at < kTickets; at++) {
    project.run(['ticket', 'add', 'title', `Table ${at + 1} is due`, 'status', 'Open', 'type', 'Incident', 'comment', proseOf(`ticket ${at}`)]);
  }
  // Home, the trees, the lists, the check-ins, the pages of the wiki, the tickets.
  const pages = 1 + kFolders.length + 5 + kPlaces.versioned / kFilesOfCheckIn + 1 + kWikiPages + kTickets;
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), pages };
}

export const fossilAdmin = {
  name: 'fossil-admin',
  source: import.meta.filename,
  port: 47322,
  minutes: 8,
  start: '/timeline',
  missing: () => (existsSync(kProgram) ? sqliteMissing() : 'fossil'),
  fill,
  run: (folder, port) => startProcess(kProgram, ['server', '--localhost', '--port', String(port), 'tables.fossil'],
    { cwd: folder, env: { HOME: folder, FOSSIL_HOME: folder }, log: join(folder, 'fossil.log'), listening: port }),
  // It notes when it was asked under which name, and keeps at hand which files a check-in has.
  state: (folder) => sqliteState(join(folder, 'tables.fossil'), { without: ['vcache'], where: { config: "name NOT LIKE 'baseurl:%'" } }),
  // What /shun and /modreq do they are sent by POST; these only show the form, and what waits.
  acts: /\/(logout|register)\b|\/shun\?.*\b(add|sub|rebuild)=|[?&]mod(action|approve|delete)=/,
  login: {
    path: '/login',
    form: { fields: { '#u': kAdministrator.name, '#p': kAdministrator.password }, ticked: '#remember-me', button: 'input[name=in]', done: 'a[href="/setup"]' },
  },
};
