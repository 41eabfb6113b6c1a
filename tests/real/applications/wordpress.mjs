// WordPress 6.1 under Apache with MariaDB: media over posts and pages, comments in all states, private posts.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { filesOf } from '../support/contents.mjs';
import { databaseMissing, makeDatabase, query, rowsOf, socketOf, startDatabase } from '../support/database.mjs';
import { command, handOver } from '../support/instance.mjs';
import { filesState, rowsState } from '../support/state.mjs';

const kDebian = '/usr/share/wordpress';
const kContent = '/var/lib/wordpress/wp-content';
const kTheme = 'twentytwentyone';
/** Files in each kind of place; those of private posts only people who are logged in are shown. */
const kPlaces = { posts: 50, pages: 20, private: 10 };
const kDatabase = 'wordpress';

const kPassword = 'open sesame 17';

const settings = (folder) => `<?php
define('DB_NAME', '${kDatabase}');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socketOf(folder)}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $key) {
  define($key, "the same on each machine $key");
}
define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_SITEURL', WP_HOME);
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('ALLOW_UNFILTERED_UPLOADS', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

function copyProgram(folder) {
  const www = join(folder, 'www');
  cpSync(kDebian, www, { recursive: true, dereference: true, filter: (name) => !name.startsWith(`${kDebian}/wp-content/`) && !name.endsWith('.htaccess') });
  mkdirSync(join(www, 'wp-content/uploads'), { recursive: true });
  for (const name of ['plugins', 'languages']) {
    if (existsSync(join(kContent, name))) cpSync(join(kContent, name), join(www, 'wp-content', name), { recursive: true, dereference: true });
  }
  cpSync(join(kContent, 'themes', kTheme), join(www, 'wp-content/themes', kTheme), { recursive: true, dereference: true });
  return www;
}

const kSite = (www) => `DocumentRoot ${www}
<Directory ${www}>
  AllowOverride None
  Require all granted
  FallbackResource /index.php
</Directory>`;

function writeFiles(folder) {
  mkdirSync(folder, { recursive: true });
  const all = filesOf(Object.values(kPlaces).reduce((sum, count) => sum + count));
  return Object.fromEntries(Object.entries(kPlaces).map(([place, count]) => [place, all.splice(0, count).map(({ name, bytes, sha256 }) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return { name, path, sha256 };
  })]));
}

/** What it keeps at hand for a while, and who is logged in. */
const kNoData = /'_(?:site_)?transient_|'session_tokens'/;

function stateOf(folder) {
  const rows = rowsOf(folder, kDatabase).filter((row) => !kNoData.test(row));
  return { ...rowsState('database', rows), ...filesState(join(folder, 'www/wp-content')) };
}

/** Links of WordPress that act, wherever they stand. */
const kActs = /[?&](_wpnonce|_ajax_nonce)=|[?&]action=(delete|trash|untrash|spam|unspam|approve|unapprove|logout|activate|deactivate)|post-new\.php|customize\.php|action=edit/;

const loginOf = (user) => ({
  path: '/wp-login.php',
  form: { fields: { '#user_login': user, '#user_pass': kPassword }, ticked: '#rememberme', button: '#wp-submit', done: '#wpadminbar' },
});

export const wordpress = {
  name: 'wordpress',
  source: import.meta.filename,
  port: 47316,
  start: '/',
  missing: () => {
    const needed = apacheMissing({ php: true }) ?? databaseMissing();
    if (needed) return needed;
    if (!existsSync(`${kDebian}/wp-load.php`)) return 'wordpress';
    if (!existsSync('/usr/lib/php/20220829/mysqli.so')) return 'php-mysql';
    return existsSync(join(kContent, 'themes', kTheme)) ? undefined : `wordpress-theme-${kTheme}`;
  },
  fill: async (folder) => {
    const www = copyProgram(folder);
    writeFileSync(join(www, 'wp-config.php'), settings(folder));
    makeDatabase(folder);
    const database = await startDatabase(folder);
    try {
      query(folder, undefined, `CREATE DATABASE ${kDatabase} CHARACTER SET utf8mb4`);
      const lists = writeFiles(join(folder, 'given'));
      const list = join(folder, 'given.json');
      writeFileSync(list, JSON.stringify({ password: kPassword, ...lists }));
      const printed = command('php', [join(import.meta.dirname, '../fill/wordpress.php'), www, list]);
      const known = (files) => files.map(({ name, sha256 }) => ({ name, sha256 }));
      return { files: known([...lists.posts, ...lists.pages]), hidden: known(lists.private), ...JSON.parse(printed.trim().split('\n').at(-1)) };
    } finally {
      await database.stop();
      handOver(folder);
    }
  },
  run: async (folder, port) => {
    const www = join(folder, 'www');
    writeFileSync(join(www, 'wp-config.php'), settings(folder));
    const database = await startDatabase(folder);
    const apache = await startApache(join(folder, 'apache'), port, kSite(www), { php: true });
    return {
      stop: async () => {
        await apache.stop();
        await database.stop();
      },
    };
  },
  state: stateOf,
  acts: kActs,
};

export const wordpressEditor = { ...wordpress, name: 'wordpress-editor', filledAs: wordpress, port: 47318, login: loginOf('ed') };
export const wordpressAdmin = { ...wordpress, name: 'wordpress-admin', filledAs: wordpress, port: 47319, login: loginOf('admin') };
