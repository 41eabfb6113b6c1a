// The recorded real sites: imported, they have the sizes that were published with them; replayed,
// the published policies need as many requests as the authors' own code on the same files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SITES, agrees } from './published.mjs';

const RUNS = 5;
const RUNS_FOR_MEDIAN = 15;
const program = join(process.env.TAGTRAIL_HOME ?? process.cwd(), 'build/native/native-host/tagtrail');
const archives = process.env.TAGTRAIL_SITES;
const missing = !archives || !existsSync(join(archives, 'niem.tar.zst'));
const folder = mkdtempSync(join(tmpdir(), 'tagtrail-recorded-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function importSite(site) {
  const tree = join(folder, site);
  mkdirSync(tree);
  execFileSync('tar', ['--zstd', '-xf', join(archives, `${site}.tar.zst`), '-C', tree]);
  const replica = join(folder, `${site}.replica`);
  const args = ['import', tree, '--base', `http://${site}.test/`, '-o', replica];
  const summary = execFileSync(program, args, { encoding: 'utf8' });
  rmSync(tree, { recursive: true, force: true });
  return { replica, summary };
}

/** Results by policy, seed after seed. A site is read once for all of them. */
function runsOf(replica, policies, runs) {
  const args = ['lab', 'compare', replica, '--policies', policies.join(','), '--runs', String(runs), '--jobs', '1', '--targets', 'paper', '--json',
    '-o', `${replica}.${runs}.jsonl`];
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(result.status, 0, result.stderr);
  const all = result.stdout.trim().split('\n').map((line) => JSON.parse(line));
  return new Map(policies.map((policy) => [policy, all.filter((one) => one.policy === policy)]));
}

for (const [site, published] of Object.entries(SITES)) {
  const skip = missing ? 'the recorded sites are not here (TAGTRAIL_SITES)' : false;
  describe(`recorded site ${site}`, { skip }, () => {
    let imported;
    let all;
    before(() => {
      imported = importSite(site);
      all = runsOf(imported.replica, Object.keys(published.n90), RUNS);
      const more = published.median ? runsOf(imported.replica, published.median, RUNS_FOR_MEDIAN) : [];
      for (const [policy, results] of more) all.set(policy, results);
    });

    it('has the size that was published', () => {
      const numbers = imported.summary.match(/meets (\d+) URLs: (\d+) answer \((\d+) pages, (\d+) redirects\), (\d+) are dead/);
      assert.ok(numbers, imported.summary);
      const [urls, answering, pages, redirects, dead] = numbers.slice(1).map(Number);
      // niem writes two URLs in two spellings each (a blank, or %20), which one canonical key joins.
      const slack = site === 'niem' ? 3 : 0;
      for (const [name, value] of Object.entries({ urls, answering, pages, redirects, dead })) {
        assert.ok(Math.abs(value - published[name]) <= slack, `${name}: ${value}, published ${published[name]}`);
      }
    });

    for (const [policy, expected] of Object.entries(published.n90)) {
      it(`${policy} needs as many requests to 90 % as the authors' code`, (t) => {
        const byMedian = published.median?.includes(policy);
        const results = all.get(policy);
        assert.ok(results.length >= RUNS);
        for (const { targets } of results) assert.equal(targets.found, targets.reachable);
        const needed = results.map((result) => result.requests_to['90']);
        const requests = byMedian ? median(needed) : mean(needed);
        t.diagnostic(`${requests.toFixed(0)}, published ${expected.join(' +- ')}`);
        if (published.deviates?.includes(policy)) {
          t.skip(`known to deviate: ${requests.toFixed(0)}, published ${expected.join(' +- ')} (published.mjs)`);
          return;
        }
        assert.ok(agrees(requests, expected), `${requests}, published ${expected.join(' +- ')}`);
      });
    }
  });
}
