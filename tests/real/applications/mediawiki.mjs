// MediaWiki 1.39 under Apache with SQLite: uploads over wiki pages; histories, diffs, and links to log in from everywhere.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { filesOf, proseOf } from '../support/contents.mjs';
import { command, handOver } from '../support/instance.mjs';
import { filesState, sqliteMissing, sqliteState } from '../support/state.mjs';

const kProgram = '/usr/share/mediawiki';
const kTopics = ['Climate', 'Energy', 'Health', 'Housing', 'Nature', 'Transport'];
const kArticlesEach = 10;
const kUploads = 80;
const kBegin = Date.UTC(2024, 0, 8, 9);
const kStepMs = 5 * 3_600_000;

const kAdministrator = { name: 'Admin', password: 'open sesame 17' };

const settings = (folder) => `<?php
$wgSitename = 'Tables';
$wgServer = isset( $_SERVER['HTTP_HOST'] ) ? 'http://' . $_SERVER['HTTP_HOST'] : 'http://127.0.0.1';
$wgScriptPath = '';
$wgUsePathInfo = true;
$wgDBtype = 'sqlite';
$wgDBname = 'wiki';
$wgSQLiteDataDir = '${folder}/db';
$wgSecretKey = '${'0'.repeat(64)}';
$wgCacheDirectory = '${folder}/cache';
$wgLocalisationCacheConf['store'] = 'array';
$wgMainCacheType = CACHE_NONE;
$wgSessionCacheType = CACHE_DB;
$wgEnableUploads = true;
$wgUploadDirectory = '${folder}/images';
$wgUploadPath = '/images';
$wgFileExtensions = [ 'csv', 'json', 'ods', 'pdf', 'xlsx', 'zip' ];
$wgTrustedMediaFormats = [];
$wgJobRunRate = 0;
$wgLanguageCode = 'en';
$wgEnableEmail = false;
$wgUpdateRowsPerQuery = 1000;
wfLoadSkin( 'Vector' );
`;

const environment = (folder) => ({ ...process.env, MW_CONFIG_FILE: join(folder, 'LocalSettings.php') });

const maintain = (folder, script, args = []) =>
  command('php', [join(kProgram, 'maintenance', script), ...args], { env: environment(folder) });

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

class Dump {
  #pages = [];
  #now = kBegin;

  /** `texts`: of all its revisions, the oldest first. */
  page(title, texts) {
    const revisions = texts.map((text, at) => {
      this.#now += kStepMs;
      return `<revision><timestamp>${new Date(this.#now).toISOString().replace('.000', '')}</timestamp><contributor><username>Ada</username></contributor>`
        + `<comment>edit ${at + 1}</comment><model>wikitext</model><format>text/x-wiki</format><text xml:space="preserve">${escaped(text)}</text></revision>`;
    });
    this.#pages.push(`<page><title>${escaped(title)}</title><ns>${title.startsWith('Category:') ? 14 : 0}</ns>${revisions.join('')}</page>`);
  }

  text() {
    return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">${this.#pages.join('\n')}</mediawiki>`;
  }
}

function textOf(title, topic, files, others) {
  // Some link the file, others its page.
  const links = files.map((name, at) => (at % 2 === 0 ? `* [[Media:${name}|Table ${name}]]` : `* [[:File:${name}]]`));
  return `${proseOf(title, 4)}\n\n== Tables ==\n${links.join('\n') || 'None yet.'}\n\n== See also ==\n`
    + `${others.map((other) => `* [[${other}]]`).join('\n')}\n\n[[Category:${topic}]]\n`;
}

function dumpOf(files) {
  const dump = new Dump();
  const articles = kTopics.flatMap((topic) => Array.from({ length: kArticlesEach }, (_, at) => ({ topic, title: `${topic} part ${at + 1}` })));
  const filesOfArticle = articles.map(() => []);
  files.forEach(({ name }, at) => filesOfArticle[(at * at + 3 * at) % articles.length].push(name[0].toUpperCase() + name.slice(1)));
  articles.forEach(({ topic, title }, at) => {
    const others = [1, 7].map((step) => articles[(at + step) % articles.length].title);
    const last = textOf(title, topic, filesOfArticle[at], others);
    dump.page(title, at % 2 === 0 ? [`${proseOf(`${title} draft`)}\n`, `${proseOf(`${title} second`)}\n`, last] : [last]);
  });
  for (const topic of kTopics) {
    dump.page(`Category:${topic}`, [`${proseOf(topic)}\n`]);
  }
  dump.page('Main Page', [`${proseOf('Main Page')}\n\n${kTopics.map((topic) => `* [[:Category:${topic}|${topic}]]`).join('\n')}\n`]);
  const filePages = filesOfArticle.reduce((sum, names) => sum + Math.floor(names.length / 2), 0);
  return { text: dump.text(), pages: articles.length + kTopics.length + 1 + filePages };
}

function fill(folder) {
  for (const name of ['db', 'cache', 'images', 'given']) mkdirSync(join(folder, name));
  // It writes settings of its own, which are not used.
  maintain(folder, 'install.php', ['--dbtype', 'sqlite', '--dbpath', join(folder, 'db'), '--dbname', 'wiki', '--confpath', join(folder, 'given'),
    '--server', 'http://127.0.0.1', '--scriptpath', '', '--pass', kAdministrator.password, 'Tables', kAdministrator.name]);
  writeFileSync(join(folder, 'LocalSettings.php'), settings(folder));
  const files = filesOf(kUploads);
  const uploads = join(folder, 'given', 'uploads');
  mkdirSync(uploads);
  for (const { name, bytes } of files) writeFileSync(join(uploads, name), bytes);
  maintain(folder, 'importImages.php', ['--user', kAdministrator.name, '--comment', 'A table of the office.', '--timestamp', '20240107090000',
    '--extensions', 'csv,json,ods,pdf,xlsx,zip', uploads]);
  const { text, pages } = dumpOf(files);
  const dump = join(folder, 'given', 'dump.xml');
  writeFileSync(dump, text);
  maintain(folder, 'importDump.php', ['--no-updates', '--username-prefix', '', dump]);
  maintain(folder, 'rebuildall.php');
  maintain(folder, 'runJobs.php');
  maintain(folder, 'initSiteStats.php', ['--update']);
  handOver(folder);
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), pages };
}

const kSite = (folder) => `SetEnv MW_CONFIG_FILE ${folder}/LocalSettings.php
Alias /images ${folder}/images
DocumentRoot ${kProgram}
<Directory ${kProgram}>
  AllowOverride None
  Options FollowSymLinks
  Require all granted
</Directory>
<Directory ${folder}/images>
  Require all granted
</Directory>
<DirectoryMatch ${kProgram}/(includes|languages|maintenance|mw-config|vendor)>
  Require all denied
</DirectoryMatch>`;

/** All but what is kept at hand, and when somebody was there last. */
function stateOf(folder) {
  const tables = sqliteState(join(folder, 'db/wiki.sqlite'), { without: ['objectcache', 'module_deps'], columns: { user: ['user_touched'] } });
  return { ...tables, ...filesState(join(folder, 'images')) };
}

export const mediawiki = {
  name: 'mediawiki',
  source: import.meta.filename,
  port: 47317,
  start: '/index.php/Main_Page',
  missing: () => {
    const needed = apacheMissing({ php: true });
    if (needed) return needed;
    if (!existsSync(`${kProgram}/index.php`)) return 'mediawiki';
    return existsSync('/usr/lib/php/20220829/pdo_sqlite.so') ? sqliteMissing() : 'php-sqlite3';
  },
  fill,
  run: (folder, port) => {
    writeFileSync(join(folder, 'LocalSettings.php'), settings(folder));
    return startApache(join(folder, 'apache'), port, kSite(folder), { php: true });
  },
  state: stateOf,
  acts: /[?&]action=(delete|rollback|watch|unwatch|purge|markpatrolled|revert)|Special:UserLogout/,
};

export const mediawikiAdmin = {
  ...mediawiki, name: 'mediawiki-admin', filledAs: mediawiki, port: 47328,
  login: {
    path: '/index.php/Special:UserLogin',
    form: { fields: { '#wpName1': kAdministrator.name, '#wpPassword1': kAdministrator.password }, ticked: '#wpRemember', button: '#wpLoginAttempt',
      done: '#pt-userpage' },
  },
};
