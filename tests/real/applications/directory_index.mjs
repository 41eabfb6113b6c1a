// The listings of folders that Apache (with links that sort) and nginx make by themselves.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { digestOf, filesOf, proseOf } from '../support/contents.mjs';
import { asRoot, handOver, kServerUser, startProcess } from '../support/instance.mjs';

const kFiles = 110;
const kWithChecksum = 48;
const kRegions = 25;
const kYears = 4;
const kLeaves = kRegions * kYears;

/** 25 folders of 4 each, with one or two files, and checksums beside some. */
function fillFolders(folder) {
  const files = filesOf(kFiles);
  const pages = new Set(['/']);
  const fine = [];
  files.forEach(({ name, bytes }, at) => {
    const leaf = at % kLeaves;
    const region = `region-${String((leaf % kRegions) + 1).padStart(2, '0')}`;
    const year = String(2020 + Math.floor(leaf / kRegions));
    const place = join(folder, 'www', region, year);
    pages.add(region).add(`${region}/${year}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), bytes);
    if (at < kWithChecksum) {
      writeFileSync(join(place, `${name}.md5`), `${createHash('md5').update(bytes).digest('hex')}  ${name}\n`);
    }
    if (at % 10 === 0) {
      const words = `${proseOf(name)}\n`;
      writeFileSync(join(place, 'README.txt'), words);
      fine.push(digestOf(words));
    }
  });
  handOver(join(folder, 'www'));
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), fine, pages: pages.size };
}

const kApacheSite = (root) => `DocumentRoot ${root}
<Directory ${root}>
  Options Indexes
  Require all granted
  IndexOptions FancyIndexing HTMLTable NameWidth=*
</Directory>`;

const kNginxSite = (folder, port) => `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
${asRoot ? `user ${kServerUser};` : ''}
events { worker_connections 64; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}/www; autoindex on; }
}
`;

export const apacheIndex = {
  name: 'apache-index',
  source: import.meta.filename,
  port: 47310,
  start: '/',
  missing: () => apacheMissing(),
  fill: fillFolders,
  run: (folder, port) => startApache(join(folder, 'apache'), port, kApacheSite(join(folder, 'www'))),
};

export const nginxIndex = {
  name: 'nginx-index',
  source: import.meta.filename,
  port: 47311,
  start: '/',
  missing: () => (existsSync('/usr/sbin/nginx') ? undefined : 'nginx'),
  fill: fillFolders,
  run: (folder, port) => {
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, kNginxSite(folder, port));
    return startProcess('/usr/sbin/nginx', ['-c', file, '-e', join(folder, 'error.log')],
      { log: join(folder, 'nginx.out'), listening: port });
  },
};
