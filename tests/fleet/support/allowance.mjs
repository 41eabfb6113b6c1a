// What a fleet may ask for twice: what came since the last checkpoint of a site that another worker takes up.

/** Requests that a harvest may have under way or not written down when it is killed (docs/durability.md). */
const AHEAD = 16;

/**
 * Whether what was answered then was in the checkpoint that the next holder, another worker, began with. `followed`: when the
 * next request to the host began; by one connection none does before the answer is written down, however slow that is.
 */
function wasKept({ followed, at }, takes) {
  const next = takes[at + 1];
  // The last checkpoint but one had been written before the last was begun.
  return next !== undefined && next.worker !== takes[at].worker && followed < (next.kept.at(-2) ?? 0);
}

/** How much of the time from `begin` to `end` lies in these spans, each [begin, end]. */
function within(spans, begin, end) {
  return spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, begin)), 0);
}

/**
 * Of one site: `{ again, allowed, faults }`. `log`: its requests, in order; `takes`: of record.mjs; `windowMs`: the longest
 * that a site's harvest can go on since the checkpoint that another starts from, while checkpoints can be written down;
 * `away`: the spans, [begin, end], in which they could not; `answerMs`: the least that a request takes.
 */
export function askedAgain(log, takes, { windowMs, answerMs, away = [] }) {
  const faults = [];
  const answered = new Map();
  let again = 0;
  let at = 0;
  for (const [n, entry] of log.entries()) {
    while (at + 1 < takes.length && entry.begin >= takes[at + 1].at) at += 1;
    const before = answered.get(entry.path);
    if (before !== undefined) {
      again += 1;
      if (at === 0) faults.push(`${entry.path} twice by the first who had it`);
      else if (wasKept(before, takes)) faults.push(`${entry.path} was in a checkpoint`);
    }
    if (entry.answered) answered.set(entry.path, { followed: log[n + 1]?.begin ?? Infinity, at });
  }
  const moves = takes.flatMap(({ worker, at: end }, n) => (n > 0 && worker !== takes[n - 1].worker ? [[takes[n - 1].at, end]] : []));
  const returns = takes.length - 1 - moves.length;
  const ofMoves = moves.map(([begin, end]) => Math.ceil((windowMs + within(away, begin, end)) / answerMs) + AHEAD);
  const allowed = ofMoves.reduce((sum, one) => sum + one, 0) + returns * AHEAD;
  if (again > allowed) faults.push(`${again} requests again, ${allowed} allowed by ${moves.length} moves and ${returns} returns`);
  return { again, allowed, faults };
}

/** Whether a host's requests came from its holders, one after the other; `addressOf`: of a worker. */
export function cameFromHolders(log, takes, addressOf) {
  const askers = log.map(({ from }) => from).filter((from, n, all) => n === 0 || from !== all[n - 1]);
  const holders = takes.map(({ worker }) => addressOf(worker));
  let at = 0;
  for (const asker of askers) {
    while (at < holders.length && holders[at] !== asker) at += 1;
    if (at === holders.length) return false;
  }
  return true;
}
