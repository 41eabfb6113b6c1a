// Request Tracker 5 with its own server and SQLite: files attached to tickets and to answers. Links take tickets, bookmark them
// and move them on, by GET; its check of the Referer is off, so that whatever is opened acts.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../support/contents.mjs';
import { asRoot, command, handOver, kServerUser, startProcess } from '../support/instance.mjs';
import { sqliteMissing, sqliteState } from '../support/state.mjs';

const kProgram = '/usr/share/request-tracker5/libexec/rt-server';
const kFiles = 48;
const kAdministrator = { name: 'root', password: 'open sesame 17' };

/** Of the proxy: it writes its own address into redirects and feeds. Where it wrote that of its server, all was met twice. */
const kPort = 47324;

const settings = (folder) => `Set($rtname, 'tables');
Set($Organization, 'example.org');
Set($Timezone, 'UTC');
Set($DatabaseType, 'SQLite');
Set($DatabaseName, '${folder}/rt.sqlite');
Set($WebDomain, '127.0.0.1');
Set($WebPort, ${kPort});
Set($RestrictReferrer, 0);
Set($CanonicalizeRedirectURLs, 1);
Set($CanonicalizeURLsInFeeds, 1);
Set($MailCommand, 'testfile');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
$RT::VarPath = '${folder}/var';
$RT::MasonDataDir = '${folder}/var/mason';
$RT::MasonSessionDir = '${folder}/var/sessions';
1;
`;

/** Debian's settings of the system are not read. */
const environment = (folder) => ({ RT_SITE_CONFIG: join(folder, 'RT_SiteConfig.pm'), RT_SITE_CONFIG_DIR: join(folder, 'none'), HOME: folder });

function fill(folder) {
  for (const name of ['none', 'given', 'var/mason', 'var/sessions']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'RT_SiteConfig.pm'), settings(folder));
  const env = { ...process.env, ...environment(folder) };
  command('rt-setup-database-5', ['--action', 'init', '--skip-create'], { env });
  const files = filesOf(kFiles);
  const given = files.map(({ name, bytes, sha256 }) => {
    const path = join(folder, 'given', name);
    writeFileSync(path, bytes);
    return { name, path, sha256 };
  });
  writeFileSync(join(folder, 'given.json'), JSON.stringify({ password: kAdministrator.password, files: given }));
  const printed = command('perl', ['-I/usr/share/request-tracker5/lib', join(import.meta.dirname, '../fill/request-tracker.pl'), join(folder, 'given.json')], { env });
  handOver(folder);
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), ...JSON.parse(printed.trim().split('\n').at(-1)) };
}

function run(folder, port) {
  writeFileSync(join(folder, 'RT_SiteConfig.pm'), settings(folder));
  const own = [kProgram, '--host', '127.0.0.1', '--port', String(port)];
  const [program, ...args] = asRoot ? ['setpriv', '--reuid', kServerUser, '--regid', kServerUser, '--clear-groups', ...own] : own;
  return startProcess(program, args, { cwd: folder, env: environment(folder), log: join(folder, 'rt.log'), listening: port });
}

export const requestTracker = {
  name: 'request-tracker',
  source: import.meta.filename,
  port: kPort,
  minutes: 12,
  start: '/',
  missing: () => {
    if (!existsSync(kProgram)) return 'request-tracker5';
    return existsSync('/usr/share/request-tracker5/etc/schema.SQLite') ? sqliteMissing() : 'rt5-db-sqlite';
  },
  fill,
  run,
  // It keeps what somebody looked at last.
  state: (folder) => sqliteState(join(folder, 'rt.sqlite'), {
    without: ['sessions'], where: { Attributes: "Name <> 'RecentlyViewedTickets'" },
  }),
  acts: /\/Toggle\/TicketBookmark|NoAuth\/Logout|Ticket\/Display\.html\?.*\b(?:Action|Status|Owner)=/,
  login: {
    path: '/',
    form: { fields: { 'input[name=user]': kAdministrator.name, 'input[name=pass]': kAdministrator.password },
      button: '#login input[type=submit]', done: 'a[href*="NoAuth/Logout"]' },
  },
};
