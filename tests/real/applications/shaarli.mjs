// Shaarli under Apache: bookmarks and notes whose texts link files beside it. Links delete, pin, hide and filter by GET, and scripts
// send PATCH for pictures of what is bookmarked.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { filesOf } from '../support/contents.mjs';
import { command, handOver } from '../support/instance.mjs';
import { filesState } from '../support/state.mjs';

const kDebian = '/usr/share/shaarli';
/** Those of private bookmarks only its owner is shown. */
const kPlaces = { public: 40, private: 8 };

const kOwner = { name: 'ada', password: 'open sesame 17' };
const kSalt = '0'.repeat(40);

const settings = (folder) => ({
  credentials: { login: kOwner.name, salt: kSalt, hash: createHash('sha1').update(kOwner.password + kOwner.name + kSalt).digest('hex') },
  general: { timezone: 'UTC', title: 'Tables', header_link: '/', enabled_plugins: ['qrcode'], retrieve_description: false },
  resource: {
    data_dir: `${folder}/data`, config: `${folder}/data/config.json.php`, datastore: `${folder}/data/datastore.php`, ban_file: `${folder}/data/ipbans.php`,
    updates: `${folder}/data/updates.txt`, log: `${folder}/data/log.txt`, update_check: `${folder}/data/lastupdatecheck.txt`,
    history: `${folder}/data/history.php`, raintpl_tmp: `${folder}/cache/tmp/`, thumbnails_cache: `${folder}/cache/thumbnails`, page_cache: `${folder}/cache/pages`,
  },
  updates: { check_updates: false },
  thumbnails: { mode: 'all', width: 125, height: 90 },
  api: { enabled: true, secret: '0'.repeat(12) },
});

function configure(folder) {
  writeFileSync(join(folder, 'data/config.json.php'), `<?php /*\n${JSON.stringify(settings(folder), null, 2)}\n*/ ?>`);
}

function fill(folder) {
  for (const name of ['data', 'cache/tmp', 'cache/thumbnails', 'cache/pages', 'files']) mkdirSync(join(folder, name), { recursive: true });
  configure(folder);
  const all = filesOf(Object.values(kPlaces).reduce((sum, count) => sum + count));
  for (const { name, bytes } of all) writeFileSync(join(folder, 'files', name), bytes);
  const [open, hidden] = Object.values(kPlaces).map((count) => all.splice(0, count));
  const listed = (files) => files.map(({ name }) => ({ name, href: `/files/${name}` }));
  const list = join(folder, 'given.json');
  writeFileSync(list, JSON.stringify({ public: listed(open), private: listed(hidden) }));
  const printed = command('php', [join(import.meta.dirname, '../fill/shaarli.php'), join(folder, 'data'), list]);
  const known = (files) => files.map(({ name, sha256 }) => ({ name, sha256 }));
  return { files: known(open), hidden: known(hidden), ...JSON.parse(printed.trim().split('\n').at(-1)) };
}

/** Where the data are it knows by an absolute name, in one file. */
function copyProgram(folder) {
  const www = join(folder, 'www');
  // Its links to fonts and scripts of other packages are followed where these are there.
  cpSync(kDebian, www, { recursive: true, dereference: true, filter: (name) => existsSync(name) });
  const file = join(www, 'application/config/ConfigManager.php');
  writeFileSync(file, readFileSync(file, 'utf8').replace('/var/lib/shaarli/data/config', `${folder}/data/config`));
  for (const name of ['index.php', 'init.php']) {
    writeFileSync(join(www, name), readFileSync(join(www, name), 'utf8').replaceAll(`${kDebian}/autoload.php`, `${www}/autoload.php`));
  }
  return www;
}

const kSite = (folder, www) => `DocumentRoot ${www}
Alias /files ${folder}/files
<Directory ${www}>
  AllowOverride None
  Require all granted
  RewriteEngine On
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteRule ^ index.php [QSA,L]
</Directory>
<Directory ${folder}/files>
  Require all granted
</Directory>`;

export const shaarli = {
  name: 'shaarli',
  source: import.meta.filename,
  port: 47325,
  start: '/',
  missing: () => apacheMissing({ php: true }) ?? (existsSync(`${kDebian}/index.php`) ? undefined : 'shaarli'),
  fill,
  run: (folder, port) => {
    const www = copyProgram(folder);
    configure(folder);
    handOver(folder);
    return startApache(join(folder, 'apache'), port, kSite(folder, www), { php: true });
  },
  state: (folder) => filesState(join(folder, 'data'), { without: /^log\.txt$/ }),
  acts: /\/admin\/(logout|clear-cache|token|shaare\/(delete|visibility|private|\d+\/pin)|visibility)\b|\/untagged-only/,
  login: {
    path: '/login',
    form: { fields: { '#login-form input[name=login]': kOwner.name, '#login-form input[name=password]': kOwner.password }, ticked: '#longlastingsessionform',
      button: '#login-form input[type=submit]', done: 'a[href*="logout"]' },
  },
};
