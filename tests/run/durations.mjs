// How long single tests took, from what test programs report: [{ name, seconds }].

/** Of node's TAP reporter: tests, not the groups that they are in; `file` says where a name is from. */
export function durationsOfTap(text, file) {
  const found = text.matchAll(/^ *(?:not )?ok \d+ - (.*)\n *---\n *duration_ms: ([\d.e+-]+)\n(?! *type: 'suite')/gm);
  return [...found].map(([, name, ms]) => ({ name: `${file}: ${name.replace(/ # .*$/, '')}`, seconds: Number(ms) / 1000 }));
}

/** Of what tests/unit/main.cpp writes. */
export function durationsOfBoost(text, program) {
  return text.split('\n').filter(Boolean).map((line) => line.split('\t'))
    .map(([microseconds, name]) => ({ name: `${program}: ${name}`, seconds: Number(microseconds) / 1e6 }));
}

/** One line for each of the `count` longest. */
export function slowest(durations, count) {
  return [...durations].sort((a, b) => b.seconds - a.seconds).slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
