// Small tables for the test sites: every name has a content of its own.
import { createHash } from 'node:crypto';

export function csvOf(name) {
  const rows = Array.from({ length: 5 }, (_, at) => `${at},${name},${(at + 1) * name.length}`);
  return `id,name,value\n${rows.join('\n')}\n`;
}

/** As compare() of demo/check.mjs reads it. */
export function fileEntry(url, name, group = 'javascript') {
  const body = Buffer.from(csvOf(name));
  return { url, group, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}
