// One application, harvested once: set up, logged in to if it is to be, compared with the truth, taken down.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from './applications.mjs';
import { figuresOf } from './figures.mjs';
import { browserMissing, logIn } from './logins.mjs';

/** Which package is missing for it, or undefined. */
export function missingFor(application) {
  return application.missing() ?? (application.login ? browserMissing() : undefined);
}

/** Who is logged in is to find what is hidden from others, too. */
function truthFor({ login }, { files, hidden = [], ...others }) {
  return { files: login ? [...files, ...hidden] : files, ...others };
}

/** What differs, as "name: before -> after". */
function changesOf(before = {}, after = {}) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'none'} -> ${after[name] ?? 'none'}`);
}

/**
 * `run(served, options)` harvests; `options.extra` are more options of Tagtrail. Gives the figures (figures.mjs)
 * with `changes`, what differs on the site afterwards, and `job`, which who calls removes.
 */
export async function measure(application, run) {
  const served = await serve(application);
  const profiles = mkdtempSync(join(tmpdir(), 'tagtrail-real-profile-'));
  try {
    const extra = [...(application.options ?? [])];
    if (application.login) {
      const profile = join(profiles, 'chromium');
      await logIn(profile, `${served.proxy.url}${application.login.path}`, application.login.form);
      served.proxy.clear();
      extra.push('--profile', profile);
    }
    const before = await application.state?.(served.folder);
    const result = await run(served, { extra });
    return {
      ...figuresOf(served.proxy.requests, truthFor(application, served.truth), result, application.acts),
      changes: changesOf(before, await application.state?.(served.folder)), job: result.job, stderr: result.stderr,
    };
  } finally {
    await served.stop();
    rmSync(profiles, { recursive: true, force: true, maxRetries: 5 });
  }
}
