// What a site holds, piece by piece, so that what differs afterwards is named: { 'table: row' or 'file': what it is }.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { digestOf } from './contents.mjs';
import { command } from './instance.mjs';

/** Enough of a row to know it by. */
const kShown = 200;
const kShortDigest = 12;

/** Rows of a table: each is named by its content; how often it is there. */
export function rowsState(table, rows) {
  const state = {};
  for (const row of rows) {
    const name = `${table}: ${row.slice(0, kShown)}${row.length > kShown ? `… ${digestOf(row).slice(0, kShortDigest)}` : ''}`;
    state[name] = (state[name] ?? 0) + 1;
  }
  return state;
}

/** All files below a folder but those whose path in it matches `without`. */
export function filesState(folder, { without = /^$/ } = {}) {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => !without.test(name));
  return Object.fromEntries(names.map((name) => [name, digestOf(readFileSync(join(folder, name)))]));
}

const sqlite = (file, ...lines) => command('sqlite3', ['-readonly', file, ...lines]).split('\n').filter(Boolean);

/**
 * All rows of an SQLite database. `without`: tables that are no data, such as sessions; `columns`: { table: [columns that are
 * no data, such as the time of the last login] }; `where`: { table: which rows are data }; `forgets`: what of a row is no data.
 */
export function sqliteState(file, { without = [], columns = {}, where = {}, forgets = /(?!)/ } = {}) {
  const tables = sqlite(file, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    .filter((table) => !without.includes(table));
  return Object.assign({}, ...tables.map((table) => {
    const kept = sqlite(file, `SELECT name FROM pragma_table_info('${table}')`).filter((name) => !columns[table]?.includes(name));
    const rows = sqlite(file, '.mode insert', `SELECT ${kept.map((name) => `"${name}"`)} FROM "${table}" WHERE ${where[table] ?? 1}`);
    return rowsState(table, rows.map((row) => row.slice(row.indexOf('VALUES')).replace(forgets, '')));
  }));
}

/** Why the state of an SQLite database can't be had, or undefined. */
export function sqliteMissing() {
  return existsSync('/usr/bin/sqlite3') ? undefined : 'sqlite3';
}
