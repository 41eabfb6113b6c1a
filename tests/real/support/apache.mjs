// Apache with a configuration of its own, in the foreground, on loopback.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, handOver, kServerUser, startProcess } from './instance.mjs';

const kModules = '/usr/lib/apache2/modules';
const kPhp = `${kModules}/libphp8.2.so`;

const kAlways = ['mpm_prefork', 'authz_core', 'dir', 'mime', 'alias', 'autoindex', 'env', 'cgi', 'rewrite'];

function configuration(folder, port, site, php) {
  const modules = kAlways.map((name) => `LoadModule ${name}_module ${kModules}/mod_${name}.so`);
  return `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
Mutex file:${folder}
DefaultRuntimeDir ${folder}
${asRoot ? `User ${kServerUser}\nGroup ${kServerUser}\n` : ''}${modules.join('\n')}
StartServers 2
MinSpareServers 1
MaxRequestWorkers 8
TypesConfig /etc/mime.types
${php ? `LoadModule php_module ${kPhp}
<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
DirectoryIndex index.php
php_admin_value session.save_path ${folder}
php_admin_value sys_temp_dir ${folder}
php_admin_value error_log ${folder}/php.log
php_admin_value memory_limit 256M
` : 'DirectoryIndex index.html\n'}${site}
`;
}

/** Why Apache can't be had, or undefined. */
export function apacheMissing({ php = false } = {}) {
  if (!existsSync('/usr/sbin/apache2')) return 'apache2';
  return php && !existsSync(kPhp) ? 'libapache2-mod-php' : undefined;
}

/** `site`: the directives of the site; `folder` gets configuration and logs. */
export async function startApache(folder, port, site, { php = false } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o777 });
  handOver(folder);
  const file = join(folder, 'apache.conf');
  writeFileSync(file, configuration(folder, port, site, php));
  return startProcess('/usr/sbin/apache2', ['-f', file, '-DFOREGROUND'], { log: join(folder, 'apache.out'), listening: port });
}
