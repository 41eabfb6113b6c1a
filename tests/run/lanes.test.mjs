import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inLanes, isOverloadedBy, laneOfText } from './lanes.mjs';

/** Runs tasks, named by their lane's first letter and a number, and gives who ran together with each that began. */
async function seenWith(processors, names, long = [], isHeldUp = () => false) {
  const lanes = { b: 'browser', s: 'screen', q: 'quiet', x: 'beside' };
  const running = new Set();
  const seen = {};
  await inLanes(names.map((name) => ({ name, lane: lanes[name[0]] })), processors, async ({ name }) => {
    running.add(name);
    seen[name] = [...running].join(' ');
    // Turns of the event loop, not time: they are taken in step on any machine.
    for (let turns = long.includes(name) ? 60 : 5; turns > 0; turns--) await new Promise((wake) => setImmediate(wake));
    running.delete(name);
  }, isHeldUp);
  return seen;
}

test('as many tasks run as there are processors, and four more', async () => {
  const seen = await seenWith(1, ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'], ['x1', 'x2', 'x3', 'x4']);
  assert.deepEqual(seen, {
    x1: 'x1', x2: 'x1 x2', x3: 'x1 x2 x3', x4: 'x1 x2 x3 x4', x5: 'x1 x2 x3 x4 x5', x6: 'x1 x2 x3 x4 x6',
  });
});

test('a browser for each processor and two more, and what comes behind them goes first', async () => {
  const seen = await seenWith(1, ['b1', 'b2', 'b3', 'b4', 'x1'], ['b1', 'b2', 'x1']);
  assert.deepEqual(seen, { b1: 'b1', b2: 'b1 b2', b3: 'b1 b2 b3', x1: 'b1 b2 b3 x1', b4: 'b1 b2 x1 b4' });
});

test('a screen counts for two browsers and two places', async () => {
  const names = ['s1', 'b1', 'b2', 'x1', 'x2', 'x3'];
  const seen = await seenWith(1, names, names.filter((name) => name !== 'b2' && name !== 'x3'));
  assert.deepEqual(seen, {
    s1: 's1', b1: 's1 b1', x1: 's1 b1 x1', x2: 's1 b1 x1 x2', b2: 'b1 x1 x2 b2', x3: 'b1 x1 x2 b2 x3',
  });
});

test('while the machine is held up, none begins beside another', async () => {
  assert.deepEqual(await seenWith(2, ['x1', 'x2', 'b1'], [], () => true), { x1: 'x1', x2: 'x2', b1: 'b1' });
});

test('a machine is held up while many want its processors, not when they have done', () => {
  assert.equal(isOverloadedBy('11.20 9.00 8.10 12/700 4242', 2), true);
  assert.equal(isOverloadedBy('11.20 9.00 8.10 3/700 4242', 2), false);
  assert.equal(isOverloadedBy('9.70 9.00 8.10 12/700 4242', 2), false);
});

test('quiet ones come last and alone, in whatever room there is', async () => {
  const names = ['q1', 'x1', 's1', 'b1', 'q2'];
  for (const processors of [1, 2, 8]) {
    const seen = await seenWith(processors, names);
    assert.deepEqual([seen.q1, seen.q2], ['q1', 'q2']);
    assert.deepEqual(Object.keys(seen).slice(-2), ['q1', 'q2']);
    assert.equal(Object.keys(seen).length, names.length);
  }
});

test('a task that throws is not swallowed, and one that nobody knows neither', async () => {
  await assert.rejects(inLanes([{ lane: 'beside' }], 1, async () => {
    throw new Error('broken');
  }), /broken/);
  assert.equal(laneOfText('// What it is.\n// lane: screen\nimport x;\n'), 'screen');
  assert.equal(laneOfText('import x;\n'), 'beside');
  assert.throws(() => laneOfText('// lane: fast\n'), /no such lane/);
});

test('who starts a browser says so', () => {
  const home = join(import.meta.dirname, '..');
  const starts = /\bstart(Chromium|Firefox)\b|\bstarters\b|"--browser", "(auto|always|chromium|firefox)"/;
  for (const folder of ['e2e', 'faults', 'differential', 'store', 'recorded']) {
    for (const file of readdirSync(join(home, folder)).filter((name) => name.endsWith('.test.mjs'))) {
      const text = readFileSync(join(home, folder, file), 'utf8');
      // It only sees that a program without any says so.
      if (!starts.test(text) || /TAGTRAIL_CHROMIUM: "\/nowhere/.test(text)) continue;
      assert.notEqual(laneOfText(text), 'beside', `${folder}/${file}`);
    }
  }
});
