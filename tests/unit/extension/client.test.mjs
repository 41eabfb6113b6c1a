import assert from "node:assert/strict";
import { test } from "node:test";
import { HostClient } from "../../../extension/src/host/client.ts";
import { TagtrailError } from "../../../extension/src/host/errors.ts";

const tick = () => new Promise((resolve) => setImmediate(resolve));

function client(serve = async () => ({})) {
  const sent = [];
  const notices = [];
  const raw = { postMessage: (message) => sent.push(message), disconnect: () => undefined };
  const handlers = { serving: { serve }, notice: (name, message) => notices.push([name, message]) };
  return { host: new HostClient(raw, handlers), sent, notices };
}

async function greeted(serve) {
  const all = client(serve);
  const hello = all.host.hello({ browser: "chromium", build: "batch", version: "1.0" });
  all.host.receive({ id: 1, reply: true, protocol: 3, version: "2", job: null });
  await hello;
  all.sent.length = 0;
  return all;
}

test("hello is the first call and says who speaks", async () => {
  const { host, sent } = client();
  const hello = host.hello({ browser: "firefox", build: "store", version: "1.0" });
  assert.deepEqual(sent, [
    { id: 1, call: "hello", protocol: 3, version: "1.0", browser: "firefox", build: "store" },
  ]);
  host.receive({ id: 1, reply: true, protocol: 3, version: "2", job: null });
  assert.deepEqual(await hello, { protocol: 3, version: "2", job: null, root: null, proxyLogin: null, siteLogin: null });
});

test("another protocol is refused", async () => {
  const { host } = client();
  const hello = host.hello({ browser: "chromium", build: "batch", version: "1" });
  host.receive({ id: 1, reply: true, protocol: 1, version: "2", job: null });
  await assert.rejects(hello, { code: "wrong_version" });
});

test("calls before hello are refused", async () => {
  const { host, sent } = client();
  host.receive({ id: 5, call: "tab.close", job: "1" });
  await tick();
  assert.equal(sent[0].error.code, "wrong_version");
});

test("a call right behind the reply to hello is served", async () => {
  const { host, sent } = client();
  const hello = host.hello({ browser: "chromium", build: "batch", version: "1" });
  host.receive({ id: 1, reply: true, protocol: 3, version: "2", job: null });
  host.receive({ id: 1, call: "tab.close", job: "1" });
  await hello;
  await tick();
  assert.deepEqual(sent.at(-1), { id: 1, reply: true });
});

test("a served call is answered under its id", async () => {
  const { host, sent } = await greeted(async (call) => ({ snapshot: call.job }));
  host.receive({ id: 9, call: "engine.snapshot", job: "7" });
  await tick();
  assert.deepEqual(sent, [{ id: 9, reply: true, snapshot: "7" }]);
});

test("what a served call throws becomes its error", async () => {
  const errors = [new TagtrailError("busy", "one at a time"), new RangeError("oops")];
  const { host, sent } = await greeted(async () => {
    throw errors.shift();
  });
  host.receive({ id: 1, call: "tab.close", job: "1" });
  host.receive({ id: 2, call: "tab.close", job: "1" });
  await tick();
  assert.deepEqual(sent.map((reply) => reply.error.code), ["busy", "internal"]);
});

test("an answer over the limit becomes an error", async () => {
  const { host, sent } = await greeted(async () => ({ text: "x".repeat(65 << 20) }));
  host.receive({ id: 1, call: "tab.close", job: "1" });
  await tick();
  assert.equal(sent[0].error.code, "too_large");
  assert.equal(sent[0].id, 1);
});

test("replies find their calls in any order; errors are thrown with their code", async () => {
  const { host } = await greeted();
  const first = host.call("job.control", { job: "1", action: "stop" });
  const second = host.call("job.control", { job: "1", action: "pause" });
  host.receive({ id: 3, reply: true, state: "paused" });
  host.receive({ id: 2, reply: true, error: { code: "disk_full", message: "no space" } });
  assert.deepEqual(await second, { state: "paused" });
  await assert.rejects(first, { code: "disk_full", message: "no space" });
});

test("a reply of another shape is an error", async () => {
  const { host } = await greeted();
  const call = host.call("job.control", { job: "1", action: "stop" });
  host.receive({ id: 2, reply: true, state: "confused" });
  await assert.rejects(call, { code: "invalid_argument" });
});

test("open calls fail when the host is gone, and later ones at once", async () => {
  const { host } = await greeted();
  const call = host.call("job.groups", { job: "1" });
  host.end(new TagtrailError("disconnected", "gone"));
  await assert.rejects(call, { code: "disconnected" });
  await assert.rejects(host.call("job.groups", { job: "1" }), { code: "disconnected" });
});

test("a call that was being served when the host went is not answered", async () => {
  let finish;
  const { host, sent } = await greeted(() => new Promise((resolve) => (finish = resolve)));
  host.receive({ id: 1, call: "tab.close", job: "1" });
  host.end(new TagtrailError("disconnected", "gone"));
  finish({});
  await tick();
  assert.deepEqual(sent, []);
});

test("messages that are none of the kinds are answered by protocol.error", async () => {
  let deep = {};
  for (let i = 0; i < 40; i++) deep = { deep };
  for (const message of [null, 7, "x", [], {}, { id: -1, call: "x" }, { id: 1 }, { id: "1", reply: true }, { notice: "x", deep }]) {
    const { host, sent, notices } = await greeted();
    host.receive(message);
    assert.equal(sent.at(-1)?.notice, "protocol.error", JSON.stringify(message));
    assert.deepEqual(notices, []);
  }
});

test("replies that nobody waits for are ignored", async () => {
  const { host, sent } = await greeted();
  host.receive({ id: 77, reply: true });
  assert.deepEqual(sent, []);
});
