// DokuWiki under Apache: media over namespaces; a media manager, old revisions, diffs, an index that unfolds.
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { filesOf, proseOf } from '../support/contents.mjs';
import { command, handOver } from '../support/instance.mjs';
import { filesState } from '../support/state.mjs';

const kProgram = '/usr/share/dokuwiki';
const kNamespaces = ['climate', 'energy', 'health', 'housing', 'mobility', 'nature', 'work'];
const kPagesEach = 12;
const kMedia = 98;
const kBegin = Date.UTC(2024, 0, 8, 9) / 1000;
const kStep = 3 * 3600;

const kAdministrator = { name: 'admin', password: 'open sesame 17' };

class Wiki {
  #data;
  #now = kBegin;

  constructor(data) {
    this.#data = data;
    for (const name of ['pages', 'attic', 'media', 'media_attic', 'media_meta', 'meta', 'cache', 'index', 'locks', 'tmp', 'log']) {
      mkdirSync(join(data, name), { recursive: true });
    }
  }

  #write(path, content, at) {
    const file = join(this.#data, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, at, at);
  }

  /** `texts`: of all its revisions, the oldest first. `id` with colons. */
  page(id, texts) {
    const path = id.replaceAll(':', '/');
    const changes = texts.map((text, at) => {
      this.#now += kStep;
      this.#write(`attic/${path}.${this.#now}.txt.gz`, gzipSync(text), this.#now);
      return [this.#now, '127.0.0.1', at === 0 ? 'C' : 'E', id, 'ada', at === 0 ? 'created' : `edit ${at}`, '', text.length].join('\t');
    });
    this.#write(`pages/${path}.txt`, texts.at(-1), this.#now);
    this.#write(`meta/${path}.changes`, `${changes.join('\n')}\n`, this.#now);
  }

  media(id, bytes) {
    const path = id.replaceAll(':', '/');
    this.#now += kStep;
    this.#write(`media/${path}`, bytes, this.#now);
    this.#write(`media_meta/${path}.changes`, `${[this.#now, '127.0.0.1', 'C', id, 'ada', 'created', '', bytes.length].join('\t')}\n`, this.#now);
  }
}

const pagesOf = (namespace) => Array.from({ length: kPagesEach }, (_, at) => `${namespace}:part-${at + 1}`);

function textOf(id, media) {
  const links = media.map((name) => `  * {{ ${name} |Table ${name.split(':')[1]}}}`).join('\n');
  return `====== ${id.replace(':', ' ')} ======\n\n${proseOf(id, 4)}\n\n===== Tables =====\n\n${links || 'None yet.'}\n\n`
    + `===== Method =====\n\n${proseOf(`${id} method`, 3)}\n`;
}

function fill(folder) {
  const wiki = new Wiki(join(folder, 'data'));
  const pages = kNamespaces.flatMap(pagesOf);
  const files = filesOf(kMedia, ['csv', 'xlsx', 'pdf', 'csv', 'ods']);
  const mediaOf = new Map(pages.map((id) => [id, []]));
  files.forEach(({ name, bytes }, at) => {
    // Some pages have several, many none.
    const id = pages[(at * at + 3 * at) % pages.length];
    const medium = `${id.split(':')[0]}:${name}`;
    wiki.media(medium, bytes);
    mediaOf.get(id).push(medium);
  });
  pages.forEach((id, at) => {
    const last = textOf(id, mediaOf.get(id));
    wiki.page(id, at % 2 === 0 ? [`${proseOf(`${id} draft`)}\n`, `${proseOf(`${id} second draft`)}\n`, last] : [last]);
  });
  const list = (ids) => ids.map((id) => `  * [[${id}]]`).join('\n');
  for (const namespace of kNamespaces) {
    wiki.page(`${namespace}:start`, [`====== ${namespace} ======\n\n${proseOf(namespace)}\n\n${list(pagesOf(namespace))}\n`]);
  }
  wiki.page('start', [`====== Tables of the office ======\n\n${proseOf('start')}\n\n${list(kNamespaces.map((name) => `${name}:start`))}\n`]);
  handOver(folder);
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), pages: pages.length + kNamespaces.length + 1 };
}

function configure(folder) {
  const conf = join(folder, 'conf');
  mkdirSync(conf, { recursive: true });
  const write = (name, text) => writeFileSync(join(conf, name), text);
  write('local.php', `<?php
$conf['title'] = 'Tables';
$conf['savedir'] = '${folder}/data';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['disableactions'] = 'register';
$conf['updatecheck'] = 0;
`);
  const hash = command('openssl', ['passwd', '-1', '-salt', 'tagtrail', kAdministrator.password]).trim();
  write('users.auth.php', `${kAdministrator.name}:${hash}:Administrator:admin@example.org:admin,user\n`);
  write('acl.auth.php', '*  @ALL  1\n*  @user  8\n');
  write('mime.local.conf', 'csv  text/csv\n');
  write('prepend.php', `<?php\ndefine('DOKU_CONF', '${conf}/');\ndefine('DOKU_FARM', false);\n`);
  handOver(conf);
}

const kSite = (folder) => `DocumentRoot ${kProgram}
DirectoryIndex index.php
php_admin_value auto_prepend_file ${folder}/conf/prepend.php
<Directory ${kProgram}>
  AllowOverride None
  Options FollowSymLinks
  Require all granted
</Directory>
<DirectoryMatch ${kProgram}/(bin|inc|vendor)>
  Require all denied
</DirectoryMatch>`;

/** What it keeps at hand, or makes when a page is shown for the first time. */
const kNoData = /^(?:cache|index|locks|log|tmp)\/|^(?:meta|media_meta)\/.*\.(?:indexed|meta)$/;

/** It writes which plugins there are as it shows its first page to anybody. */
const kOwnList = /^plugins\.local\.php$/;

const stateOf = (folder) => ({
  ...filesState(join(folder, 'data'), { without: kNoData }), ...filesState(join(folder, 'conf'), { without: kOwnList }),
});

export const dokuwiki = {
  name: 'dokuwiki',
  source: import.meta.filename,
  port: 47315,
  start: '/doku.php',
  missing: () => apacheMissing({ php: true }) ?? (existsSync(`${kProgram}/doku.php`) ? undefined : 'dokuwiki'),
  fill,
  run: (folder, port) => {
    configure(folder);
    return startApache(join(folder, 'apache'), port, kSite(folder), { php: true });
  },
  state: stateOf,
  acts: /[?&]do=(revert|draftdel|subscribe|unsubscribe|logout|admin)|[?&]sectok=\w/,
};

export const dokuwikiAdmin = {
  ...dokuwiki, name: 'dokuwiki-admin', filledAs: dokuwiki, port: 47320,
  login: {
    path: '/doku.php?id=start&do=login',
    form: { fields: { 'input[name=u]': kAdministrator.name, 'input[name=p]': kAdministrator.password }, ticked: 'input[name=r]',
      button: '#dw__login button[type=submit]', done: '#dokuwiki__usertools .user' },
  },
};
