// What a fleet may ask for twice: what came since the last checkpoint of a site that another worker takes up.

/** Requests that a harvest may have under way or not written down when it is killed (docs/durability.md). */
const AHEAD = 16;

/**
 * Of one site: `{ again, allowed, faults }`. `log`: its requests, in order; `takes`: of record.mjs; `windowMs`: the longest
 * that a site's harvest can go on since the checkpoint that another starts from; `answerMs`: the least that a request takes.
 */
export function askedAgain(log, takes, { windowMs, answerMs }) {
  const faults = [];
  const answered = new Map();
  let again = 0;
  let at = 0;
  for (const entry of log) {
    while (at + 1 < takes.length && entry.begin >= takes[at + 1].at) at += 1;
    const before = answered.get(entry.path);
    if (before !== undefined) {
      again += 1;
      // The last checkpoint but one had been written before the last was begun.
      const kept = takes[at].kept.at(-2);
      const elsewhere = at > 0 && takes[at].worker !== takes[at - 1].worker;
      if (at === 0) faults.push(`${entry.path} twice by the first who had it`);
      if (elsewhere && kept !== undefined && before < kept) faults.push(`${entry.path} was in a checkpoint`);
    }
    answered.set(entry.path, entry.end ?? Infinity);
  }
  const moves = takes.filter(({ worker }, n) => n > 0 && worker !== takes[n - 1].worker).length;
  const returns = takes.length - 1 - moves;
  const allowed = moves * (Math.ceil(windowMs / answerMs) + AHEAD) + returns * AHEAD;
  if (again > allowed) faults.push(`${again} requests again, ${allowed} allowed by ${moves} moves and ${returns} returns`);
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
