// Redmine 5 with puma and SQLite: attachments of issues, documents, lists of files and the wiki; issue lists that
// can be exported as CSV and PDF under every filter and order.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../support/contents.mjs';
import { command, startProcess } from '../support/instance.mjs';
import { sqliteMissing, sqliteState } from '../support/state.mjs';

const kDebian = '/usr/share/redmine';
/** Files in each kind of place; those of the private project only members can see. */
const kPlaces = { issues: 40, documents: 20, files: 14, wiki: 8, private: 6 };

const environment = { RAILS_ENV: 'production', SECRET_KEY_BASE: '0'.repeat(64), REDMINE_INSTANCE: 'default', BUNDLE_FROZEN: 'false' };

/**
 * Debian's program reads below /etc and /var of the system; this copy has all in its own folder. It says where
 * it is by absolute names in one file only, which is written anew by run().
 */
function copyProgram(folder) {
  const home = join(folder, 'redmine');
  cpSync(kDebian, home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const name of ['instances', 'Gemfile.lock', 'config/database.yml']) rmSync(join(home, name), { recursive: true, force: true });
  for (const name of ['config', 'log', 'files', 'tmp', 'public/plugin_assets']) {
    mkdirSync(join(home, 'instances/default', name), { recursive: true });
  }
  mkdirSync(join(home, 'plugins'), { recursive: true });
  const gemfile = readFileSync(join(home, 'Gemfile'), 'utf8').replace(`Dir['${kDebian}/`, "Dir[File.dirname(__FILE__) + '/");
  writeFileSync(join(home, 'Gemfile'), gemfile);
  writeFileSync(join(home, 'Gemfile.local'), "gem 'puma'\n");
  return home;
}

function configure(home) {
  const database = `production:\n  adapter: sqlite3\n  database: ${home}/instances/default/redmine.db\n  timeout: 20000\n`;
  writeFileSync(join(home, 'instances/default/config/database.yml'), database);
  writeFileSync(join(home, 'config/database.yml'), database);
  writeFileSync(join(home, 'config/configuration.yml'), `default:\n  attachments_storage_path: ${home}/instances/default/files\n`);
}

const rails = (home, args) => command('ruby', ['bin/rails', ...args], { cwd: home, env: { ...process.env, ...environment } });

function writeFiles(folder) {
  mkdirSync(folder, { recursive: true });
  const all = filesOf(Object.values(kPlaces).reduce((sum, count) => sum + count));
  const lists = {};
  for (const [place, count] of Object.entries(kPlaces)) {
    lists[place] = all.splice(0, count).map(({ name, bytes, sha256 }) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return { name, path, sha256 };
    });
  }
  return lists;
}

/** How often files were fetched, when somebody was there last, and where, and which part of a chart was shown last. */
const kNoData = {
  without: ['tokens'], columns: { users: ['last_login_on', 'updated_on'], attachments: ['downloads'] },
  forgets: /:(?:recently_used_project_ids: ''[\d,]*''|gantt_(?:zoom|months): \d+)\\n/g,
};

const stateOf = (folder) => sqliteState(join(folder, 'redmine/instances/default/redmine.db'), kNoData);

/** By the library that Redmine itself needs. */
function query(folder, sql) {
  const script = "require 'json'; require 'sqlite3'; puts JSON.generate(SQLite3::Database.new(ARGV[0]).execute(ARGV[1]))";
  return JSON.parse(command('ruby', ['-e', script, join(folder, 'redmine/instances/default/redmine.db'), sql]));
}

export const redmine = {
  name: 'redmine',
  source: import.meta.filename,
  port: 47312,
  start: '/',
  missing: () => {
    if (!existsSync(`${kDebian}/config.ru`)) return 'redmine';
    if (!existsSync('/usr/lib/ruby/vendor_ruby/sqlite3.rb')) return 'redmine-sqlite';
    return existsSync('/usr/bin/puma') ? sqliteMissing() : 'puma';
  },
  fill: (folder) => {
    const home = copyProgram(folder);
    configure(home);
    rails(home, ['db:migrate']);
    const lists = writeFiles(join(folder, 'given'));
    const list = join(folder, 'given.json');
    writeFileSync(list, JSON.stringify(lists));
    const printed = rails(home, ['runner', join(import.meta.dirname, '../fill/redmine.rb'), list]);
    const { private: hidden, ...open } = lists;
    const known = (files) => files.map(({ name, sha256 }) => ({ name, sha256 }));
    return { files: known(Object.values(open).flat()), hidden: known(hidden), ...JSON.parse(printed.trim().split('\n').at(-1)) };
  },
  run: (folder, port) => {
    const home = join(folder, 'redmine');
    configure(home);
    return startProcess('puma', ['-b', `tcp://127.0.0.1:${port}`, '-t', '2:2', '-e', 'production', join(home, 'config.ru')],
      { cwd: home, env: environment, log: join(folder, 'puma.log'), listening: port });
  },
  state: stateOf,
  acts: /\/(logout|destroy|delete|watch|unwatch|lock|unlock)([/?]|$)|[?&](authenticity_token|undo)=/,
};

const loginOf = (user) => ({
  path: '/login',
  form: { fields: { '#username': user, '#password': 'open sesame 17' }, ticked: '#autologin', button: '#login-submit', done: '#loggedas' },
});

/** Closed to all but its members; Ada sees the private project too. */
export const redmineMember = {
  ...redmine, name: 'redmine-member', filledAs: redmine, port: 47321, minutes: 10,
  run: (folder, port) => {
    query(folder, "DELETE FROM settings WHERE name IN ('login_required', 'autologin')");
    query(folder, "INSERT INTO settings (name, value) VALUES ('login_required', '1'), ('autologin', '30')");
    return redmine.run(folder, port);
  },
  login: loginOf('ada'),
};

/** Sees every project, too, and may do everything. */
export const redmineAdmin = { ...redmineMember, name: 'redmine-admin', port: 47327, login: loginOf('admin') };
