// Sites that `tagtrail generate` invents, answered from a replica: what the program asked for and no link named.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { harvest } from './harvesting.mjs';

const kPages = 3000;
const kConvention = /\/(?:robots\.txt|sitemap\.xml)$/;

const query = (file, text) => execFileSync('sqlite3', [file, text], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(Boolean);

/** { name, make(folder) -> file }: families of templates, and sites like published ones. None without the laboratory beside the program. */
export function generatedSites(program) {
  if (!existsSync(join(dirname(program), 'tagtrail-lab'))) {
    console.error('generated sites: left out, there is no tagtrail-lab beside the program');
    return [];
  }
  const made = (name, args) => ({
    name,
    make(folder) {
      const file = join(folder, 'site.replica');
      execFileSync(program, ['generate', ...args, '--pages', String(kPages), '--seed', '1', '-o', file], { stdio: 'ignore' });
      return file;
    },
  });
  return [...['blog', 'board', 'forum', 'news', 'wiki'].map((name) => made(name, ['--family', name])),
    ...['ju', 'nc', 'qa'].map((name) => made(name, ['--profile', name]))];
}

/** Figures as figuresOf gives them, as far as a job tells them: what a replica does not know was guessed. */
export async function harvestGenerated(program, site, args, limits) {
  const folder = mkdtempSync(join(tmpdir(), 'tagtrail-generated-'));
  try {
    const replica = site.make(folder);
    const [start] = query(replica, "SELECT value FROM meta WHERE name LIKE 'start%' LIMIT 1");
    const known = new Set(query(replica, 'SELECT url FROM answer'));
    const done = await harvest(program, [start, '--replica', replica, ...args], { ...limits, keep: true });
    const asked = query(join(done.job, 'job.db'), 'SELECT DISTINCT url FROM decision');
    const guessed = asked.filter((url) => !known.has(url) && !kConvention.test(url));
    rmSync(join(done.job, '..'), { recursive: true, force: true });
    return {
      kept: done.kept.size, requests: asked.length, guessed: guessed.length, failed: guessed.length,
      queries: 0, acts: 0, formPages: 0, fresh: 0, elsewhere: 0, elsewhereTruth: 0, strayed: 0, ended: done.result?.stopped_by ?? `exit ${done.code}`,
      seconds: Math.round(done.seconds),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
