import assert from "node:assert/strict";
import { test } from "node:test";
import { FramedPort } from "../../../extension/src/host/port.ts";
import {
  ATTACHED_BYTES, ATTACHED_FROM, MESSAGE_BYTES, PART_WINDOW, WHOLE_BYTES,
} from "../../../extension/src/host/protocol/limits.ts";

function port() {
  const sent = [];
  const delivered = [];
  const raw = { postMessage: (message) => sent.push(message), disconnect: () => sent.push("closed") };
  const framed = new FramedPort(raw, (message) => delivered.push(message));
  return { framed, sent, delivered };
}

/** Two ports joined; frames that are under way wait until `run`. */
function joined() {
  const a = port();
  const b = port();
  const run = () => {
    while (a.sent.length + b.sent.length > 0) {
      for (const frame of a.sent.splice(0)) b.framed.receive(frame);
      for (const frame of b.sent.splice(0)) a.framed.receive(frame);
    }
  };
  return { a, b, run };
}

test("a short message is one frame", () => {
  const { framed, sent } = port();
  framed.send({ notice: "x" });
  assert.deepEqual(sent, [{ notice: "x" }]);
});

test("a message of exactly 512 KiB is one frame, one byte more are two", () => {
  const overhead = JSON.stringify({ text: "" }).length;
  for (const [length, frames] of [[WHOLE_BYTES - overhead, 1], [WHOLE_BYTES - overhead + 1, 2]]) {
    const { framed, sent } = port();
    framed.send({ text: "x".repeat(length) });
    assert.equal(sent.length, frames);
  }
});

test("lengths count in UTF-8", () => {
  const { framed, sent } = port();
  framed.send({ text: "€".repeat(WHOLE_BYTES / 3) });
  assert.equal(sent.length, 2);
});

test("no frame is over a million bytes, and the window is kept", () => {
  const { framed, sent } = port();
  framed.send({ text: "\u0001".repeat(2_000_000) });
  assert.equal(sent.length, PART_WINDOW);
  for (const frame of sent) assert.ok(JSON.stringify(frame).length < 1_000_000);
  framed.receive({ ack: 0, of: 1 });
  assert.equal(sent.length, PART_WINDOW + 1);
});

test("other messages pass between the parts", () => {
  const { framed, sent } = port();
  framed.send({ text: "x".repeat(20 * WHOLE_BYTES) });
  framed.send({ notice: "short" });
  assert.deepEqual(sent.at(-1), { notice: "short" });
});

test("long messages arrive whole and in order", () => {
  const { a, b, run } = joined();
  const messages = [{ n: 1, text: "é".repeat(6_000_000) }, { n: 2, text: "😀".repeat(400_000) }];
  for (const message of messages) a.framed.send(message);
  run();
  assert.deepEqual(b.delivered, messages);
});

test("a message over the limit is refused", () => {
  const { framed } = port();
  assert.throws(() => framed.send({ text: "x".repeat(MESSAGE_BYTES) }), { code: "too_large" });
});

// A job in a browser died for good when its snapshot was longer than a message may be.
test("bytes longer than any message arrive, as a field and in a list, before what comes behind", () => {
  const { a, b, run } = joined();
  const snapshot = new Uint8Array(MESSAGE_BYTES + 1).fill(7);
  const records = [new Uint8Array(ATTACHED_FROM + 1).fill(1), new Uint8Array(3).fill(2)];
  a.framed.send({ id: 1, snapshot });
  a.framed.send({ id: 2, records, text: "x".repeat(2 * WHOLE_BYTES) });
  run();
  assert.deepEqual(b.delivered.map(({ id }) => id), [1, 2]);
  assert.ok(Buffer.from(b.delivered[0].snapshot).equals(Buffer.from(snapshot)));
  assert.deepEqual(b.delivered[1].records, [records[0], "AgIC"]);
});

test("attachments over the limit are refused, in either direction", () => {
  const { framed, sent, delivered } = port();
  const long = new Uint8Array(ATTACHED_BYTES / 2 + 1);
  assert.throws(() => framed.send({ records: [long, long] }), { code: "too_large" });
  assert.deepEqual(sent, []);
  const parts = ATTACHED_BYTES / WHOLE_BYTES + 1;
  framed.receive({ of: 1, part: 0, parts, attachment: true, data: "" });
  assert.equal(sent.at(-1).error.code, "too_large");
  framed.receive({ id: 1, snapshot: { attached: 1 } });
  assert.equal(sent.at(-1).error.code, "invalid_data");
  assert.deepEqual(delivered, []);
});

for (const [name, frames] of [
  ["a part that comes first", [{ of: 1, part: 1, parts: 2, data: "AA==" }]],
  ["a part twice", [{ of: 1, part: 0, parts: 3, data: "" }, { of: 1, part: 1, parts: 3, data: "" }, { of: 1, part: 1, parts: 3, data: "" }]],
  ["a changed number of parts", [{ of: 1, part: 0, parts: 2, data: "" }, { of: 1, part: 1, parts: 9, data: "" }]],
  ["no parts", [{ of: 1, part: 0, parts: 0, data: "" }]],
  ["data that is not base64", [{ of: 1, part: 0, parts: 1, data: "*" }]],
  ["a part without fields", [{ part: 0 }]],
  ["parts that are not JSON", [{ of: 1, part: 0, parts: 1, data: btoa("{") }]],
  ["parts that are not UTF-8", [{ of: 1, part: 0, parts: 1, data: btoa('"\xff"') }]],
]) {
  test(`${name}: an error, and nothing delivered`, () => {
    const { framed, sent, delivered } = port();
    for (const frame of frames) framed.receive(frame);
    assert.equal(sent.at(-1).notice, "protocol.error");
    assert.deepEqual(delivered, []);
    framed.receive({ of: 7, part: 0, parts: 1, data: btoa('{"still":"works"}') });
    assert.deepEqual(delivered, [{ still: "works" }]);
  });
}

test("too many messages in parts at once are refused", () => {
  const { framed, sent } = port();
  for (let of = 1; of <= 9; of++) framed.receive({ of, part: 0, parts: 2, data: "" });
  assert.equal(sent.at(-1).error.code, "too_large");
});

test("acknowledgements that nothing waits for are harmless", () => {
  const { framed, sent } = port();
  for (let i = 0; i < 20; i++) framed.receive({ ack: i, of: 3 });
  framed.send({ text: "x".repeat(20 * WHOLE_BYTES) });
  assert.equal(sent.length, PART_WINDOW);
});
