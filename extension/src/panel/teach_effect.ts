// What a word of the user changed: places and expected worth of groups before and after it, and where
// the next link comes from.
import type { LinkGroup } from "../host/protocol/teaching.ts";

const MAX_CHANGES = 4;
/** Differences that would be shown as the same number. */
const SAME = 0.005;

export interface GroupChange<Group> {
  group: Group;
  /** From 1. */
  placeBefore: number;
  placeNow: number;
  before: number | null;
  now: number | null;
}

export interface TeachEffect<Group> {
  changes: GroupChange<Group>[];
  /** The group that the next link comes from; null when all links are withheld or used up. */
  next: Group | null;
  nextBefore: Group | null;
}

function nextOf<Group extends LinkGroup>(groups: readonly Group[]): Group | null {
  let best: Group | null = null;
  for (const group of groups) {
    if (group.open === 0) continue;
    if (best === null || (group.expected ?? 0) > (best.expected ?? 0)) best = group;
  }
  return best;
}

/**
 * Both lists are best first. Groups are the same when their tag paths are: one that the engine did not know before it
 * was taught had an id for that look only.
 */
export function teachEffect<Group extends LinkGroup>(
  before: readonly Group[],
  now: readonly Group[],
): TeachEffect<Group> {
  const old = new Map(before.map((group, place) => [group.tagPath, { group, place }]));
  const changes: GroupChange<Group>[] = [];
  now.forEach((group, place) => {
    const was = old.get(group.tagPath);
    if (was === undefined) return;
    const moved = Math.abs((group.expected ?? 0) - (was.group.expected ?? 0));
    const other = group.word !== was.group.word || group.withheld !== was.group.withheld;
    if (place === was.place && moved < SAME && !other) return;
    changes.push({
      group,
      placeBefore: was.place + 1,
      placeNow: place + 1,
      before: was.group.expected,
      now: group.expected,
    });
  });
  // Many move by a place because one moved by many: worth tells more than place.
  const weight = ({ placeBefore, placeNow, before: from, now: to }: GroupChange<Group>) =>
    Math.abs((to ?? 0) - (from ?? 0)) + Math.abs(placeNow - placeBefore) / now.length;
  changes.sort((a, b) => weight(b) - weight(a));
  return { changes: changes.slice(0, MAX_CHANGES), next: nextOf(now), nextBefore: nextOf(before) };
}
