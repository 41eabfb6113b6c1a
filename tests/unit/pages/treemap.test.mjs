// The map of a site's sections.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, STEPS, stepOf } from "../../../report/src/job/treemap.ts";

const section = (path, answers, files = 0, host = "h") => ({ host, path, answers, files });

test("rectangles are as large as what they stand for, inside the map, and don't overlap", () => {
  const sections = [section("/a/", 600), section("/a/b/", 200), section("/c/", 100), section("/", 60, 0, "i"), section("/", 40)];
  const rectangles = layOut(sections, 800, 400);
  assert.equal(rectangles.length, sections.length);
  for (const { place, x, y, width, height } of rectangles) {
    assert.ok(x >= 0 && y >= 0 && x + width <= 800 && y + height <= 400);
    const share = (width * height) / (800 * 400);
    assert.ok(Math.abs(share - sections[place].answers / 1000) < 0.03, `${place}: ${share}`);
  }
  for (const a of rectangles) {
    for (const b of rectangles) {
      if (a === b) continue;
      assert.ok(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y);
    }
  }
});

test("a map of nothing is empty", () => {
  assert.deepEqual(layOut([], 800, 400), []);
});

test("colours tell files per answer, and no files apart from few", () => {
  assert.equal(stepOf(section("/", 100, 0)), 0);
  assert.equal(stepOf(section("/", 0, 0)), 0);
  assert.equal(stepOf(section("/", 1000, 1)), 1);
  assert.equal(stepOf(section("/", 100, 25)), 3);
  assert.equal(stepOf(section("/", 100, 100)), STEPS.length - 1);
});
