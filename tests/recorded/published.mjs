// What the authors' own code gave on the recorded sites (their README): sizes, and requests until
// 90 % of the targets are in, with the standard deviation over seeds where the policy is random.
// focused ranks most links by differences in the last digit, so its figures hold for one version of
// the numeric libraries (docs/policies.md): where it deviates it is reported, not judged.
export const SITES = {
  eustat: {
    urls: 1825, answering: 1824, pages: 880, dead: 1, redirects: 24,
    n90: { omniscient: [828], bfs: [1726], dfs: [1615], 'sb-oracle': [1630, 15], 'sb-classifier': [1644, 15], focused: [1591], 'tp-off': [1726] },
  },
  section508: {
    urls: 1569, answering: 1547, pages: 1196, dead: 22, redirects: 127,
    n90: { omniscient: [202], bfs: [679], dfs: [1280], 'sb-oracle': [229, 25], 'sb-classifier': [1014, 295], focused: [869], 'tp-off': [679] },
    deviates: ['focused'],
  },
  cfconv: {
    urls: 4072, answering: 866, pages: 642, dead: 3206, redirects: 2,
    n90: { omniscient: [194], bfs: [928], dfs: [3726], 'sb-oracle': [326, 57], 'sb-classifier': [4011, 20], focused: [3530], 'tp-off': [928] },
    // Most crawls drain a large group of dead links first and need about 4,000 requests; a few draw
    // other links early and need 1,700 to 3,100: 4 of 40 of ours, 4 of 60 of the authors' rules
    // with other seeds than the published ten, which met none. A mean of a few runs says little.
    median: ['sb-classifier'],
    deviates: ['focused'],
  },
  niem: {
    urls: 507, answering: 466, pages: 293, dead: 41, redirects: 74,
    n90: { omniscient: [88], bfs: [495], dfs: [319], 'sb-oracle': [423, 16], 'sb-classifier': [447, 33], focused: [420], 'tp-off': [495] },
    deviates: ['focused'],
  },
  mpiforum: {
    urls: 3379, answering: 2890, pages: 2784, dead: 489, redirects: 13,
    n90: { omniscient: [67], bfs: [2525], dfs: [1828], 'sb-oracle': [125, 16], 'sb-classifier': [659, 30], focused: [808], 'tp-off': [2524] },
    deviates: ['focused'],
  },
};

/** A mean agrees when it is within 5 % or two standard deviations. */
export function agrees(mean, [published, deviation = 0]) {
  return Math.abs(mean - published) <= Math.max(0.05 * published, 2 * deviation);
}
