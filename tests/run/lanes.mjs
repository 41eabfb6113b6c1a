// What may run beside what. A suite consists of tasks, and each task is in a lane:
//   beside   beside anything; the usual one
//   browser  drives a browser: not more than one of them for each processor, and two more
//   screen   moves a pointer over a screen of its own: it counts for two, as what it presses must not lag behind
//   quiet    looks at how long something takes, or builds by all processors: alone
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * For two processors there are places for six tasks, four of them with a browser. Tests mostly wait, for browsers above all:
 * with one browser more than processors, these were idle for a third of a run.
 */
const kSparePlaces = 4;
const kSpareBrowsers = 2;

/**
 * For each processor so many processes may want it. Above that, as on a machine that is held up by others, none more begin:
 * browsers and leases that all wait for each other are told apart from faults by nobody. What Linux calls the load is that of
 * the last minute: once fewer want the processors than there are two times, it is of the past.
 */
const kMostLoad = 5;
const kLookEveryMs = 2_000;

/** `told`: what /proc/loadavg says; the fourth word has how many processes want to run now. */
export function isOverloadedBy(told, processors) {
  const [load, , , running] = told.split(' ');
  return Number(load) > kMostLoad * processors && Number(running.split('/')[0]) > 2 * processors;
}
const isOverloaded = () => isOverloadedBy(readFileSync('/proc/loadavg', 'utf8'), availableParallelism());

/** How many tasks run at once at most. */
export const placesFor = (processors) => processors + kSparePlaces;

const kNeeds = {
  beside: { places: 1, browsers: 0 },
  browser: { places: 1, browsers: 1 },
  screen: { places: 2, browsers: 2 },
  quiet: { places: Infinity, browsers: 0 },
};

/** A test file names its lane in a line of its own: `// lane: browser`. */
export function laneOfText(text) {
  const lane = /^\/\/ lane: (\w+)$/m.exec(text)?.[1] ?? 'beside';
  if (!(lane in kNeeds)) throw new Error(`no such lane: ${lane}`);
  return lane;
}

export function laneOf(file) {
  return laneOfText(readFileSync(file, 'utf8'));
}

/**
 * Calls `run` for each task. Tasks begin in order, but for those that must wait for others of their lane;
 * quiet ones come last. `processors`: how many there are; `isHeldUp`: whether another would be one too many.
 */
export async function inLanes(tasks, processors, run, isHeldUp = isOverloaded) {
  const room = { places: placesFor(processors), browsers: processors + kSpareBrowsers };
  const free = { ...room };
  const waiting = [...tasks].sort((a, b) => (a.lane === 'quiet') - (b.lane === 'quiet'));
  const running = new Set();
  // What needs more than there is takes all there is.
  const needsOf = ({ lane = 'beside' }) => Object.entries(kNeeds[lane]).map(([what, count]) => [what, Math.min(count, room[what])]);
  const fits = (task) => needsOf(task).every(([what, count]) => count <= free[what]);
  while (waiting.length > 0) {
    if (running.size > 0 && isHeldUp()) {
      await Promise.race([...running, new Promise((wake) => setTimeout(wake, kLookEveryMs))]);
      continue;
    }
    const next = waiting.findIndex(fits);
    if (next < 0) {
      await Promise.race(running);
      continue;
    }
    const [task] = waiting.splice(next, 1);
    const needs = needsOf(task);
    for (const [what, count] of needs) free[what] -= count;
    const turn = run(task).finally(() => {
      for (const [what, count] of needs) free[what] += count;
      running.delete(turn);
    });
    running.add(turn);
  }
  await Promise.all(running);
}
