import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { coalesced } from "../../../extension/src/background/coalesced.ts";

test("the first call runs at once, the last one in the end, those between are one", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const call = coalesced(() => runs++, 100);
  call();
  assert.equal(runs, 1);
  for (let i = 0; i < 10; i++) call();
  assert.equal(runs, 1);
  mock.timers.tick(100);
  assert.equal(runs, 2);
  mock.timers.tick(100);
  assert.equal(runs, 2, "nothing new");
  call();
  assert.equal(runs, 3);
  mock.timers.reset();
});
