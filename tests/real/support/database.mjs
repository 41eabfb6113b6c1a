// MariaDB on a socket in the folder of a test, without network.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, command, handOver, kServerUser, startProcess } from './instance.mjs';

const kServer = '/usr/sbin/mariadbd';

export function databaseMissing() {
  return existsSync(kServer) ? undefined : 'mariadb-server';
}

const userOf = () => (asRoot ? [`--user=${kServerUser}`] : []);

/** Makes the files of a server without content; its user root needs no password, on the socket. */
export function makeDatabase(folder) {
  const data = join(folder, 'mariadb');
  mkdirSync(data, { recursive: true });
  handOver(data);
  command('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db',
    '--innodb-log-file-size=8M', ...userOf()]);
}

export const socketOf = (folder) => join(folder, 'mariadb', 'db.sock');

export function startDatabase(folder) {
  const data = join(folder, 'mariadb');
  return startProcess(kServer, ['--no-defaults', `--datadir=${data}`, `--socket=${socketOf(folder)}`, '--skip-networking',
    '--innodb-log-file-size=8M', '--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0', '--skip-log-bin', ...userOf()],
  { log: join(data, 'server.log'), listening: { path: socketOf(folder) } });
}

/** The rows of a query, an array of strings each. */
export function query(folder, database, sql) {
  const printed = command('mariadb', ['--no-defaults', `--socket=${socketOf(folder)}`, '--user=root', '--batch', '--skip-column-names',
    '--execute', sql, ...(database ? [database] : [])]);
  return printed.split('\n').filter(Boolean).map((line) => line.split('\t'));
}

/** All rows of a database, each as the statement that would insert it. */
export function rowsOf(folder, database) {
  const printed = command('mariadb-dump', ['--no-defaults', `--socket=${socketOf(folder)}`, '--user=root', '--compact', '--no-create-info',
    '--skip-extended-insert', '--order-by-primary', database]);
  return printed.split('\n').filter(Boolean);
}
