import assert from "node:assert/strict";
import { test } from "node:test";
import { CHUNK_BYTES, sendBody } from "../../../extension/src/host/body_stream.ts";

/** Plays the host: keeps what comes, and answers when told. */
function host({ refuseFrom = Infinity, answers = true } = {}) {
  const waiting = [];
  const self = {
    chunks: [],
    calls: 0,
    most: 0,
    call(name, { job, load, data }) {
      assert.deepEqual([name, job, load], ["fetch.data", "1", 7]);
      self.chunks.push(Buffer.from(data, "base64"));
      if (++self.calls >= refuseFrom) return Promise.reject(new Error("no more"));
      if (answers) return Promise.resolve({});
      const answer = new Promise((done) => waiting.push(done));
      self.most = Math.max(self.most, waiting.length);
      return answer;
    },
    answer: () => waiting.splice(0).forEach((done) => done({})),
  };
  return self;
}

function stream(sizes) {
  const left = [...sizes];
  const state = { cancelled: false, given: 0 };
  const body = new ReadableStream({
    pull(controller) {
      const size = left.shift();
      if (size === undefined) return controller.close();
      controller.enqueue(new Uint8Array(size).fill(state.given++ % 251));
    },
    cancel: () => void (state.cancelled = true),
  });
  return { body, state };
}

const send = (to, body, progress) => sendBody(to, "1", 7, body, progress);

test("a body arrives whole, in chunks that are full but for the last", async () => {
  const to = host();
  const { body } = stream([10, CHUNK_BYTES * 2, 5]);
  assert.equal(await send(to, body), CHUNK_BYTES * 2 + 15);
  assert.equal(to.calls, 3);
  const whole = Buffer.concat(to.chunks);
  assert.equal(whole.length, CHUNK_BYTES * 2 + 15);
  assert.deepEqual([whole[9], whole[10], whole.at(-1)], [0, 1, 2]);
});

test("an empty body is no chunk", async () => {
  const to = host();
  assert.equal(await send(to, stream([]).body), 0);
  assert.equal(to.calls, 0);
});

test("at most eight chunks wait for an answer, and then reading stops", async () => {
  const to = host({ answers: false });
  const { body, state } = stream(Array(30).fill(CHUNK_BYTES));
  const sent = send(to, body);
  for (let round = 0; round < 5; round++) {
    await new Promise((wake) => setTimeout(wake, 5));
    assert.ok(to.most <= 8, `${to.most} at once`);
    if (round === 0) assert.ok(state.given < 12, `${state.given} read ahead`);
    to.answer();
  }
  assert.equal(await sent, 30 * CHUNK_BYTES);
  assert.equal(to.most, 8);
});

test("it is over only when the host has taken the last chunk", async () => {
  const to = host({ answers: false });
  let over = false;
  const sent = send(to, stream([3]).body).then(() => (over = true));
  await new Promise((wake) => setTimeout(wake, 5));
  assert.equal(over, false);
  to.answer();
  await sent;
});

test("a refusal ends it, and the rest is not read", async () => {
  const to = host({ refuseFrom: 2 });
  const { body, state } = stream(Array(100).fill(CHUNK_BYTES));
  await assert.rejects(send(to, body), /no more/);
  assert.ok(state.cancelled);
  assert.ok(state.given < 10);
});

test("what breaks the stream breaks the sending", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  await assert.rejects(send(host(), body), /cut/);
});

test("each chunk read and each answer is progress", async () => {
  let touched = 0;
  await send(host(), stream([1, 1]).body, () => touched++);
  assert.equal(touched, 3);
});
